"""What is sent to somebody who does not read: not much, then everything again, or nothing any more."""

import asyncio
import socket as sockets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from pictomania.client import Client
from pictomania.ink import written
from pictomania.server import hosting
from pictomania.server import outbox as outbox_room
from pictomania.server.metrics import Metrics
from pictomania.server.outbox import BINARY, CLOSE, MOST_WAITING, TEXT, Outbox, framed
from pictomania.wire import gate
from pictomania.wire.frames import INK, told_ink
from pictomania.wire.reasons import Close
from tests.server.caller import Caller, hello
from tests.server.inks import line, piece, wild
from tests.server.served import FAST, Served, opened, served, until
from tests.server.visitor import UPGRADE, Visitor, frame, head


class Wire:
    """Remembers what was done to it."""

    def __init__(self) -> None:
        """Nothing so far."""
        self.done: list[bytes | str] = []

    def write(self, data: bytes) -> None:
        """Take bytes."""
        self.done.append(data)

    def set_write_buffer_limits(self, high: int) -> None:
        """Have a limit."""
        self.high = high

    def abort(self) -> None:
        """Be dropped."""
        self.done.append("abort")

    def close(self) -> None:
        """Be closed."""
        self.done.append("close")


@pytest.mark.parametrize(
    ("size", "head"),
    [
        (0, b"\x82\x00"),
        (125, b"\x82\x7d"),
        (126, b"\x82\x7e\x00\x7e"),
        (65_535, b"\x82\x7e\xff\xff"),
        (65_536, b"\x82\x7f\x00\x00\x00\x00\x00\x01\x00\x00"),
    ],
)
def test_a_frame_says_how_long_it_is(size: int, head: bytes) -> None:
    """In as few bytes as the standard has for it."""
    assert framed(BINARY, bytes(size)) == head + bytes(size)
    assert framed(TEXT, b"hi") == b"\x81\x02hi"


def test_somebody_who_reads() -> None:
    """They are sent everything, and told why when it ends, once."""
    wire, metrics = Wire(), Metrics()
    outbox = Outbox(wire, metrics)
    outbox.send(b"one")
    outbox.send(b"three")
    outbox.close(Close.TOO_MUCH, "x" * 200)
    outbox.close(Close.RESTART)
    outbox.send(b"late")
    assert wire.done == [b"one", b"three", framed(CLOSE, b"\x03\xf0" + b"x" * 120), "close"]
    assert (metrics.frames_sent, metrics.bytes_sent) == (2, 8)


def test_a_welcome_of_any_size() -> None:
    """What is large by itself makes nobody slow; a welcome that is skipped is owed."""
    wire, metrics = Wire(), Metrics()
    outbox = Outbox(wire, metrics)
    assert wire.high == MOST_WAITING
    outbox.welcome(bytes(3_000_000))
    assert wire.high == MOST_WAITING + 3_000_000
    outbox.paused(1.5)
    outbox.welcome(b"too late")
    assert wire.high == MOST_WAITING + 3_000_000
    assert outbox.owes


def test_somebody_who_does_not_read() -> None:
    """They are skipped, and if anything was, told everything again; nobody waits for them to be closed."""
    wire, metrics = Wire(), Metrics()
    outbox = Outbox(wire, metrics)
    outbox.on_drained = lambda: outbox.send(b"everything")
    outbox.paused(1.5)
    outbox.drained()
    outbox.paused(2.5)
    outbox.send(b"skipped")
    assert (outbox.is_lagging, outbox.lagging_since) == (True, 2.5)
    outbox.drained()
    outbox.drained()
    outbox.send(b"more")
    assert wire.done == [b"everything", b"more"]
    assert metrics.lag_welcomes == 1
    outbox.paused(3.5)
    outbox.close(Close.TOO_SLOW)
    assert wire.done == [b"everything", b"more", "abort"]


def test_somebody_who_is_at_no_table() -> None:
    """There is nothing to tell them again."""
    outbox = Outbox(Wire(), Metrics())
    outbox.paused(0.5)
    outbox.send(b"skipped")
    outbox.drained()
    assert not outbox.is_lagging


