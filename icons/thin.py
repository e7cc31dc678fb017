"""Find the centre line of a thin filled shape: the stroke whose outline it is."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from icons.lines import Edge, Points, area, densify, edges, is_inside, length

MAX_WIDTH = 12.0  # of a line, in an icon that fills a box of 255
MIN_RATIO = 8.5  # of a line's perimeter to its width
STEP = 3.0


def centre_lines(outlines: Sequence[Points]) -> list[Points]:
    """Return the centre lines of a shape, or none if it is not thin."""
    sides = [[*outline, outline[0]] for outline in outlines if length(outline) > 0]
    around = sum(map(length, sides))
    width = 2 * abs(sum(map(area, sides))) / around
    if not 0 < width <= min(MAX_WIDTH, around / MIN_RATIO):
        return []
    shape = edges(sides)
    lines: list[Points] = []
    trail = _Trail(width * 0.7)
    for side in sorted(sides, key=length, reverse=True):
        lines.append([])
        before = None  # the last point of an earlier line that this side passed
        for middle, way in _middles(side, shape, 2 * width):
            there = trail.find_opposite(middle, way)
            if there is not None:
                if lines[-1]:
                    lines[-1].append(there)
                    lines.append([])
            else:
                if lines[-1] and abs(middle - lines[-1][-1]) > 4 * width:
                    lines.append([])
                if not lines[-1] and before is not None and abs(middle - before) < 4 * width:
                    lines[-1].append(before)
                lines[-1].append(middle)
                trail.add(middle, way)
            before = there
    return [line for line in lines if length(line) > width]


def _middles(side: Points, shape: Sequence[Edge], max_width: float) -> Iterator[tuple[complex, complex]]:
    """Walk along one side; yield the midpoints to the opposite side, and the direction."""
    a, b = max(edges([side]), key=lambda edge: abs(edge[1] - edge[0]))
    if not is_inside((a + b) / 2 + 0.2j * (b - a) / abs(b - a), shape):
        side = side[::-1]  # so that the filled area is always on the same side
    for a, b in edges([densify(side, STEP)]):
        here, way = (a + b) / 2, (b - a) / abs(b - a)
        across = _across(here, way * 1j, shape)
        if across < max_width:
            yield here + way * 1j * across / 2, way


def _across(start: complex, way: complex, shape: Sequence[Edge]) -> float:
    """Return the distance to the first edge ahead."""
    nearest = float("inf")
    for a, b in shape:
        p, q = (a - start) / way, (b - start) / way  # in coordinates along the way
        if (p.imag > 0) != (q.imag > 0):
            ahead = p.real - p.imag * (q.real - p.real) / (q.imag - p.imag)
            if 0.1 < ahead < nearest:
                nearest = ahead
    return nearest


class _Trail:
    """Points visited with their directions; the other side of a line is walked in the opposite direction."""

    def __init__(self, near: float) -> None:
        self._near = near
        self._cells: defaultdict[tuple[int, int], list[tuple[complex, complex]]] = defaultdict(list)

    def add(self, point: complex, way: complex) -> None:
        """Add a point."""
        self._cells[self._cell(point)].append((point, way))

    def find_opposite(self, point: complex, way: complex) -> complex | None:
        """Return a point near this one that was passed in the opposite direction."""
        x, y = self._cell(point)
        around = (self._cells.get((x + i, y + j), []) for i in (-1, 0, 1) for j in (-1, 0, 1))
        for there, then in (entry for cell in around for entry in cell):
            if abs(there - point) < self._near and (then * way.conjugate()).real < 0:
                return there
        return None

    def _cell(self, point: complex) -> tuple[int, int]:
        return int(point.real // self._near), int(point.imag // self._near)
