"""At the very moment when a round ends or a line breaks off: one order, and everybody sees the same."""

from pathlib import Path

import pytest

from pictomania.client import Closed
from pictomania.rules import Phase, Variant
from pictomania.wire import from_client as say
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import Refused, State
from tests.server.caller import caller, hello
from tests.server.inks import grown, line, marks, piece
from tests.server.served import begin, opened, served, turns, until
from tests.server.shaky import ShakyLog


def all_drawn(state: State) -> bool:
    """Has everybody drawn something?"""
    return state.view is not None and all(player.drawn for player in state.view.players)


async def test_whoever_is_late_is_late(tmp_path: Path) -> None:
    """The last token is taken; a guess, a line, somebody who goes and one who comes are right behind it."""
    async with opened(tmp_path) as real, served(log := ShakyLog(real)) as server:
        code = await server.hosting.make()
        async with server.party(code) as people:
            people[0].say(say.Settle(Settings(variants=(Variant.COMPETITIVE,))))  # two tokens for three
            await begin(people)
            for who in people:
                who.draw(line())
            await people[0].until(all_drawn)
            stop, paper = people[0].state.stop, people[0].state.paper
            people[0].finish(2)
            async with caller(server, hello(code, key=people[2].key)) as cleo:
                await cleo.welcome()
                await people[1].until(lambda state: state.view is not None and state.view.players[0].finished)
                log.hold()
                people[1].finish(1)
                await until(lambda: log.held == [code])
                said, drawn = server.metrics.messages, server.metrics.ink_pieces
                cleo.say(say.Guess(stop, 0, 1))
                cleo.ink(paper, piece(1, line(3)))
                people[0].say(say.Leave())
                async with caller(server, hello(code, "Dov")) as dov:
                    await until(lambda: server.metrics.messages == said + 3)
                    await until(lambda: server.metrics.ink_pieces == drawn + 1)
                    await turns()
                    log.let_go()
                    assert await cleo.next(Refused) == Refused("guess", Reason.TOO_LATE)
                    welcome, _ = await dov.welcome()
                    assert welcome.state.seat is None
                with pytest.raises(Closed, match=str(int(Close.LEFT))):
                    await people[0].until(lambda _: False)
            state = await people[1].until(lambda state: not state.seats[0].present)
            assert state.view is not None
            assert state.view.phase is Phase.WORD
            assert [(player.token, player.pile) for player in state.view.players] == [
                (2, ()),
                (1, ()),
                (None, ()),
            ]
            assert marks(people[1].sheets) == marks(server.table(code).sheets) == [[line()]] * 3


async def test_a_line_that_is_never_finished(tmp_path: Path) -> None:
    """It ends where it broke off, for those who were there, for those who come, and after a restart."""
    whole = [[], [grown(line(), line(since=line()))], []]
    async with opened(tmp_path) as log:
        async with served(log) as server:
            code = await server.hosting.make()
            async with server.round(code) as people:
                people[1].draw(line())
                people[1].go_on(line(since=line()))
                await until(lambda: people[0].sheets[1].end == (0, 10))
                await people[1].__aexit__(None, None, None)
                await people[0].until(lambda state: not state.seats[1].present)
                async with server.client(code, "Wim", watch=True) as watcher:
                    await until(lambda: len(watcher.sheets) == 3)
                    for who in (people[0], people[2], watcher):
                        assert marks(who.sheets) == whole
        async with served(log) as server, server.client(code, "Wim", watch=True) as watcher:
            await until(lambda: len(watcher.sheets) == 3)
            assert marks(watcher.sheets) == whole
