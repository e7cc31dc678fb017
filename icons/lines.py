"""Lines through points of a plane: how long they are, what they surround, and the same with fewer points."""

import itertools
import math
from collections.abc import Iterable, Sequence

Points = list[complex]  # x + y·i, y downwards
Edge = tuple[complex, complex]


def corners(points: Iterable[complex]) -> tuple[complex, complex]:
    """The corners of the smallest upright box around points."""
    xs, ys = zip(*((point.real, point.imag) for point in points), strict=True)
    return complex(min(xs), min(ys)), complex(max(xs), max(ys))


def size(line: Points) -> float:
    """How large a line is: the diagonal of its box."""
    low, high = corners(line)
    return abs(high - low)


def length(line: Points) -> float:
    """How far a pen goes along it."""
    return sum(abs(b - a) for a, b in itertools.pairwise(line))


def area(outline: Points) -> float:
    """What a closed line surrounds; less than nothing, if it goes round the other way."""
    return sum((a.conjugate() * b).imag for a, b in itertools.pairwise(outline)) / 2


def edges(outlines: Iterable[Points]) -> list[Edge]:
    """All edges of a shape; lines that are open are closed."""
    return [edge for line in outlines for edge in itertools.pairwise([*line, line[0]]) if edge[0] != edge[1]]


def inside(point: complex, shape: Sequence[Edge]) -> bool:
    """Does a point lie inside a shape?"""
    x, y = point.real, point.imag
    crossed = (
        x < a.real + (b.real - a.real) * (y - a.imag) / (b.imag - a.imag)
        for a, b in shape
        if (a.imag > y) != (b.imag > y)
    )
    return sum(crossed) % 2 == 1


def distance(point: complex, edge: Edge) -> float:
    """How far a point lies from an edge."""
    start, end = edge
    along, way = point - start, end - start
    share = along.real * way.real + along.imag * way.imag
    if share <= 0:
        return abs(along)
    square = way.real * way.real + way.imag * way.imag
    if share >= square:
        return abs(point - end)
    return abs(along.real * way.imag - along.imag * way.real) / math.sqrt(square)


def dense(line: Points, step: float) -> Points:
    """The same line, with no two neighbours further apart than `step`."""
    points = line[:1]
    for a, b in itertools.pairwise(line):
        count = int(abs(b - a) / step) + 1
        points += [a + (b - a) * part / count for part in range(1, count)] + [b]
    return points


def simplified(line: Points, epsilon: float) -> Points:
    """Leave out points as long as the line stays within `epsilon` of them (Ramer, Douglas and Peucker)."""
    if len(line) < 3:
        return line
    base = line[0], line[-1]
    far, where = max((distance(line[at], base), at) for at in range(1, len(line) - 1))
    if far <= epsilon:
        return [line[0], line[-1]]
    return simplified(line[: where + 1], epsilon)[:-1] + simplified(line[where:], epsilon)
