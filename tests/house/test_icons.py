"""The build step that converts icons to pen strokes."""

import gzip
import itertools
import json
import math
import re
from pathlib import Path

import pytest

from icons.build import DRAWINGS, FILES, HERE, NOT_FOR_BOTS, card_tags, excluded_tags, find_body, pack
from icons.lines import Points, area, corners, densify, distance, edges, is_inside, length, simplify
from icons.pen import Drawing, draw_icon, order_strokes
from icons.svg import flatten, is_dark, parse_transform, shapes
from icons.thin import centre_lines
from pictomania.words import house_deck

PEOPLE = ("quickdraw/", "tu-berlin/")  # collections of human sketches
INK = 'fill="none" stroke="#000" stroke-width="2"'


def draw(body: str) -> Drawing:
    return draw_icon(shapes(body))


def circle(radius: float, centre: complex = 0j, points: int = 120) -> Points:
    turns = (math.tau * part / points for part in range(points + 1))
    return [centre + radius * complex(math.cos(turn), math.sin(turn)) for turn in turns]


# Paths


@pytest.mark.parametrize(
    ("path", "ends"),
    [
        ("M1 2L3 4", [(1 + 2j, 3 + 4j)]),
        ("m1 2 3 4h1v-1", [(1 + 2j, 5 + 5j)]),
        ("M0 0h4v4zm8 8h1", [(0, 0), (8 + 8j, 9 + 8j)]),
        ("M0 0h4v4zh9", [(0, 0), (0, 9)]),
        ("M5 5", []),
        ("M0 0C0 5 5 5 5 0S10-5 10 0", [(0, 10)]),
        ("M0 0Q5 5 10 0T20 0", [(0, 20)]),
        ("M0 0a5 5 0 0 1 10 0", [(0, 10)]),
    ],
)
def test_each_subpath_becomes_a_line(path: str, ends: list[tuple[complex, complex]]) -> None:
    assert [(line[0], line[-1]) for line in flatten(path)] == ends


def test_arcs_and_curves_are_followed() -> None:
    (arc,) = flatten("M0 0a5 5 0 0 1 10 0")
    assert all(abs(point - 5) == pytest.approx(5) for point in arc)
    assert min(point.imag for point in arc) == pytest.approx(-5, abs=0.1)
    (curve,) = flatten("M0 0C0 4 8 4 8 0")
    assert max(point.imag for point in curve) == pytest.approx(3, abs=0.1)


@pytest.mark.parametrize(
    ("written", "moved"),
    [
        ("", 1 + 2j),
        ("translate(3)", 4 + 2j),
        ("translate(3 -4)", 4 - 2j),
        ("scale(2)", 2 + 4j),
        ("scale(2,.5)", 2 + 1j),
        ("rotate(90)", -2 + 1j),
        ("rotate(90 1 1)", 0 + 1j),
        ("matrix(0 1 -1 0 5 6)", 3 + 7j),
        ("translate(10) scale(-1 1)", 9 + 2j),
        ("skewX(45)", 3 + 2j),
        ("skewY(45)", 1 + 3j),
    ],
)
def test_transforms(written: str, moved: complex) -> None:
    assert parse_transform(written).apply(1 + 2j) == pytest.approx(moved)


def test_unknown_transforms_are_errors() -> None:
    with pytest.raises(ValueError, match="roll"):
        parse_transform("roll(3)")


# Shapes


@pytest.mark.parametrize(
    ("body", "box"),
    [
        ('<line x1="1" y1="2" x2="3" y2="4" {}/>', (1 + 2j, 3 + 4j)),
        ('<polyline points="0,0 4,0 4,2" {}/>', (0, 4 + 2j)),
        ('<rect x="1" y="2" width="8" height="4" {}/>', (1 + 2j, 9 + 6j)),
        ('<rect width="8" height="4" rx="9" {}/>', (0, 8 + 4j)),
        ('<circle cx="5" cy="5" r="2" {}/>', (3 + 3j, 7 + 7j)),
        ('<ellipse cx="5" cy="5" rx="4" ry="1" {}/>', (1 + 4j, 9 + 6j)),
        ('<g transform="scale(2)"><g transform="translate(1)"><path d="M0 0L1 1" {}/></g></g>', (2, 4 + 2j)),
        ('<defs><path id="a" d="M0 0L1 1"/></defs><use href="#a" x="5" {}/>', (5, 6 + 1j)),
    ],
)
def test_positions_of_shapes(body: str, box: tuple[complex, complex]) -> None:
    (shape,) = shapes(body.format(INK))
    assert shape.inked
    assert corners(itertools.chain(*shape.lines)) == pytest.approx(box, abs=0.1)


def test_closed_shapes_return_to_their_start() -> None:
    body = f'<polygon points="0,0 4,0 4,2" {INK}/><circle r="2" {INK}/><rect width="2" height="1" {INK}/>'
    assert all(line[0] == pytest.approx(line[-1]) for shape in shapes(body) for line in shape.lines)


