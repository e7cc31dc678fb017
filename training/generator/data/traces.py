"""Makes traced sketches drawable: joins pieces to strokes, simplifies and orders them. Plain Python.

TU-Berlin's sketches were traced from images, so lines break at every crossing and have no order. People draw
long lines first, and straight through crossings.
"""

import math
from itertools import pairwise

PenPoint = tuple[float, float]
PenStroke = list[PenPoint]
StrokeEnd = tuple[int, int]  # index of the stroke, and 0 for its start or 1 for its end

REACH = 0.016  # ends closer than this meet; drawings have size 1
MIN_LENGTH = 0.02  # shorter pieces are artefacts of tracing
TOLERANCES = (0.006, 0.009)  # for simplification; the second if there are too many points


def make_drawable(strokes: list[PenStroke], max_points: int) -> list[PenStroke]:
    """Return the strokes of a traced sketch, or nothing if they need more than `max_points`."""
    long = [stroke for stroke in join(strokes) if length(stroke) >= MIN_LENGTH]
    for tolerance in TOLERANCES:
        simple = [simplify(stroke, tolerance) for stroke in long]
        if sum(map(len, simple)) <= max_points:
            return order(simple)
    return []


def length(stroke: PenStroke) -> float:
    """Return the length of a stroke."""
    return sum(math.dist(a, b) for a, b in pairwise(stroke))


def join(strokes: list[PenStroke]) -> list[PenStroke]:
    """Join pieces that continue each other, the straightest pairs first."""
    partner = _partners(strokes)
    begins = [(at, side) for at in range(len(strokes)) for side in (0, 1) if (at, side) not in partner]
    rings = [(at, 0) for at in range(len(strokes))]  # closed loops have no free end
    seen: set[int] = set()
    walks = (_walk(strokes, partner, begin, seen) for begin in (*begins, *rings))
    return [line for line in walks if line]


def _partners(strokes: list[PenStroke]) -> dict[StrokeEnd, StrokeEnd]:
    partner: dict[StrokeEnd, StrokeEnd] = {}
    for _, one, other in sorted(_junctions(strokes)):
        if one not in partner and other not in partner:
            partner[one], partner[other] = other, one
    return partner


def _junctions(strokes: list[PenStroke]) -> list[tuple[float, StrokeEnd, StrokeEnd]]:
    """Return pairs of ends that meet, and how sharply the line would turn there."""
    cells: dict[tuple[int, int], list[StrokeEnd]] = {}
    for at, stroke in enumerate(strokes):
        for side in (0, 1):
            cells.setdefault(_cell(stroke[-side]), []).append((at, side))
    found = []
    for at, stroke in enumerate(strokes):
        for side in (0, 1):
            nearby = [end for end in _around(cells, stroke[-side]) if _near(strokes, end, stroke[-side])]
            heading = _heading(stroke, side)
            for other in nearby:
                back = _heading(strokes[other[0]], other[1])
                turn = 1 + heading[0] * back[0] + heading[1] * back[1]
                if other[0] > at and (turn < 1 or len(nearby) == 2):
                    found.append((turn, (at, side), other))
    return found


def _cell(point: PenPoint) -> tuple[int, int]:
    return int(point[0] / REACH), int(point[1] / REACH)


def _around(cells: dict[tuple[int, int], list[StrokeEnd]], point: PenPoint) -> list[StrokeEnd]:
    x, y = _cell(point)
    return [end for dx in (-1, 0, 1) for dy in (-1, 0, 1) for end in cells.get((x + dx, y + dy), ())]


def _near(strokes: list[PenStroke], end: StrokeEnd, point: PenPoint) -> bool:
    return math.dist(strokes[end[0]][-end[1]], point) <= REACH


def _heading(stroke: PenStroke, side: int) -> PenPoint:
    """Return the direction in which a stroke leaves through this end, measured over a short distance."""
    points = stroke if side else stroke[::-1]
    tip = points[-1]
    for point in reversed(points):
        far = math.dist(point, tip)
        if far > 2 * REACH or point is points[0]:
            return (tip[0] - point[0]) / max(far, 1e-9), (tip[1] - point[1]) / max(far, 1e-9)
    return 0.0, 0.0


def _walk(
    strokes: list[PenStroke], partner: dict[StrokeEnd, StrokeEnd], begin: StrokeEnd, seen: set[int]
) -> PenStroke:
    line: PenStroke = []
    end: StrokeEnd | None = begin
    while end is not None and end[0] not in seen:
        at, side = end
        seen.add(at)
        line += strokes[at][::-1] if side else strokes[at]
        end = partner.get((at, 1 - side))
    if line and end == begin:
        line.append(line[0])
    return line


def simplify(stroke: PenStroke, tolerance: float) -> PenStroke:
    """Simplify a stroke (Ramer–Douglas–Peucker)."""
    kept = {0, len(stroke) - 1}
    spans = [(0, len(stroke) - 1)]
    while spans:
        first, last = spans.pop()
        distance, at = _farthest(stroke, first, last)
        if distance > tolerance:
            kept.add(at)
            spans += [(first, at), (at, last)]
    return [stroke[at] for at in sorted(kept)]


def _farthest(stroke: PenStroke, first: int, last: int) -> tuple[float, int]:
    """Return the point farthest from the line between two others, or from the point where a loop closes."""
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


def order(strokes: list[PenStroke]) -> list[PenStroke]:
    """Order strokes by length; each starts at the end nearer to the pen, loops and the first at the top."""
    pen: PenPoint | None = None
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
