"""Ink through a socket: it is closed where some is missing or too much, and in the end nothing lacks."""

from pathlib import Path

import pytest

from pictomania.client import Closed
from pictomania.ink import Wipe
from pictomania.server.pace import Pace
from pictomania.wire import from_client as say
from pictomania.wire.reasons import Close
from pictomania.wire.settings import Settings
from tests.server.caller import caller, hello
from tests.server.inks import grown, line, piece, short, wild
from tests.server.served import MUCH, begin, opened, served, until

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
    """The end of a line is too much, the line after it would not be: nothing of either is lost."""
    pace = Pace(ink=(NEVER, 8.7), acts=MUCH, wishes=MUCH)
    first = wild(14)
    end = wild(127, since=first)
    async with opened(tmp_path) as log, served(log, pace=pace) as server:
        code = await server.hosting.make()
        async with server.round(code) as people:
            people[2].draw(first)  # which takes some 4.5 of 8.7
            people[2].go_on(end)  # 5.5, and more than there is
            people[2].draw(line())  # 4.1
            whole = [grown(first, end), line()]
            await until(lambda: people[0].sheets[2].marks == whole)
            assert server.table(code).sheets[2].marks == people[2].paper.mine.marks == whole


async def test_a_flood_of_ink(tmp_path: Path) -> None:
    """It ends with the socket."""
    pace = Pace(ink=(NEVER, 9), acts=MUCH, wishes=MUCH)
    async with opened(tmp_path) as log, served(log, pace=pace) as server:
        code = await server.hosting.make()
        async with server.round(code) as people, caller(server, hello(code, key=people[2].key)) as guest:
            await guest.welcome()
            guest.ink(2, *(piece(place, line()) for place in range(12)))
            assert await guest.closed() == (Close.TOO_MUCH, "")
            assert server.table(code).sheets[2].marks == [line()] * 9
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
