"""Sheets as SVG, PNG and animation: valid images, the right way up, in the right colour."""

from collections.abc import Callable
from importlib import import_module
from io import BytesIO
from itertools import chain, pairwise
from math import cos, hypot, sin
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageColor

from pictomania.ink import Point, Stroke
from pictomania.ink.raster import FRAMES_PER_S, MAX_ANIMATION_S, animation, png
from pictomania.ink.stroke import LONG, MAX_PRESSURE, SHORT
from pictomania.ink.svg import EDGE, FLATNESS, MAX_DABS, PAPER, Dab, dabs_by_point, radius, svg, within_budget

RED = "#cc0000"
LINE = Stroke(2, tuple(Point(x, 1000, 128, x // 10) for x in range(500, 2500, 50)))
DOT = Stroke(3, (Point(1500, 2000, 255, 900),))
SVG = "{http://www.w3.org/2000/svg}"

# A bend with rising pressure; web/tests/drawing/outline.test.ts expects the same dabs for the same stroke.
BEND = Stroke(
    1, (Point(100, 100, 51, 0), Point(140, 100, 51, 4), Point(140, 160, 153, 8), Point(150, 160, 153, 12))
)
DABS = [
    "100.0000 100.0000 9.6000",
    "120.0000 100.0000 9.6000",
    "127.2000 101.2000 9.6640",
    "132.8000 104.8000 9.8560",
    "136.8000 110.8000 10.1760",
    "139.2000 119.2000 10.6240",
    "140.0000 130.0000 11.2000",
    "140.3125 143.1250 11.9000",
    "141.2500 152.5000 12.4000",
    "142.8125 158.1250 12.7000",
    "145.0000 160.0000 12.8000",
    "150.0000 160.0000 12.8000",
]

coordinates = st.integers(0, LONG)
points = st.builds(Point, coordinates, coordinates, st.integers(0, MAX_PRESSURE), st.just(0))
lines = st.builds(Stroke, st.integers(0, 3), st.lists(points, min_size=1, max_size=12).map(tuple))


def dabs(stroke: Stroke) -> list[Dab]:
    return list(chain(*dabs_by_point(stroke)))


def paths(drawn: str) -> list[ElementTree.Element]:
    return ElementTree.fromstring(drawn).findall(f"{SVG}g/{SVG}path")  # noqa: S314 (our own text)


def rgb(colour: str) -> tuple[int, ...]:
    return ImageColor.getrgb(colour)


# The geometry of a stroke.


def test_a_stroke_is_smooth_in_position_and_thickness() -> None:
    assert [f"{x:.4f} {y:.4f} {half:.4f}" for x, y, half in dabs(BEND)] == DABS


def test_a_dot_is_one_dab() -> None:
    assert dabs(DOT) == [Dab(1500, 2000, 48)]


def test_pressure_makes_a_stroke_thicker() -> None:
    assert (2 * radius(1, 0), 2 * radius(1, 255)) == (16.0, 32.0)


@given(lines)
def test_every_point_adds_dabs_and_the_stroke_reaches_both_ends(line: Stroke) -> None:
    groups = list(dabs_by_point(line))
    assert len(groups) == len(line.points)
    assert all(groups)
    first, last = dabs(line)[0], dabs(line)[-1]
    assert (first.x, first.y) == line.points[0][:2]
    assert (last.x, last.y) == line.points[-1][:2]
    radii = [radius(line.width, point.pressure) for point in line.points]
    assert all(min(radii) - 1e-9 <= dab.radius <= max(radii) + 1e-9 for dab in dabs(line))


def test_flattened_curves_stay_close() -> None:
    corner = dabs(Stroke(0, (Point(0, 0, 0, 0), Point(800, 0, 0, 0), Point(800, 800, 0, 0))))[1:-1]
    for t in range(1, 100):
        x, y = 800 - 400 * (1 - t / 100) ** 2, 400 * (t / 100) ** 2
        assert min(_distance(x, y, *pair) for pair in pairwise(corner)) <= FLATNESS


def _distance(x: float, y: float, one: Dab, other: Dab) -> float:
    dx, dy = other.x - one.x, other.y - one.y
    part = ((x - one.x) * dx + (y - one.y) * dy) / (dx**2 + dy**2)
    part = min(1.0, max(0.0, part))
    return hypot(x - one.x - part * dx, y - one.y - part * dy)


# SVG.


@pytest.mark.rule("R11")
def test_svg_portrait_and_landscape() -> None:
    for landscape, width, height in ((True, LONG + 1, SHORT + 1), (False, SHORT + 1, LONG + 1)):
        root = ElementTree.fromstring(svg([LINE, DOT], RED, landscape=landscape))  # noqa: S314 (our own text)
        assert root.get("viewBox") == f"0 0 {width} {height}"
        paper, edge, _ = root
        assert (paper.get("fill"), edge.get("fill")) == (PAPER, EDGE)
        assert edge.get("d") == f"M0 {height}v-32h{width}v32z"
        group = root.find(f"{SVG}g")
        assert group is not None
        assert group.get("stroke") == group.get("fill") == RED
        assert len(paths(svg([LINE, DOT], RED, landscape=landscape))) == 2


def test_svg_strokes_a_line_of_constant_pressure() -> None:
    line, dot = paths(svg([LINE, DOT], RED, landscape=True))
    assert line.get("fill") == "none"
    assert line.get("stroke-width") == "40.1"
    assert line.get("d", "").startswith("M500 1000L525 1000 575 1000 ")
    assert line.get("d", "").endswith(" 2425 1000 2450 1000")
    assert dot.get("d") == "M1500 2000L1500 2000"


def test_svg_fills_bands_where_pressure_varies() -> None:
    (bend,) = paths(svg([BEND], RED, landscape=True))
    assert bend.get("fill") is None
    assert bend.get("d", "").count("z") == len(dabs(BEND)) - 1
    straight = Stroke(0, (Point(100, 100, 0, 0), Point(200, 100, 255, 0)))
    assert "M99.8 104.7A4.7 4.7 0 0 1 99.8 95.3L149.7 93A7 7 0 1 1 149.7 107z" in svg(
        [straight], RED, landscape=True
    )


def test_svg_shows_the_larger_of_two_nested_dabs() -> None:
    harder = Stroke(3, (Point(100, 100, 0, 0), Point(102, 100, 255, 0)))
    assert svg([harder], RED, landscape=True).count("M137 100A36 36 0 0 1 65 100A36 36 0 0 1 137 100z") == 1


# The budget of an image.


def scribble(random: Random, lines: int, count: int, step: int) -> list[Stroke]:
    """Make random zigzag strokes."""
    drawn = []
    for _ in range(lines):
        x, y, row = random.randint(0, LONG), random.randint(0, SHORT), []
        for tick in range(count):
            x = min(max(x + random.randint(-step, step), 0), LONG)
            y = min(max(y + random.randint(-step, step), 0), SHORT)
            row.append(Point(x, y, random.randint(0, MAX_PRESSURE), tick))
        drawn.append(Stroke(3, tuple(row)))
    return drawn


HOSTILE = {
    "corner to corner": lambda: [
        Stroke(3, tuple(Point(LONG * (at % 2), LONG * (at % 2), at * 97 % 256, at) for at in range(1_222)))
    ],
    "many points": lambda: scribble(Random(1), 30, 4_000, 63),
    "many points, far apart": lambda: scribble(Random(2), 10, 4_000, 250),
    "many lines": lambda: scribble(Random(3), 6_000, 20, 63),
    "many short lines": lambda: scribble(Random(4), 6_000, 2, LONG),
    "many dots": lambda: scribble(Random(5), 6_000, 1, 63),
}


@pytest.mark.parametrize("sheet", HOSTILE.values(), ids=HOSTILE)
def test_no_sheet_makes_a_huge_image(sheet: Callable[[], list[Stroke]]) -> None:
    strokes = sheet()
    drawn, coarseness = within_budget(strokes)
    assert sum(len(group) for stroke in drawn for group in dabs_by_point(stroke, coarseness)) <= MAX_DABS
    assert [(line.width, line.points[0], line.points[-1]) for line in drawn] == [
        (line.width, line.points[0], line.points[-1]) for line in strokes
    ]
    for line, whole in zip(drawn, strokes, strict=True):
        rest = iter(whole.points)
        assert all(point in rest for point in line.points)  # in order
    assert len(svg(strokes, RED, landscape=True)) < 2_100_000


def test_points_are_dropped_evenly() -> None:
    """From every stroke, however long, and along its whole length."""
    sizes = (50_000, 25_000, 2_500)
    lines = [Stroke(1, tuple(Point(5, 5, 9, at) for at in range(size + 2))) for size in sizes]
    drawn, coarseness = within_budget(lines)
    assert coarseness == 1
    for line, size in zip(drawn, sizes, strict=True):
        steps = [two.tick - one.tick for one, two in pairwise(line.points)]
        assert max(steps) - min(steps[1:-1]) <= 1
        assert steps[1] == pytest.approx(77_500 / (MAX_DABS * 4 / 5), abs=1)
        assert size // steps[1] >= len(line.points) // 2


@pytest.mark.parametrize("count", [1, 2_000, 20_000])
def test_ordinary_drawings_are_unchanged(count: int) -> None:
    """Even after several minutes of drawing without a break."""
    circle = [(1000 + 900 * cos(at / 40), 1000 + 900 * sin(at / 40)) for at in range(count)]
    lines = [Stroke(1, tuple(Point(round(x), round(y), 99, at) for at, (x, y) in enumerate(circle)))]
    drawn, coarseness = within_budget(lines)
    assert drawn is lines
    assert coarseness == 1


def test_a_sheet_with_too_many_strokes_still_shows_them() -> None:
    """More than a sheet can have today."""
    lines = scribble(Random(6), MAX_DABS, 5, 63)
    drawn, coarseness = within_budget(lines)
    assert (
        sum(len(group) for stroke in drawn for group in dabs_by_point(stroke, coarseness))
        <= 3 * len(lines) + 2
    )


# Raster images.


@pytest.mark.parametrize(("landscape", "size"), [(True, (400, 300)), (False, (300, 400))])
def test_png_has_the_stroke_where_it_was_drawn(landscape: bool, size: tuple[int, int]) -> None:
    image = Image.open(BytesIO(png([LINE, DOT], RED, landscape=landscape, size=400))).convert("RGB")
    assert image.size == size
    on_line = image.getpixel((round(1500 * 400 / 4096), round(1000 * 400 / 4096)))
    assert isinstance(on_line, tuple)
    assert on_line[0] > 180
    assert on_line[1] < 60
    assert image.getpixel((5, 5)) == image.getpixel((5, size[1] - 4)) == rgb(PAPER)
    assert image.getpixel((5, size[1] - 1)) == image.getpixel((5, size[1] - 3)) == rgb(EDGE)


def test_an_empty_sheet_is_paper() -> None:
    image = Image.open(BytesIO(png([], RED, landscape=True, size=64))).convert("RGB")
    assert image.getpixel((32, 20)) == rgb(PAPER)


def test_the_animation_draws_the_sheet_again() -> None:
    film = Image.open(BytesIO(animation([LINE, DOT], RED, landscape=True, size=128)))
    frames = getattr(film, "n_frames", 1)
    assert 10 < frames <= MAX_ANIMATION_S * FRAMES_PER_S + 2
    ink = []
    for number in range(frames):
        film.seek(number)
        ink.append(sum(1 for pixel in film.convert("RGB").tobytes()[1::3] if pixel < 128))
    assert ink[0] == 0
    assert ink == sorted(ink)
    assert ink[-1] > 50


def test_a_long_drawing_does_not_make_a_long_animation() -> None:
    busy = [Stroke(1, tuple(Point(x % 3000, y, 100, x) for x in range(601))) for y in range(100, 2100, 500)]
    film = Image.open(BytesIO(animation(busy, RED, landscape=True, size=64)))
    assert getattr(film, "n_frames", 1) <= MAX_ANIMATION_S * FRAMES_PER_S + 2


@pytest.mark.parametrize("render", [png, animation])
def test_raster_images_keep_to_the_same_budget(
    render: Callable[..., bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They drop points and flatten curves like SVG does."""
    curve = Stroke(
        0, (Point(0, 0, 9, 0), Point(LONG, 0, 9, 1), Point(0, SHORT, 9, 2), Point(LONG, SHORT, 9, 3))
    )
    zigzag = Stroke(1, tuple(Point(80 * at, 3000 * (at % 2), 9, at) for at in range(50)))
    whole = [render([line], RED, landscape=True, size=64) for line in (curve, zigzag)]
    monkeypatch.setattr(import_module("pictomania.ink.svg"), "MAX_DABS", 12)
    short = [render([line], RED, landscape=True, size=64) for line in (curve, zigzag)]
    assert all(one != other for one, other in zip(whole, short, strict=True))
    (thin,), _ = within_budget([zigzag])
    assert len(thin.points) < 12
    assert render([zigzag], RED, landscape=True, size=64) == render([thin], RED, landscape=True, size=64)
