"""Sheets as SVG, PNG and animation: real pictures, the right way up, in the right colour."""

from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from pictomania.ink import Point, Stroke
from pictomania.ink.picture import FRAMES_PER_S, LONGEST_S, animation, png
from pictomania.ink.stroke import LONG, SHORT
from pictomania.ink.svg import svg, thickness

RED = "#cc0000"
LINE = Stroke(2, tuple(Point(x, 1000, 128, x // 10) for x in range(500, 2500, 50)))
DOT = Stroke(3, (Point(1500, 2000, 255, 900),))
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.rule("R11")
def test_svg_upright_and_across() -> None:
    for across, box in ((True, f"0 0 {LONG} {SHORT}"), (False, f"0 0 {SHORT} {LONG}")):
        root = ElementTree.fromstring(svg([LINE, DOT], RED, across=across))  # noqa: S314 (our own text)
        assert root.get("viewBox") == box
        group = root.find(f"{SVG}g")
        assert group is not None
        assert group.get("stroke") == RED
        assert len(group.findall(f"{SVG}path")) == 2


def test_svg_curves_through_all_points() -> None:
    drawn = svg([LINE], RED, across=True)
    assert drawn.count("Q") == len(LINE.points) - 1
    assert "M500 1000" in drawn
    assert "L2450 1000" in drawn
    assert 'd="M1500 2000L1500 2000"' in svg([DOT], RED, across=True)


def test_pressure_makes_a_line_thicker() -> None:
    soft, hard = (Stroke(1, (Point(0, 0, pressure, 0),)) for pressure in (0, 255))
    assert (thickness(soft), thickness(hard)) == (16.0, 32.0)


@pytest.mark.parametrize(("across", "size"), [(True, (400, 300)), (False, (300, 400))])
def test_png_has_the_line_where_it_was_drawn(across: bool, size: tuple[int, int]) -> None:
    image = Image.open(BytesIO(png([LINE, DOT], RED, across=across, size=400))).convert("RGB")
    assert image.size == size
    on_line = image.getpixel((round(1500 * 400 / 4096), round(1000 * 400 / 4096)))
    assert isinstance(on_line, tuple)
    assert on_line[0] > 180
    assert on_line[1] < 60
    assert image.getpixel((5, 5)) == (255, 255, 255)
    edge = image.getpixel((5, size[1] - 1))
    assert isinstance(edge, tuple)
    assert max(edge) < 235


def test_an_empty_sheet_is_paper() -> None:
    image = Image.open(BytesIO(png([], RED, across=True, size=64))).convert("RGB")
    assert image.getpixel((32, 20)) == (255, 255, 255)


def test_the_animation_draws_it_again() -> None:
    film = Image.open(BytesIO(animation([LINE, DOT], RED, across=True, size=128)))
    frames = getattr(film, "n_frames", 1)
    assert 10 < frames <= LONGEST_S * FRAMES_PER_S + 2
    ink = []
    for number in range(frames):
        film.seek(number)
        ink.append(sum(1 for dot in film.convert("RGB").tobytes()[1::3] if dot < 128))
    assert ink[0] == 0
    assert ink == sorted(ink)
    assert ink[-1] > 50


def test_a_long_drawing_does_not_make_a_long_film() -> None:
    busy = [Stroke(1, tuple(Point(x % 3000, y, 100, x) for x in range(601))) for y in range(100, 2100, 500)]
    film = Image.open(BytesIO(animation(busy, RED, across=True, size=64)))
    assert getattr(film, "n_frames", 1) <= LONGEST_S * FRAMES_PER_S + 2
