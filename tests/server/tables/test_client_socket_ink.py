"""Ink through a socket: a gap or a flood closes it, and in the end no ink is missing."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from pictomania.client import Closed
from pictomania.ink import Clear
from pictomania.server.metrics import Metrics
from pictomania.server.net.backlog import Backlog
from pictomania.server.net.budgets import BATCH_PIECES, Budgets
from pictomania.server.net.rate_limits import RateLimits
from pictomania.server.tables import client_socket as socket_room
from pictomania.server.tables.client_socket import ClientSocket, SocketServices
from pictomania.server.tables.lookup import Lookup
from pictomania.table.identity.codes import hash_key
from pictomania.wire import from_client
from pictomania.wire.reasons import Close
from pictomania.wire.settings import Settings
from tests.server.support.ink_samples import line, piece, short
from tests.server.support.running_server import MUCH, UNLIMITED, RunningServer, begin, open_log, run_server
from tests.server.support.socket_client import connect_client, hello
from tests.server.support.waiting import wait_until

NEVER = 1e-6  # tokens per second


@pytest.mark.parametrize(
    "pieces",
    [
        [piece(2, line())],
        [short(line(9), line(since=line(9)))],
        [piece(0, line(3)), piece(2, line())],
    ],
    ids=["a place too far", "more of no line", "a line left out"],
)
async def test_a_gap(tmp_path: Path, pieces: list[bytes]) -> None:
    """The socket is closed, and ink behind the gap does not count."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people:
            async with connect_client(server, hello(code, key=people[2].key)) as guest:
                await guest.welcome()
                guest.ink(2, *pieces, piece(len(pieces) - 1, line(7)))
                assert await guest.closed() == (Close.OUT_OF_STEP, "")
            async with connect_client(server, hello(code, key=people[2].key)) as again:
                _, sheets = await again.welcome()
                assert sheets[2] == (pieces[0] if len(pieces) > 1 else piece(0))
                again.ink(2, piece(len(pieces) - 1, line(7)))
                await wait_until(lambda: people[0].sheets[2].marks[len(pieces) - 1 :] == [line(7)])


async def test_a_client_with_a_gap(tmp_path: Path) -> None:
    """It reconnects automatically, and its sheet is complete."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people:
            people[2].draw(line())
            await wait_until(lambda: people[0].sheets[2].marks == [line()])
            people[2].paper.draw(line(7))  # without sending it
            people[2].draw(line(9))
            await wait_until(lambda: people[0].sheets[2].marks == [line(), line(7), line(9)])
            assert server.table(code).sheets[2].marks == people[2].paper.mine.marks


async def test_too_much_ink(tmp_path: Path) -> None:
    """Backpressure slows the client down; nothing is lost, and it is not disconnected."""
    rate_limits = replace(UNLIMITED, ink=(200, 4))
    async with open_log(tmp_path) as log, run_server(log, rate_limits=rate_limits) as server:
        code = await server.live_tables.create()
        async with (
            server.round(code) as people,
            connect_client(server, hello(code, key=people[2].key)) as guest,
        ):
            await guest.welcome()
            for place in range(60):
                guest.ink(2, piece(place, line()))
            await wait_until(lambda: people[0].sheets[2].marks == [line()] * 60)
            guest.send(from_client.Resync())
            await guest.welcome()


async def test_a_client_that_leaves_while_reading_is_paused(tmp_path: Path) -> None:
    """Nothing is left of it."""
    rate_limits = replace(UNLIMITED, ink=(1, 4))
    async with open_log(tmp_path) as log, run_server(log, rate_limits=rate_limits) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people:
            async with connect_client(server, hello(code, key=people[2].key)) as guest:
                await guest.welcome()
                guest.ink(2, *(piece(place, line()) for place in range(BATCH_PIECES)))
                await wait_until(lambda: len(people[0].sheets[2].marks) == BATCH_PIECES)
                outboxes, key = server.live_table(code).outboxes, hash_key(code, people[2].key)
                (outbox,) = [outbox for who, outbox in outboxes.items() if who.key == key]
                outbox._transport.abort()
            await people[0].until(lambda state: not state.seats[2].present)


def unconnected_socket(server: RunningServer) -> ClientSocket:
    """Create a socket without a connection."""
    services = SocketServices(Metrics(), Budgets(RateLimits()), Backlog())
    lookup = Lookup(server.live_tables, 20)
    return ClientSocket(lambda code, key: lookup.find(code, "here", key), "here", services)


class RecordingTransport:
    """Remembers whether it reads."""

    def __init__(self) -> None:
        self._is_reading = True

    def reads(self) -> bool:
        """Whether it reads."""
        return self._is_reading

    def pause_reading(self) -> None:
        """Stop reading."""
        self._is_reading = False

    def resume_reading(self) -> None:
        """Read again."""
        self._is_reading = True


async def test_a_held_client_stays_held_when_it_catches_up_with_reading(tmp_path: Path) -> None:
    """Backpressure does not end because the client has emptied its receive buffer."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.client(code, "Ada"):
            (outbox,) = server.live_table(code).outboxes.values()
            socket = unconnected_socket(server)
            transport = RecordingTransport()
            socket._outbox, socket._transport = outbox, cast(asyncio.Transport, transport)
            socket._hold(1000.0)
            transport.resume_reading()  # as the connection does before it tells the socket
            socket.resume_writing()
            assert not transport.reads()
            assert socket._hold_timer is not None
            socket._hold_timer.cancel()
            socket._end_hold()
            assert transport.reads()
            socket.resume_writing()
            assert transport.reads()


