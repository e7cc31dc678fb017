"""Outboxes: a client that does not read is skipped, welcomed again when it catches up, or closed."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pictomania.client import Client
from pictomania.ink import encode_sheet
from pictomania.server.metrics import Metrics
from pictomania.server.net import outbox as outbox_room
from pictomania.server.net.outbox import BINARY, CLOSE, MAX_UNSENT, TEXT, Outbox, encode_frame
from pictomania.server.tables import live_tables
from pictomania.wire.frames import INK, decode_ink_to_client
from pictomania.wire.reasons import Close
from tests.server.support.ink_samples import line, piece, wild
from tests.server.support.running_server import UNLIMITED, RunningServer, open_log, run_server
from tests.server.support.slow_reader import slow_reader, woken
from tests.server.support.waiting import wait_until


class FakeTransport:
    """Records calls."""

    def __init__(self) -> None:
        self.done: list[bytes | str] = []

    def write(self, data: bytes) -> None:
        self.done.append(data)

    def set_write_buffer_limits(self, high: int) -> None:
        self.high = high

    def abort(self) -> None:
        self.done.append("abort")

    def close(self) -> None:
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
def test_frame_lengths(size: int, head: bytes) -> None:
    """In the shortest form of the standard."""
    assert encode_frame(BINARY, bytes(size)) == head + bytes(size)
    assert encode_frame(TEXT, b"hi") == b"\x81\x02hi"


def test_a_client_that_reads_gets_every_frame() -> None:
    """It gets every frame, and the close reason once."""
    wire, metrics = FakeTransport(), Metrics()
    outbox = Outbox(wire, metrics)
    outbox.send(b"one")
    outbox.send(b"three")
    outbox.close(Close.TOO_MUCH, "x" * 200)
    outbox.close(Close.RESTART)
    outbox.send(b"late")
    assert wire.done == [b"one", b"three", encode_frame(CLOSE, b"\x03\xf0" + b"x" * 120), "close"]
    assert (metrics.frames_sent, metrics.bytes_sent) == (2, 8)


def test_a_welcome_may_have_any_size() -> None:
    """Its size alone does not make a client slow; a skipped welcome is sent later."""
    wire, metrics = FakeTransport(), Metrics()
    outbox = Outbox(wire, metrics)
    assert wire.high == MAX_UNSENT
    outbox.welcome(bytes(3_000_000))
    assert wire.high == MAX_UNSENT + 3_000_000
    outbox.pause(1.5)
    outbox.welcome(b"too late")
    assert wire.high == MAX_UNSENT + 3_000_000
    assert outbox.has_skipped


def test_a_client_that_does_not_read_is_skipped() -> None:
    """It is skipped, and welcomed again if it missed anything; closing does not wait for it."""
    wire, metrics = FakeTransport(), Metrics()
    outbox = Outbox(wire, metrics)
    outbox.on_drained = lambda: outbox.send(b"everything")
    outbox.pause(1.5)
    outbox.resume()
    outbox.pause(2.5)
    outbox.send(b"skipped")
    assert (outbox.is_lagging, outbox.lagging_since) == (True, 2.5)
    outbox.resume()
    outbox.resume()
    outbox.send(b"more")
    assert wire.done == [b"everything", b"more"]
    assert metrics.lag_welcomes == 1
    outbox.pause(3.5)
    outbox.close(Close.TOO_SLOW)
    assert wire.done == [b"everything", b"more", "abort"]


def test_a_client_without_a_table_is_not_welcomed_again() -> None:
    """There is no state to send again."""
    outbox = Outbox(FakeTransport(), Metrics())
    outbox.pause(0.5)
    outbox.send(b"skipped")
    outbox.resume()
    assert not outbox.is_lagging


def _waiting(server: RunningServer, code: str) -> Callable[[], int]:
    """The size of the watcher's write buffer."""
    hosted = server.live_table(code)
    (member,) = hosted.session.watchers
    wire = hosted.outboxes[member]._transport
    return wire.get_write_buffer_size  # type: ignore[attr-defined,no-any-return]


async def test_a_client_that_never_reads_delays_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six players draw a lot, the buffer stays bounded, and the watcher gets everything once it reads."""
    monkeypatch.setattr(outbox_room, "MAX_UNSENT", most := 20_000)
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.round(code, 6) as people, slow_reader(server, code) as sleeper:
            await people[0].until(lambda state: state.watchers == 1)
            waiting, peak = _waiting(server, code), 0
            for _ in range(25):
                for artist in people:
                    artist.draw(wild(100))
                await _seen_by_all(people)
                peak = max(peak, waiting())
            whole = [encode_sheet(sheet) for sheet in server.table(code).sheets]
            assert all([encode_sheet(sheet) for sheet in who.sheets] == whole for who in people)
            assert most < peak < most + 10_000 < sum(map(len, whole))
            assert server.metrics.lag_welcomes == 0
            async with woken(sleeper) as guest:
                assert (await guest.guest.response())[0] == 101
                assert (await guest.welcome())[1] == [piece(0)] * 6
                assert (await guest.welcome())[1] == whole
                assert server.metrics.lag_welcomes == 1
                people[0].draw(line())
                opcode, payload = await guest.guest.frame()
                assert (opcode, decode_ink_to_client(payload)) == (BINARY, (INK, 2, [(0, piece(25, line()))]))


async def _seen_by_all(people: list[Client]) -> None:
    drawn = [artist.paper.mine.end for artist in people]
    await wait_until(lambda: all([sheet.end for sheet in who.sheets] == drawn for who in people))


async def test_a_client_that_never_reads_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while, without a close frame, which would not be read."""
    monkeypatch.setattr(outbox_room, "MAX_UNSENT", 20_000)
    monkeypatch.setattr(live_tables, "SLOW_S", 0.05)
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people, slow_reader(server, code):
            await people[0].until(lambda state: state.watchers == 1)
            while people[0].state.watchers:
                people[0].draw(wild(100))
                await _seen_by_all(people)
            assert server.metrics.slow_closed == 1
            assert server.metrics.lag_welcomes == 0


async def test_catching_up_too_often_closes_the_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Welcomes are charged; a client without budget is closed."""
    monkeypatch.setattr(outbox_room, "MAX_UNSENT", 20_000)
    rate_limits = replace(UNLIMITED, welcomes=(1e-6, 1))
    async with open_log(tmp_path) as log, run_server(log, rate_limits=rate_limits) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people, slow_reader(server, code) as sleeper:
            await people[0].until(lambda state: state.watchers == 1)
            (member,) = server.live_table(code).session.watchers
            outbox = server.live_table(code).outboxes[member]
            while not outbox.has_skipped:
                people[0].draw(wild(100))
                await _seen_by_all(people)
            async with woken(sleeper):
                await people[0].until(lambda state: state.watchers == 0)
            assert server.metrics.lag_welcomes == 1
