"""One table on this server: what arrives is done in order, stored, and only then told.

The journey of a guess ends here: `hear` puts it in the inbox, `_run` has the table do it, appends what came
of it to the log, and sends everybody their new state.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Collection
from functools import partial

from pictomania.ink import Sheet, cut
from pictomania.log import Conflict
from pictomania.rules import Phase
from pictomania.server.budgets import Account, Kind, Verdict
from pictomania.server.journal import alias, note
from pictomania.server.metrics import Metrics
from pictomania.server.outbox import BINARY, TEXT, Outbox, framed
from pictomania.server.table_log import Condense, TableLog
from pictomania.server.time import Time
from pictomania.table import arrivals, calls, seen, wishes
from pictomania.table.seat import Call, Member
from pictomania.table.sitting import Sitting
from pictomania.wire import from_client as said
from pictomania.wire.frames import INK, ink_to_client
from pictomania.wire.gate import written
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.to_client import Refused, TicketIssued, ToClient

PARK_MS = 60_000  # a table that nobody is at is put away after this; it is found again in the log
MOST_WAITING = 256  # messages in the inbox of a table
SLICE_BYTES, SLICE_MARKS = 1024, 256  # of ink, that are taken in one go; a browser mostly sends fifty bytes
SLICE_LINES = 8_000  # that undo and the like may put on or take off in one go
MOST_INK = 500_000  # bytes that wait to be stored; a log takes twice as much in one entry

Work = Callable[[int], None]


class Hosted:
    """A sitting, its place in the log, and the sockets of those who are there."""

    def __init__(self, sitting: Sitting, log: TableLog, time: Time, metrics: Metrics) -> None:
        """Host a table that is stored here."""
        self.sitting = sitting
        self.code = sitting.table.code
        self.outboxes: dict[Member, Outbox] = {}
        self._accounts: dict[Member, Account] = {}  # who pays for what they are sent and have stored
        self.empty_since: int | None = time.ms()
        self.is_lost = False  # somebody else hosts it now
        # Set by whoever hosts: told the id of a game that is over, and which bot should come.
        self.on_over: Callable[[str], None]
        self.on_call: Callable[[Call], None]
        self.room: Callable[[], int]  # for how many bots more
        self.condense: Condense
        self.keeping = 0  # games of this table that are being kept for replay, out of its facts
        self._log = log
        self._loop = asyncio.get_running_loop()
        self._time = time
        self._metrics = metrics
        self._inbox: deque[tuple[Work, Member | None, str]] = deque()
        self._arriving: set[Outbox] = set()  # whose hello waits in the inbox
        self._unwelcomed: set[Member] = set()
        self._ink_bytes = 0  # that came since ink was last stored by itself
        self._running: asyncio.Task[None] | None = None
        self._condensing: asyncio.Task[None] | None = None
        self._paper = sitting.table.paper  # the set of sheets that everybody knows of
        self._over: str | None = None  # the last game whose end was seen
        self._ended: list[str] = []  # games whose end is to be told
        self._doing: list[tuple[Member, str]] = []  # whose messages are being stored, and of what kind

    # What comes in.

    def arrive(
        self,
        hello: said.Hello,
        outbox: Outbox,
        account: Account,
        answer: Callable[[Member | Reason], None],
    ) -> None:
        """Let somebody come; they are told everything once it is stored."""

        def work(now: int) -> None:
            self._arriving.discard(outbox)
            if outbox.is_closed:
                return  # gone again while they waited
            result = arrivals.greet(self.sitting, hello, now)
            if isinstance(result, Member):
                outbox.on_drained = partial(self._drained, result)
                self.outboxes[result] = outbox
                self._accounts[result] = account
                self._unwelcomed.add(result)
                self.empty_since = None
            answer(result)

        if self.is_lost:
            outbox.close(Close.RESTART)
            return
        self._arriving.add(outbox)
        self._put(work, None, "hello")

    def hear(self, member: Member, message: said.Wish | said.Played) -> None:
        """Have the table do what somebody says."""
        if isinstance(message, said.AskWelcome):
            self.welcome(member)
            return
        kind = str(type(message).__struct_config__.tag)
        if self._log.is_late or len(self._inbox) >= MOST_WAITING:
            self._refuse(member, kind, Reason.NOT_STORED)
        elif not isinstance(message, said.Act) and not self._may_store(member):
            self._refuse(member, kind, Reason.STORAGE_FULL)
        else:
            self._put(lambda now: wishes.hear(self.sitting, member, message, now), member, kind)

    def _may_store(self, member: Member) -> bool:
        """Whether more than the game itself may be stored; a game always comes to its end."""
        return not self._log.is_full and self._accounts[member].may_store(self._loop.time())

    def draw(self, member: Member, paper: int, piece: bytes) -> bytes:
        """Take a piece of ink at once; what is late for its set of sheets is dropped.

        Of a large piece only the beginning is taken, so that nobody else waits for it; the rest is returned.
        Raises `BadInk`; and `Missing` where the stream has a gap, so that the artist must be told.
        """
        seat, rest = self._artist(member, paper), b""
        if seat is None or not self.sitting.table.may_draw(seat):
            return rest
        if len(piece) > SLICE_MARKS or len(piece) > 1 + 3 * piece[0]:  # or it only lets a line grow
            piece, rest = self._cut(piece, self.sitting.table.sheets[seat])
        if self.sitting.drew(seat, piece, self._time.ms()):
            self._wake()
        self._ink_bytes += len(piece)
        if self._ink_bytes > MOST_INK:
            self.store_ink(self._time.ms())
        return rest

    def _cut(self, piece: bytes, sheet: Sheet) -> tuple[bytes, bytes]:
        """The part of a piece that is taken in one go, and the rest."""
        lines = sheet.lines_shown
        if lines <= SLICE_LINES // SLICE_MARKS and len(piece) <= SLICE_MARKS:
            return piece, b""
        return cut(piece, sheet, SLICE_BYTES, max(1, min(SLICE_MARKS, SLICE_LINES // (1 + lines))))

    def _artist(self, member: Member, paper: int) -> int | None:
        """Whose sheet somebody's ink is for; nobody draws on sheets that the others do not know of yet."""
        sitting = self.sitting
        is_late = paper != sitting.table.paper & 0xFF or sitting.table.paper != self._paper
        return None if is_late or member not in sitting.members else sitting.seat_of(member)

    @property
    def payers(self) -> frozenset[int]:
        """Which addresses people at this table come from, by their budgets."""
        bots = {seat.bot_key for seat in self.sitting.table.seats}
        people = (account for member, account in self._accounts.items() if member.key not in bots)
        return frozenset(id(account.address) for account in people)

    def leave(self, member: Member) -> None:
        """Somebody's socket is gone."""
        self._unwelcomed.discard(member)
        del self.outboxes[member]
        del self._accounts[member]
        if not self.outboxes:
            self.empty_since = self._time.ms()
        self._put(lambda now: arrivals.went(self.sitting, member, now), None, "")

    def welcome(self, member: Member) -> None:
        """Tell somebody everything again, unless they are gone."""
        if member in self.outboxes:
            self._unwelcomed.add(member)
            self._wake()

    def _drained(self, member: Member) -> None:
        """Welcome somebody again who read too slowly, but not for ever."""
        account = self._accounts.get(member)
        if account is not None and account.spend(Kind.WELCOME, self._loop.time()) is Verdict.FINE:
            self.welcome(member)
        elif member in self.outboxes:
            self.outboxes[member].close(Close.TOO_SLOW)

    def do(self, work: Work) -> None:
        """Have something done to the table that did not come through a socket."""
        self._put(work, None, "")

    def tick(self, now: int) -> None:
        """Do what has come due."""
        due = self.sitting.next_at
        if due is not None and due <= now and not self._inbox:
            self._put(self.sitting.tick, None, "")
        if calls.are_due(self.sitting, now) and not self._inbox:
            self._put(partial(calls.attend, self.sitting, room=self.room), None, "")

    def store_ink(self, now: int) -> None:
        """Have ink stored that is not yet; artists who have stored too much are stopped for this round."""
        if self._ink_bytes:
            self._stop_prolific_artists()
        self._ink_bytes = 0
        if self.sitting.has_unstored_ink:
            self.sitting.settle_ink(now)
            self._wake()

    def _stop_prolific_artists(self) -> None:
        for member in self.outboxes:
            seat = self.sitting.seat_of(member)
            if seat is not None and not self._may_store(member) and self.sitting.use_up(seat):
                self._wake()

    def show_ink(self) -> None:
        """Send everybody the ink that is new: one frame, the same bytes for all."""
        fresh = self.sitting.fresh
        if not fresh:
            return
        self.sitting.fresh = []
        frame = framed(BINARY, ink_to_client(INK, self.sitting.table.paper, fresh))
        for member, outbox in self.outboxes.items():
            if member not in self._unwelcomed:
                outbox.send(frame)

    # What is done with it.

    def _put(self, work: Work, member: Member | None, kind: str) -> None:
        self._inbox.append((work, member, kind))
        self._wake()

    def _wake(self) -> None:
        if self._running is None and not self.is_lost:
            self._running = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        try:
            while self._has_work:
                self.show_ink()  # before anything can put new sheets on the table
                now = self._time.ms()
                for _ in range(len(self._inbox)):
                    self._do(*self._inbox.popleft(), now)
                while self.sitting.unstored:  # ink that comes in meanwhile may bring more
                    entries, self.sitting.unstored = self.sitting.unstored, []
                    await self._log.append(entries, self._metrics, self._tell_late)
                self._tell()
                if self._log.is_condensed:
                    await self._log.rewrite(self._metrics, self._tell_late)
                elif self._log.is_bulky and self._can_be_condensed:
                    self._condensing = asyncio.create_task(self._condense())
        except Conflict:
            self._lose("somebody else hosts this table now")
        except Exception:  # noqa: BLE001 (one broken table must not take the others with it)
            self.broke()
        finally:
            self._running = None

    def _look_for_end(self) -> None:
        """After each thing that is done: the next one may already lead back to the lobby."""
        game = self.sitting.table.game_id if self.sitting.table.is_over else None
        if game is not None and game != self._over:
            self._over = game
            self._ended.append(game)

    @property
    def _has_work(self) -> bool:
        sitting = self.sitting
        has_news = self._inbox or sitting.unstored or sitting.mail or sitting.is_changed or self._unwelcomed
        return bool(has_news or self._log.is_condensed)

    def _do(self, work: Work, member: Member | None, kind: str, now: int) -> None:
        """Do one thing; whoever asked for it pays for what is stored."""
        before, game = len(self.sitting.unstored), self.sitting.table.game
        work(now)
        self._look_for_end()
        if game is not None and self.sitting.table.game is None:
            self._log.outdate()
        account = None if member is None else self._accounts.get(member)
        stored = sum(map(len, self.sitting.unstored[before:]))
        if member is not None and account is not None and stored:
            account.store(stored, self._loop.time())
            self._doing.append((member, kind))

    @property
    def _can_be_condensed(self) -> bool:
        """Are all sheets final, and all games kept that would be forgotten?"""
        game = self.sitting.table.game
        is_final = game is None or game.phase is not Phase.DRAWING
        return self._condensing is None and not self.keeping and is_final

    async def _condense(self) -> None:
        """Condense what is stored while the table goes on."""
        try:
            await self._log.condense(self.condense)
        finally:
            self._condensing = None
            self._wake()

    def _tell_late(self) -> None:
        """Tell players that the log does not answer: the last go waits, and later messages are not done."""
        for asking, kind in self._doing:
            self._refuse(asking, kind, Reason.STORED_LATER)
        waiting, self._inbox = self._inbox, deque()
        for work, member, kind in waiting:
            if member is None:
                self._inbox.append((work, member, kind))  # arrivals go on waiting
            else:
                self._refuse(member, kind, Reason.NOT_STORED)

    # What goes out.

    def _tell(self) -> None:
        sitting, now = self.sitting, self._time.ms()
        self._doing.clear()
        mail, sitting.mail = sitting.mail, []
        self._paper = sitting.table.paper
        if sitting.is_changed:
            sitting.is_changed = False
            self._tell_states(now)
        for letter in mail:
            self._deliver(letter.to, letter.message, letter.close)
        if self._unwelcomed:
            self._welcome_all(now)
        called, sitting.calls = sitting.calls, []
        for call in called:
            self.on_call(call)
        ended, self._ended = self._ended, []
        for game in ended:
            self.on_over(game)

    def _tell_states(self, now: int) -> None:
        watching: dict[str, bytes] = {}  # those who only watch see the same, in their language
        for member, outbox in self.outboxes.items():
            if member in self._unwelcomed:
                continue
            frame = None
            watches = self.sitting.seat_of(member) is None
            if watches:
                frame = watching.get(f"{member.language}{member.bot}")
            if frame is None:
                frame = framed(TEXT, written(seen.state(self.sitting, member, now)))
            if watches:
                watching[f"{member.language}{member.bot}"] = frame
            outbox.send(frame)

    def _welcome_all(self, now: int) -> None:
        """Sheets are as they are now, so whatever ink is new must have been shown to the others before."""
        self.show_ink()
        sheets = framed(BINARY, seen.sheets(self.sitting))
        for member in self._unwelcomed:
            outbox = self.outboxes[member]
            welcome = framed(TEXT, written(seen.welcome(self.sitting, member, now)))
            self._accounts[member].send(len(welcome) + len(sheets), self._loop.time())
            outbox.welcome(welcome, sheets)
        self._unwelcomed.clear()

    def _deliver(self, to: Collection[Member], message: ToClient | None, close: Close | None) -> None:
        frame = None if message is None else framed(TEXT, written(message))
        is_personal = isinstance(message, Refused | TicketIssued)  # all else is in a welcome, or soon over
        for member in to:
            outbox = self.outboxes.get(member)
            if outbox is None:
                continue
            if frame is not None and (is_personal or member not in self._unwelcomed):
                outbox.send(frame)
            if close is not None:
                outbox.close(close)

    def _refuse(self, member: Member, kind: str, reason: str) -> None:
        self._metrics.refused_messages += 1
        self._deliver((member,), Refused(kind, reason), None)

    # The end.

    def broke(self) -> None:
        """Give up a table after a mistake of ours; what is stored of it is read back when somebody comes."""
        note("a table broke", 40, trace=True, table=alias(self.code))
        self._lose("the table broke")

    def _lose(self, why: str) -> None:
        self.is_lost = True
        for outbox in (*self.outboxes.values(), *self._arriving):
            outbox.close(Close.RESTART, why)

    async def settled(self) -> None:
        """Store everything that is not yet, and wait for it."""
        self.store_ink(self._time.ms())
        while self._running is not None and not self.is_lost:
            await asyncio.shield(self._running)

    def is_to_be_parked(self, now: int) -> bool:
        """Has nobody been there for a while, and is nothing left to be done?"""
        return (
            self.empty_since is not None
            and now - self.empty_since > PARK_MS
            and self._running is None
            and self._condensing is None
            and not self._has_work
            and not self.sitting.has_unstored_ink
        )
