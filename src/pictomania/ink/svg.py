"""The look of a line, the same on every screen and in every picture, and a sheet as an SVG drawing.

A line is what a round tip leaves that runs smoothly through the middles between the points, and is pressed
harder and softer on its way. `web/src/drawing/outline.ts` does the same, number for number.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from math import acos, atan2, ceil, cos, hypot, pi, sin, sqrt
from typing import NamedTuple

from pictomania.ink.stroke import HARDEST, LONG, SHORT, Stroke

THICKNESS = (14, 24, 40, 72)  # of the four pencils, in units of the grid, pressed normally
FLAT = 0.5  # curves are cut into straight steps that nowhere lie farther from them, in units of the grid
MOST_SPOTS = 22_000  # of a picture, up to 90 bytes each as SVG; a busy drawing has three thousand
PAPER = "#fffefa"
EDGE = "#c9bfa8"  # the bottom edge is marked, so that one knows which way is up (R11)
EDGE_HEIGHT = 32  # in units of the grid


class Spot(NamedTuple):
    """Where the tip was, and how large a spot it left there."""

    x: float
    y: float
    radius: float


def svg(strokes: Sequence[Stroke], colour: str, *, across: bool) -> str:
    """Draw lines on a sheet whose bottom edge is marked (R11)."""
    width, height = (LONG + 1, SHORT + 1) if across else (SHORT + 1, LONG + 1)
    strokes, coarser = within_budget(strokes)
    lines = "".join(_path(list(chain(*growth(stroke, coarser)))) for stroke in strokes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
        f'<path d="M0 {height}v-{EDGE_HEIGHT}h{width}v{EDGE_HEIGHT}z" fill="{EDGE}"/>'
        f'<g fill="{colour}" stroke="{colour}" stroke-width="0" stroke-linecap="round" '
        f'stroke-linejoin="round">{lines}</g></svg>'
    )


# Where the tip goes.


def growth(stroke: Stroke, coarser: float = 1.0) -> Iterator[list[Spot]]:
    """The spots that each point of a line adds: up to the middle before it, the last one up to itself.

    Curves are cut into fewer steps if they may be coarser.
    """
    corners = [Spot(x, y, radius(stroke.width, pressure)) for x, y, pressure, _ in stroke.points]
    middles = [_between(one, other) for one, other in pairwise(corners)]
    yield corners[:1]
    for number, end in enumerate(middles):
        spots = [end] if number == 0 else list(_curve(middles[number - 1], corners[number], end, coarser))
        yield spots if end is not middles[-1] else [*spots, corners[-1]]


def radius(width: int, pressure: int) -> float:
    """Half the thickness of a pencil, from two thirds to four thirds of it by the pressure."""
    return THICKNESS[width] * (1 + pressure / HARDEST) / 3


def _between(one: Spot, other: Spot) -> Spot:
    return Spot((one.x + other.x) / 2, (one.y + other.y) / 2, (one.radius + other.radius) / 2)


def _curve(begin: Spot, corner: Spot, end: Spot, coarser: float) -> Iterator[Spot]:
    """Bend from the middle before a point to the middle after it, in place and thickness alike."""
    bend = hypot(begin.x - 2 * corner.x + end.x, begin.y - 2 * corner.y + end.y)
    steps = max(1, ceil(sqrt(bend / (4 * FLAT)) / coarser))
    for step in range(1, steps + 1):
        before, after = (1 - step / steps) ** 2, (step / steps) ** 2
        yield Spot(
            *(c + before * (b - c) + after * (e - c) for b, c, e in zip(begin, corner, end, strict=True))
        )


# How much of it there may be.


def within_budget(strokes: Sequence[Stroke]) -> tuple[Sequence[Stroke], float]:
    """Drop points that a picture has no room for, and say how much coarser its curves must be.

    Every line keeps its ends and an even share of the points between them. Nearly all drawings stay as they
    are; the others would take seconds to draw.
    """
    room = max(MOST_SPOTS - 3 * len(strokes), 2)  # beside the ends and the first middle of each line
    if sum(max(1, ceil(steps)) for steps in _all_steps(strokes)) <= room:
        return strokes, 1.0
    inner = sum(len(stroke.points[1:-1]) for stroke in strokes)
    most = room * 4 // 5  # the others are for curves
    if inner > most:
        strokes = [_thinned(stroke, most, inner) for stroke in strokes]
        inner = sum(len(stroke.points[1:-1]) for stroke in strokes)
    return strokes, max(1.0, sum(_all_steps(strokes)) / (room - inner))


def _all_steps(strokes: Sequence[Stroke]) -> Iterator[float]:
    """How many steps the curve at each inner point of these lines is cut into, not rounded."""
    for stroke in strokes:
        points = stroke.points
        for one, corner, other in zip(points, points[1:], points[2:], strict=False):
            bend = hypot(one[0] - 2 * corner[0] + other[0], one[1] - 2 * corner[1] + other[1]) / 2
            yield sqrt(bend / (4 * FLAT))


def _thinned(stroke: Stroke, share: int, of: int) -> Stroke:
    """Keep the ends of a line, and this share of its inner points at even distances."""
    inner = stroke.points[1:-1]
    kept = len(inner) * share // of
    points = tuple(inner[number * len(inner) // kept] for number in range(kept))
    return Stroke(stroke.width, (*stroke.points[:1], *points, *stroke.points[1:][-1:]))


# What it leaves.


def is_even(spots: Sequence[Spot]) -> bool:
    """Was the pencil pressed the same all the time?"""
    return all(spot.radius == spots[0].radius for spot in spots)


def band(one: Spot, other: Spot) -> tuple[float, float] | None:
    """The angles at which the edges of the band between two spots touch both; None if one covers all."""
    length = hypot(other.x - one.x, other.y - one.y)
    if length <= abs(one.radius - other.radius):
        return None
    way, aside = atan2(other.y - one.y, other.x - one.x), acos((one.radius - other.radius) / length)
    return way - aside, way + aside


def rim(spot: Spot, angle: float) -> tuple[float, float]:
    """The place on the rim of a spot at an angle."""
    return spot.x + spot.radius * cos(angle), spot.y + spot.radius * sin(angle)


def _path(spots: list[Spot]) -> str:
    """An evenly pressed line is stroked; otherwise the bands between its spots are filled as one shape."""
    if is_even(spots):
        first, *rest = spots
        d = f"M{_at(first.x, first.y)}L" + " ".join(_at(spot.x, spot.y) for spot in rest or spots)
        return f'<path fill="none" stroke-width="{_short(2 * first.radius)}" d="{d}"/>'
    return f'<path d="{"".join(_band(one, other) for one, other in pairwise(spots))}"/>'


def _band(one: Spot, other: Spot) -> str:
    """Go round a band clockwise, as round all others, so that nothing is cut out where they overlap."""
    angles = band(one, other)
    if angles is None:
        larger = max(one, other, key=lambda spot: spot.radius)
        return f"M{_at(*rim(larger, 0))}{_arc(larger, pi, 0)}{_arc(larger, 0, 0)}z"
    left, right = angles
    ahead = right - left
    return (
        f"M{_at(*rim(one, right))}{_arc(one, left, 2 * pi - ahead)}"
        f"L{_at(*rim(other, left))}{_arc(other, right, ahead)}z"
    )


def _arc(spot: Spot, end: float, turn: float) -> str:
    size = _short(spot.radius)
    return f"A{size} {size} 0 {int(turn > pi)} 1 {_at(*rim(spot, end))}"


def _at(x: float, y: float) -> str:
    return f"{_short(x)} {_short(y)}"


def _short(number: float) -> str:
    return f"{round(number, 1):g}"
