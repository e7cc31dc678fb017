"""Strokes: points on a fixed grid, the same on every device, and their delta encoding.

`codec.py` describes the encoding of a point.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

LONG = 4095  # largest coordinate along the long edge of a sheet
SHORT = 3071  # and along the short edge: sheets are 4:3, portrait or landscape (R11)
WIDTHS = (0, 1, 2, 3)  # pencils, thin to thick
MAX_PRESSURE = 255
TICK_MS = 4  # length of a tick, the unit of time; ticks count from the start of the drawing

MAX_TICK = 2**30  # about fifty days, within the integer range of every client

MAX_VARINT_BYTES = 5
LONG_TICKS = 15  # escape value in the head of a point: the ticks follow as a varint
SHORT_STEPS = (-64, 63)  # along an axis: these fit into one byte

# Pressure change by head byte, and step along an axis by its byte; None where more bytes follow.
CHANGES = tuple((head & 15) - 8 if head & 15 and head >> 4 < LONG_TICKS else None for head in range(256))
STEPS = tuple((zigzag >> 1) ^ -(zigzag & 1) if zigzag < 128 else None for zigzag in range(256))

PointTuple = tuple[int, int, int, int]  # x, y, pressure, tick: a `Point` without the cost of making one


class BadInk(Exception):  # noqa: N818 (an adjective and a noun say enough)
    """Ink that no honest client sends."""


class Point(NamedTuple):
    """Position, pressure and time of the pencil."""

    x: int
    y: int
    pressure: int
    tick: int


@dataclass(frozen=True, slots=True)
class Stroke:
    """One line from pencil down to pencil up."""

    width: int
    points: tuple[Point, ...]


CORNER = Point(0, 0, 0, 0)  # the origin that the first point of a stroke is encoded against


@dataclass(slots=True, eq=False)
class PackedStroke:
    """An encoded stroke, or the continuation of one: relaying ink never needs its points.

    On a sheet it grows in place, so no two sheets may share it.
    """

    width: int
    count: int  # number of points
    body: bytearray
    end: PointTuple  # the last point, which the next one is encoded against
    travel: int  # see `long_step_length`; a first point counts nothing

    def __eq__(self, other: object) -> bool:
        """Compare points, since some of them have two encodings."""
        return isinstance(other, PackedStroke) and self.unpack() == other.unpack()

    __hash__ = None  # type: ignore[assignment]  # mutable

    def unpack(self, before: PointTuple = CORNER) -> Stroke:
        """Decode the points, the first of which was encoded against `before`."""
        return Stroke(self.width, tuple(map(Point._make, _decode_points(self.body, self.count, before))))

    def point(self, number: int) -> Point:
        """Decode one point, counted from 1; the last one costs nothing."""
        if number == self.count:
            return Point._make(self.end)
        end, _, _ = check_points(self.body, 0, number, CORNER)
        return Point._make(end)


def pack_stroke(stroke: Stroke, before: PointTuple | None) -> PackedStroke:
    """Encode a new stroke, or one that continues from a point; nothing is validated."""
    points = stroke.points
    body, travel = _encode_points(points, CORNER if before is None else before)
    if before is None and points:
        travel -= long_step_length(points[0].x) + long_step_length(points[0].y)
    end = points[-1] if points else before or CORNER
    return PackedStroke(stroke.width, len(points), body, end, travel)


def long_step_length(step: int) -> int:
    """Return the length of a step along an axis if it needs two bytes; short steps count 0.

    Their sum over a sheet, its travel, bounds the cost of long steps; the number of points bounds the rest.
    """
    return 0 if SHORT_STEPS[0] <= step <= SHORT_STEPS[1] else abs(step)


def is_on_grid(point: Point) -> bool:
    """Does a point lie on a sheet of either orientation?"""
    return 0 <= point.x <= LONG and 0 <= point.y <= LONG and 0 <= point.pressure <= MAX_PRESSURE


# Decoding; the bytes may be anything.


def check_points(
    data: bytes | bytearray, at: int, count: int, before: PointTuple
) -> tuple[PointTuple, int, int]:
    """Decode points against `before`; return the last one, where it ends, and the travel of all.

    Raise `BadInk` at a point off the grid. A busy server spends most of its time on ink here, so this is one
    loop that calls nothing for an ordinary point.
    """
    x, y, pressure, tick = before
    travel = 0
    try:
        for _ in range(count):
            head = data[at]
            change = CHANGES[head]
            if change is None:
                pressure, tick, at = _decode_long_head(data, at, pressure, tick)
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
            if not (0 <= x <= LONG and 0 <= y <= LONG and 0 <= pressure <= MAX_PRESSURE):
                raise BadInk("a point off the sheet")
    except IndexError:
        raise BadInk("truncated ink") from None
    if tick > MAX_TICK:  # ticks never decrease, so checking the last point is enough
        raise BadInk("a point too late in time")
    return (x, y, pressure, tick), at, travel


def _decode_points(body: bytes | bytearray, count: int, before: PointTuple) -> Iterator[PointTuple]:
    """Decode points that have been checked before."""
    x, y, pressure, tick = before
    at = 0
    for _ in range(count):
        change = CHANGES[body[at]]
        if change is None:
            pressure, tick, at = _decode_long_head(body, at, pressure, tick)
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
    """Find where points end, wherever they lie; raise `BadInk` if some are missing."""
    try:
        for _ in range(count):
            _, _, at = _decode_long_head(data, at, 0, 0)
            for _axis in "xy":
                if STEPS[data[at]] is None:
                    _long_step(data[at], data[at + 1])
                    at += 1
                at += 1
    except IndexError:
        raise BadInk("truncated ink") from None
    return at


def _decode_long_head(data: bytes | bytearray, at: int, pressure: int, tick: int) -> tuple[int, int, int]:
    head = data[at]
    at += 1
    ticks = head >> 4
    if ticks == LONG_TICKS:
        ticks, at = read_varint(data, at)
    if head & 15:
        return pressure + (head & 15) - 8, tick + ticks, at
    return data[at], tick + ticks, at + 1


def _long_step(low: int, high: int) -> int:
    if not 0 < high < 128:  # a step of three bytes would leave any sheet
        raise BadInk("a step that is too long or not encoded as short as possible")
    zigzag = low + (high << 7) - 128
    return (zigzag >> 1) ^ -(zigzag & 1)


def read_varint(data: bytes | bytearray, at: int) -> tuple[int, int]:
    """Read a varint and return it with its end; each number has one encoding, and large ones are invalid."""
    if at < len(data) and data[at] < 0x80:
        return data[at], at + 1
    number = 0
    for place, byte in enumerate(data[at : at + MAX_VARINT_BYTES]):
        number |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            if place and not byte:
                raise BadInk("a varint that is not encoded as short as possible")
            return number, at + place + 1
    raise BadInk("a varint that is truncated or too large")


# Encoding.


def _encode_points(points: Iterable[PointTuple], before: PointTuple) -> tuple[bytearray, int]:
    """Encode points against `before`; return the bytes and the travel."""
    out = bytearray()
    travel = 0
    x0, y0, pressure0, tick0 = before
    for x, y, pressure, tick in points:
        ticks, change = tick - tick0, pressure - pressure0
        if ticks < LONG_TICKS and -7 <= change <= 7:
            out.append(ticks << 4 | change + 8)
        else:
            _encode_long_head(out, ticks, change, pressure)
        zigzag = x - x0 << 1 if x >= x0 else (x0 - x << 1) - 1
        if zigzag < 128:
            out.append(zigzag)
        else:
            write_varint(out, zigzag)
            travel += abs(x - x0)
        zigzag = y - y0 << 1 if y >= y0 else (y0 - y << 1) - 1
        if zigzag < 128:
            out.append(zigzag)
        else:
            write_varint(out, zigzag)
            travel += abs(y - y0)
        x0, y0, pressure0, tick0 = x, y, pressure, tick
    return out, travel


def _encode_long_head(out: bytearray, ticks: int, change: int, pressure: int) -> None:
    is_small = -7 <= change <= 7
    out.append(min(ticks, LONG_TICKS) << 4 | (change + 8 if is_small else 0))
    if ticks >= LONG_TICKS:
        write_varint(out, ticks)
    if not is_small:
        out.append(pressure)


def write_varint(out: bytearray, number: int) -> None:
    """Append a number as a varint: seven bits per byte, lowest first."""
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
