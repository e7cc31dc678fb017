"""Faults at every append of a whole game: nothing is lost or duplicated."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from pictomania.client import client as client_module
from pictomania.log import SqliteLog
from pictomania.rules import EditionName
from pictomania.server.run import open_log, serving
from pictomania.server.tables import archive as archive_module
from pictomania.server.tables import live_tables as live_tables_module
from pictomania.server.tables import table_log
from pictomania.wire import from_client
from pictomania.wire.settings import Settings
from tests.faults.support.checked_table import (
    CheckedTable,
    Totals,
    check_replays,
    check_resumed,
    check_table,
    create_tables,
)
from tests.faults.support.failing_log import FailingLog, Fault
from tests.faults.support.killable_server import FAST, config
from tests.faults.support.restartable_server import RestartableServer
from tests.faults.support.witness import Witness
from tests.ports import free_port

EDITIONS = tuple(Settings(edition=edition, replacements=0) for edition in EditionName)
SHORT = Settings(edition=EditionName.FIRST, replacements=0, rounds=2)
TRANSIENT = [Fault.UNSTORED, Fault.UNANSWERED, Fault.BLIND, Fault.LATE]


@pytest.fixture(autouse=True)
def _retry_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retry at once, on both sides."""
    monkeypatch.setattr(table_log, "RETRY_S", 0.0)
    monkeypatch.setattr(archive_module, "RETRY_S", 0.0)
    monkeypatch.setattr(client_module, "MIN_DELAY_S", 0.001)
    monkeypatch.setattr(client_module, "MAX_DELAY_S", 0.02)
    monkeypatch.setattr(live_tables_module, "_random", Random(1))


class Plan:
    """The faults of successive appends, in turn."""

    def __init__(self, *faults: Fault | None) -> None:
        """Repeat these faults."""
        self.appends = 0
        self._faults = faults

    def __call__(self) -> Fault | None:
        """Return the fault of the next append."""
        self.appends += 1
        return self._faults[(self.appends - 1) % len(self._faults)]


async def serve(port: int, log: SqliteLog, plan: Plan, done_event: asyncio.Event) -> None:
    """Serve until done; a server that dies is replaced."""
    while not done_event.is_set():
        failing = FailingLog(log, plan)
        async with serving(config(port, Path()), failing, rate_limits=FAST), asyncio.TaskGroup() as group:
            ends = [group.create_task(end.wait()) for end in (done_event, failing.is_dead)]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for end in ends:
                end.cancel()


async def return_to_lobby(table: CheckedTable) -> None:
    """Let the host return to the lobby, with retries, until all clients see it."""
    host = table.witnesses[0]
    host.send(from_client.ReturnToLobby())
    async for state in host:
        if state.view is None:
            break
        host.send(from_client.ReturnToLobby())
    for witness in table.everyone:
        await witness.until(lambda state: state.view is None)


async def play_and_check(folder: Path, plan: Plan, settings: Settings, seed: int) -> Totals:
    """Play a whole game, return to the lobby, and check everything against the log."""
    totals, port, done_event = Totals(0), free_port(), asyncio.Event()
    log = await SqliteLog.open(folder / "log.db")
    try:
        async with serving(config(port, folder), log) as running:
            code = await running.live_tables.create()
        server = asyncio.create_task(serve(port, log, plan, done_event))
        table = CheckedTable(f"http://127.0.0.1:{port}", code, 3, settings, Random(seed))
        async with AsyncExitStack() as connections:
            await table.play(connections, lambda: True)
            await return_to_lobby(table)
        done_event.set()
        await server
        history = await check_table(table, log, totals)
        async with serving(config(0, folder), log) as running:
            await check_resumed(running.live_tables, [history])
            await check_replays(running.live_tables, [history])
    finally:
        await log.close()
    assert totals.games == 1
    return totals


@pytest.mark.parametrize("number", range(4), ids=[fault.name.lower() for fault in TRANSIENT])
async def test_a_log_that_fails_at_every_append(tmp_path: Path, number: int) -> None:
    """Every second append fails; those in between are retries."""
    plan = Plan(TRANSIENT[number], None)
    totals = await play_and_check(tmp_path, plan, EDITIONS[number % 2], number)
    assert plan.appends > 100
    assert totals.acknowledged > 10


@pytest.mark.long
@pytest.mark.parametrize("seed", range(30))
async def test_a_log_with_random_faults(tmp_path: Path, seed: int) -> None:
    """About one append in three fails, some several times in a row."""
    chance = Random(seed)
    faults = [chance.choice(list(Fault)) if chance.random() < 0.3 else None for _ in range(997)]
    await play_and_check(tmp_path, Plan(*faults), EDITIONS[seed % 2], seed)


@pytest.mark.parametrize(
    "settings",
    [SHORT, *(pytest.param(settings, marks=pytest.mark.long) for settings in EDITIONS)],
    ids=lambda settings: f"{settings.edition}, rounds: {settings.rounds}",
)
async def test_a_server_that_dies_at_every_append(tmp_path: Path, settings: Settings) -> None:
    """Before storing it, or after storing it without telling any client."""
    plan = Plan(Fault.DEAD_BEFORE, Fault.DEAD_AFTER)
    totals = await play_and_check(tmp_path, plan, settings, 1)
    assert plan.appends > 50
    assert totals.acknowledged > 5


async def restart_until_done(server: RestartableServer, done_event: asyncio.Event) -> int:
    """Start servers that die at their first append until done; return how many did."""
    restarts = 0
    while not done_event.is_set():
        server.serve("after 1" if restarts % 2 else "before 1")
        await server.is_dead()
        restarts += 1
    server.serve()
    return restarts


@pytest.mark.long
@pytest.mark.parametrize("settings", EDITIONS, ids=lambda settings: settings.edition)
async def test_a_process_that_kills_itself_at_every_append(tmp_path: Path, settings: Settings) -> None:
    """The same with real processes and SIGKILL."""
    totals, done_event = Totals(0), asyncio.Event()
    with RestartableServer(tmp_path) as server:
        server.serve()
        await server.is_open()
        (code,) = await asyncio.to_thread(lambda: list(create_tables(server.url, 1)))
        server.kill()
        dying = asyncio.create_task(restart_until_done(server, done_event))
        table = CheckedTable(server.url, code, 3, settings, Random(2))
        async with AsyncExitStack() as connections:
            await table.play(connections, lambda: True)
            await return_to_lobby(table)
            done_event.set()
            await keep_storing(table.witnesses[0], dying)
        totals.kills = await dying
        server.kill()
        assert server.errors() == []
    log = await open_log(config(0, server.data))
    try:
        history = await check_table(table, log, totals)
        async with serving(config(0, server.data), log) as running:
            await check_resumed(running.live_tables, [history])
            await check_replays(running.live_tables, [history])
    finally:
        await log.close()
    assert totals.kills > 100


async def keep_storing(host: Witness, dying: "asyncio.Task[int]") -> None:
    """Send requests that are stored until the servers stop dying."""
    while not dying.done():
        host.send(from_client.SetReady(not host.state.seats[0].ready))
        await host.more()
