"""All live tables of this server: created, found, resumed from the log, kept ticking, and parked."""

import asyncio
import logging
import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from pictomania.log import Conflict, EventLog, Unavailable
from pictomania.server.clock import ServerClock
from pictomania.server.cluster.directory import Directory, LocalDirectory
from pictomania.server.cluster.node import Node
from pictomania.server.metrics import Metrics
from pictomania.server.net.even_pace import CLOSING_S, at_even_pace
from pictomania.server.structured_logging import log_event, table_alias
from pictomania.server.tables.archive import Archive, Damaged
from pictomania.server.tables.game_answers import GameAnswers
from pictomania.server.tables.live_table import Hooks, LiveTable
from pictomania.server.tables.table_log import PATIENCE_S, Compact, Outage, TableLog
from pictomania.server.tables.turns import Turns
from pictomania.table import facts, house_bots
from pictomania.table.entries import NewerEntry, decode_entry, encode_entry
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
MAX_RESUMING = 2  # tables read from the log or replayed at a time, after a restart
MAX_TAKING = 32  # tables taken over at a time; each waits until its last owner has been silent for a while
STALL_MS = 2_000.0  # of the event loop, in which other nodes may have taken tables over
STOPPING = "the server is stopping"

_random = random.SystemRandom()


@dataclass(frozen=True, slots=True)
class BotService:
    """Where house bots come from, and how many there may be."""

    invite: Callable[[str, Invite], None]  # to a table, by its code
    most: int
    per_address: int


@dataclass(frozen=True, slots=True)
class TableServices:
    """What live tables need besides the log."""

    compact: Compact
    bots: BotService = BotService(lambda code, invite: None, 0, 0)  # noqa: ARG005 (no bots at all)
    directory: Directory = LocalDirectory()  # noqa: RUF009 (has no state)
    patience_s: float = PATIENCE_S  # with an unavailable log


