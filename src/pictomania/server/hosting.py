"""All tables of this server: made, found, read back from the log, kept ticking, parked and swept away."""

import asyncio
import logging
import random
import secrets
from collections.abc import Callable
from time import perf_counter

from pictomania.log import Conflict, EventLog
from pictomania.server.archive import Archive, Damaged
from pictomania.server.hosted import Hosted
from pictomania.server.journal import alias, note
from pictomania.server.metrics import Metrics
from pictomania.server.table_log import Condense, Outage, TableLog
from pictomania.server.time import Time
from pictomania.table import calls, facts
from pictomania.table.codes import new_code
from pictomania.table.record import entry, fact
from pictomania.table.seat import Call
from pictomania.table.sitting import Sitting
from pictomania.table.table import Table, replayed, since_rewritten
from pictomania.wire.reasons import Close

TICK_S = 0.030  # new ink is shown this often
CLOCK_TURNS = 8  # deadlines are looked at every so many ticks, four times a second
STORE_TURNS = 33  # and ink is stored once a second, if nothing else takes it along
SLOW_S = 10.0  # a socket that takes nothing for so long is closed
KEEPING_S = 1.0  # for games that are being kept when the server goes
RESUMING_AT_ONCE = 2  # tables read back from the log at a time, when all come back together

_random = random.SystemRandom()