@asynccontextmanager
async def _sleeper(server: Served, code: str) -> AsyncIterator[sockets.socket]:
    """Somebody who comes to watch, and falls asleep before having read a word."""
    with sockets.socket() as sleeper:
        sleeper.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        sleeper.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(sleeper, ("127.0.0.1", server.port))
        knock = head("/socket", *UPGRADE, "Origin: http://here")
        await loop.sock_sendall(sleeper, knock + frame(TEXT, gate.written(hello(code, "Zzz", watch=True))))
        yield sleeper


def _waiting(server: Served, code: str) -> Callable[[], int]:
    """How many bytes wait for the one who watches."""
    hosted = server.hosted(code)
    (member,) = hosted.sitting.watchers
    wire = hosted.outboxes[member]._wire
    return wire.get_write_buffer_size  # type: ignore[attr-defined,no-any-return]


async def test_a_sleeper_delays_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six draw a lot, and what waits for the sleeper is bounded; once awake, they are told everything."""
    monkeypatch.setattr(outbox_room, "MOST_WAITING", most := 20_000)
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code, 6) as people, _sleeper(server, code) as sleeper:
            await people[0].until(lambda state: state.watchers == 1)
            waiting, peak = _waiting(server, code), 0
            for _ in range(25):
                for artist in people:
                    artist.draw(wild(100))
                await _seen_by_all(people)
                peak = max(peak, waiting())
            whole = [written(sheet) for sheet in server.table(code).sheets]
            assert all([written(sheet) for sheet in who.sheets] == whole for who in people)
            assert most < peak < most + 10_000 < sum(map(len, whole))
            assert server.metrics.lag_welcomes == 0
            async with _woken(sleeper) as guest:
                assert (await guest.guest.answer())[0] == 101
                assert (await guest.welcome())[1] == [piece(0)] * 6
                assert (await guest.welcome())[1] == whole
                assert server.metrics.lag_welcomes == 1
                people[0].draw(line())
                opcode, payload = await guest.guest.frame()
                assert (opcode, told_ink(payload)) == (BINARY, (INK, 2, [(0, piece(25, line()))]))


async def _seen_by_all(people: list[Client]) -> None:
    drawn = [artist.paper.mine.end for artist in people]
    await until(lambda: all([sheet.end for sheet in who.sheets] == drawn for who in people))


@asynccontextmanager
async def _woken(sleeper: sockets.socket) -> AsyncIterator[Caller]:
    guest = Visitor(*await asyncio.open_connection(sock=sleeper.dup()))
    try:
        yield Caller(guest)
    finally:
        guest.writer.transport.abort()


async def test_a_sleeper_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while, without a word, for it would not be read."""
    monkeypatch.setattr(outbox_room, "MOST_WAITING", 20_000)
    monkeypatch.setattr(hosting, "SLOW_S", 0.05)
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people, _sleeper(server, code):
            await people[0].until(lambda state: state.watchers == 1)
            while people[0].state.watchers:
                people[0].draw(wild(100))
                await _seen_by_all(people)
            assert server.metrics.slow_closed == 1
            assert server.metrics.lag_welcomes == 0


async def test_a_sleeper_who_wakes_too_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Being told everything again is paid for; whoever cannot pay is closed."""
    monkeypatch.setattr(outbox_room, "MOST_WAITING", 20_000)
    pace = replace(FAST, welcomes=(1e-6, 1))
    async with opened(tmp_path) as log, served(log, pace=pace) as server:
        code = await server.hosting.make()
        async with server.round(code) as people, _sleeper(server, code) as sleeper:
            await people[0].until(lambda state: state.watchers == 1)
            (member,) = server.hosted(code).sitting.watchers
            outbox = server.hosted(code).outboxes[member]
            while not outbox.owes:
                people[0].draw(wild(100))
                await _seen_by_all(people)
            async with _woken(sleeper):
                await people[0].until(lambda state: state.watchers == 0)
            assert server.metrics.lag_welcomes == 1
