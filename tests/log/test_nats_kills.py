"""NATS servers that are killed while tables append: everything acknowledged is there, once and in order."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from pictomania.log import Conflict, Unavailable
from pictomania.log.nats import NatsLog
from pictomania.log.nats_setup import NatsSettings
from pictomania.log.packing import end_of, first_after
from pictomania.server.metrics import Metrics
from pictomania.server.tables import table_log
from pictomania.server.tables.table_log import Outage, TableLog
from tests.log.nats_server import NatsServer, nats_server, nats_servers

TABLES = tuple(f"t{number}" for number in range(8))
LARGE_EVERY = 25  # appends, one of which is stored in parts


@pytest.fixture(autouse=True)
def quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tables try again sooner than for people."""
    monkeypatch.setattr(table_log, "RETRY_S", 0.02)


@asynccontextmanager
async def opened(*servers: NatsServer) -> AsyncIterator[NatsLog]:
    """A log that gives up sooner than for people."""
    log = await NatsLog.open(NatsSettings([server.url for server in servers]), timeout_s=2.0)
    try:
        yield log
    finally:
        await log.close()


@dataclass
class Progress:
    """How many appends are acknowledged, for all to see."""

    acknowledged: int = 0
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def advance(self) -> None:
        """Count one."""
        async with self.changed:
            self.acknowledged += 1
            self.changed.notify_all()

    async def more(self, count: int) -> None:
        """Wait for that many more."""
        async with self.changed:
            wanted = self.acknowledged + count
            await self.changed.wait_for(lambda: self.acknowledged >= wanted)


Fault = Callable[[Progress], Awaitable[object]]


def restart(server: NatsServer) -> Fault:
    """Kill a server and start it again."""
    return lambda _: asyncio.to_thread(server.restart)


def restart_all(servers: Sequence[NatsServer]) -> Fault:
    """Kill all servers of a cluster, and start them again together."""

    def restart() -> None:
        for server in servers:
            server.kill()
        for server in servers:
            server.launch()
        for server in servers:
            server.wait_until_ready()

    return lambda _: asyncio.to_thread(restart)


def stall(server: NatsServer) -> Fault:
    """Stop a server until the others have gone on without it; then it comes back, knowing nothing."""

    async def stall(progress: Progress) -> None:
        with server.stalled():
            await progress.more(100)

    return stall


def entries_of(owner: str, number: int, chance: Random) -> list[bytes]:
    """An append that tells who made it and when, with ink of any length, sometimes a lot."""
    ink = bytes(600_000 if number % LARGE_EVERY == 0 else chance.randrange(300))
    return [f"{owner} {number}".encode(), *[ink] * chance.randrange(1, 4)]


class Owner:
    """A server that owns a table until it learns that another one does."""

    def __init__(self, name: str, log: NatsLog, progress: Progress) -> None:
        self.name = name
        self.acknowledged: dict[str, int] = {}  # appends, and the positions that they are at
        self.losses = 0  # of the table, to another server
        self._log = log
        self._progress = progress
        self._chance = Random(name)

    async def play(self, table: str, goes_on: Callable[[], bool]) -> None:
        """Take a table over and append to it; after a conflict, take it over again."""
        number = 0
        while goes_on():
            try:
                mine = await self._take_over(table)
            except (Conflict, Unavailable):
                await asyncio.sleep(0)
                continue
            try:
                while goes_on():
                    number += 1
                    entries = entries_of(self.name, number, self._chance)
                    await mine.append(entries, Metrics())
                    self.acknowledged[f"{self.name} {number}"] = mine._position
                    await self._progress.advance()
            except Conflict:
                self.losses += 1

    async def _take_over(self, table: str) -> TableLog:
        """Append a barrier to what is there, so that its owner before loses it."""
        stored = await self._log.read(table)
        end = stored[-1][0] if stored else 0
        position = await self._log.append(table, end, [f"{self.name} owns".encode()])
        return TableLog(table, position, 0, self._log, Outage())


