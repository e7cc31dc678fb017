"""All live tables of this server: created, found, resumed from the log, kept ticking, and parked."""

import asyncio
import logging
import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from pictomania.log import Conflict, EventLog
from pictomania.server.clock import ServerClock
from pictomania.server.metrics import Metrics
from pictomania.server.structured_logging import log_event, table_alias
from pictomania.server.tables.archive import Archive, Damaged
from pictomania.server.tables.live_table import Hooks, LiveTable
from pictomania.server.tables.table_log import Compact, Outage, TableLog
from pictomania.table import facts, house_bots
from pictomania.table.entries import decode_entry, encode_entry
from pictomania.table.identity.codes import new_code
from pictomania.table.seat import Invite
from pictomania.table.session import Session
from pictomania.table.table import Table, replay_facts, since_compaction
from pictomania.wire.reasons import Close

TICK_S = 0.030  # new ink is broadcast this often
CLOCK_TICKS = 8  # deadlines are checked every eighth tick, four times a second
STORE_TICKS = 33  # ink is stored once a second, unless another entry flushed it first
SLOW_S = 10.0  # a socket that reads nothing for this long is closed
ARCHIVE_GRACE_S = 1.0  # for games being archived when the server stops
MAX_RESUMING = 2  # tables read from the log at a time, after a restart

_random = random.SystemRandom()


@dataclass(frozen=True, slots=True)
class BotService:
    """Where house bots come from, and how many there may be."""

    invite: Callable[[str, Invite], None]  # to a table, by its code
    most: int
    per_address: int


