"""A server in this process, with a real log and real sockets, that does everything a little faster."""

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, fields
from pathlib import Path
from random import Random

import pytest

from pictomania.client import Client, client
from pictomania.log import EventLog, SqliteLog
from pictomania.rules import Phase
from pictomania.server import hosting, table_log
from pictomania.server import run as wiring
from pictomania.server.config import Config
from pictomania.server.hosted import Hosted
from pictomania.server.hosting import Hosting
from pictomania.server.metrics import Metrics
from pictomania.server.pace import Pace
from pictomania.server.run import serving
from pictomania.table.table import Table
from pictomania.wire import from_client as say
from pictomania.wire.to_client import State
from tests.server.host import Complaints
from tests.server.shaky import ShakyLog

MUCH = (1e9, 1e9)
FAST = Pace(*[MUCH] * len(fields(Pace)))  # nobody is too fast for it
NAMES = ("Ada", "Ben", "Cleo", "Dov", "Emma", "Finn")


async def until(is_so: Callable[[], bool]) -> None:
    """Let the others go on until something is so."""
    while not is_so():  # noqa: ASYNC110 (whatever it is, it tells nobody)
        await asyncio.sleep(0.001)


async def turns() -> None:
    """Not a wait: some turns of the event loop, for what a socket has heard to get to its table."""
    for _ in range(9):
        await asyncio.sleep(0)


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[SqliteLog]:
    """Open the real log of a folder."""
    log = await SqliteLog.open(folder / "tables.sqlite3")
    try:
        yield log
    finally:
        await log.close()


@dataclass
class Served:
    """A server that answers."""

    port: int
    hosting: Hosting

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def metrics(self) -> Metrics:
        """Its figures."""
        return self.hosting.metrics

    def hosted(self, code: str) -> Hosted:
        """A table that is there."""
        return self.hosting.tables[code]

    def table(self, code: str) -> Table:
        """What is known of it."""
        return self.hosted(code).sitting.table

    def client(
        self, code: str, name: str, *, key: str | None = None, ticket: str | None = None, watch: bool = False
    ) -> Client:
        """Somebody who is about to come, and is no bot."""
        return Client(self.url, code, name=name, key=key, ticket=ticket, watch=watch, bot=False)

    @asynccontextmanager
    async def party(self, code: str, count: int = 3) -> AsyncIterator[list[Client]]:
        """Let people come one after the other, the host first."""
        async with AsyncExitStack() as stack:
            yield [await stack.enter_async_context(self.client(code, name)) for name in NAMES[:count]]

    @asynccontextmanager
    async def round(self, code: str, count: int = 3) -> AsyncIterator[list[Client]]:
        """Let people come and begin, up to where everybody draws."""
        async with self.party(code, count) as people:
            await begin(people)
            yield people


async def begin(people: list[Client]) -> None:
    """Begin a game, up to where everybody draws."""
    people[0].say(say.Begin())
    for who in people:
        await who.until(lambda state: state.view is not None and state.view.phase is Phase.READING)
        who.ready()
    for who in people:
        await who.until(is_drawing)


def is_drawing(state: State) -> bool:
    """Does everybody draw?"""
    return state.view is not None and state.view.phase is Phase.DRAWING


@asynccontextmanager
async def served(
    log: EventLog,
    *,
    port: int = 0,
    pace: Pace = FAST,
    complaints: Collection[str] = (),
    keep_games_days: int = 30,
    keep_tables_hours: int = 72,
) -> AsyncIterator[Served]:
    """Serve; afterwards nothing was complained about but `complaints`, and all of these were."""
    config = Config(
        host="127.0.0.1",
        port=port,
        origins=("http://here",),  # as a `Caller` calls it
        keep_games_days=keep_games_days,
        keep_tables_hours=keep_tables_hours,
    )
    ear = Complaints()
    logging.getLogger().addHandler(ear)
    asyncio.get_running_loop().set_exception_handler(lambda _, context: ear.heard.append(str(context)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hosting, "TICK_S", 0.004)
        patch.setattr(hosting, "CLOCK_TURNS", 2)
        patch.setattr(hosting, "STORE_TURNS", 5)
        patch.setattr(table_log, "RETRY_S", 0.01)
        patch.setattr(client, "SHORTEST_S", 0.01)
        try:
            async with serving(config, log, pace=pace) as running:
                yield Served(running.port, running.hosting)
        finally:
            logging.getLogger().removeHandler(ear)
    assert set(ear.heard) == set(complaints), ear.heard


def quiet_port() -> int:
    """A free port that the kernel gives to nobody else while there is no server."""
    ports = list(range(10_000, 20_000))  # below those that it gives away
    Random(os.getpid()).shuffle(ports)
    for port in ports:
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")


@asynccontextmanager
async def doomed(log: ShakyLog, *, port: int) -> AsyncIterator[Served]:
    """Serve until the end of the block, and then be gone as after kill -9."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wiring, "GRACE_S", 0)
        async with served(log, port=port) as server:
            yield server
            log.die()