def appends_in(stored: Sequence[tuple[int, bytes]]) -> dict[str, int]:
    """The appends in a table, in order, with the positions where they end; without barriers and ink."""
    appends: dict[str, int] = {}
    for place, data in stored:
        if data and data[0] and not data.endswith(b"owns"):
            assert data.decode() not in appends
            appends[data.decode()] = end_of(first_after(place - 1))
    return appends


async def verify(log: NatsLog, owners: dict[str, list[Owner]]) -> None:
    """Check that every acknowledged append is stored once, where it was acknowledged, and in order."""
    for table, players in owners.items():
        stored = appends_in(await log.read(table))
        for owner in players:
            theirs = {name: end for name, end in stored.items() if name.split()[0] == owner.name}
            numbers = [int(name.split()[1]) for name in theirs]
            assert numbers == sorted(numbers)
            assert owner.acknowledged.items() <= theirs.items()


class Stop:
    """Tells all players when to stop."""

    def __init__(self) -> None:
        self.is_over = False

    def goes_on(self) -> bool:
        return not self.is_over


async def survive(
    logs: Sequence[NatsLog],
    tables: Sequence[str],
    faults: Sequence[Fault],
    appends_between: int,
) -> int:
    """Play all tables on all servers at once, with faults; return how many appends were acknowledged."""
    progress, stop = Progress(), Stop()
    owners = {
        table: [Owner(f"{table}-{place}", log, progress) for place, log in enumerate(logs)]
        for table in tables
    }
    async with asyncio.TaskGroup() as group:
        for table, players in owners.items():
            for owner in players:
                group.create_task(owner.play(table, stop.goes_on))
        for fault in faults:
            await progress.more(appends_between)
            await fault(progress)
        await progress.more(appends_between)
        stop.is_over = True
    await verify(logs[0], owners)
    losses = sum(owner.losses for players in owners.values() for owner in players)
    assert (losses > 0) == (len(logs) > 1)
    return progress.acknowledged


async def test_one_server_killed_in_the_middle_of_appends(tmp_path: Path) -> None:
    """Three times; what got no answer is stored once or not at all."""
    with nats_server(tmp_path) as server:
        async with opened(server) as log:
            assert await survive([log], TABLES, [restart(server)] * 3, 150) >= 600


async def leader_of(log: NatsLog, servers: Sequence[NatsServer]) -> NatsServer:
    """Find the server that leads the stream."""
    info = await log._stream.connection.request("$JS.API.STREAM.INFO.pictomania", b"")
    name = json.loads(info.data)["cluster"]["leader"]
    return next(server for server in servers if server.name == name)


async def test_the_leader_of_three_killed_in_the_middle_of_appends(tmp_path: Path) -> None:
    """Another one is elected, and the connection goes to another one, too."""
    with nats_servers(tmp_path, 3) as servers:
        async with opened(*servers) as log:
            leader = await leader_of(log, servers)
            assert await survive([log], TABLES, [lambda _: asyncio.to_thread(leader.kill)], 200) >= 400


@pytest.mark.long
async def test_the_leader_of_three_stalled_in_the_middle_of_appends(tmp_path: Path) -> None:
    """Another one is elected; what the old one still had to answer is not stored twice."""
    with nats_servers(tmp_path, 3) as servers:
        async with opened(*servers) as log:
            leader = await leader_of(log, servers)
            assert await survive([log], TABLES, [stall(leader)], 200) >= 500


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
async def test_many_kills_and_two_owners_who_fight(tmp_path: Path, seed: int) -> None:
    """Two servers take the same tables from each other while NATS servers are killed and stalled."""
    chance = Random(seed)
    with nats_servers(tmp_path, 3) as servers:
        async with AsyncExitStack() as stack:
            logs = [await stack.enter_async_context(opened(server, *servers)) for server in servers[:2]]
            each = [*map(restart, servers), *map(stall, servers), restart_all(servers)]
            faults = [chance.choice(each) for _ in range(12)]
            assert await survive(logs, TABLES, faults, 200) >= 2600
