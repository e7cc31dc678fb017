"""Traced sketches made drawable: pieces joined to strokes, few points, a sensible order. Plain Python.

TU-Berlin's sketches were traced back from pictures, so a line breaks wherever another one meets it, and the
order says nothing. A hand draws the long lines first and through crossings.
"""

import math
from itertools import pairwise

Point = tuple[float, float]
Stroke = list[Point]
End = tuple[int, int]  # a stroke, and 0 for its beginning or 1 for its end

REACH = 0.016  # ends as near as that meet; drawings are 1 wide or high
TINY = 0.02  # shorter pieces are left over from tracing
THIN = (0.006, 0.009)  # how far a line may stray when points are left out; the second if there are too many


def drawable(strokes: list[Stroke], most: int) -> list[Stroke]:
    """Draw a traced sketch anew; nothing if it takes more than so many points."""
    whole = [stroke for stroke in joined(strokes) if length(stroke) >= TINY]
    for stray in THIN:
        thin = [thinned(stroke, stray) for stroke in whole]
        if sum(map(len, thin)) <= most:
            return ordered(thin)
    return []


def length(stroke: Stroke) -> float:
    """Measure the ink."""
    return sum(math.dist(a, b) for a, b in pairwise(stroke))


def joined(strokes: list[Stroke]) -> list[Stroke]:
    """Make one stroke of pieces that go on in each other, the straightest pairs first."""
    partner = _partners(strokes)
    begins = [(at, side) for at in range(len(strokes)) for side in (0, 1) if (at, side) not in partner]
    rings = [(at, 0) for at in range(len(strokes))]  # what no loose end leads to
    seen: set[int] = set()
    walks = (_walked(strokes, partner, begin, seen) for begin in (*begins, *rings))
    return [line for line in walks if line]


def _partners(strokes: list[Stroke]) -> dict[End, End]:
    partner: dict[End, End] = {}
    for _, one, other in sorted(_meetings(strokes)):
        if one not in partner and other not in partner:
            partner[one], partner[other] = other, one
    return partner


def _meetings(strokes: list[Stroke]) -> list[tuple[float, End, End]]:
    """Pairs of ends that meet, and how sharply the line would turn there."""
    cells: dict[tuple[int, int], list[End]] = {}
    for at, stroke in enumerate(strokes):
        for side in (0, 1):
            cells.setdefault(_cell(stroke[-side]), []).append((at, side))
    found = []
    for at, stroke in enumerate(strokes):
        for side in (0, 1):
            here = [end for end in _around(cells, stroke[-side]) if _near(strokes, end, stroke[-side])]
            way = _heading(stroke, side)
            for other in here:
                back = _heading(strokes[other[0]], other[1])
                turn = 1 + way[0] * back[0] + way[1] * back[1]
                if other[0] > at and (turn < 1 or len(here) == 2):
                    found.append((turn, (at, side), other))
    return found


def _cell(point: Point) -> tuple[int, int]:
    return int(point[0] / REACH), int(point[1] / REACH)


def _around(cells: dict[tuple[int, int], list[End]], point: Point) -> list[End]:
    x, y = _cell(point)
    return [end for dx in (-1, 0, 1) for dy in (-1, 0, 1) for end in cells.get((x + dx, y + dy), ())]


def _near(strokes: list[Stroke], end: End, point: Point) -> bool:
    return math.dist(strokes[end[0]][-end[1]], point) <= REACH


def _heading(stroke: Stroke, side: int) -> Point:
    """Where a stroke points as it leaves by this end, seen over a little way."""
    points = stroke if side else stroke[::-1]
    tip = points[-1]
    for point in reversed(points):
        far = math.dist(point, tip)
        if far > 2 * REACH or point is points[0]:
            return (tip[0] - point[0]) / max(far, 1e-9), (tip[1] - point[1]) / max(far, 1e-9)
    return 0.0, 0.0


def _walked(strokes: list[Stroke], partner: dict[End, End], begin: End, seen: set[int]) -> Stroke:
    line: Stroke = []
    end: End | None = begin
    while end is not None and end[0] not in seen:
        at, side = end
        seen.add(at)
        line += strokes[at][::-1] if side else strokes[at]
        end = partner.get((at, 1 - side))
    if line and end == begin:
        line.append(line[0])
    return line


def thinned(stroke: Stroke, stray: float) -> Stroke:
    """Leave out points as long as the line stays where it was (Ramer, Douglas and Peucker)."""
    kept = {0, len(stroke) - 1}
    spans = [(0, len(stroke) - 1)]
    while spans:
        first, last = spans.pop()
        far, at = _farthest(stroke, first, last)
        if far > stray:
            kept.add(at)
            spans += [(first, at), (at, last)]
    return [stroke[at] for at in sorted(kept)]


def _farthest(stroke: Stroke, first: int, last: int) -> tuple[float, int]:
    """The point between two others that is farthest from the line through them, or from a ring's seam."""
    (ax, ay), (bx, by) = stroke[first], stroke[last]
    dx, dy = bx - ax, by - ay
    chord = math.hypot(dx, dy)
    best, where = 0.0, first
    for at in range(first + 1, last):
        x, y = stroke[at]
        far = abs((x - ax) * dy - (y - ay) * dx) / chord if chord > 1e-3 else math.hypot(x - ax, y - ay)
        if far > best:
            best, where = far, at
    return best, where


def ordered(strokes: list[Stroke]) -> list[Stroke]:
    """Long strokes first; each begins at the end nearer to the pen, rings and the first at the top."""
    pen: Point | None = None
    found = []
    for stroke in sorted(strokes, key=length, reverse=True):
        if len(stroke) > 3 and math.dist(stroke[0], stroke[-1]) <= REACH:
            top = min(range(len(stroke) - 1), key=lambda at: stroke[at][1])
            line = [*stroke[top:-1], *stroke[: top + 1]]
        else:
            near = pen or (0.5, 0.0)
            line = stroke if math.dist(stroke[0], near) <= math.dist(stroke[-1], near) else stroke[::-1]
        pen = line[-1]
        found.append(line)
    return found
