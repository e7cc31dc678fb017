"""Turns the shapes of an icon into pen strokes: what can be seen, as a person would draw it."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import replace

from icons.lines import Edge, Points, corners, dense, distance, edges, inside, length, simplified, size
from icons.svg import Shape
from icons.thin import centre_lines

Drawing = list[tuple[list[int], list[int]]]  # for each stroke its xs and ys

SIDE = 255  # of the box that a drawing fills; what follows is measured in it
EPSILON = 1.0  # how far a simpler line may run from its curve
FINE = 0.3  # the same, as long as there is more to be done with it
MEETING = 1.5  # ends this near are one point
COVERED = 2.5  # a line this near to another one shows nothing new
SHADE = 9.0  # a line in a colour this near to a dark one is no line of its own
HIDDEN = 4.0  # what lies this far inside a shape above it cannot be seen
DOT = 26.0  # what is filled and no larger is a dot
POINT = 3.0  # a line no larger is a mere point
STEP = 3.0  # between points that are looked at
SHORTEST = 4.0  # of what is left of a line that is partly hidden


def drawing(shapes: Sequence[Shape]) -> Drawing:
    """Draw an icon: large outlines first, then what is in them, dots last."""
    drawn = [line for shape in shapes if shape.inked or shape.tinted or shape.dark for line in shape.lines]
    low, scale = _box(drawn)
    shapes = [replace(shape, lines=[_fine(line, low, scale) for line in shape.lines]) for shape in shapes]
    lines, dots = _seen(shapes)
    tinted = [line for shape in shapes if shape.tinted for line in shape.lines]
    lines = _joined(_without_copies([*lines, *_apart_from(lines, tinted)]))
    lines, dots = ([simplified(line, EPSILON) for line in some] for some in (lines, dots))
    low, scale = _box([*lines, *dots])  # a little smaller, where something at the edge was left out
    return [_whole_numbers(stroke, low, scale) for stroke in [*in_order(lines), *in_order(dots)]]


def _box(lines: Iterable[Points]) -> tuple[complex, float]:
    """The upper left corner of some lines, and what makes them as large as the box."""
    low, high = corners(point for line in lines for point in line)
    return low, SIDE / max(high.real - low.real, high.imag - low.imag)


def _fine(line: Points, low: complex, scale: float) -> Points:
    return simplified([(point - low) * scale for point in line], FINE)


def _whole_numbers(stroke: Points, low: complex, scale: float) -> tuple[list[int], list[int]]:
    moved = ((point - low) * scale for point in stroke)
    places = [
        place for place, _ in itertools.groupby((round(point.real), round(point.imag)) for point in moved)
    ]
    if len(places) == 1:  # a mere point would be no stroke
        ((x, y),) = places
        places = [(x, y), (x + 1 if x < SIDE else x - 1, y)]
    return [x for x, _ in places], [y for _, y in places]


def _seen(shapes: Iterable[Shape]) -> tuple[list[Points], list[Points]]:
    """Lines and dots, without what later shapes hide."""
    lines: list[Points] = []
    dots: list[Points] = []
    for shape in shapes:
        if shape.filled and not all(map(_is_small, shape.lines)):
            cover = edges(shape.lines)
            lines = [part for line in lines for part in uncovered(line, cover)]
            dots = [dot for dot in dots if not _hidden(dot[0], cover)]
        if shape.inked:
            lines += [line for line in shape.lines if size(line) > POINT]
            dots += [_spot(line[0]) for line in shape.lines if size(line) <= POINT]
        elif shape.dark:
            for part in _parts(shape.lines):
                if _is_small(part[0]):
                    dots += [_dot(part[0])]
                else:
                    lines += centre_lines(part) or [[*line, line[0]] for line in part]
    return lines, dots


def _parts(outlines: Iterable[Points]) -> list[list[Points]]:
    """Take a shape apart: each outline that lies in no other one, and the holes in it."""
    parts: list[list[Points]] = []
    for outline in sorted(outlines, key=size, reverse=True):
        around = [part for part in parts if inside(outline[0], edges(part[:1]))]
        if around:
            around[0].append(outline)
        else:
            parts.append([outline])
    return parts


def _is_small(line: Points) -> bool:
    low, high = corners(line)
    return max(high.real - low.real, high.imag - low.imag) <= DOT


def _dot(outline: Points) -> Points:
    """Something small and filled, as a pen does it: its outline, drawn half as large."""
    low, high = corners(outline)
    middle = (low + high) / 2
    return [middle + (point - middle) / 2 for point in [*outline, outline[0]]]


def _spot(point: complex) -> Points:
    """A point that a broad pen has made, for one that is not broad: once round it."""
    return [point + POINT * way for way in (1, 1j, -1, -1j, 1)]


def uncovered(line: Points, cover: Sequence[Edge]) -> list[Points]:
    """The parts of a line that a filled shape above it leaves to be seen."""
    if _apart(corners(line), corners(point for edge in cover for point in edge)):
        return [line]
    points = dense(line, STEP)
    seen = [not _hidden(point, cover) for point in points]
    if all(seen):
        return [line]
    runs = itertools.groupby(zip(points, seen, strict=True), key=lambda pair: pair[1])
    parts = [[point for point, _ in run] for visible, run in runs if visible]
    return [part for part in parts if length(part) > SHORTEST]


def _apart(one: Edge, two: Edge) -> bool:
    """Do two boxes, given by their corners, have nothing in common?"""
    ways = (one[0], two[1]), (two[0], one[1])
    return any(low.real > high.real or low.imag > high.imag for low, high in ways)


def _hidden(point: complex, cover: Sequence[Edge]) -> bool:
    """Well inside a shape, not only at its edge?"""
    return inside(point, cover) and all(distance(point, edge) > HIDDEN for edge in cover)


def _apart_from(lines: Iterable[Points], tinted: Sequence[Points]) -> list[Points]:
    """Those lines in a colour that stand alone; one beside a dark line is only its shade."""
    ways = [way for line in lines for way in itertools.pairwise(line)] if tinted else []
    apart: list[Points] = []
    for line in tinted:
        alone = [all(distance(point, way) > SHADE for way in ways) for point in dense(line, STEP)]
        if sum(alone) > len(alone) / 3:
            apart.append(line)
    return apart


def _without_copies(lines: Sequence[Points]) -> list[Points]:
    """Leave out lines that run along others, larger ones."""
    kept: list[Points] = []
    for line in sorted(lines, key=length, reverse=True):
        if not any(_runs_along(line, other) for other in kept):
            kept.append(line)
    return kept


def _runs_along(line: Points, other: Points) -> bool:
    if _apart(corners(line), corners(other)):
        return False
    ways = list(itertools.pairwise(other))
    return all(any(distance(point, way) < COVERED for way in ways) for point in dense(line, STEP))


def _joined(lines: Sequence[Points]) -> list[Points]:
    """Go on without lifting the pen where a line ends and exactly one other begins."""
    lines = list(lines)
    while pair := _first_meeting(lines):
        (one, one_end), (two, two_end) = pair
        if one == two:  # it meets itself
            lines[one] = [*lines[one], lines[one][0]]
            continue
        head = lines[one] if one_end else lines[one][::-1]
        tail = lines[two][::-1] if two_end else lines[two]
        lines = [line for number, line in enumerate(lines) if number not in {one, two}] + [head + tail[1:]]
    return lines


def _first_meeting(lines: Sequence[Points]) -> tuple[tuple[int, bool], tuple[int, bool]] | None:
    ends = [
        (line[-1] if last else line[0], (number, last))
        for number, line in enumerate(lines)
        if line[0] != line[-1]
        for last in (False, True)
    ]
    for point, name in ends:
        here = [other for place, other in ends if abs(place - point) < MEETING]
        if len(here) == 2 and (here[0][0] != here[1][0] or length(lines[name[0]]) > SHORTEST):
            return here[0], here[1]
    return None


def in_order(strokes: Sequence[Points]) -> list[Points]:
    """The largest first; then large before small, of about one size whichever begins nearest to the pen."""
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
