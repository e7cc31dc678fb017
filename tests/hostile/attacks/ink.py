"""Ink within the limits of one pencil that costs the server more than it costs the artist."""

import asyncio
from collections.abc import Callable

from pictomania.ink import InkPiece, Point, Stroke, encode_piece
from tests.hostile.arena.attack import Steps, attack
from tests.hostile.arena.foe import Foe, Seat, hello
from tests.hostile.arena.link import Link

SEATS = 6  # at one table
LINE = 3_990  # points; a line has at most four thousand
PIECES_PER_S = 19  # just under what one pencil may send
UNDO = 3


def number(value: int) -> bytes:
    """Encode a varint: seven bits per byte, lowest first."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*out, value))


def long_line(place: int = 0, points: int = LINE) -> bytes:
    """Encode a line with small steps."""
    spots = tuple(Point(500 + at * 5 % 2000, 500 + at * 7 % 3000, 128, at) for at in range(points))
    return encode_piece(InkPiece(place, 0, (Stroke(1, spots),)))


def corners(place: int, points: int = LINE) -> bytes:
    """Encode a line from corner to corner and back."""
    spots = tuple(Point(3071 * (at % 2), 4095 * (at % 2), 128, at) for at in range(points))
    return encode_piece(InkPiece(place, 0, (Stroke(3, spots),)))


def hostile_sheet() -> list[bytes]:
    """Write the pieces of a sheet that is as hard to keep, send and paint as one burst of ink allows.

    Long lines first: once a sheet is full, the rest of its ink is dropped.
    """
    return [*(long_line(place) for place in range(5)), *(corners(place, 1_390) for place in range(5, 11))]


async def artists(foe: Foe, tables: int, seats: int = SEATS) -> list[Seat]:
    """Begin games at several tables, and draw at all seats of all of them."""
    found = [seat for game in [await foe.game(seats) for _ in range(tables)] for seat in game]
    for seat in found:
        seat.link.ignore()
    return found


async def steadily(foe: Foe, seats: list[Seat], rate: float, piece: Callable[[int], bytes]) -> None:
    """Let every seat send pieces at a rate; `piece` builds the piece with a number."""
    loop = asyncio.get_running_loop()
    began, done = loop.time(), 0
    while foe.is_on:
        due = int((loop.time() - began) * rate)
        for turn in range(done, due):
            for seat in seats:
                if not seat.link.is_over:
                    await seat.link.send(seat.ink(piece(turn)))
                    foe.count("pieces")
        done = due
        await asyncio.sleep(0.002)
    foe.count("sockets left", sum(not seat.link.is_over for seat in seats))


async def _late_positions(foe: Foe, tables: int) -> Steps:
    seats = await artists(foe, tables)
    for seat in seats:
        await seat.link.send(seat.ink(long_line()))
    yield
    again = b"\0" + number(0) + number(LINE - 1) + bytes((0, 1, 1)) + bytes((0x18, 0, 0))
    await steadily(foe, seats, PIECES_PER_S, lambda _: again)


@attack(short=True, proof="pieces")
async def ink_that_claims_late_positions_24(foe: Foe) -> Steps:
    """Send ten bytes that belong far into a long line, from 24 sockets."""
    async for step in _late_positions(foe, 4):
        yield step


@attack(proof="pieces")
async def ink_that_claims_late_positions_90(foe: Foe) -> Steps:
    """Do the same from as many sockets as one address may have."""
    async for step in _late_positions(foe, 15):
        yield step


@attack(proof="pieces")
async def ink_as_fast_as_a_pencil_may(foe: Foe) -> Steps:
    """Draw good lines at full speed at many tables."""
    seats = await artists(foe, 15)
    lines = [long_line(place, 20) for place in range(70 * 25)]
    yield
    await steadily(foe, seats, 60, lambda turn: lines[turn % len(lines)])


@attack(proof="pieces")
async def sheets_as_full_as_they_may_be(foe: Foe) -> Steps:
    """Fill sheets with lines from corner to corner, as fast as bytes are allowed."""
    seats = await artists(foe, 4)
    lines = [corners(place, 800) for place in range(50)]
    yield
    await steadily(foe, seats, 4, lambda turn: lines[turn % len(lines)])


def _frames_of_64_kb(marks: bytes) -> Callable[[Foe], Steps]:
    async def attack(foe: Foe) -> Steps:
        seats = [seat for game in [await foe.game() for _ in range(4)] for seat in game]
        for seat in seats:
            seat.link.drop()
        yield

        async def session(turn: int) -> None:
            """Come back with the same key, send a frame, and be thrown out."""
            seat = seats[turn % len(seats)]
            link: Link = await foe.upgrade()
            try:
                await link.send(hello(seat.code, seat.key))
                await link.frame()
                await link.frame()
                await link.send(seat.ink(b"\0" + number(0) + number(0) + marks))
                foe.count("frames")
                link.ignore()
                await link.until_over()
            finally:
                link.drop()

        await foe.swarm(len(seats), session)

    return attack


@attack(short=True, proof="frames")
async def frames_of_undo_marks(foe: Foe) -> Steps:
    """Send 64 kB of undo marks, be thrown out, and come back."""
    async for step in _frames_of_64_kb(bytes((UNDO,)) * 65_000)(foe):
        yield step


@attack(proof="frames")
async def frames_of_tiny_lines(foe: Foe) -> Steps:
    """Send ten thousand lines of one point in a frame."""
    async for step in _frames_of_64_kb(bytes((0, 1, 1, 0x18, 0, 0)) * 10_000)(foe):
        yield step


@attack(proof="frames")
async def frames_that_rub_out(foe: Foe) -> Steps:
    """Rub out lines that do not exist, thousands in a frame."""
    async for step in _frames_of_64_kb((bytes((1,)) + number(9_000) + bytes(9_000)) * 7)(foe):
        yield step


@attack(proof="pieces")
async def wipe_and_undo_a_full_sheet(foe: Foe) -> Steps:
    """Fill sheets with short lines, and take all of them off and on again."""
    seats = await artists(foe, 4)
    lines = bytes((0, 1, 1, 0x18, 0, 0)) * 2_500
    for seat in seats:
        await seat.link.send(seat.ink(b"\0" + number(0) + number(0) + lines))
    toggles = bytes((2, 3, 4, 3) * 4)
    yield
    await steadily(foe, seats, 15, lambda turn: b"\0" + number(2_500 + turn * 16) + number(0) + toggles)
