"""A killed server: the next one on the same log continues, and clients reconnect automatically."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from pictomania.client import Client
from pictomania.ink import encode_sheet
from pictomania.server.tables import live_tables
from pictomania.table import facts
from pictomania.table.entries import decode_entry
from pictomania.table.table import replay_facts
from pictomania.wire import from_client
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import CountdownKind, State
from tests.ports import free_port
from tests.server.support.flaky_log import Fault, FlakyLog
from tests.server.support.ink_samples import grown, line, marks
from tests.server.support.random_client import RandomClient, is_over
from tests.server.support.running_server import (
    NAMES,
    RunningServer,
    begin,
    doomed_server,
    open_log,
    run_server,
)
from tests.server.support.waiting import wait_until
from tests.server.support.welcome_law import check_welcome_law, wait_until_informed


async def _come(stack: AsyncExitStack, server: RunningServer, code: str, count: int) -> list[Client]:
    """Clients that outlive the server."""
    return [await stack.enter_async_context(server.client(code, name)) for name in NAMES[:count]]


async def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    """Seats, sheets, stop, paper, chat, clock; ink that was not stored, or not even sent, is sent again."""
    port = free_port()
    async with open_log(tmp_path) as real, AsyncExitStack() as stack:
        async with doomed_server(FlakyLog(real), port=port) as server:
            code = await server.live_tables.create()
            people = await _come(stack, server, code, 3)
            people[0].send(from_client.ChangeSettings(Settings(drawing_s=600)))
            people[1].send(from_client.Chat("good luck"))
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
            server.patch.setattr(live_tables, "STORE_TICKS", 1_000_000)
            people[1].extend_line(line(since=line()))
            await wait_until(lambda: people[0].sheets[1].end == (0, 10))
            before = [who.state for who in people]
            stored = replay_facts(code, [decode_entry(data) for _, data in await real.read(code)])
            assert stored.sheets[1].marks == [line()]
            passed_ms = (
                stored.at - stored.stop_at
            )  # what is not stored has not happened: nor has its time passed
        people[1].draw(line(7))
        people[2].draw(line(9))
        async with run_server(real, port=port) as server:
            await wait_until_informed(server, code, people)
            for who, was in zip(people, before, strict=True):
                assert all(seat.present for seat in who.state.seats)
                assert (who.state.stop, who.state.paper, who.state.host) == (was.stop, was.paper, was.host)
                assert who.state.settings == was.settings
                assert who.state.words == was.words
                assert [said.text for said in who.chat] == ["good luck"]
                assert who.state.clock is not None
                assert who.state.clock.kind is CountdownKind.LIMIT
                assert 0 < who.state.clock.remaining_ms <= 600_000 - passed_ms
            whole = [[line(), line(3)], [grown(line(), line(since=line())), line(7)], [line(9)]]
            await wait_until(lambda: all(marks(who.sheets) == whole for who in people))
            assert marks(server.table(code).sheets) == whole
            await check_welcome_law(server, code, people)


@pytest.mark.parametrize("fault", [Fault.DEATH_BEFORE, Fault.DEATH_AFTER])
async def test_a_kill_in_the_middle_of_an_append(tmp_path: Path, fault: Fault) -> None:
    """It is stored or not, no client was told, and it can be done only once."""
    port = free_port()
    async with open_log(tmp_path) as real, AsyncExitStack() as stack:
        async with doomed_server(log := FlakyLog(real), port=port) as server:
            code = await server.live_tables.create()
            people = await _come(stack, server, code, 3)
            await begin(people)
            log.faults = [fault]
            people[0].finish()
            await wait_until(lambda: log.is_dead)
        assert all(_finished(who.state) == 0 for who in people)
        async with run_server(real, port=port) as server:
            await wait_until_informed(server, code, people)
            assert {_finished(who.state) for who in people} == {int(fault is Fault.DEATH_AFTER)}
            people[0].finish()
            people[1].finish()
            await people[2].until(lambda state: _finished(state) == 2)
            happened = [decode_entry(data) for _, data in await real.read(code)]
            finishes = [
                one.seat for one in happened if isinstance(one, facts.ActionTaken) and one.action == "Finish"
            ]
            assert sorted(finishes, key=str) == [0, 1]


def _finished(state: State) -> int:
    return 0 if state.view is None else sum(player.finished for player in state.view.players)


async def test_kill_after_kill(tmp_path: Path) -> None:
    """A whole game on many servers; in the end all clients are up to date."""
    port = free_port()
    async with open_log(tmp_path) as real, AsyncExitStack() as stack:
        async with run_server(real, port=port) as server:
            code = await server.live_tables.create()
            people = await _come(stack, server, code, 4)
        gamers = [RandomClient(client, 70 + seat) for seat, client in enumerate(people)]
        playing = [asyncio.create_task(gamer.play()) for gamer in gamers]
        for kill in range(1, 6):
            async with doomed_server(FlakyLog(real), port=port):
                await wait_until(lambda kill=kill: sum(gamer.moves for gamer in gamers) > 25 * kill)  # type: ignore[misc]
        async with run_server(real, port=port) as server:
            await wait_until(lambda: all(map(is_over, people)))
            for task in playing:
                task.cancel()
            await check_welcome_law(server, code, people)
            happened = [decode_entry(data) for _, data in await real.read(code)]
            again = replay_facts(code, happened)
            assert again.game == server.table(code).game
            assert list(map(encode_sheet, again.sheets)) == list(map(encode_sheet, server.table(code).sheets))
