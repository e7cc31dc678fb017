"""A server in this process with a real log and real sockets, and with shorter intervals."""

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path

import pytest

from pictomania.client import Client, client
from pictomania.log import EventLog, SqliteLog
from pictomania.rules import Phase
from pictomania.server import run as wiring
from pictomania.server.config import Config
from pictomania.server.metrics import Metrics
from pictomania.server.net.rate_limits import RateLimits
from pictomania.server.run import serving
from pictomania.server.tables import live_tables, table_log
from pictomania.server.tables.live_table import LiveTable
from pictomania.server.tables.live_tables import LiveTables
from pictomania.table.table import Table
from pictomania.wire import from_client
from pictomania.wire.to_client import State
from tests.server.support.echo_server import LoggedWarnings
from tests.server.support.flaky_log import FlakyLog

MUCH = (1e9, 1e9)
UNLIMITED = RateLimits(*[MUCH] * len(fields(RateLimits)))  # no rate limits
NAMES = ("Ada", "Ben", "Cleo", "Dov", "Emma", "Finn")


@asynccontextmanager
async def open_log(folder: Path) -> AsyncIterator[SqliteLog]:
    """Open a real log in a folder."""
    log = await SqliteLog.open(folder / "tables.sqlite3")
    try:
        yield log
    finally:
        await log.close()


@dataclass
class RunningServer:
    """A running server."""

    port: int
    live_tables: LiveTables
    # Undone when the server stops; the fixture `monkeypatch` would bring back the server's fast values later.
    patch: pytest.MonkeyPatch = field(default_factory=pytest.MonkeyPatch)

    @property
    def url(self) -> str:
        """Its base URL."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def metrics(self) -> Metrics:
        """Its metrics."""
        return self.live_tables.metrics

    def live_table(self, code: str) -> LiveTable:
        """The live table with this code."""
        return self.live_tables.tables[code]

    def table(self, code: str) -> Table:
        """The table with this code."""
        return self.live_table(code).session.table

    def client(
        self, code: str, name: str, *, key: str | None = None, ticket: str | None = None, watch: bool = False
    ) -> Client:
        """A client that can join."""
        return Client(self.url, code, name=name, key=key, ticket=ticket, watch=watch, bot=False)

    @asynccontextmanager
    async def party(self, code: str, count: int = 3) -> AsyncIterator[list[Client]]:
        """Let clients join one by one, the host first."""
        async with AsyncExitStack() as stack:
            yield [await stack.enter_async_context(self.client(code, name)) for name in NAMES[:count]]

    @asynccontextmanager
    async def round(self, code: str, count: int = 3) -> AsyncIterator[list[Client]]:
        """Let clients join and play up to the drawing phase."""
        async with self.party(code, count) as people:
            await begin(people)
            yield people


async def begin(people: list[Client]) -> None:
    """Begin a game and play up to the drawing phase."""
    people[0].send(from_client.Begin())
    for who in people:
        await who.until(lambda state: state.view is not None and state.view.phase is Phase.READING)
        who.ready()
    for who in people:
        await who.until(is_drawing)


def is_drawing(state: State) -> bool:
    """Whether the game is in the drawing phase."""
    return state.view is not None and state.view.phase is Phase.DRAWING


@asynccontextmanager
async def run_server(
    log: EventLog,
    *,
    port: int = 0,
    rate_limits: RateLimits = UNLIMITED,
    warnings: Collection[str] = (),
    possible_warnings: Collection[str] = (),
    keep_games_days: int = 30,
    keep_tables_hours: int = 72,
    node: str = "",
    inside: Mapping[str, object] | None = None,
) -> AsyncIterator[RunningServer]:
    """Serve, as a node of a cluster if it has a name; afterwards check that exactly these were logged.

    `possible_warnings` depend on how fast the machine is.
    """
    config = Config(
        host="127.0.0.1",
        port=port,
        origins=("http://here",),  # the origin of a `SocketClient`
        keep_games_days=keep_games_days,
        keep_tables_hours=keep_tables_hours,
        nats=("nats://already.connected",) if node else (),
        node=node,
        **(inside or {}),  # type: ignore[arg-type] # settings of the inside port
    )
    logged = LoggedWarnings()
    logging.getLogger().addHandler(logged)
    asyncio.get_running_loop().set_exception_handler(lambda _, context: logged.messages.append(str(context)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(live_tables, "TICK_S", 0.004)
        patch.setattr(live_tables, "CLOCK_TICKS", 2)
        patch.setattr(live_tables, "STORE_TICKS", 5)
        patch.setattr(table_log, "RETRY_S", 0.01)
        patch.setattr(client, "MIN_DELAY_S", 0.01)
        try:
            async with serving(config, log, rate_limits=rate_limits) as running:
                yield RunningServer(running.port, running.live_tables, patch)
        finally:
            logging.getLogger().removeHandler(logged)
    assert set(logged.messages) - set(possible_warnings) == set(warnings), logged.messages


@asynccontextmanager
async def doomed_server(log: FlakyLog, *, port: int) -> AsyncIterator[RunningServer]:
    """Serve until the end of the block, then vanish as after kill -9."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wiring, "GRACE_S", 0)
        async with run_server(log, port=port) as server:
            yield server
            log.die()