def test_styles_are_inherited() -> None:
    first, second, third = shapes(
        f'<g {INK}><path d="M0 0h1"/><path fill="#fff" d="M0 0h1"/></g><path d="M0 0h1"/>'
    )
    assert (first.inked, first.filled) == (True, False)
    assert (second.inked, second.filled, second.dark) == (True, True, False)
    assert (third.inked, third.filled, third.dark) == (False, True, True)


def test_the_background_is_skipped() -> None:
    paint = '<path fill="#fcea2b" d="M0 0h9v9z"/>'
    assert len(shapes(f'{paint}{paint}<path d="M0 0h9" {INK}/>{paint}')) == 2


@pytest.mark.parametrize(
    ("colour", "dark"),
    [
        ("#000", True),
        ("#201c1d", True),
        ("currentColor", True),
        ("#3f3f3f", False),
        ("#fff", False),
        ("none", False),
    ],
)
def test_dark_colours(colour: str, dark: bool) -> None:
    assert is_dark(colour) == dark


# Lines


def test_simplifying_a_line() -> None:
    line = circle(100)
    simple = simplify(line, 1.0)
    assert len(simple) < len(line) / 2
    assert simple[0] == line[0]
    assert simple[-1] == line[-1]
    assert all(min(distance(point, edge) for edge in itertools.pairwise(simple)) <= 1.0 for point in line)
    assert simplify([0, 1, 2 + 0.5j, 3], 1.0) == [0, 3]
    assert simplify([0, 1, 2 + 5j, 3], 1.0) == [0, 2 + 5j, 3]
    assert simplify([0, 5], 1.0) == [0, 5]


def test_geometry() -> None:
    square: Points = [0, 4, 4 + 4j, 4j, 0]
    assert length(square) == 16
    assert abs(area(square)) == 16
    assert is_inside(1 + 1j, edges([square]))
    assert not is_inside(5 + 1j, edges([square]))
    assert not is_inside(2 + 2j, edges([square, [1 + 1j, 3 + 1j, 3 + 3j, 1 + 3j]]))  # in a hole
    assert distance(2 + 3j, (0, 4)) == 3
    assert distance(-3 + 4j, (0, 4)) == distance(7 + 4j, (0, 4)) == distance(3 + 4j, (0, 0)) == 5
    assert densify([0, 6, 6 + 1j], 3.0) == [0, 2, 4, 6, 6 + 1j]


def test_the_centre_line_of_a_bar() -> None:
    bar: Points = [0, 100, 100 + 8j, 8j]
    (line,) = centre_lines([bar])
    assert length(line) == pytest.approx(100, abs=10)
    assert all(point.imag == pytest.approx(4, abs=0.1) for point in line)


def test_the_centre_line_of_a_ring() -> None:
    lines = centre_lines([circle(50), circle(42)[::-1]])
    assert sum(map(length, lines)) == pytest.approx(math.tau * 46, rel=0.05)
    assert all(abs(point) == pytest.approx(46, abs=0.5) for line in lines for point in line)


@pytest.mark.parametrize("blob", [circle(11), circle(60), [0, 50, 50 + 50j, 50j]])
def test_a_blob_has_no_centre_line(blob: Points) -> None:
    assert centre_lines([blob]) == []


# Drawings


def test_a_drawing_fills_its_box_and_keeps_its_shape() -> None:
    assert draw(f'<path d="M10 10h20v10h-20z" {INK}/>') == [([0, 255, 255, 0, 0], [0, 0, 128, 128, 0])]
    assert draw(f'<path d="M7 7v2" {INK}/><path d="M8 8h.5" {INK}/>') == [
        ([0, 0], [0, 255]),
        ([128, 191], [128, 128]),
    ]


def test_large_outlines_come_first_and_dots_last() -> None:
    eye = '<circle cx="{}" cy="30" r="3"/>'
    face = draw(
        f'{eye.format(35)}{eye.format(65)}<path d="M40 70h20" {INK}/><circle cx="50" cy="50" r="50" {INK}/>'
    )
    sizes = [max(xs) - min(xs) for xs, _ in face]
    assert sizes[0] == 255
    assert sizes[1] == 51
    assert sizes[2] == sizes[3] == pytest.approx(8, abs=1)  # half the painted size, since a pen is thick


def test_strokes_of_one_size_are_ordered_by_distance() -> None:
    one, two, three = [0j, 10 + 0j], [30 + 0j, 39 + 0j], [20 + 0j, 11 + 0j]
    assert order_strokes([one, two, three]) == [one, three[::-1], two]
    assert order_strokes([]) == []


def test_lines_are_joined_where_they_meet() -> None:
    assert len(draw(f'<path d="M0 0h50M90 50H50V0M0 90h9" {INK}/>')) == 2
    ((xs, ys),) = draw(f'<path d="M0 0h50v50M0 0v50h50" {INK}/>')
    assert (len(xs), xs[0], ys[0]) == (5, xs[-1], ys[-1])  # a square, closed
    assert len(draw(f'<path d="M0 0h50M50 0h50M50 0v50" {INK}/>')) == 3  # a crossing


def test_duplicate_lines_are_removed() -> None:
    assert len(draw(f'<path d="M0 0h50v50" {INK}/><path d="M10 0h20" {INK}/>')) == 1


