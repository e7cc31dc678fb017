"""Fuzzing: erratic clients break nothing, store nothing wrong, and others can play on."""

import asyncio
from collections.abc import Iterable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from pictomania.client import Client
from pictomania.log import EventLog
from pictomania.rules import Phase, TimeUp, violated_invariant
from pictomania.server.net.rate_limits import RateLimits
from pictomania.server.tables.live_table import LiveTable
from pictomania.table.entries import decode_entry
from pictomania.table.identity.codes import hash_key
from pictomania.table.table import replay_facts
from pictomania.wire import from_client
from tests.faults.support.random_frames import RandomFrames
from tests.faults.support.table_history import table_state
from tests.server.support.raw_client import UPGRADE, RawClient, connect, head
from tests.server.support.running_server import UNLIMITED, RunningServer, open_log, run_server
from tests.server.support.socket_client import SocketClient, connect_client, hello
from tests.server.support.waiting import wait_until
from tests.table.support.random_table import attentive_request

MAX_ATTEMPTS = 5
HOPE, STRANGER = (f"key-of-{name}".ljust(32, "-") for name in ("Hope", "Stranger"))


class ErraticClient:
    """Connects, sends random frames, disconnects, and comes back with another key."""

    def __init__(self, server: RunningServer, frames: RandomFrames, random: Random) -> None:
        """Start disconnected."""
        self._server = server
        self._frames = frames
        self._random = random
        self._guest: RawClient | None = None
        self._connection = AsyncExitStack()

    async def act(self, stop: int, paper: int) -> None:
        """Connect, disconnect, or send some frames."""
        if self._guest is None or self._guest.writer.is_closing():
            await self._connect()
        elif self._random.random() < 0.04:
            await self.disconnect()
        else:
            frames = [
                self._frames.next_frame(stop, paper) for _ in range(self._random.choice((1, 1, 1, 2, 5)))
            ]
            self._guest.send(*frames)

    async def _connect(self) -> None:
        await self.disconnect()
        self._guest = await self._connection.enter_async_context(
            connect(self._server, head("/socket", *UPGRADE, "Origin: http://here"))
        )
        assert (await self._guest.response())[0] == 101
        if self._random.random() < 0.95:
            self._guest.send(self._frames.hello())

    async def disconnect(self) -> None:
        """Disconnect."""
        await self._connection.aclose()
        self._guest = None


class FuzzRun:
    """One table with an honest host and erratic clients, determined by a seed."""

    def __init__(self, server: RunningServer, log: EventLog, seed: int) -> None:
        self.seed = seed
        self._server = server
        self._log = log
        self._random = Random(seed)
        self._keys = [f"key-of-P{number}".ljust(32, "-") for number in range(self._random.randrange(3, 6))]
        self._code = ""

    @property
    def _live_table(self) -> LiveTable:
        return self._server.live_tables.tables[self._code]

    async def run(self, steps: int) -> None:
        """Let the erratic clients act; then check the table."""
        self._code = await self._server.live_tables.create()
        async with connect_client(self._server, hello(self._code, "Hope")) as hope:
            await hope.welcome()
            await self._join_all()
            await self._disturb(hope, steps)
            await wait_until(self._is_quiet)
            await self._check(hope)
        if self.seed % 50 == 0:
            await self._play_on()  # slow

    def _is_quiet(self) -> bool:
        """Whether only the host is at the table, and bots that play for others."""
        session = self._live_table.session
        seats = (session.seat_of(member) for member in session.members)
        return sum(seat is None or session.table.seats[seat].skill is None for seat in seats) <= 1

    async def _join_all(self) -> None:
        for key in self._keys:
            async with connect_client(self._server, hello(self._code, key[7:9], key=key)) as guest:
                await guest.welcome()

    async def _disturb(self, hope: SocketClient, steps: int) -> None:
        random, live_table = self._random, self._live_table
        frames = RandomFrames(random, self._code, [*self._keys, STRANGER])
        erratic_clients = [ErraticClient(self._server, frames, random) for _ in self._keys]
        if random.random() < 0.9:
            hope.send(from_client.Begin())
        for _ in range(steps):
            table = live_table.session.table
            await random.choice(erratic_clients).act(table.stop, table.paper)
            if random.random() < 0.08:
                live_table.do(self._time_out)
            await asyncio.sleep(0)
        for erratic in erratic_clients:
            await erratic.disconnect()

    def _time_out(self, now: int) -> None:
        """End the current wait of the table."""
        session = self._live_table.session
        if session.table.game is not None and not session.table.is_over:
            session.act(None, TimeUp(), now)
            session.update_deadlines(now)

    async def _check(self, hope: SocketClient) -> None:
        """Check the invariants, the log, and that the host is still connected."""
        table = self._live_table.session.table
        assert not self._live_table.is_lost
        assert table.game is None or violated_invariant(table.game) is None
        attempts = 1
        while not await self._is_stored():  # a reveal may play on and bots may come meanwhile
            attempts += 1
            assert attempts <= MAX_ATTEMPTS, "the log has another table"
        hope.send(from_client.Resync())
        while (await hope.welcome())[0].state.stop != table.stop:
            hope.send(from_client.Resync())

    async def _is_stored(self) -> bool:
        """Whether the log has the same table."""
        await self._live_table.store_all()
        entries = await self._log.read(self._code)
        stored = replay_facts(self._code, [decode_entry(data) for _, data in entries])
        return bool(table_state(stored) == table_state(self._live_table.session.table))

    async def _play_on(self) -> None:
        """Let all seated players play the game to its end."""
        table, random = self._live_table.session.table, self._random
        if len(table.seats) < 3 or any(seat.key is None for seat in table.seats):
            return  # too few players are left, or one was removed
        owners = {hash_key(self._code, key): key for key in (*self._keys, HOPE, STRANGER)}
        async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
            clients = [
                await stack.enter_async_context(
                    Client(self._server.url, self._code, name=seat.name, key=owners[seat.key or ""])
                )
                for seat in table.seats
            ]
            plays = [group.create_task(_play(client, random)) for client in clients]
            await asyncio.wait(plays)


async def _play(client: Client, random: Random) -> None:
    async for state in client:
        if state.view is not None and state.view.phase is Phase.OVER:
            return
        request = from_client.Begin() if state.may.begin else attentive_request(state, random)
        if request is not None:
            client.send(request)


async def run_fuzz(folder: Path, seeds: Iterable[int], rate_limits: RateLimits = UNLIMITED) -> None:
    """Run one table after another on one server."""
    async with open_log(folder) as log, run_server(log, rate_limits=rate_limits) as server:
        for seed in seeds:
            try:
                await FuzzRun(server, log, seed).run(60)
            except BaseException as error:
                error.add_note(f"seed {seed}")
                raise


@pytest.mark.parametrize("batch", range(4))
async def test_erratic_clients_break_nothing(tmp_path: Path, batch: int) -> None:
    await run_fuzz(tmp_path, range(25 * batch, 25 * batch + 25))


async def test_erratic_clients_break_nothing_under_rate_limits(tmp_path: Path) -> None:
    """With rate limits that refuse, ignore or disconnect fast clients."""
    await run_fuzz(
        tmp_path, range(1_001, 1_021), replace(UNLIMITED, actions=(10, 12), ink=(80, 100), strikes=(0.5, 5))
    )


@pytest.mark.long
@pytest.mark.parametrize("batch", range(10))
async def test_erratic_clients_break_nothing_in_a_long_run(tmp_path: Path, batch: int) -> None:
    await run_fuzz(tmp_path, range(10_000 + 300 * batch, 10_300 + 300 * batch))
