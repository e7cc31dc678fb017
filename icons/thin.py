"""Finds the line that a pen would follow where an icon has only the outline of that line, filled."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from icons.lines import Edge, Points, area, dense, edges, inside, length

BROADEST = 12.0  # of the lines of an icon that fills a box of 255
LONGER = 8.5  # a line is at least so many times longer, both its sides together, than it is broad
STEP = 3.0


def centre_lines(outlines: Sequence[Points]) -> list[Points]:
    """The lines in the middle of a thin shape; none, if it is not thin."""
    sides = [[*outline, outline[0]] for outline in outlines if length(outline) > 0]
    around = sum(map(length, sides))
    width = 2 * abs(sum(map(area, sides))) / around
    if not 0 < width <= min(BROADEST, around / LONGER):
        return []
    shape = edges(sides)
    lines: list[Points] = []
    been = _Been(width * 0.7)
    for side in sorted(sides, key=length, reverse=True):
        lines.append([])
        before = None  # where this side has last come along a line that is already there
        for middle, way in _middles(side, shape, 2 * width):
            there = been.back(middle, way)
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
                been.here(middle, way)
            before = there
    return [line for line in lines if length(line) > width]


def _middles(side: Points, shape: Sequence[Edge], broadest: float) -> Iterator[tuple[complex, complex]]:
    """Walk along one side: the middle between here and what is across, and the way one goes."""
    a, b = max(edges([side]), key=lambda edge: abs(edge[1] - edge[0]))
    if not inside((a + b) / 2 + 0.2j * (b - a) / abs(b - a), shape):
        side = side[::-1]  # now what is filled is always on the same hand
    for a, b in edges([dense(side, STEP)]):
        here, way = (a + b) / 2, (b - a) / abs(b - a)
        across = _across(here, way * 1j, shape)
        if across < broadest:
            yield here + way * 1j * across / 2, way


def _across(start: complex, way: complex, shape: Sequence[Edge]) -> float:
    """How far it is to the first edge of a shape that lies ahead."""
    nearest = float("inf")
    for a, b in shape:
        p, q = (a - start) / way, (b - start) / way  # seen from there, looking along
        if (p.imag > 0) != (q.imag > 0):
            ahead = p.real - p.imag * (q.real - p.real) / (q.imag - p.imag)
            if 0.1 < ahead < nearest:
                nearest = ahead
    return nearest


class _Been:
    """Where one has been, and which way one went: the other side of a line comes back the other way."""

    def __init__(self, near: float) -> None:
        self._near = near
        self._cells: defaultdict[tuple[int, int], list[tuple[complex, complex]]] = defaultdict(list)

    def here(self, point: complex, way: complex) -> None:
        """Remember a point."""
        self._cells[self._cell(point)].append((point, way))

    def back(self, point: complex, way: complex) -> complex | None:
        """A point near this one that was passed the other way."""
        x, y = self._cell(point)
        around = (self._cells.get((x + i, y + j), []) for i in (-1, 0, 1) for j in (-1, 0, 1))
        for there, then in (entry for cell in around for entry in cell):
            if abs(there - point) < self._near and (then * way.conjugate()).real < 0:
                return there
        return None

    def _cell(self, point: complex) -> tuple[int, int]:
        return int(point.real // self._near), int(point.imag // self._near)