def test_covered_lines_are_not_draw() -> None:
    below, above = f'<path d="M0 50h100" {INK}/>', '<path fill="#fff" stroke="#000" d="M30 0h40v100h-40z"/>'
    square, left, right = sorted(draw(below + above), key=lambda stroke: -len(stroke[0]))
    assert len(square[0]) == 5
    ends = sorted([*left[0], *right[0]])
    assert ends == pytest.approx([0, 77, 178, 255], abs=6)
    assert len(draw(above + below)) == 2  # nothing covers the line


def test_coloured_lines_are_drawn_if_they_stand_alone() -> None:
    tint = '<path fill="none" stroke="#ea5a47" d="M0 {0}h100"/>'
    assert len(draw(f'<path d="M0 0h100" {INK}/>' + tint.format(50))) == 2
    assert len(draw(f'<path d="M0 0h100" {INK}/>' + tint.format(2))) == 1
    ball = '<circle cx="50" cy="50" r="5" fill="#ea5a47"/>'
    assert len(draw(f'{ball}<path d="M0 0h100" {INK}/>')) == 2


def test_a_filled_shape_is_split_into_parts() -> None:
    face = draw(
        f'<circle cx="50" cy="50" r="50" {INK}/><path d="M30 30h4v4h-4zM60 30h4v4h-4zM30 70h40v2h-40z"/>'
    )
    assert len(face) == 4
    mouth = next((xs, ys) for xs, ys in face[1:] if max(xs) - min(xs) > 50)
    assert max(mouth[1]) - min(mouth[1]) <= 1  # a line, not its outline


def test_a_point_becomes_a_stroke() -> None:
    _, (xs, ys) = draw(f'<path d="M0 0h100v100M10 50h.01" {INK}/>')
    assert (min(xs), max(xs), min(ys), max(ys)) == (23, 29, 125, 131)


# Files


def test_packing_is_reproducible() -> None:
    one: Drawing = [([0, 255], [0, 9])]
    first, second = pack({"tabler/b": one, "tabler/a": one}), pack({"tabler/a": one, "tabler/b": one})
    assert first == second
    assert first[4:8] == bytes(4)  # the timestamp of gzip
    lines = gzip.decompress(first).decode().splitlines()
    assert [json.loads(line) for line in lines] == [
        {"word": "tabler/a", "drawing": [[[0, 255], [0, 9]]]},
        {"word": "tabler/b", "drawing": [[[0, 255], [0, 9]]]},
    ]


def test_icons_are_found_by_name_and_alias() -> None:
    package = {
        "icons": {"womans-hat": {"body": "x"}, "pinata": {"body": "y"}},
        "aliases": {"hat": {"parent": "pinata"}},
    }
    assert [find_body(package, name) for name in ("woman’s hat", "Piñata", "hat", "no")] == [
        "x",
        "y",
        "y",
        None,
    ]


def test_comments_are_not_tags() -> None:
    assert excluded_tags("# all of it\n\na/b  # why\nc/d e\n") == {"a/b", "c/d e"}


def built_drawings() -> dict[str, Drawing]:
    """The drawings that `python hatch_build.py` built."""
    lines = itertools.chain(*(gzip.decompress((DRAWINGS / file).read_bytes()).splitlines() for file in FILES))
    return {entry["word"]: entry["drawing"] for entry in map(json.loads, lines)}


def test_every_icon_on_cards_is_drawn_or_excluded() -> None:
    excluded = excluded_tags(NOT_FOR_BOTS.read_text(encoding="utf-8"))
    named = {tag for tag in card_tags() if not tag.startswith(PEOPLE)}
    assert set(built_drawings()) == named - excluded
    assert excluded - named == set()


def test_all_drawings_fill_their_box() -> None:
    for tag, strokes in built_drawings().items():
        xs, ys = (list(itertools.chain(*(stroke[axis] for stroke in strokes))) for axis in (0, 1))
        assert (min(xs), min(ys), max(*xs, *ys)) == (0, 0, 255), tag
        assert all(len(stroke[0]) == len(stroke[1]) > 1 for stroke in strokes), tag


def test_bots_have_a_drawing_of_every_idea() -> None:
    made = set(built_drawings())
    sides = [side for card in house_deck().cards for side in card.sides if side.bots]
    assert len(sides) > 100
    for idea in (idea for side in sides for idea in side.ideas):
        assert any(tag in made or tag.startswith(PEOPLE) for tag in idea.draw), idea.draw


def test_credits_have_the_versions_in_use() -> None:
    wanted = json.loads((HERE / "package.json").read_text(encoding="utf-8"))["dependencies"]
    icon_credits, _, _ = (DRAWINGS / "CREDITS.md").read_text(encoding="utf-8").partition("## `guesser.onnx`")
    named = dict(re.findall(r"`(@iconify-json/[\w-]+)` ([\d.]*\d)", icon_credits))
    assert named == wanted


def test_the_lock_file_has_no_urls() -> None:
    assert "resolved" not in (HERE / "package-lock.json").read_text(encoding="utf-8")
    assert Path(HERE / ".npmrc").is_file()
