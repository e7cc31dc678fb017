"""Whatever goes wrong at every single append of a whole game: nothing is lost, and nothing doubled."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from pictomania.client import client as client_room
from pictomania.log import SqliteLog
from pictomania.rules import EditionName
from pictomania.server import archive as archive_room
from pictomania.server import hosting as hosting_room
from pictomania.server import table_log
from pictomania.server.run import opened_log, serving
from pictomania.wire import from_client as say
from pictomania.wire.settings import Settings
from tests.faults.failing import Failing, Fault
from tests.faults.house import House, quiet_port
from tests.faults.party import Party, Toll, checked, look_back, made_tables, resume
from tests.faults.served import FAST, config
from tests.faults.witness import Witness

EDITIONS = tuple(Settings(edition=edition, replacements=0) for edition in EditionName)
TRANSIENT = [Fault.UNSTORED, Fault.UNANSWERED, Fault.BLIND, Fault.LATE]


@pytest.fixture(autouse=True)
def _no_time_to_lose(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try again at once, on both sides."""
    monkeypatch.setattr(table_log, "RETRY_S", 0.0)
    monkeypatch.setattr(archive_room, "RETRY_S", 0.0)
    monkeypatch.setattr(client_room, "SHORTEST_S", 0.001)
    monkeypatch.setattr(client_room, "LONGEST_S", 0.02)
    monkeypatch.setattr(hosting_room, "_random", Random(1))


class Plan:
    """What goes wrong, in turn, from one append to the next."""

    def __init__(self, *faults: Fault | None) -> None:
        """Begin again after the last one."""
        self.appends = 0
        self._faults = faults

    def __call__(self) -> Fault | None:
        """The next one."""
        self.appends += 1
        return self._faults[(self.appends - 1) % len(self._faults)]


async def serve(port: int, log: SqliteLog, plan: Plan, enough: asyncio.Event) -> None:
    """Serve until it is enough; a server that dies is followed by another one."""
    while not enough.is_set():
        failing = Failing(log, plan)
        async with serving(config(port, Path()), failing, pace=FAST), asyncio.TaskGroup() as group:
            ends = [group.create_task(end.wait()) for end in (enough, failing.is_dead)]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for end in ends:
                end.cancel()


async def go_back_to_the_lobby(party: Party) -> None:
    """Let the host do it, as often as it takes, and everybody see it."""
    host = party.witnesses[0]
    host.say(say.Again())
    async for state in host:
        if state.view is None:
            break
        host.say(say.Again())
    for witness in party.everybody:
        await witness.until(lambda state: state.view is None)


async def play_through(folder: Path, plan: Plan, settings: Settings, seed: int) -> Toll:
    """Play a whole game, go back to the lobby, and look whether everything is as everybody saw it."""
    toll, port, enough = Toll(0), quiet_port(), asyncio.Event()
    log = await SqliteLog.open(folder / "log.db")
    try:
        async with serving(config(port, folder), log) as running:
            code = await running.hosting.make()
        server = asyncio.create_task(serve(port, log, plan, enough))
        party = Party(f"http://127.0.0.1:{port}", code, 3, settings, Random(seed))
        async with AsyncExitStack() as everybody_in:
            await party.play(everybody_in, lambda: True)
            await go_back_to_the_lobby(party)
        enough.set()
        await server
        story = await checked(party, log, toll)
        async with serving(config(0, folder), log) as running:
            await resume(running.hosting, [story])
        await look_back(running.hosting, [story])
    finally:
        await log.close()
    assert toll.games == 1
    return toll


@pytest.mark.parametrize("number", range(4), ids=[fault.name.lower() for fault in TRANSIENT])
async def test_a_log_that_does_not_answer_at_any_append(tmp_path: Path, number: int) -> None:
    """Every second append: those in between are the same ones, tried again."""
    plan = Plan(TRANSIENT[number], None)
    toll = await play_through(tmp_path, plan, EDITIONS[number % 2], number)
    assert plan.appends > 100
    assert toll.acknowledged > 20


@pytest.mark.long
@pytest.mark.parametrize("seed", range(30))
async def test_a_log_with_which_anything_goes_wrong(tmp_path: Path, seed: int) -> None:
    """One append in three goes wrong in one way or another, some several times in a row."""
    chance = Random(seed)
    faults = [chance.choice(list(Fault)) if chance.random() < 0.3 else None for _ in range(997)]
    await play_through(tmp_path, Plan(*faults), EDITIONS[seed % 2], seed)


@pytest.mark.parametrize("settings", EDITIONS, ids=lambda settings: settings.edition)
async def test_a_server_that_dies_at_every_append(tmp_path: Path, settings: Settings) -> None:
    """Each of them is lost once before it is stored, and once stored without anybody being told."""
    plan = Plan(Fault.DEAD_BEFORE, Fault.DEAD_AFTER)
    toll = await play_through(tmp_path, plan, settings, 1)
    assert plan.appends > 100
    assert toll.acknowledged > 10


async def die(house: House, enough: asyncio.Event) -> int:
    """Let one process after the other die at its first append; say how many did."""
    lives = 0
    while not enough.is_set():
        house.serve("after 1" if lives % 2 else "before 1")
        await house.is_dead()
        lives += 1
    house.serve()
    return lives


@pytest.mark.long
@pytest.mark.parametrize("settings", EDITIONS, ids=lambda settings: settings.edition)
async def test_a_process_that_kills_itself_at_every_append(tmp_path: Path, settings: Settings) -> None:
    """As above, but with processes, and -9."""
    toll, enough = Toll(0), asyncio.Event()
    with House(tmp_path) as house:
        house.serve()
        await house.is_open()
        (code,) = await asyncio.to_thread(lambda: list(made_tables(house.url, 1)))
        house.kill()
        dying = asyncio.create_task(die(house, enough))
        party = Party(house.url, code, 3, settings, Random(2))
        async with AsyncExitStack() as everybody_in:
            await party.play(everybody_in, lambda: True)
            await go_back_to_the_lobby(party)
            enough.set()
            await fidget(party.witnesses[0], dying)
        toll.kills = await dying
        house.kill()
        assert house.complaints() == []
    log = await opened_log(config(0, house.data))
    try:
        story = await checked(party, log, toll)
        async with serving(config(0, house.data), log) as running:
            await resume(running.hosting, [story])
        await look_back(running.hosting, [story])
    finally:
        await log.close()
    assert toll.kills > 100


async def fidget(host: Witness, dying: "asyncio.Task[int]") -> None:
    """Do what has to be stored, until nobody dies of it any more."""
    while not dying.done():
        host.say(say.GetReady(not host.state.seats[0].ready))
        await host.more()
