"""A server that is killed: the next one on the same log goes on where it was, and clients come back alone."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from pictomania.client import Client
from pictomania.ink import written
from pictomania.server import hosting
from pictomania.table import facts
from pictomania.table.record import fact
from pictomania.table.table import replayed
from pictomania.wire import from_client as say
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import ClockKind, State
from tests.server.gamer import Gamer, is_over
from tests.server.inks import grown, line, marks
from tests.server.served import NAMES, Served, begin, doomed, opened, quiet_port, served, until
from tests.server.shaky import Fault, ShakyLog
from tests.server.welcome import informed, law


async def _come(stack: AsyncExitStack, server: Served, code: str, count: int) -> list[Client]:
    """Let people come who stay when the server does not."""
    return [await stack.enter_async_context(server.client(code, name)) for name in NAMES[:count]]


async def test_everything_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats, sheets, stop, paper, talk, clock; ink that was not stored, or not even sent, is sent anew."""
    port = quiet_port()
    async with opened(tmp_path) as real, AsyncExitStack() as stack:
        async with doomed(ShakyLog(real), port=port) as server:
            code = await server.hosting.make()
            people = await _come(stack, server, code, 3)
            people[0].say(say.Settle(Settings(drawing_s=600)))
            people[1].say(say.Say("good luck"))
            await people[2].until(lambda state: state.settings.drawing_s == 600)
            await begin(people)
            people[0].draw(line(), line(3))
            people[1].draw(line())
            for who in people:
                await who.until(
                    lambda state: (
                        state.view is not None
                        and [player.drawn for player in state.view.players][:2] == [True] * 2
                    )
                )
            monkeypatch.setattr(hosting, "STORE_TURNS", 1_000_000)
            people[1].go_on(line(since=line()))
            await until(lambda: people[0].sheets[1].end == (0, 10))
            before = [who.state for who in people]
            stored = replayed(code, [fact(data) for _, data in await real.read(code)])
            assert stored.sheets[1].marks == [line()]
        people[1].draw(line(7))
        people[2].draw(line(9))
        async with served(real, port=port) as server:
            await informed(server, code, people)
            for who, was in zip(people, before, strict=True):
                assert all(seat.present for seat in who.state.seats)
                assert (who.state.stop, who.state.paper, who.state.host) == (was.stop, was.paper, was.host)
                assert who.state.settings == was.settings
                assert who.state.words == was.words
                assert [said.text for said in who.chat] == ["good luck"]
                assert who.state.clock is not None
                assert who.state.clock.kind is ClockKind.LIMIT
                assert 590_000 < who.state.clock.remaining_ms <= 600_000
            whole = [[line(), line(3)], [grown(line(), line(since=line())), line(7)], [line(9)]]
            await until(lambda: all(marks(who.sheets) == whole for who in people))
            assert marks(server.table(code).sheets) == whole
            await law(server, code, people)


@pytest.mark.parametrize("fault", [Fault.DEATH_BEFORE, Fault.DEATH_AFTER])
async def test_a_kill_in_the_middle_of_an_append(tmp_path: Path, fault: Fault) -> None:
    """It is stored or it is not, nobody was told, and it can be done once."""
    port = quiet_port()
    async with opened(tmp_path) as real, AsyncExitStack() as stack:
        async with doomed(log := ShakyLog(real), port=port) as server:
            code = await server.hosting.make()
            people = await _come(stack, server, code, 3)
            await begin(people)
            log.faults = [fault]
            people[0].finish()
            await until(lambda: log.is_dead)
        assert all(_finished(who.state) == 0 for who in people)
        async with served(real, port=port) as server:
            await informed(server, code, people)
            assert {_finished(who.state) for who in people} == {int(fault is Fault.DEATH_AFTER)}
            people[0].finish()
            people[1].finish()
            await people[2].until(lambda state: _finished(state) == 2)
            happened = [fact(data) for _, data in await real.read(code)]
            finishes = [
                one.seat for one in happened if isinstance(one, facts.Acted) and one.action == "Finish"
            ]
            assert sorted(finishes, key=str) == [0, 1]


def _finished(state: State) -> int:
    return 0 if state.view is None else sum(player.finished for player in state.view.players)


async def test_kill_after_kill(tmp_path: Path) -> None:
    """A whole game through many servers; in the end everybody knows everything."""
    port = quiet_port()
    async with opened(tmp_path) as real, AsyncExitStack() as stack:
        async with served(real, port=port) as server:
            code = await server.hosting.make()
            people = await _come(stack, server, code, 4)
        gamers = [Gamer(client, 70 + seat) for seat, client in enumerate(people)]
        playing = [asyncio.create_task(gamer.play()) for gamer in gamers]
        for kill in range(1, 6):
            async with doomed(ShakyLog(real), port=port):
                await until(lambda kill=kill: sum(gamer.moves for gamer in gamers) > 25 * kill)  # type: ignore[misc]
        async with served(real, port=port) as server:
            await until(lambda: all(map(is_over, people)))
            for task in playing:
                task.cancel()
            await law(server, code, people)
            happened = [fact(data) for _, data in await real.read(code)]
            again = replayed(code, happened)
            assert again.game == server.table(code).game
            assert list(map(written, again.sheets)) == list(map(written, server.table(code).sheets))
