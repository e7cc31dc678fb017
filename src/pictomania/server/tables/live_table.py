"""A live table: what arrives is handled in order, stored, and only then sent.

The server side of a guess: `receive` queues it, `_run` has the table handle it, appends the resulting
entries to the log, and sends every member their new state.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from functools import partial

from pictomania.ink import Sheet, split_piece
from pictomania.log import Conflict
from pictomania.rules import Phase
from pictomania.server.clock import ServerClock
from pictomania.server.metrics import Metrics
from pictomania.server.net.budgets import Account, MessageKind, RateBudget, SpendResult
from pictomania.server.net.outbox import BINARY, TEXT, Outbox, encode_frame
from pictomania.server.net.token_bucket import TokenBucket
from pictomania.server.structured_logging import log_event, table_alias
from pictomania.server.tables.table_log import Compact, TableLog
from pictomania.server.tables.turns import Turns
from pictomania.table import arrivals, house_bots, requests, views
from pictomania.table.facts import TableTaken
from pictomania.table.seat import Invite, Member
from pictomania.table.session import Mail, Session
from pictomania.wire import from_client
from pictomania.wire.frames import INK, Pieces, encode_ink_to_client
from pictomania.wire.json_codec import encode
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.to_client import RequestRefused, StorageChanged, StorageStatus, TicketIssued, ToClient
from pictomania.words import Language

PARK_MS = 60_000  # an empty table is dropped from memory after this; the log brings it back
MAX_INBOX = 256  # messages
SLICE_BYTES, SLICE_MARKS = 1024, 256  # of ink, applied at once; browsers mostly send fifty bytes
SLICE_TOGGLES = 8_000  # lines that undo and the like may show or hide at once
MAX_UNSTORED_INK = 500_000  # bytes; a log takes twice as much in one entry

Work = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Hooks:
    """What a live table asks of the server around it."""

    compact: Compact
    game_changed: Callable[[str | None], Awaitable[None]]  # with the id of the table's game, if there is one
    game_over: Callable[[str], None]  # with the id of the game
    invite: Callable[[Invite], None]  # a house bot
    bot_capacity: Callable[[], int]  # how many more house bots may join
    lost: Callable[[], None]  # as `LiveTable.is_lost`


class LiveTable:
    """A session, its log, and the sockets of its members."""

    def __init__(
        self,
        session: Session,
        log: TableLog,
        clock: ServerClock,
        metrics: Metrics,
        hooks: Hooks,
        turns: Turns,
    ) -> None:
        self.session = session
        self.code = session.table.code
        self.outboxes: dict[Member, Outbox] = {}
        self._accounts: dict[Member, Account] = {}  # whose budgets pay
        self.empty_since: int | None = clock.ms()
        self.is_lost = False  # another server owns it now, or it crashed, or this server stops
        self.is_unsure = False  # until the log has confirmed that it still is ours
        self._hooks = hooks
        self._archiving = 0  # games being copied to the archive from this table's log
        self._log = log
        self._loop = asyncio.get_running_loop()
        self._clock = clock
        self._metrics = metrics
        self._turns = turns
        self._inbox: deque[tuple[Work, Member | None, str]] = deque()
        self._joining: dict[Outbox, tuple[from_client.Hello, Account, Work]] = {}  # hellos in the inbox
        self._unwelcomed: set[Member] = set()
        self._ink_bytes = 0  # received since ink was last flushed
        self._running: asyncio.Task[None] | None = None
        self._compacting: asyncio.Task[None] | None = None
        self._known = session.table.copy()  # as members know it; all of it is stored
        self._storage = StorageStatus.READY  # as members know it
        self._game = session.table.game_id  # that other nodes know of
        self._last_over: str | None = None  # last game whose end was noticed
        self._ended: list[str] = []  # games whose end is to be announced
        self._being_stored: list[tuple[Member, str]] = []  # members and types of the messages

    # Input.

    def join(
        self,
        hello: from_client.Hello,
        outbox: Outbox,
        account: Account,
        answer: Callable[[Member | Reason], None],
    ) -> None:
        """Let a client join; the welcome is sent once that is stored."""

        def work(now: int) -> None:
            if self._joining.pop(outbox, None) is None or outbox.is_closed:
                return  # let in already, or gone while waiting
            result = arrivals.join(self.session, hello, now)
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
        self._joining[outbox] = hello, account, work
        self._enqueue(work, None, "hello")

    def receive(self, member: Member, request: from_client.AnyRequest) -> None:
        """Queue a member's request, or refuse it at once if it could not be stored."""
        if isinstance(request, from_client.Resync):
            self.welcome(member)
            return
        kind = from_client.message_type(request)
        if self._storage is StorageStatus.AWAY or len(self._inbox) >= MAX_INBOX:
            self._refuse(member, kind, Reason.NOT_STORED)
        elif not isinstance(request, from_client.GameRequest) and not self._may_store(member):
            self._refuse(member, kind, Reason.STORAGE_FULL)
        else:
            self._enqueue(lambda now: requests.handle(self.session, member, request, now), member, kind)

    def _may_store(self, member: Member) -> bool:
        """Whether more than game actions may be stored; a game can always be played to its end."""
        return not self._log.is_full and self._accounts[member].may_store(self._loop.time())

    def draw(self, member: Member, paper: int, piece: bytes) -> bytes:
        """Apply a piece of ink at once; a piece for an earlier set of sheets is dropped.

        Of a large piece only the beginning is applied, so that nobody else waits for it; the rest is
        returned. Raises `BadInk`, and `MissingInk` if the stream has a gap.
        """
        seat, rest = self._artist(member, paper), b""
        if seat is None or not self.session.table.may_draw(seat):
            return rest
        if len(piece) > SLICE_MARKS or len(piece) > 1 + 3 * piece[0]:  # more than a line growing
            piece, rest = self._split(piece, self.session.table.sheets[seat])
        if self.session.draw(seat, piece, self._clock.ms()):
            self._wake()
        self._ink_bytes += len(piece)
        if self._ink_bytes > MAX_UNSTORED_INK:
            self.store_ink(self._clock.ms())
        return rest

    def _split(self, piece: bytes, sheet: Sheet) -> tuple[bytes, bytes]:
        """Split a piece into the part to apply at once and the rest."""
        lines = sheet.visible_count
        if lines <= SLICE_TOGGLES // SLICE_MARKS and len(piece) <= SLICE_MARKS:
            return piece, b""
        return split_piece(piece, sheet, SLICE_BYTES, max(1, min(SLICE_MARKS, SLICE_TOGGLES // (1 + lines))))

    def _artist(self, member: Member, paper: int) -> int | None:
        """Return whose sheet a member's ink is for; None if it is late or not all members know the sheets."""
        session = self.session
        is_late = paper != session.table.paper & 0xFF or session.table.paper != self._known.paper
        if is_late or member not in session.members or session.is_standing_by(member):
            return None
        return session.seat_of(member)

    @property
    def addresses(self) -> frozenset[RateBudget]:
        """The budgets of the addresses that people at this table connect from."""
        bots = {seat.bot_key for seat in self.session.table.seats}
        people = (account for member, account in self._accounts.items() if member.key not in bots)
        return frozenset(account.address for account in people)

    def _payers(self) -> list[TokenBucket]:
        """Return who pays for the time that this table takes."""
        joining = (account.address for _, account, _ in self._joining.values())
        return [address.loop_time for address in self.addresses or joining]

    def leave(self, member: Member) -> None:
        """Handle the end of a member's socket."""
        self._unwelcomed.discard(member)
        del self.outboxes[member]
        del self._accounts[member]
        if not self.outboxes:
            self.empty_since = self._clock.ms()
        self._enqueue(lambda now: self.session.drop(member, now), None, "")

    def welcome(self, member: Member) -> None:
        """Send a member everything again, unless they are gone."""
        if member in self.outboxes:
            self._unwelcomed.add(member)
            self._wake()

    def _drained(self, member: Member) -> None:
        """Resync a member whose socket was too slow, within their budget."""
        account = self._accounts.get(member)
        if account is not None and account.spend(MessageKind.WELCOME, self._loop.time()) is SpendResult.OK:
            self.welcome(member)
        elif member in self.outboxes:
            self.outboxes[member].close(Close.TOO_SLOW)

    def confirm(self, node: str) -> None:
        """Find out whether the table is still ours, by storing that it is."""
        self.is_unsure = True
        self.do(lambda now: self.session.record_quietly(TableTaken(now, node)))

    def do(self, work: Work) -> None:
        """Queue work that did not come through a socket."""
        self._enqueue(work, None, "")

    @property
    def patience_s(self) -> float:
        """How long the log may be unavailable before requests are refused."""
        return self._log.patience_s

    def tick(self, now: int) -> None:
        """Queue what has come due."""
        if self._log.status is not StorageStatus.READY:
            self._wait_for_log(now, self._log.status)
        due = self.session.next_tick_at
        if due is not None and due <= now and not self._inbox:
            self._enqueue(self.session.tick, None, "")
        if house_bots.needs_attention(self.session, now) and not self._inbox:
            attend = partial(house_bots.attend, self.session, capacity=self._hooks.bot_capacity)
            self._enqueue(attend, None, "")

    def store_ink(self, now: int) -> None:
        """Store pending ink, and stop artists who have stored too much for this round."""
        if self._ink_bytes:
            self._stop_prolific_artists()
        self._ink_bytes = 0
        if self.session.has_unstored_ink:
            self.session.flush_ink(now)
            self._wake()

    def _stop_prolific_artists(self) -> None:
        for member in self.outboxes:
            seat = self.session.seat_of(member)
            if seat is not None and not self._may_store(member) and self.session.close_sheet(seat):
                self._wake()

    def broadcast_ink(self) -> None:
        """Send new ink to all members: one frame, the same bytes for everyone."""
        self._broadcast(self.session.drain_ink())

    def _broadcast(self, ink: Pieces) -> None:
        if not ink:
            return
        frame = encode_frame(BINARY, encode_ink_to_client(INK, self.session.table.paper, ink))
        for member, outbox in self.outboxes.items():
            if member not in self._unwelcomed:
                outbox.send(frame)

    # Handling the inbox.

    def _enqueue(self, work: Work, member: Member | None, kind: str) -> None:
        self._inbox.append((work, member, kind))
        self._wake()

    def _wake(self) -> None:
        if self._running is None and not self.is_lost:
            self._running = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        try:
            while self._has_work:
                await self._turns.take(self._payers)
                with self._turns.spending(self._payers):
                    self._handle_inbox()
                await self._store_and_send()
                if self._log.is_compacted:
                    await self._log.rewrite(self._metrics)
                    self._end_wait()
                elif self._log.is_bulky and self._can_be_compacted:
                    self._compacting = asyncio.create_task(self._compact())
        except Conflict:
            self._metrics.tables_lost += 1
            self.give_up(Close.RESTART, "another server owns this table now")
        except Exception:  # noqa: BLE001 (one crashed table must not take the others with it)
            self.crash()
        finally:
            self._running = None

    def _handle_inbox(self) -> None:
        self.broadcast_ink()  # before new sheets can be put on the table
        now = self._clock.ms()
        for _ in range(len(self._inbox)):
            self._do(*self._inbox.popleft(), now)

    async def _store_and_send(self) -> None:
        """Store what has happened, and send it once nothing is left to store."""
        mail: list[Mail] = []
        invites: list[Invite] = []
        changed = False
        while True:  # ink that arrives meanwhile may bring more entries
            await self._turns.take(self._payers)
            with self._turns.spending(self._payers):
                outcome = self.session.drain()
                self._broadcast(outcome.ink)
                mail += outcome.mail
                invites += outcome.invites
                changed |= outcome.changed
                if not outcome.entries:
                    self._send(mail, changed)
                    break
            await self._log.append(outcome.entries, self._metrics)
            self.is_unsure = False
            self._end_wait()
            if self._game != self.session.table.game_id:
                self._game = self.session.table.game_id
                await self._hooks.game_changed(self._game)
        self._being_stored.clear()
        for invite in invites:
            self._hooks.invite(invite)
        ended, self._ended = self._ended, []
        for game in ended:
            self._hooks.game_over(game)

    @property
    def _has_work(self) -> bool:
        is_busy = self._inbox or self._unwelcomed or self.session.has_output
        return bool(is_busy or self._log.is_compacted)

    def _do(self, work: Work, member: Member | None, kind: str, now: int) -> None:
        """Handle one message; its sender pays for what is stored."""
        session = self.session
        before, game = session.unstored_bytes, session.table.game
        work(now)
        self._notice_end_of_game()
        if game is not None and session.table.game is None:
            self._log.mark_bulky()
        account = None if member is None else self._accounts.get(member)
        stored = session.unstored_bytes - before
        if member is not None and account is not None and stored:
            account.store(stored, self._loop.time())
            self._being_stored.append((member, kind))

    def _notice_end_of_game(self) -> None:
        """Look after every message: the next one may already lead back to the lobby."""
        table = self.session.table
        game = table.game_id if table.is_over else None
        if game is not None and game != self._last_over:
            self._last_over = game
            self._ended.append(game)

    # While the log is unavailable.

    def _wait_for_log(self, now: int, status: StorageStatus) -> None:
        """Stop the clocks, tell members, and let clients in that need nothing stored."""
        if self._storage is StorageStatus.READY:
            self.session.stop_clocks(now)
        if status is not self._storage and self._storage is not StorageStatus.AWAY:
            self._storage = status
            self._deliver(tuple(self.outboxes), StorageChanged(status), None)
            if status is StorageStatus.AWAY:
                self._report_late()
        known = self.session.as_of(self._known)
        for hello, _, work in tuple(self._joining.values()):
            if all(arrivals.needs_no_fact(session, hello) for session in (known, self.session)):
                work(now)
        if self._unwelcomed:
            self._welcome_all(now)

    def _report_late(self) -> None:
        """Tell players whose requests wait that they count later."""
        waiting = [(member, kind) for _, member, kind in self._inbox if member is not None]
        for member, kind in (*self._being_stored, *waiting):
            self._refuse(member, kind, Reason.STORED_LATER)

    def _end_wait(self) -> None:
        """Start the clocks again, and tell members after the next state."""
        if self._storage is not StorageStatus.READY:
            self._storage = StorageStatus.READY
            self.session.start_clocks(self._clock.ms())
            self.session.send(tuple(self.outboxes), StorageChanged(self._storage))

    # Compaction.

    def archive_started(self) -> None:
        """Keep the log as it is while a game is copied to the archive."""
        self._archiving += 1

    def archive_finished(self) -> None:
        """Allow compaction again."""
        self._archiving -= 1

    @property
    def _can_be_compacted(self) -> bool:
        """Whether all sheets are final, and no game is being archived."""
        game = self.session.table.game
        is_final = game is None or game.phase is not Phase.DRAWING
        return self._compacting is None and not self._archiving and is_final

    async def _compact(self) -> None:
        """Compact the log while the table goes on."""
        try:
            await self._log.compact(self._hooks.compact)
        finally:
            self._compacting = None
            self._wake()

    # Output.

    def _send(self, mail: Collection[Mail], changed: bool) -> None:
        now = self._clock.ms()
        self._known = self.session.table.copy()
        if changed:
            self._send_states(now)
        for letter in mail:
            self._deliver(letter.to, letter.message, letter.close)
        if self._unwelcomed:
            self._welcome_all(now)

    def _send_states(self, now: int) -> None:
        # Watchers who read the same words share the same bytes: each may speak another language.
        for_watchers: dict[tuple[Language | None, bool], bytes] = {}
        for member, outbox in self.outboxes.items():
            if member in self._unwelcomed:
                continue
            is_watching = self.session.seat_of(member) is None
            shared = (self.session.table.card_language(member.language), member.bot)
            frame = for_watchers.get(shared) if is_watching else None
            if frame is None:
                frame = encode_frame(TEXT, encode(views.state(self.session, member, now)))
            if is_watching:
                for_watchers[shared] = frame
            outbox.send(frame)

    def _welcome_all(self, now: int) -> None:
        """Send welcomes with the sheets as they are now; so the others must see all ink before."""
        self.broadcast_ink()
        is_ready = self._storage is StorageStatus.READY
        session = self.session if is_ready else self.session.as_of(self._known)
        sheets = encode_frame(BINARY, views.sheets(session))
        for member in self._unwelcomed:
            outbox = self.outboxes[member]
            welcome = encode_frame(TEXT, encode(views.welcome(session, member, now, self._storage)))
            self._accounts[member].send(len(welcome) + len(sheets), self._loop.time())
            outbox.welcome(welcome, sheets)
        self._unwelcomed.clear()

    def _deliver(self, to: Collection[Member], message: ToClient | None, close: Close | None) -> None:
        frame = None if message is None else encode_frame(TEXT, encode(message))
        is_personal = isinstance(message, RequestRefused | TicketIssued)  # a welcome would not repeat it
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
        self._deliver((member,), RequestRefused(kind, reason), None)

    # The end.

    def crash(self) -> None:
        """Give up the table after a bug; the log brings it back for the next client."""
        self._metrics.tables_crashed += 1
        log_event("table crashed", logging.ERROR, trace=True, table=table_alias(self.code))
        self.give_up(Close.RESTART, "the table crashed")

    def give_up(self, close: Close, why: str = "") -> None:
        """Leave the table to the next server that a client asks, which may be this one."""
        if self.is_lost:
            return  # and that server may be taking it over by now
        self.is_lost = True
        self._hooks.lost()
        for outbox in (*self.outboxes.values(), *self._joining):
            outbox.close(close, why)

    async def store_all(self) -> None:
        """Store everything that is not stored yet, and wait for it."""
        self.store_ink(self._clock.ms())
        while self._running is not None and not self.is_lost:
            await asyncio.shield(self._running)

    def can_be_parked(self, now: int) -> bool:
        """Whether the table has been empty for a while and has nothing left to do."""
        return (
            self.empty_since is not None
            and now - self.empty_since > PARK_MS
            and self._running is None
            and self._compacting is None
            and not self._has_work
            and not self.session.has_unstored_ink
        )