class Hosting:
    """The tables of one server."""

    def __init__(self, log: EventLog, archive: Archive, time: Time, metrics: Metrics) -> None:
        """Host what this log keeps."""
        self.log = log
        self.archive = archive
        self.time = time
        self.metrics = metrics
        self.tables: dict[str, Hosted] = {}
        self.damaged: set[str] = set()
        self._resuming: dict[str, asyncio.Task[Hosted | None]] = {}
        self._at_once = asyncio.Semaphore(RESUMING_AT_ONCE)
        self._keeping: set[asyncio.Task[None]] = set()
        self.bots_per_address = 0
        self.most_bots = 0  # set where there are bots, like the one who is told of a call
        self.on_call: Callable[[str, Call], None] = _nobody_comes
        self.condense: Condense  # set by whoever has worker processes
        self._outage = Outage()

    async def make(self) -> str:
        """Make a table, stored before its code is told."""
        code = new_code(_random.choice)
        opened = facts.Opened(self.time.ms(), code)
        data = entry(opened)
        try:
            position = await self.log.append(code, 0, [data])
        except Conflict:
            return await self.make()  # there is a table of this name
        table = Table(code)
        table.apply(opened)
        self._host(table, position, len(data))
        self.metrics.tables_made += 1
        return code

    async def find(self, code: str) -> Hosted | None:
        """Find a table, read back from the log if need be; None if there is none. Raises `Damaged`."""
        if code in self.tables and not self.tables[code].is_lost:
            return self.tables[code]
        if code in self.damaged:
            raise Damaged(code)
        task = self._resuming.get(code)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._resumed(code))
            self._resuming[code] = task
            task.add_done_callback(lambda _: self._resuming.pop(code, None))
        return await asyncio.shield(task)

    @property
    def bots(self) -> int:
        """How many bots of the house play."""
        return sum(hosted.sitting.bots for hosted in self.tables.values())

    def _room(self, code: str) -> int:
        """How many bots may be called to a table, those on their way to any table counted in."""
        now, payers = self.time.ms(), self.tables[code].payers
        there = [(calls.expected(other.sitting, now), other.payers) for other in self.tables.values()]
        ours = sum(bots for bots, others in there if payers & others)
        room = max(0, min(self.most_bots - sum(bots for bots, _ in there), self.bots_per_address - ours))
        if not room:
            note("there is no room for more bots", logging.WARNING, table=alias(code), bots=ours)
        return room

    def is_in_use(self, code: str) -> bool:
        """Is a table here, or about to be?"""
        return code in self.tables or code in self._resuming

    async def _resumed(self, code: str) -> Hosted | None:
        async with self._at_once:
            entries = await self.log.read(code)
            if not entries:
                return None
            began = perf_counter()
            try:
                table, over = await asyncio.to_thread(_replay, code, [data for _, data in entries])
            except Exception as error:  # whatever is wrong with it, the other tables go on
                self.damaged.add(code)
                self.metrics.tables_quarantined += 1
                note("a table cannot be read and is left alone", 40, table=alias(code), why=str(error))
                raise Damaged(code) from error
        self.metrics.tables_resumed += 1
        took_ms = round((perf_counter() - began) * 1000, 1)
        note("a table was read back", table=alias(code), entries=len(entries), took_ms=took_ms)
        hosted = self._host(table, entries[-1][0], sum(len(data) for _, data in entries))
        if over is not None:
            self._keep(hosted, over)  # a kill may have come in between
        return hosted

    def _host(self, table: Table, position: int, size: int) -> Hosted:
        sitting = Sitting(table, _random.choice, lambda: secrets.token_urlsafe(16), self.time.ms())
        stored = TableLog(table.code, position, size, self.log, self._outage)
        hosted = Hosted(sitting, stored, self.time, self.metrics)
        hosted.condense = self.condense
        hosted.on_over = lambda game: self._keep(hosted, game)
        hosted.room = lambda: self._room(hosted.code)
        hosted.on_call = lambda call: self.on_call(hosted.code, call)
        self.tables[table.code] = hosted
        return hosted

    def _keep(self, hosted: Hosted, game: str) -> None:
        """Keep a game that is over for replay and gallery; its table is not rewritten meanwhile."""
        task = asyncio.get_running_loop().create_task(self.archive.keep(hosted.code, game))
        hosted.keeping += 1
        self._keeping.add(task)

        def kept(task: asyncio.Task[None]) -> None:
            hosted.keeping -= 1
            self._keeping.discard(task)

        task.add_done_callback(kept)

    # Time.

    async def run(self) -> None:
        """Keep all tables going, until cancelled."""
        loop = asyncio.get_running_loop()
        due, turn = loop.time(), 0
        while True:
            due = max(due + TICK_S, loop.time())
            await asyncio.sleep(due - loop.time())
            late_ms = (loop.time() - due) * 1000
            self.metrics.longest_stall_ms = max(self.metrics.longest_stall_ms, late_ms)
            turn += 1
            self._tick(turn)

    def _tick(self, turn: int) -> None:
        """Show new ink everywhere; the rest is done at some tables in each turn, so that none takes long."""
        now = self.time.ms()
        lost = []
        for place, hosted in enumerate(self.tables.values(), start=turn):
            try:
                if hosted.sitting.fresh:
                    hosted.show_ink()
                if place % STORE_TURNS == 0:
                    hosted.store_ink(now)
                if place % CLOCK_TURNS == 0:
                    hosted.tick(now)
                    self._cut_off_slow(hosted)
            except Exception:  # noqa: BLE001 (one broken table must not take the others with it)
                hosted.broke()
            if place % CLOCK_TURNS == 0 and (hosted.is_lost or hosted.is_to_be_parked(now)):
                lost.append(hosted.code)
        for code in lost:
            del self.tables[code]

    def _cut_off_slow(self, hosted: Hosted) -> None:
        now = asyncio.get_running_loop().time()
        for outbox in list(hosted.outboxes.values()):
            if outbox.is_lagging and not outbox.is_closed and now - outbox.lagging_since > SLOW_S:
                self.metrics.slow_closed += 1
                outbox.close(Close.TOO_SLOW)

    # The end.

    async def close(self, why: Close = Close.RESTART) -> None:
        """Store everything and say good-bye; a game that is not kept yet is kept when its table is found."""
        await asyncio.gather(*(hosted.settled() for hosted in list(self.tables.values())))
        for hosted in self.tables.values():
            for outbox in list(hosted.outboxes.values()):
                outbox.close(why)
        if self._keeping:
            await asyncio.wait(self._keeping, timeout=KEEPING_S)


def _nobody_comes(code: str, call: Call) -> None:
    """Where there are no bots of the house, a call is not answered."""


def _replay(code: str, entries: list[bytes]) -> tuple[Table, str | None]:
    """A table, and the last of its games that is over."""
    happened = since_rewritten([fact(data) for data in entries])
    table = replayed(code, happened)
    games = [fact.game for fact in happened if isinstance(fact, facts.Begun)]
    if table.game is not None and not table.is_over:
        games.pop()
    return table, games[-1] if games else None
