"""What a pencil leaves on a sheet: points on a fixed grid, the same on every device, and their bytes.

How a point is written is set out in `codec.py`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

LONG = 4095  # largest coordinate along the long edge of a sheet
SHORT = 3071  # and along the short one: paper is 4 by 3, upright or across (R11)
WIDTHS = (0, 1, 2, 3)  # pencils, thin to thick
HARDEST = 255  # pressure
TICK_MS = 4  # time is counted in these, from the start of the drawing

LATEST = 2**30  # tick, after some fifty days: a number that every client can count with

LONGEST_NUMBER = 5  # bytes
MANY_TICKS = 15  # so many do not fit into the head of a point

# Changes of pressure by the head of a point, and steps along an axis by their byte; None where more follows.
CHANGES = tuple((head & 15) - 8 if head & 15 and head >> 4 < MANY_TICKS else None for head in range(256))
STEPS = tuple((way >> 1) ^ -(way & 1) if way < 128 else None for way in range(256))

Row = tuple[int, int, int, int]  # a point where there are many and nobody looks at them one by one


class BadInk(Exception):  # noqa: N818 (facts are past participles or plain adjectives here)
    """Ink that no honest client sends."""


class Point(NamedTuple):
    """Where the pencil was, how hard it was pressed, and when."""

    x: int
    y: int
    pressure: int
    tick: int


@dataclass(frozen=True, slots=True)
class Stroke:
    """One line from pencil down to pencil up."""

    width: int
    points: tuple[Point, ...]


CORNER = Point(0, 0, 0, 0)  # where every line is measured from


@dataclass(slots=True, eq=False)
class Line:
    """A stroke, or how one goes on, as its bytes: a sheet that only passes ink on never needs its points.

    On a sheet it grows in place, so it belongs to that sheet alone.
    """

    width: int
    count: int  # of points
    body: bytearray
    end: Row  # the last point, from which it goes on
    travel: int  # see `far`; a first point counts nothing

    def __eq__(self, other: object) -> bool:
        """Compare points, some of which can be written in two ways."""
        return isinstance(other, Line) and self.stroke() == other.stroke()

    __hash__ = None  # type: ignore[assignment]  # it grows

    def stroke(self, before: Row = CORNER) -> Stroke:
        """Look at the points, which go on from another or begin a line."""
        return Stroke(self.width, tuple(map(Point._make, _points(self.body, self.count, before))))

    def point(self, number: int) -> Point:
        """Look at one point, counted from 1; the last one is at hand."""
        if number == self.count:
            return Point._make(self.end)
        end, _, _ = check_points(self.body, 0, number, CORNER)
        return Point._make(end)


def line_of(stroke: Stroke, before: Row | None) -> Line:
    """Write a stroke as a line that goes on from a point, or begins; it is not checked."""
    points = stroke.points
    body, travel = _written(points, CORNER if before is None else before)
    if before is None and points:
        travel -= far(points[0].x) + far(points[0].y)
    end = points[-1] if points else before or CORNER
    return Line(stroke.width, len(points), body, end, travel)


def far(step: int) -> int:
    """Length of a step along an axis if it needs two bytes; short steps are free, however many there are.

    Their sum over a sheet, its travel, bounds the cost of long steps; the number of points bounds the rest.
    """
    return 0 if -64 <= step <= 63 else abs(step)


def is_on_grid(point: Point) -> bool:
    """Does a point lie on a sheet, whichever way it is turned?"""
    return 0 <= point.x <= LONG and 0 <= point.y <= LONG and 0 <= point.pressure <= HARDEST


# Reading bytes that may be anything.


def check_points(data: bytes | bytearray, at: int, count: int, before: Row) -> tuple[Row, int, int]:
    """Read points that go on from another: the last one, where they end, how far they travel (see `far`).

    Raise `BadInk` at a point off the grid. A server that is full spends its time with ink here: one loop,
    which calls nothing for an ordinary point.
    """
    x, y, pressure, tick = before
    travel = 0
    try:
        for _ in range(count):
            head = data[at]
            change = CHANGES[head]
            if change is None:
                pressure, tick, at = _read_long_head(data, at, pressure, tick)
            else:
                pressure += change
                tick += head >> 4
                at += 1
            step = STEPS[data[at]]
            at += 1
            if step is None:
                step = _long_step(data[at - 1], data[at])
                at += 1
                travel += abs(step)
            x += step
            step = STEPS[data[at]]
            at += 1
            if step is None:
                step = _long_step(data[at - 1], data[at])
                at += 1
                travel += abs(step)
            y += step
            if not (0 <= x <= LONG and 0 <= y <= LONG and 0 <= pressure <= HARDEST):
                raise BadInk("a point off the sheet")
    except IndexError:
        raise BadInk("ink that breaks off") from None
    if tick > LATEST:  # time never goes back, so the last point is the latest
        raise BadInk("a point out of time")
    return (x, y, pressure, tick), at, travel


def _points(body: bytes | bytearray, count: int, before: Row) -> Iterator[Row]:
    """Read points that were checked before."""
    x, y, pressure, tick = before
    at = 0
    for _ in range(count):
        change = CHANGES[body[at]]
        if change is None:
            pressure, tick, at = _read_long_head(body, at, pressure, tick)
        else:
            pressure += change
            tick += body[at] >> 4
            at += 1
        step = STEPS[body[at]]
        at += 1
        if step is None:
            step = _long_step(body[at - 1], body[at])
            at += 1
        x += step
        step = STEPS[body[at]]
        at += 1
        if step is None:
            step = _long_step(body[at - 1], body[at])
            at += 1
        y += step
        yield x, y, pressure, tick


def skip_points(data: bytes | bytearray, at: int, count: int) -> int:
    """Find where points end without asking where they lie; raise `BadInk` if they are not all there."""
    try:
        for _ in range(count):
            _, _, at = _read_long_head(data, at, 0, 0)
            for _axis in "xy":
                if STEPS[data[at]] is None:
                    _long_step(data[at], data[at + 1])
                    at += 1
                at += 1
    except IndexError:
        raise BadInk("ink that breaks off") from None
    return at


def _read_long_head(data: bytes | bytearray, at: int, pressure: int, tick: int) -> tuple[int, int, int]:
    head = data[at]
    at += 1
    ticks = head >> 4
    if ticks == MANY_TICKS:
        ticks, at = read_number(data, at)
    if head & 15:
        return pressure + (head & 15) - 8, tick + ticks, at
    return data[at], tick + ticks, at + 1


def _long_step(low: int, high: int) -> int:
    if not 0 < high < 128:  # three bytes lead off any sheet
        raise BadInk("a step that is too far, or written longer than it is")
    way = low + (high << 7) - 128
    return (way >> 1) ^ -(way & 1)


def read_number(data: bytes | bytearray, at: int) -> tuple[int, int]:
    """Read a number, and find where it ends; there is one way of writing each, and no large ones."""
    if at < len(data) and data[at] < 0x80:
        return data[at], at + 1
    number = 0
    for place, byte in enumerate(data[at : at + LONGEST_NUMBER]):
        number |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            if place and not byte:
                raise BadInk("a number written longer than it is")
            return number, at + place + 1
    raise BadInk("a number that breaks off, or is too large")


# Writing.


def _written(points: Iterable[Row], before: Row) -> tuple[bytearray, int]:
    """Write points down; how far they travel, too."""
    out = bytearray()
    travel = 0
    x0, y0, pressure0, tick0 = before
    for x, y, pressure, tick in points:
        ticks, change = tick - tick0, pressure - pressure0
        if ticks < MANY_TICKS and -7 <= change <= 7:
            out.append(ticks << 4 | change + 8)
        else:
            _write_long_head(out, ticks, change, pressure)
        way = x - x0 << 1 if x >= x0 else (x0 - x << 1) - 1
        if way < 128:
            out.append(way)
        else:
            write_number(out, way)
            travel += abs(x - x0)
        way = y - y0 << 1 if y >= y0 else (y0 - y << 1) - 1
        if way < 128:
            out.append(way)
        else:
            write_number(out, way)
            travel += abs(y - y0)
        x0, y0, pressure0, tick0 = x, y, pressure, tick
    return out, travel


def _write_long_head(out: bytearray, ticks: int, change: int, pressure: int) -> None:
    is_small = -7 <= change <= 7
    out.append(min(ticks, MANY_TICKS) << 4 | (change + 8 if is_small else 0))
    if ticks >= MANY_TICKS:
        write_number(out, ticks)
    if not is_small:
        out.append(pressure)


def write_number(out: bytearray, number: int) -> None:
    """Write a number, seven bits a byte, lowest first."""
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
