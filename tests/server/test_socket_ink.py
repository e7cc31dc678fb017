"""Ink through a socket: it is closed where some is missing or too much, and in the end nothing lacks."""

from dataclasses import replace
from pathlib import Path

import pytest

from pictomania.client import Closed
from pictomania.ink import Wipe
from pictomania.server import socket as socket_room
from pictomania.server.backlog import Backlog
from pictomania.server.budgets import BATCH_PIECES, Budgets
from pictomania.server.metrics import Metrics
from pictomania.server.pace import Pace
from pictomania.server.socket import Socket
from pictomania.table.codes import hashed
from pictomania.wire import from_client as say
from pictomania.wire.reasons import Close
from pictomania.wire.settings import Settings
from tests.server.caller import caller, hello
from tests.server.inks import line, piece, short
from tests.server.served import FAST, MUCH, begin, opened, served, until

NEVER = 1e-6  # of a credit a second


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
    """Whoever leaves something out is sent away, and what came behind the gap counts for nothing."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people:
            async with caller(server, hello(code, key=people[2].key)) as guest:
                await guest.welcome()
                guest.ink(2, *pieces, piece(len(pieces) - 1, line(7)))
                assert await guest.closed() == (Close.OUT_OF_STEP, "")
            async with caller(server, hello(code, key=people[2].key)) as again:
                _, sheets = await again.welcome()
                assert sheets[2] == (pieces[0] if len(pieces) > 1 else piece(0))
                again.ink(2, piece(len(pieces) - 1, line(7)))
                await until(lambda: people[0].sheets[2].marks[len(pieces) - 1 :] == [line(7)])


async def test_a_client_with_a_gap(tmp_path: Path) -> None:
    """It is back by itself, and its sheet is whole."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people:
            people[2].draw(line())
            await until(lambda: people[0].sheets[2].marks == [line()])
            people[2].paper.draw(line(7))  # and nobody sends it
            people[2].draw(line(9))
            await until(lambda: people[0].sheets[2].marks == [line(), line(7), line(9)])
            assert server.table(code).sheets[2].marks == people[2].paper.mine.marks


async def test_too_much_ink(tmp_path: Path) -> None:
    """It is only taken more slowly, by not reading on; nothing is lost, and nobody is disconnected."""
    pace = replace(FAST, ink=(200, 4))
    async with opened(tmp_path) as log, served(log, pace=pace) as server:
        code = await server.hosting.make()
        async with server.round(code) as people, caller(server, hello(code, key=people[2].key)) as guest:
            await guest.welcome()
            for place in range(60):
                guest.ink(2, piece(place, line()))
            await until(lambda: people[0].sheets[2].marks == [line()] * 60)
            guest.say(say.AskWelcome())
            await guest.welcome()


async def test_somebody_who_goes_while_not_being_read(tmp_path: Path) -> None:
    """Leaves nothing behind."""
    pace = replace(FAST, ink=(1, 4))
    async with opened(tmp_path) as log, served(log, pace=pace) as server:
        code = await server.hosting.make()
        async with server.round(code) as people:
            async with caller(server, hello(code, key=people[2].key)) as guest:
                await guest.welcome()
                guest.ink(2, *(piece(place, line()) for place in range(BATCH_PIECES)))
                await until(lambda: len(people[0].sheets[2].marks) == BATCH_PIECES)
                outboxes, key = server.hosted(code).outboxes, hashed(code, people[2].key)
                (outbox,) = [outbox for who, outbox in outboxes.items() if who.key == key]
                outbox._wire.abort()
            await people[0].until(lambda state: not state.seats[2].present)


async def test_nobody_is_read_on_who_does_not_read(tmp_path: Path) -> None:
    """Or who is gone: what waits for them comes first."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.client(code, "Ada"):
            (outbox,) = server.hosted(code).outboxes.values()
            socket = Socket(
                lambda code, _: server.hosting.find(code), Metrics(), Budgets(Pace()), "here", Backlog()
            )
            socket._outbox = outbox
            outbox.is_lagging = True
            socket._read_on()  # has no connection to read from
            outbox.is_lagging = False


async def test_a_flood_of_ink(tmp_path: Path) -> None:
    """It ends with the socket."""
    pace = Pace(ink=(NEVER, 9), acts=MUCH, wishes=MUCH)
    async with opened(tmp_path) as log, served(log, pace=pace) as server:
        code = await server.hosting.make()
        async with server.round(code) as people, caller(server, hello(code, key=people[2].key)) as guest:
            await guest.welcome()
            guest.ink(2, *(piece(place, line()) for place in range(40)))
            assert await guest.closed() == (Close.TOO_MUCH, "")
            assert server.table(code).sheets[2].marks == [line()] * (BATCH_PIECES - 1)
            await people[0].until(lambda state: not state.seats[2].present)


async def test_late_ink_is_nobodys_fault(tmp_path: Path) -> None:
    """What is for other sheets, or for one that can change no more, is dropped without a word."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people, caller(server, hello(code, key=people[2].key)) as guest:
            await guest.welcome()
            guest.ink(1, piece(9, line()))
            guest.ink(3, piece(9, line()))
            guest.ink(2, piece(0, line()))
            guest.say(say.Finish(server.table(code).stop))
            await people[0].until(lambda state: state.view is not None and state.view.players[2].finished)
            guest.ink(2, piece(1, line()), piece(9, line()))
            guest.say(say.AskWelcome())
            _, sheets = await guest.welcome()
            assert sheets == [piece(0), piece(0), piece(0, line())]