class LiveTables:
    """The tables of one server."""

    def __init__(
        self,
        log: EventLog,
        archive: Archive,
        clock: ServerClock,
        metrics: Metrics,
        compact: Compact,
        bots: BotService | None = None,
    ) -> None:
        self.log = log
        self.archive = archive
        self.clock = clock
        self.metrics = metrics
        self.tables: dict[str, LiveTable] = {}
        self.damaged: set[str] = set()
        self._compact = compact
        self._bots = bots or BotService(_ignore_invite, 0, 0)
        self._resuming: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._resume_slots = asyncio.Semaphore(MAX_RESUMING)
        self._archiving: set[asyncio.Task[None]] = set()
        self._outage = Outage()

    async def create(self) -> str:
        """Create a table, and store it before its code is known to anyone."""
        code = new_code(_random.choice)
        opened = facts.TableOpened(self.clock.ms(), code)
        data = encode_entry(opened)
        try:
            position = await self.log.append(code, 0, [data])
        except Conflict:
            return await self.create()  # the code is taken
        table = Table(code)
        table.apply(opened)
        self._open(table, position, len(data))
        self.metrics.tables_made += 1
        return code

    async def find(self, code: str) -> LiveTable | None:
        """Find a table, in memory or in the log; None if there is none. Raises `Damaged`."""
        if code in self.tables and not self.tables[code].is_lost:
            return self.tables[code]
        if code in self.damaged:
            raise Damaged(code)
        task = self._resuming.get(code)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._resume(code))
            self._resuming[code] = task
            task.add_done_callback(lambda _: self._resuming.pop(code, None))
        return await asyncio.shield(task)

    @property
    def bots(self) -> int:
        """Number of house bots at tables."""
        return sum(table.session.bots for table in self.tables.values())

    def _bot_capacity(self, code: str) -> int:
        """Return how many more bots may join a table; bots on their way to any table count."""
        now, payers = self.clock.ms(), self.tables[code].payers
        bots = [(house_bots.expected(table.session, now), table.payers) for table in self.tables.values()]
        ours = sum(count for count, others in bots if payers & others)
        total = sum(count for count, _ in bots)
        room = max(0, min(self._bots.most - total, self._bots.per_address - ours))
        if not room:
            log_event("no room for more bots", logging.WARNING, table=table_alias(code), bots=ours)
        return room

    def is_in_use(self, code: str) -> bool:
        """Whether a table is in memory, or about to be."""
        return code in self.tables or code in self._resuming

    async def _resume(self, code: str) -> LiveTable | None:
        async with self._resume_slots:
            entries = await self.log.read(code)
            if not entries:
                return None
            began = perf_counter()
            try:
                table, over = await asyncio.to_thread(_replay, code, [data for _, data in entries])
            except Exception as error:  # one unreadable table must not stop the others
                self.damaged.add(code)
                self.metrics.tables_quarantined += 1
                log_event("table quarantined", logging.ERROR, table=table_alias(code), why=str(error))
                raise Damaged(code) from error
        self.metrics.tables_resumed += 1
        took_ms = round((perf_counter() - began) * 1000, 1)
        log_event("table resumed", table=table_alias(code), entries=len(entries), took_ms=took_ms)
        live = self._open(table, entries[-1][0], sum(len(data) for _, data in entries))
        if over is not None:
            self._archive_game(live, over)  # the server may have been killed before it was archived
        return live

    def _open(self, table: Table, position: int, size: int) -> LiveTable:
        code = table.code
        session = Session(table, _random.choice, lambda: secrets.token_urlsafe(16), self.clock.ms())
        hooks = Hooks(
            compact=self._compact,
            game_over=lambda game: self._archive_game(live, game),
            invite=lambda invite: self._bots.invite(code, invite),
            bot_capacity=lambda: self._bot_capacity(code),
        )
        table_log = TableLog(code, position, size, self.log, self._outage)
        live = LiveTable(session, table_log, self.clock, self.metrics, hooks)
        self.tables[code] = live
        return live

    def _archive_game(self, live: LiveTable, game: str) -> None:
        """Archive a finished game; its table's log is not compacted until that is done."""
        task = asyncio.get_running_loop().create_task(self.archive.keep(live.code, game))
        live.archive_started()
        self._archiving.add(task)

        def done(task: asyncio.Task[None]) -> None:
            live.archive_finished()
            self._archiving.discard(task)

        task.add_done_callback(done)

    # Time.

    async def run(self) -> None:
        """Keep all tables ticking, until cancelled."""
        loop = asyncio.get_running_loop()
        due, number = loop.time(), 0
        while True:
            due = max(due + TICK_S, loop.time())
            await asyncio.sleep(due - loop.time())
            late_ms = (loop.time() - due) * 1000
            self.metrics.longest_stall_ms = max(self.metrics.longest_stall_ms, late_ms)
            number += 1
            self._tick(number)

    def _tick(self, number: int) -> None:
        """Broadcast ink at all tables; other work is spread over ticks, so that none takes long."""
        now = self.clock.ms()
        gone = []
        for place, live in enumerate(self.tables.values(), start=number):
            try:
                if live.session.has_ink:
                    live.broadcast_ink()
                if place % STORE_TICKS == 0:
                    live.store_ink(now)
                if place % CLOCK_TICKS == 0:
                    live.tick(now)
                    self._close_slow_sockets(live)
            except Exception:  # noqa: BLE001 (one crashed table must not take the others with it)
                live.crash()
            if place % CLOCK_TICKS == 0 and (live.is_lost or live.can_be_parked(now)):
                gone.append(live.code)
        for code in gone:
            del self.tables[code]

    def _close_slow_sockets(self, live: LiveTable) -> None:
        now = asyncio.get_running_loop().time()
        for outbox in list(live.outboxes.values()):
            if outbox.is_lagging and not outbox.is_closed and now - outbox.lagging_since > SLOW_S:
                self.metrics.slow_closed += 1
                outbox.close(Close.TOO_SLOW)

    # The end.

    async def close(self, why: Close = Close.RESTART) -> None:
        """Store everything and close all sockets; games not archived yet are archived on the next resume."""
        await asyncio.gather(*(live.store_all() for live in list(self.tables.values())))
        for live in self.tables.values():
            for outbox in list(live.outboxes.values()):
                outbox.close(why)
        if self._archiving:
            await asyncio.wait(self._archiving, timeout=ARCHIVE_GRACE_S)


def _ignore_invite(code: str, invite: Invite) -> None:
    """Drop an invite: this server has no house bots."""


def _replay(code: str, entries: list[bytes]) -> tuple[Table, str | None]:
    """Rebuild a table, and return the id of its last finished game."""
    history = since_compaction([decode_entry(data) for data in entries])
    table = replay_facts(code, history)
    games = [fact.game for fact in history if isinstance(fact, facts.GameBegun)]
    if table.game is not None and not table.is_over:
        games.pop()
    return table, games[-1] if games else None