class LiveTables:
    """The tables of one server."""

    def __init__(
        self,
        log: EventLog,
        archive: Archive,
        clock: ServerClock,
        metrics: Metrics,
        services: TableServices,
    ) -> None:
        self.log = log
        self.directory = services.directory
        self.archive = archive
        self.clock = clock
        self.metrics = metrics
        self.tables: dict[str, LiveTable] = {}
        self.damaged: set[str] = set()
        self.is_closing = False
        self._games = GameAnswers(self.directory)
        self._compact = services.compact
        self._bots = services.bots
        self._resuming: dict[str, asyncio.Task[LiveTable | Node | None]] = {}
        self._resume_slots = asyncio.Semaphore(MAX_RESUMING)
        self._turns = Turns()
        self._taking_slots = asyncio.Semaphore(MAX_TAKING)  # so that not all are in memory at once
        self._deleting: set[str] = set()
        self._archiving: set[asyncio.Task[None]] = set()
        self.outage = Outage()
        self._patience_s = services.patience_s
        self._ticked_at = 0.0
        self._losses = services.directory.losses

    async def create(self) -> str:
        """Create a table, and store it before its code is known to anyone."""
        self._check_open()
        code = new_code(_random.choice)
        opened = facts.TableOpened(self.clock.ms(), code)
        data = encode_entry(opened)
        try:
            position = await self.log.append(code, 0, [data])
        except Conflict:
            return await self.create()  # the code is taken
        await self._hold(code)
        table = Table(code)
        table.apply(opened)
        self._open(table, position, len(data))
        self.metrics.tables_made += 1
        return code

    async def find(self, code: str) -> LiveTable | Node | None:
        """Find a table, in memory or in the log, or the node that has it; None if there is none.

        Raises `Damaged`, and `Unavailable` if nobody can tell now.
        """
        if code in self.tables and not self.tables[code].is_lost:
            return self.tables[code]
        self._check_open()
        if code in self._deleting:
            raise Unavailable("the table is being deleted")
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
        now, addresses = self.clock.ms(), self.tables[code].addresses
        bots = [(house_bots.expected(table.session, now), table.addresses) for table in self.tables.values()]
        ours = sum(count for count, others in bots if addresses & others)
        total = sum(count for count, _ in bots)
        room = max(0, min(self._bots.most - total, self._bots.per_address - ours))
        if not room:
            log_event("no room for more bots", logging.WARNING, table=table_alias(code), bots=ours)
        return room

    def is_in_use(self, code: str) -> bool:
        """Whether a table is in memory, or about to be."""
        return code in self.tables or code in self._resuming

    def _check_open(self) -> None:
        if self.is_closing:
            raise Unavailable(STOPPING)

    def is_sure(self, code: str) -> bool:
        """Whether this node certainly owns a table; also answers for finished games.

        While it takes a table over, it can't tell: another node may be faster. Nor can it tell after a stall:
        other nodes may have waited in vain for an answer.
        """
        if (asyncio.get_running_loop().time() - self._ticked_at) * 1000 > STALL_MS or code in self._resuming:
            return False
        live = self.tables.get(code)
        return live is None or not live.is_unsure

    async def _resume(self, code: str) -> LiveTable | Node | None:
        """Find out who owns a table, and take it over if nobody does."""
        while True:
            owner = await self.directory.owner(code)
            if owner is not None:
                return owner
            try:
                return await self._take_over(code)
            except Conflict:  # another node was faster; it answers by now
                self.directory.release(code)
            except NewerEntry:
                self.directory.release(code)
                newer = await self.directory.newer_node()
                if newer is None:
                    raise Unavailable("only a newer release can read this table") from None
                return newer
            except BaseException:
                self.directory.release(code)
                raise

    async def _take_over(self, code: str) -> LiveTable | Node | None:
        """Load a table from the log and make it ours, or raise `Conflict` if another node has done so."""
        async with self._taking_slots:
            async with self._resume_slots:
                entries = await self.log.read(code)
            if not entries:
                return None
            owner = await self.directory.owner(code, again=True)  # which may take a while: others go on
            if owner is not None:
                return owner  # it was faster, so what we have read ends with its entry
            await self._hold(code)  # before we own it: nodes that ask now should wait, not compete
            async with self._resume_slots:
                began = perf_counter()
                table, over = await self._replay(code, [data for _, data in entries])
            position, size = entries[-1][0], sum(len(data) for _, data in entries)
            position = await self._store_taking(code, position)
        self.metrics.tables_resumed += 1
        took_ms = round((perf_counter() - began) * 1000, 1)
        log_event("table resumed", table=table_alias(code), entries=len(entries), took_ms=took_ms)
        live = self._open(table, position, size)
        if over is not None:  # the server may have been killed before it was archived
            self._archive_game(live, over)  # before anyone can join: compaction would drop the game
        await self._games.change(code, table.game_id)
        return live

    async def _store_taking(self, code: str, position: int) -> int:
        """Store that this node takes a table, if there are others; return the table's new position."""
        if self.directory.node is None:
            return position
        taken = encode_entry(facts.TableTaken(self.clock.ms(), self.directory.node.name))
        position = await self.log.append(code, position, [taken])
        await self.directory.announce(code)  # the last owner may just have been slow
        return position

    async def _hold(self, code: str) -> None:
        """Answer for a table, and find out whether it still is ours if another node says that it is not."""
        await self.directory.hold(code, lambda: self._confirm(code))

    async def _replay(self, code: str, entries: list[bytes]) -> tuple[Table, str | None]:
        try:
            return await asyncio.to_thread(_replay, code, entries)
        except Exception as error:  # one unreadable table must not stop the others
            if isinstance(error, NewerEntry) and self.directory.node is not None:
                raise
            self.damaged.add(code)
            self.metrics.tables_quarantined += 1
            log_event("table quarantined", logging.ERROR, table=table_alias(code), why=str(error))
            raise Damaged(code) from error

    async def drop(self, code: str) -> bool:
        """Delete a table, unless another node has it; return whether it was deleted."""
        if self.directory.node is None:
            await self.log.drop(code)
            return True
        entries = await self.log.read(code)
        if not entries or await self.directory.owner(code) is not None or self.is_in_use(code):
            return False
        self._deleting.add(code)
        await self.directory.hold(code)  # a node that wants it now waits until it is gone
        try:
            await self._store_taking(code, entries[-1][0])
            await self.log.drop(code)
        except Conflict:
            return False
        finally:
            self._deleting.discard(code)
            self.directory.release(code)
        return True

    def _open(self, table: Table, position: int, size: int) -> LiveTable:
        code = table.code
        if self.is_closing:  # since this began
            self.directory.release(code)
            raise Unavailable(STOPPING)
        session = Session(table, _random.choice, lambda: secrets.token_urlsafe(16), self.clock.ms())
        hooks = Hooks(
            compact=self._compact,
            game_changed=lambda game: self._games.change(code, game),
            game_over=lambda game: self._archive_game(live, game),
            invite=lambda invite: self._bots.invite(code, invite),
            bot_capacity=lambda: self._bot_capacity(code),
            lost=lambda: self._lose(live),
        )
        table_log = TableLog(code, position, size, self.log, self.outage, self._patience_s)
        live = LiveTable(session, table_log, self.clock, self.metrics, hooks, self._turns)
        self.tables[code] = live
        return live

    def _lose(self, live: LiveTable) -> None:
        """Answer for a lost table no longer, unless it has left memory: then a successor here may answer."""
        if self.tables.get(live.code) is live:
            self._release(live.code)

    def _release(self, code: str) -> None:
        """Answer for a table and its game no longer."""
        self.directory.release(code)
        self._games.drop(code)

    def _archive_game(self, live: LiveTable, game: str) -> None:
        """Archive a finished game; its table's log is not compacted until that is done."""
        task = asyncio.get_running_loop().create_task(self._keep_game(live.code, game))
        live.archive_started()
        self._archiving.add(task)

        def done(task: asyncio.Task[None]) -> None:
            live.archive_finished()
            self._archiving.discard(task)

        task.add_done_callback(done)

    async def _keep_game(self, code: str, game: str) -> None:
        async with self._games.archiving(game):
            await self.archive.keep(code, game)

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
            self.metrics.tick_delay_seconds.observe(late_ms / 1000)
            if self.directory.node is not None and (late_ms > STALL_MS or self._has_lost_others()):
                self._confirm_all(self.directory.node)
            self._ticked_at = loop.time()
            number += 1
            self._tick(number)

    def _has_lost_others(self) -> bool:
        """Whether this node has lost the others since this was last asked."""
        before, self._losses = self._losses, self.directory.losses
        return self._losses != before

    def _confirm(self, code: str) -> None:
        """Find out whether another node really took a table over."""
        live, node = self.tables.get(code), self.directory.node
        if live is not None and node is not None:
            live.confirm(node.name)

    def _confirm_all(self, node: Node) -> None:
        """Find out which tables other nodes took over while they could not reach this one."""
        log_event("confirming tables", tables=len(self.tables))
        for live in self.tables.values():
            live.confirm(node.name)

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
            if not self.tables.pop(code).is_lost:
                self._release(code)

    def _close_slow_sockets(self, live: LiveTable) -> None:
        now = asyncio.get_running_loop().time()
        for outbox in list(live.outboxes.values()):
            if outbox.is_lagging and not outbox.is_closed and now - outbox.lagging_since > SLOW_S:
                self.metrics.slow_closed += 1
                outbox.close(Close.TOO_SLOW)

    # The end.

    def stop(self) -> None:
        """Take no more tables; other nodes do."""
        self.is_closing = True

    async def close(self, why: Close = Close.RESTART) -> None:
        """Store everything, release all tables, and close all sockets.

        Games not archived yet are archived on the next resume.
        """
        self.stop()
        tables = list(self.tables.values())
        await asyncio.gather(*(live.store_all() for live in tables))
        within_s = 0.0 if self.directory.node is None else CLOSING_S
        async with asyncio.TaskGroup() as group:
            async for live in at_even_pace(tables, within_s):
                group.create_task(_give_up(live, why))
        if self._archiving:
            await asyncio.wait(self._archiving, timeout=ARCHIVE_GRACE_S)


async def _give_up(live: LiveTable, why: Close) -> None:
    """Leave a table to another node; until now it has gone on."""
    await live.store_all()
    live.give_up(why)


def _replay(code: str, entries: list[bytes]) -> tuple[Table, str | None]:
    """Rebuild a table, and return the id of its last finished game."""
    history = since_compaction([decode_entry(data) for data in entries])
    table = replay_facts(code, history)
    games = [fact.game for fact in history if isinstance(fact, facts.GameBegun)]
    if table.game is not None and not table.is_over:
        games.pop()
    return table, games[-1] if games else None
