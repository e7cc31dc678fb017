"""Races at the end of a round and of a connection: one order, the same for all clients."""

from pathlib import Path

import pytest

from pictomania.client import Closed
from pictomania.rules import Phase, Variant
from pictomania.wire import from_client
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import RequestRefused, State
from tests.server.support.flaky_log import FlakyLog
from tests.server.support.ink_samples import grown, line, marks, piece
from tests.server.support.running_server import begin, open_log, run_server
from tests.server.support.socket_client import connect_client, hello
from tests.server.support.waiting import event_loop_turns, wait_until


def all_have_drawn(state: State) -> bool:
    """Whether all players have drawn something."""
    return state.view is not None and all(player.drawn for player in state.view.players)


async def test_requests_right_after_the_end_of_a_round_are_too_late(tmp_path: Path) -> None:
    """A guess, a stroke, a leave and a join arrive right after the last token is taken."""
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real)) as server:
        code = await server.live_tables.create()
        async with server.party(code) as people:
            people[0].send(
                from_client.ChangeSettings(Settings(variants=(Variant.COMPETITIVE,)))
            )  # two tokens for three
            await begin(people)
            for who in people:
                who.draw(line())
            await people[0].until(all_have_drawn)
            stop, paper = people[0].state.stop, people[0].state.paper
            people[0].finish(2)
            async with connect_client(server, hello(code, key=people[2].key)) as cleo:
                await cleo.welcome()
                await people[1].until(lambda state: state.view is not None and state.view.players[0].finished)
                log.hold()
                people[1].finish(1)
                await wait_until(lambda: log.held == [code])
                said, drawn = server.metrics.messages, server.metrics.ink_pieces
                cleo.send(from_client.Guess(stop, 0, 1))
                cleo.ink(paper, piece(1, line(3)))
                people[0].send(from_client.Leave())
                async with connect_client(server, hello(code, "Dov")) as dov:
                    await wait_until(lambda: server.metrics.messages == said + 3)
                    await wait_until(lambda: server.metrics.ink_pieces == drawn + 1)
                    await event_loop_turns()
                    log.let_go()
                    assert await cleo.next(RequestRefused) == RequestRefused("guess", Reason.TOO_LATE)
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


async def test_an_unfinished_stroke_ends_where_it_broke_off(tmp_path: Path) -> None:
    """For connected clients, for new ones, and after a restart."""
    whole = [[], [grown(line(), line(since=line()))], []]
    async with open_log(tmp_path) as log:
        async with run_server(log) as server:
            code = await server.live_tables.create()
            async with server.round(code) as people:
                people[1].draw(line())
                people[1].extend_line(line(since=line()))
                await wait_until(lambda: people[0].sheets[1].end == (0, 10))
                await people[1].__aexit__(None, None, None)
                await people[0].until(lambda state: not state.seats[1].present)
                async with server.client(code, "Wim", watch=True) as watcher:
                    await wait_until(lambda: len(watcher.sheets) == 3)
                    for who in (people[0], people[2], watcher):
                        assert marks(who.sheets) == whole
        async with run_server(log) as server, server.client(code, "Wim", watch=True) as watcher:
            await wait_until(lambda: len(watcher.sheets) == 3)
            assert marks(watcher.sheets) == whole