async def test_nobody_draws_who_only_watches(tmp_path: Path) -> None:
    """They have no sheet."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people, caller(server, hello(code, watch=True)) as watcher:
            welcome, _ = await watcher.welcome()
            assert welcome.state.seat is None
            watcher.ink(2, piece(0, line()))
            assert await watcher.is_told_nothing()
            people[0].draw(line(3))
            await until(lambda: people[1].sheets[0].marks == [line(3)])
            assert [len(sheet.marks) for sheet in server.table(code).sheets] == [1, 0, 0]


async def test_a_table_without_rubbers(tmp_path: Path) -> None:
    """Whoever wipes all the same does not use a client of ours."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.party(code) as people:
            people[0].say(say.Settle(Settings(erasing=False)))
            await people[0].until(lambda state: not state.settings.erasing)
            await begin(people)
            people[1].draw(line())
            people[1].draw(Wipe())
            with pytest.raises(Closed, match="1007 something taken off a sheet"):
                await people[1].until(lambda _: False)
            await until(lambda: people[0].sheets[1].marks == [line()])


# Much at once.


async def test_a_large_piece_is_taken_in_slices(tmp_path: Path) -> None:
    """And whatever its artist says after it is heard after it."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people, caller(server, hello(code, key=people[2].key)) as guest:
            await guest.welcome()
            guest.ink(2, piece(0, *[line()] * 900), piece(900, line(7)))
            guest.say(say.Finish(server.table(code).stop))
            await people[0].until(lambda state: state.view is not None and state.view.players[2].finished)
            assert server.table(code).sheets[2].marks == [*[line()] * 900, line(7)]
            await until(lambda: people[0].sheets[2].marks == [*[line()] * 900, line(7)])


async def test_many_pieces_in_one_turn(tmp_path: Path) -> None:
    """Wait for their turn, in their order."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people, caller(server, hello(code, key=people[2].key)) as guest:
            await guest.welcome()
            guest.ink(2, *(piece(place, line(place + 2)) for place in range(40)))
            await until(lambda: len(people[0].sheets[2].marks) == 40)
            assert server.table(code).sheets[2].marks == [line(place + 2) for place in range(40)]


@pytest.mark.parametrize(
    ("bad", "code"),
    [(b"\0\1\0\7", Close.BAD_MESSAGE), (piece(99, line()), Close.OUT_OF_STEP)],
    ids=["bad", "a gap"],
)
async def test_something_bad_behind_a_large_piece(tmp_path: Path, bad: bytes, code: Close) -> None:
    """Ends the socket when its turn comes; what came before it counts, what comes after it does not."""
    async with opened(tmp_path) as log, served(log) as server:
        table = await server.hosting.make()
        async with server.round(table) as people, caller(server, hello(table, key=people[2].key)) as guest:
            await guest.welcome()
            guest.ink(2, piece(0, *[line()] * 3), *[piece(0, *[line()] * 60)] * 3, bad, piece(60, line()))
            assert (await guest.closed())[0] is code
            assert server.table(table).sheets[2].marks == [line()] * 60


async def test_too_many_frames_behind_a_large_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even a socket that is not read any more may have that many in store."""
    monkeypatch.setattr(socket_room, "MOST_BEHIND", 3)
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people, caller(server, hello(code, key=people[2].key)) as guest:
            await guest.welcome()
            guest.ink(2, piece(0, *[line()] * 60), *(piece(60 + place, line()) for place in range(9)))
            assert await guest.closed() == (Close.TOO_MUCH, "")


async def test_somebody_who_is_removed_while_behind(tmp_path: Path) -> None:
    """Draws no more."""
    async with opened(tmp_path) as log, served(log) as server:
        socket = Socket(
            lambda code, _: server.hosting.find(code), Metrics(), Budgets(Pace()), "here", Backlog()
        )
        socket._draw(1, b"")  # is at no table
