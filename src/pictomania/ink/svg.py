"""The geometry of a stroke, the same on every screen and in every image, and a sheet as SVG.

A stroke is the trail of a round tip moving smoothly through the midpoints between the points, with varying
pressure. `web/src/drawing/paint/outline.ts` does the same calculation.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from math import acos, atan2, ceil, cos, hypot, pi, sin, sqrt
from typing import NamedTuple

from pictomania.ink.stroke import LONG, MAX_PRESSURE, SHORT, Stroke

THICKNESS = (14, 24, 40, 72)  # of the four pencils at normal pressure, in grid units
FLATNESS = 0.5  # how far a flattened curve may deviate from the true one, in grid units
MAX_DABS = 22_000  # per image, up to 90 bytes each as SVG; a busy drawing has three thousand
PAPER = "#fffefa"
EDGE = "#c9bfa8"  # the bottom edge is marked to show which way is up (R11)
EDGE_HEIGHT = 32  # in grid units


class Dab(NamedTuple):
    """A round impression of the tip."""

    x: float
    y: float
    radius: float


def svg(strokes: Sequence[Stroke], colour: str, *, landscape: bool) -> str:
    """Render strokes on a sheet whose bottom edge is marked (R11)."""
    width, height = (LONG + 1, SHORT + 1) if landscape else (SHORT + 1, LONG + 1)
    strokes, coarseness = within_budget(strokes)
    paths = "".join(_path(list(chain(*dabs_by_point(stroke, coarseness)))) for stroke in strokes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
        f'<path d="M0 {height}v-{EDGE_HEIGHT}h{width}v{EDGE_HEIGHT}z" fill="{EDGE}"/>'
        f'<g fill="{colour}" stroke="{colour}" stroke-width="0" stroke-linecap="round" '
        f'stroke-linejoin="round">{paths}</g></svg>'
    )


# Where the tip goes.


def dabs_by_point(stroke: Stroke, coarseness: float = 1.0) -> Iterator[list[Dab]]:
    """Yield the dabs that each point adds: up to the midpoint before it, and for the last up to itself.

    A `coarseness` above 1 flattens curves into fewer steps.
    """
    corners = [Dab(x, y, radius(stroke.width, pressure)) for x, y, pressure, _ in stroke.points]
    midpoints = [_midpoint(one, other) for one, other in pairwise(corners)]
    yield corners[:1]
    for number, end in enumerate(midpoints):
        dabs = [end] if number == 0 else list(_curve(midpoints[number - 1], corners[number], end, coarseness))
        yield dabs if end is not midpoints[-1] else [*dabs, corners[-1]]


def radius(width: int, pressure: int) -> float:
    """Half the thickness of a pencil, scaled from two thirds to four thirds by the pressure."""
    return THICKNESS[width] * (1 + pressure / MAX_PRESSURE) / 3


def _midpoint(one: Dab, other: Dab) -> Dab:
    return Dab((one.x + other.x) / 2, (one.y + other.y) / 2, (one.radius + other.radius) / 2)


def _curve(start: Dab, control: Dab, end: Dab, coarseness: float) -> Iterator[Dab]:
    """Flatten the quadratic Bézier curve around a point; the radius is interpolated like the position."""
    bend = hypot(start.x - 2 * control.x + end.x, start.y - 2 * control.y + end.y)
    steps = max(1, ceil(sqrt(bend / (4 * FLATNESS)) / coarseness))
    for step in range(1, steps + 1):
        before, after = (1 - step / steps) ** 2, (step / steps) ** 2
        yield Dab(
            *(c + before * (s - c) + after * (e - c) for s, c, e in zip(start, control, end, strict=True))
        )


# How many dabs an image may have.


def within_budget(strokes: Sequence[Stroke]) -> tuple[Sequence[Stroke], float]:
    """Drop points that exceed the budget of an image; return the rest and the coarseness of its curves.

    Every stroke keeps its ends and an even share of its inner points. Nearly all drawings stay as they are;
    the others would take seconds to render.
    """
    room = max(MAX_DABS - 3 * len(strokes), 2)  # besides the ends and the first midpoint of each stroke
    if sum(max(1, ceil(steps)) for steps in _curve_steps(strokes)) <= room:
        return strokes, 1.0
    inner = sum(len(stroke.points[1:-1]) for stroke in strokes)
    most = room * 4 // 5  # leave the rest for curves
    if inner > most:
        strokes = [_thin_out(stroke, most, inner) for stroke in strokes]
        inner = sum(len(stroke.points[1:-1]) for stroke in strokes)
    return strokes, max(1.0, sum(_curve_steps(strokes)) / (room - inner))


def _curve_steps(strokes: Sequence[Stroke]) -> Iterator[float]:
    """Yield the number of steps, not rounded, for the curve at each inner point."""
    for stroke in strokes:
        points = stroke.points
        for one, control, other in zip(points, points[1:], points[2:], strict=False):
            bend = hypot(one[0] - 2 * control[0] + other[0], one[1] - 2 * control[1] + other[1]) / 2
            yield sqrt(bend / (4 * FLATNESS))


def _thin_out(stroke: Stroke, share: int, of: int) -> Stroke:
    """Keep the ends of a stroke and `share / of` of its inner points, evenly spaced."""
    inner = stroke.points[1:-1]
    kept = len(inner) * share // of
    points = tuple(inner[number * len(inner) // kept] for number in range(kept))
    return Stroke(stroke.width, (*stroke.points[:1], *points, *stroke.points[1:][-1:]))


# The outline.


def is_even(dabs: Sequence[Dab]) -> bool:
    """Was the pressure constant?"""
    return all(dab.radius == dabs[0].radius for dab in dabs)


def tangents(one: Dab, other: Dab) -> tuple[float, float] | None:
    """The angles at which the outer tangents touch two dabs; None if one dab covers the other."""
    length = hypot(other.x - one.x, other.y - one.y)
    if length <= abs(one.radius - other.radius):
        return None
    direction = atan2(other.y - one.y, other.x - one.x)
    offset = acos((one.radius - other.radius) / length)
    return direction - offset, direction + offset


def rim(dab: Dab, angle: float) -> tuple[float, float]:
    """The point on the rim of a dab at an angle."""
    return dab.x + dab.radius * cos(angle), dab.y + dab.radius * sin(angle)


def _path(dabs: list[Dab]) -> str:
    """Stroke a line of constant pressure; otherwise fill the bands between its dabs as one shape."""
    if is_even(dabs):
        first, *rest = dabs
        d = f"M{_at(first.x, first.y)}L" + " ".join(_at(dab.x, dab.y) for dab in rest or dabs)
        return f'<path fill="none" stroke-width="{_short(2 * first.radius)}" d="{d}"/>'
    return f'<path d="{"".join(_band(one, other) for one, other in pairwise(dabs))}"/>'


def _band(one: Dab, other: Dab) -> str:
    """Outline a band clockwise, like all others, so that overlaps are filled and not cut out."""
    angles = tangents(one, other)
    if angles is None:
        larger = max(one, other, key=lambda dab: dab.radius)
        return f"M{_at(*rim(larger, 0))}{_arc(larger, pi, 0)}{_arc(larger, 0, 0)}z"
    left, right = angles
    ahead = right - left
    return (
        f"M{_at(*rim(one, right))}{_arc(one, left, 2 * pi - ahead)}"
        f"L{_at(*rim(other, left))}{_arc(other, right, ahead)}z"
    )


def _arc(dab: Dab, end: float, turn: float) -> str:
    size = _short(dab.radius)
    return f"A{size} {size} 0 {int(turn > pi)} 1 {_at(*rim(dab, end))}"


def _at(x: float, y: float) -> str:
    return f"{_short(x)} {_short(y)}"


def _short(number: float) -> str:
    return f"{round(number, 1):g}"