async def test_reading_does_not_resume_for_slow_clients(tmp_path: Path) -> None:
    """Reading does not resume for a client that lags or is gone."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.client(code, "Ada"):
            (outbox,) = server.live_table(code).outboxes.values()
            socket = unconnected_socket(server)
            socket._outbox = outbox
            outbox.is_lagging = True
            socket._resume_reading()  # not connected
            outbox.is_lagging = False


async def test_a_flood_of_ink(tmp_path: Path) -> None:
    """It closes the socket."""
    rate_limits = RateLimits(ink=(NEVER, 9), actions=MUCH, requests=MUCH)
    async with open_log(tmp_path) as log, run_server(log, rate_limits=rate_limits) as server:
        code = await server.live_tables.create()
        async with (
            server.round(code) as people,
            connect_client(server, hello(code, key=people[2].key)) as guest,
        ):
            await guest.welcome()
            guest.ink(2, *(piece(place, line()) for place in range(40)))
            assert await guest.closed() == (Close.TOO_MUCH, "")
            assert server.table(code).sheets[2].marks == [line()] * (BATCH_PIECES - 1)
            await people[0].until(lambda state: not state.seats[2].present)


async def test_late_ink_is_dropped(tmp_path: Path) -> None:
    """Ink for earlier or frozen sheets is dropped silently."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with (
            server.round(code) as people,
            connect_client(server, hello(code, key=people[2].key)) as guest,
        ):
            await guest.welcome()
            guest.ink(1, piece(9, line()))
            guest.ink(3, piece(9, line()))
            guest.ink(2, piece(0, line()))
            guest.send(from_client.Finish(server.table(code).stop))
            await people[0].until(lambda state: state.view is not None and state.view.players[2].finished)
            guest.ink(2, piece(1, line()), piece(9, line()))
            guest.send(from_client.Resync())
            _, sheets = await guest.welcome()
            assert sheets == [piece(0), piece(0), piece(0, line())]


async def test_watchers_cannot_draw(tmp_path: Path) -> None:
    """Watchers have no sheet."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people, connect_client(server, hello(code, watch=True)) as watcher:
            welcome, _ = await watcher.welcome()
            assert welcome.state.seat is None
            watcher.ink(2, piece(0, line()))
            assert await watcher.has_nothing_to_read()
            people[0].draw(line(3))
            await wait_until(lambda: people[1].sheets[0].marks == [line(3)])
            assert [len(sheet.marks) for sheet in server.table(code).sheets] == [1, 0, 0]


async def test_a_table_without_erasers(tmp_path: Path) -> None:
    """Our clients do not wipe there."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.party(code) as people:
            people[0].send(from_client.ChangeSettings(Settings(erasing=False)))
            await people[0].until(lambda state: not state.settings.erasing)
            await begin(people)
            people[1].draw(line())
            people[1].draw(Clear())
            with pytest.raises(Closed, match="1007 erasing where erasing is off"):
                await people[1].until(lambda _: False)
            await wait_until(lambda: people[0].sheets[1].marks == [line()])


# Much at once.


async def test_a_large_piece_is_applied_in_slices(tmp_path: Path) -> None:
    """And later messages of its artist are handled after it."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with (
            server.round(code) as people,
            connect_client(server, hello(code, key=people[2].key)) as guest,
        ):
            await guest.welcome()
            guest.ink(2, piece(0, *[line()] * 900), piece(900, line(7)))
            guest.send(from_client.Finish(server.table(code).stop))
            await people[0].until(lambda state: state.view is not None and state.view.players[2].finished)
            assert server.table(code).sheets[2].marks == [*[line()] * 900, line(7)]
            await wait_until(lambda: people[0].sheets[2].marks == [*[line()] * 900, line(7)])


async def test_many_pieces_in_one_turn(tmp_path: Path) -> None:
    """They wait for their turn, in order."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with (
            server.round(code) as people,
            connect_client(server, hello(code, key=people[2].key)) as guest,
        ):
            await guest.welcome()
            guest.ink(2, *(piece(place, line(place + 2)) for place in range(40)))
            await wait_until(lambda: len(people[0].sheets[2].marks) == 40)
            assert server.table(code).sheets[2].marks == [line(place + 2) for place in range(40)]


@pytest.mark.parametrize(
    ("bad", "code"),
    [(b"\0\1\0\7", Close.BAD_MESSAGE), (piece(99, line()), Close.OUT_OF_STEP)],
    ids=["bad", "a gap"],
)
async def test_an_invalid_message_behind_a_large_piece(tmp_path: Path, bad: bytes, code: Close) -> None:
    """It closes the socket in its turn; what came before counts, what comes after does not."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        table = await server.live_tables.create()
        async with (
            server.round(table) as people,
            connect_client(server, hello(table, key=people[2].key)) as guest,
        ):
            await guest.welcome()
            guest.ink(2, piece(0, *[line()] * 3), *[piece(0, *[line()] * 60)] * 3, bad, piece(60, line()))
            assert (await guest.closed())[0] is code
            assert server.table(table).sheets[2].marks == [line()] * 60


async def test_too_many_frames_behind_a_large_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The queue of a socket is bounded, even if it is not read any more."""
    monkeypatch.setattr(socket_room, "MAX_QUEUE", 3)
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with (
            server.round(code) as people,
            connect_client(server, hello(code, key=people[2].key)) as guest,
        ):
            await guest.welcome()
            guest.ink(2, piece(0, *[line()] * 60), *(piece(60 + place, line()) for place in range(9)))
            assert await guest.closed() == (Close.TOO_MUCH, "")


async def test_a_player_removed_while_behind(tmp_path: Path) -> None:
    """It draws no more."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        socket = unconnected_socket(server)
        socket._draw(1, b"")  # not at a table
