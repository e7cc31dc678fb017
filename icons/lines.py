"""Geometry of polylines: lengths, areas, distances and simplification."""

import itertools
import math
from collections.abc import Iterable, Sequence

Points = list[complex]  # x + y·i, y downwards
Edge = tuple[complex, complex]


def corners(points: Iterable[complex]) -> tuple[complex, complex]:
    """Return the corners of the bounding box."""
    xs, ys = zip(*((point.real, point.imag) for point in points), strict=True)
    return complex(min(xs), min(ys)), complex(max(xs), max(ys))


def size(line: Points) -> float:
    """Return the diagonal of the bounding box."""
    low, high = corners(line)
    return abs(high - low)


def length(line: Points) -> float:
    """Return the length along the line."""
    return sum(abs(b - a) for a, b in itertools.pairwise(line))


def area(outline: Points) -> float:
    """Return the signed area of a closed line."""
    return sum((a.conjugate() * b).imag for a, b in itertools.pairwise(outline)) / 2


def edges(outlines: Iterable[Points]) -> list[Edge]:
    """Return all edges of a shape; open lines are closed."""
    return [edge for line in outlines for edge in itertools.pairwise([*line, line[0]]) if edge[0] != edge[1]]


def is_inside(point: complex, shape: Sequence[Edge]) -> bool:
    """Whether a point lies inside a shape (even-odd rule)."""
    x, y = point.real, point.imag
    crossed = (
        x < a.real + (b.real - a.real) * (y - a.imag) / (b.imag - a.imag)
        for a, b in shape
        if (a.imag > y) != (b.imag > y)
    )
    return sum(crossed) % 2 == 1


def distance(point: complex, edge: Edge) -> float:
    """Return the distance of a point from an edge."""
    start, end = edge
    along, way = point - start, end - start
    share = along.real * way.real + along.imag * way.imag
    if share <= 0:
        return abs(along)
    square = way.real * way.real + way.imag * way.imag
    if share >= square:
        return abs(point - end)
    return abs(along.real * way.imag - along.imag * way.real) / math.sqrt(square)


def densify(line: Points, step: float) -> Points:
    """Insert points, so that no two neighbours are further apart than `step`."""
    points = line[:1]
    for a, b in itertools.pairwise(line):
        count = int(abs(b - a) / step) + 1
        points += [a + (b - a) * part / count for part in range(1, count)] + [b]
    return points


def simplify(line: Points, epsilon: float) -> Points:
    """Remove points that lie within `epsilon` of the simpler line (Ramer-Douglas-Peucker)."""
    if len(line) < 3:
        return line
    base = line[0], line[-1]
    far, where = max((distance(line[at], base), at) for at in range(1, len(line) - 1))
    if far <= epsilon:
        return [line[0], line[-1]]
    return simplify(line[: where + 1], epsilon)[:-1] + simplify(line[where:], epsilon)
