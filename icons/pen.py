"""Convert the visible shapes of an icon into pen strokes, as a person would draw them."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import replace

from icons.lines import Edge, Points, corners, densify, distance, edges, is_inside, length, simplify, size
from icons.svg import Shape
from icons.thin import centre_lines

Drawing = list[tuple[list[int], list[int]]]  # for each stroke its xs and ys

SIDE = 255  # of the box that a drawing fills; all lengths below are in its units
EPSILON = 1.0  # tolerance of the final simplification
FINE = 0.3  # tolerance before further processing
MEETING = 1.5  # ends this close are joined
COVERED = 2.5  # a line this close to another one is a duplicate
SHADE = 9.0  # a coloured line this close to a dark one is only its shade
HIDDEN = 4.0  # points this far inside a covering shape are invisible
DOT = 26.0  # filled shapes up to this size are dots
POINT = 3.0  # lines up to this size are points
STEP = 3.0  # between sampled points
MIN_LENGTH = 4.0  # of the visible part of a line


def draw_icon(shapes: Sequence[Shape]) -> Drawing:
    """Return the strokes of an icon: large outlines first, then details, dots last."""
    drawn = [line for shape in shapes if shape.inked or shape.tinted or shape.dark for line in shape.lines]
    low, scale = _box(drawn)
    shapes = [replace(shape, lines=[_fine(line, low, scale) for line in shape.lines]) for shape in shapes]
    lines, dots = _visible(shapes)
    tinted = [line for shape in shapes if shape.tinted for line in shape.lines]
    lines = _join(_deduplicate([*lines, *_separate_from(lines, tinted)]))
    lines, dots = ([simplify(line, EPSILON) for line in some] for some in (lines, dots))
    low, scale = _box([*lines, *dots])  # rescale, since lines at the edge may have been removed
    return [_to_integers(stroke, low, scale) for stroke in [*order_strokes(lines), *order_strokes(dots)]]


def _box(lines: Iterable[Points]) -> tuple[complex, float]:
    """Return the upper left corner of lines, and the scale that makes them fill the box."""
    low, high = corners(point for line in lines for point in line)
    return low, SIDE / max(high.real - low.real, high.imag - low.imag)


def _fine(line: Points, low: complex, scale: float) -> Points:
    return simplify([(point - low) * scale for point in line], FINE)


def _to_integers(stroke: Points, low: complex, scale: float) -> tuple[list[int], list[int]]:
    moved = ((point - low) * scale for point in stroke)
    places = [
        place for place, _ in itertools.groupby((round(point.real), round(point.imag)) for point in moved)
    ]
    if len(places) == 1:  # a stroke needs two points
        ((x, y),) = places
        places = [(x, y), (x + 1 if x < SIDE else x - 1, y)]
    return [x for x, _ in places], [y for _, y in places]


def _visible(shapes: Iterable[Shape]) -> tuple[list[Points], list[Points]]:
    """Return lines and dots, without what later shapes cover."""
    lines: list[Points] = []
    dots: list[Points] = []
    for shape in shapes:
        if shape.filled and not all(map(_is_small, shape.lines)):
            cover = edges(shape.lines)
            lines = [part for line in lines for part in visible_parts(line, cover)]
            dots = [dot for dot in dots if not _is_hidden(dot[0], cover)]
        if shape.inked:
            lines += [line for line in shape.lines if size(line) > POINT]
            dots += [_ring(line[0]) for line in shape.lines if size(line) <= POINT]
        elif shape.dark:
            for part in _parts(shape.lines):
                if _is_small(part[0]):
                    dots += [_dot(part[0])]
                else:
                    lines += centre_lines(part) or [[*line, line[0]] for line in part]
    return lines, dots


def _parts(outlines: Iterable[Points]) -> list[list[Points]]:
    """Split a shape into outer outlines, each with its holes."""
    parts: list[list[Points]] = []
    for outline in sorted(outlines, key=size, reverse=True):
        around = [part for part in parts if is_inside(outline[0], edges(part[:1]))]
        if around:
            around[0].append(outline)
        else:
            parts.append([outline])
    return parts


def _is_small(line: Points) -> bool:
    low, high = corners(line)
    return max(high.real - low.real, high.imag - low.imag) <= DOT


def _dot(outline: Points) -> Points:
    """Return a small filled shape as a pen draws it: its outline at half the size."""
    low, high = corners(outline)
    middle = (low + high) / 2
    return [middle + (point - middle) / 2 for point in [*outline, outline[0]]]


def _ring(point: complex) -> Points:
    """Return a point of a thick pen as a thin pen draws it: a small ring."""
    return [point + POINT * way for way in (1, 1j, -1, -1j, 1)]


def visible_parts(line: Points, cover: Sequence[Edge]) -> list[Points]:
    """Return the parts of a line that a filled shape above it does not cover."""
    if _are_disjoint(corners(line), corners(point for edge in cover for point in edge)):
        return [line]
    points = densify(line, STEP)
    seen = [not _is_hidden(point, cover) for point in points]
    if all(seen):
        return [line]
    runs = itertools.groupby(zip(points, seen, strict=True), key=lambda pair: pair[1])
    parts = [[point for point, _ in run] for visible, run in runs if visible]
    return [part for part in parts if length(part) > MIN_LENGTH]


def _are_disjoint(one: Edge, two: Edge) -> bool:
    """Whether two boxes, given by their corners, do not overlap."""
    ways = (one[0], two[1]), (two[0], one[1])
    return any(low.real > high.real or low.imag > high.imag for low, high in ways)


def _is_hidden(point: complex, cover: Sequence[Edge]) -> bool:
    """Whether a point lies well inside a shape, and not only at its edge."""
    return is_inside(point, cover) and all(distance(point, edge) > HIDDEN for edge in cover)


def _separate_from(lines: Iterable[Points], tinted: Sequence[Points]) -> list[Points]:
    """Return the coloured lines that stand alone; those beside a dark line are only shades."""
    ways = [way for line in lines for way in itertools.pairwise(line)] if tinted else []
    apart: list[Points] = []
    for line in tinted:
        alone = [all(distance(point, way) > SHADE for way in ways) for point in densify(line, STEP)]
        if sum(alone) > len(alone) / 3:
            apart.append(line)
    return apart


def _deduplicate(lines: Sequence[Points]) -> list[Points]:
    """Remove lines that run along longer ones."""
    kept: list[Points] = []
    for line in sorted(lines, key=length, reverse=True):
        if not any(_runs_along(line, other) for other in kept):
            kept.append(line)
    return kept


def _runs_along(line: Points, other: Points) -> bool:
    if _are_disjoint(corners(line), corners(other)):
        return False
    ways = list(itertools.pairwise(other))
    return all(any(distance(point, way) < COVERED for way in ways) for point in densify(line, STEP))


def _join(lines: Sequence[Points]) -> list[Points]:
    """Join lines where exactly two ends meet, so that the pen need not be lifted."""
    lines = list(lines)
    while pair := _first_joint(lines):
        (one, one_end), (two, two_end) = pair
        if one == two:  # the line is closed
            lines[one] = [*lines[one], lines[one][0]]
            continue
        head = lines[one] if one_end else lines[one][::-1]
        tail = lines[two][::-1] if two_end else lines[two]
        lines = [line for number, line in enumerate(lines) if number not in {one, two}] + [head + tail[1:]]
    return lines


def _first_joint(lines: Sequence[Points]) -> tuple[tuple[int, bool], tuple[int, bool]] | None:
    ends = [
        (line[-1] if last else line[0], (number, last))
        for number, line in enumerate(lines)
        if line[0] != line[-1]
        for last in (False, True)
    ]
    for point, name in ends:
        here = [other for place, other in ends if abs(place - point) < MEETING]
        if len(here) == 2 and (here[0][0] != here[1][0] or length(lines[name[0]]) > MIN_LENGTH):
            return here[0], here[1]
    return None


def order_strokes(strokes: Sequence[Points]) -> list[Points]:
    """Order strokes from large to small; among those of similar size, the nearest to the pen comes next."""
    left = sorted(((size(stroke), stroke) for stroke in strokes), key=lambda pair: -pair[0])
    ordered: list[Points] = []
    while left:
        pen = ordered[-1][-1] if ordered else 0j
        choice = [line for large, line in left if large >= left[0][0] / 2] if ordered else [left[0][1]]
        ways = [way for line in choice for way in (line, line[::-1])]
        way = min(ways, key=lambda way: abs(way[0] - pen))
        ordered.append(way)
        left = [(large, line) for large, line in left if line not in (way, way[::-1])]
    return ordered
