"""A table in session: connected members, deadlines, and the output to be stored and sent.

The caller passes in requests and the time, takes the output with `drain`, stores its entries, and only then
sends the rest. Knows neither network nor log.
"""

from collections.abc import Callable, Collection, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Self, assert_never

from pictomania.ink import SheetFull, apply_piece
from pictomania.rules import (
    PLAYERS,
    TABLE,
    Action,
    ComeBack,
    Draw,
    Finish,
    Pick,
    SitOut,
    TimeUp,
    Wipe,
    sample_chance,
    why_not,
)
from pictomania.table import dealer, facts
from pictomania.table.deadlines import Deadline, DeadlineKind
from pictomania.table.entries import encode_entry
from pictomania.table.identity.codes import hash_key, is_same_hash
from pictomania.table.seat import Invite, Member
from pictomania.table.table import Table
from pictomania.table.timekeeper import Timekeeper
from pictomania.wire.bots import Skill
from pictomania.wire.frames import INK, Pieces, encode_ink_to_client
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.to_client import RequestRefused, ToClient
from pictomania.words import Language

TICKET_MS = 300_000  # lifetime of a ticket to another device


@dataclass(frozen=True, slots=True)
class Mail:
    """A message for some members; `close` then closes their sockets."""

    to: Collection[Member]
    message: ToClient | None = None
    close: Close | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a session has produced since it was last drained."""

    entries: Sequence[bytes]  # for the log, in order; to be stored before anything else is sent
    mail: Sequence[Mail]
    invites: Sequence[Invite]  # for house bots
    ink: Pieces  # to broadcast
    changed: bool  # every member needs a new state


class Session:
    """A table in session; see `arrivals` for joining and leaving, and `requests` for everything else."""

    def __init__(self, table: Table, pick: Pick, secret: Callable[[], str], now: int) -> None:
        """Continue a table as its facts left it; `pick` and `secret` are unpredictable sources of chance."""
        self.table = table
        self.pick = pick
        self.secret = secret
        self._members: list[Member] = []
        self._tickets: dict[str, tuple[str, int]] = {}  # ticket hash: key hash of the seat, expiry
        self._entries: list[bytes] = []
        self._mail: list[Mail] = []
        self._invites: list[Invite] = []
        self._ink: Pieces = []  # not broadcast yet
        self._changed = False
        self._invited: dict[tuple[int, str | None], int] = {}  # when a seat's bot was last invited
        self._no_invites_before = now
        self._bots_only_since: int | None = now  # only house bots have been connected since then
        self._unstored_ink: Pieces = []
        self._full: dict[int, int] = {}  # seats whose sheet is full, and the paper it belongs to
        self._pause_asked: list[int] = []  # seats that asked for a pause since the last one (D12)
        self._is_waiting = False  # for the log: nobody can act, so all clocks stand still
        self.time = Timekeeper(table)
        self.update_deadlines(now)

    # Output.

    def drain(self) -> Outcome:
        """Take everything that is to be stored and sent."""
        outcome = Outcome(self._entries, self._mail, self._invites, self._ink, self._changed)
        self._entries, self._mail, self._invites, self._ink, self._changed = [], [], [], [], False
        return outcome

    def drain_ink(self) -> Pieces:
        """Take the ink that is to be broadcast; unlike facts, ink need not be stored first."""
        ink, self._ink = self._ink, []
        return ink

    @property
    def has_output(self) -> bool:
        """Whether `drain` would return more than ink."""
        return bool(self._entries or self._mail or self._invites or self._changed)

    @property
    def has_ink(self) -> bool:
        """Whether there is ink to broadcast."""
        return bool(self._ink)

    @property
    def unstored_bytes(self) -> int:
        """Size of the entries that were not drained yet."""
        return sum(map(len, self._entries))

    def send(self, to: Collection[Member], message: ToClient) -> None:
        """Send a message once everything is stored."""
        self._mail.append(Mail(to, message))

    def mark_changed(self) -> None:
        """Send every member a new state."""
        self._changed = True

    def as_of(self, table: Table) -> Self:
        """Return this session with an earlier state of its table, to look at; its clocks are not known."""
        earlier = copy(self)
        earlier.table = table
        earlier.time = Timekeeper(table)
        return earlier

    # Members.

    @property
    def members(self) -> Sequence[Member]:
        """All connected members."""
        return self._members

    def seat_of(self, member: Member) -> int | None:
        """Return a member's seat; None: they watch."""
        return self.table.seat_of(member.key)

    @property
    def present(self) -> frozenset[int]:
        """The seats whose players are connected."""
        seats = (self.seat_of(member) for member in self._members)
        return frozenset(seat for seat in seats if seat is not None)

    def is_present(self, seat: int) -> bool:
        """Whether a seat's player is connected."""
        return any(self.seat_of(member) == seat for member in self._members)

    @property
    def watchers(self) -> list[Member]:
        """The members without a seat."""
        return [member for member in self._members if self.seat_of(member) is None]

    def with_key(self, key: str | None) -> list[Member]:
        """Return the members with this key; more than one only for a moment."""
        return [member for member in self._members if member.key == key]

    def next_host(self, seat: int) -> int:
        """Return the next present seat after this one, people before bots; itself if there is none."""
        count, present = len(self.table.seats), self.present
        others = [other for step in range(1, count) if (other := (seat + step) % count) in present]
        return min(others, key=lambda other: self.table.seats[other].is_automated, default=seat)

    def is_standing_by(self, member: Member) -> bool:
        """Whether a bot plays for a connected player until they come back (D9)."""
        seat = self.seat_of(member)
        if seat is None:
            return False
        owner = self.table.seats[seat]
        return owner.has_stand_in and member.key == owner.key

    def is_free(self, seat: int) -> bool:
        """Whether another player could take this seat, as far as its owner goes (D7)."""
        owner = self.table.seats[seat]
        if owner.has_stand_in:
            return owner.left  # a bot keeps the seat of a player who is only away
        return seat not in self.present and (owner.left or self.time.is_abandoned(seat))

    @property
    def bots(self) -> int:
        """Number of connected house bots."""
        keys = {member.key for member in self._members}
        return sum(seat.bot_key in keys for seat in self.table.seats)

    @property
    def has_company(self) -> bool:
        """Whether any member is not a house bot."""
        bots = {seat.bot_key for seat in self.table.seats}
        return any(member.key not in bots for member in self._members)

    def bots_alone_for(self, now: int) -> int:
        """Return for how long only house bots have been connected, in ms; 0 if others are."""
        if not self._members or self._bots_only_since is None:
            return 0
        return now - self._bots_only_since

    def join(self, member: Member, now: int) -> None:
        """Add a member; the newest socket of a key wins."""
        self.disconnect(member.key, Close.REPLACED)
        self._members.append(member)
        self._changed = True
        self.update_deadlines(now)

    def disconnect(self, key: str | None, why: Close) -> None:
        """Close the sockets of a key."""
        gone = self.with_key(key)
        if gone:
            self._members = [member for member in self._members if member not in gone]
            self._mail.append(Mail(gone, close=why))

    def drop(self, member: Member, now: int) -> None:
        """Remove a member whose socket is gone; the seat stays."""
        if member in self._members:
            self._members.remove(member)
            self._changed = True
            self.update_deadlines(now)

    def rename_watcher(self, member: Member, name: str) -> None:
        """Change the name of a watcher, which is neither stored nor shown in states."""
        member.name = name

    def set_watcher_language(self, member: Member, language: Language) -> None:
        """Change a watcher's language, which is not stored."""
        member.language = language
        self._changed = True

    # Tickets to another device.

    def issue_ticket(self, member: Member, now: int) -> str:
        """Create a ticket for a member's seat; their older ones become invalid."""
        ticket = self.secret()
        self._tickets = {
            old: (key, expiry)
            for old, (key, expiry) in self._tickets.items()
            if expiry >= now and not is_same_hash(key, member.key)
        }
        self._tickets[hash_key(self.table.code, ticket)] = (member.key, now + TICKET_MS)
        return ticket

    def redeem_ticket(self, ticket: str, now: int) -> str | None:
        """Use up a ticket and return the key hash it stands for, or None if it is not valid."""
        key, expiry = self._tickets.pop(hash_key(self.table.code, ticket), (None, 0))
        return key if now <= expiry else None

    # House bots.

    def invite_bot(self, seat: int, now: int) -> None:
        """Give a house bot a new key to a seat, and invite it."""
        key = self.secret()
        self.record_quietly(facts.BotInvited(now, seat, hash_key(self.table.code, key)))
        self._invited[self._invite_id(seat)] = now
        self._invites.append(Invite(key, seat))

    def invited_at(self, seat: int) -> int | None:
        """Return when a seat's bot was last invited."""
        return self._invited.get(self._invite_id(seat))

    def may_invite(self, now: int) -> bool:
        """Whether bots may be invited: for company, and where there was room for more bots lately."""
        return self.has_company and now >= self._no_invites_before

    def postpone_invites(self, until: int) -> None:
        """Invite no bots for a while: there was no room for more."""
        self._no_invites_before = until

    def forget_invites(self) -> None:
        """Forget who was invited, so that all can be invited again."""
        self._invited = {}

    def _invite_id(self, seat: int) -> tuple[int, str | None]:
        # With the owner: a bot that has just sat down is not the one that was invited before.
        return seat, self.table.seats[seat].key

    # Facts.

    def record(self, fact: facts.AnyFact) -> None:
        """Apply a fact and send every member a new state once it is stored."""
        self.record_quietly(fact)
        self._changed = True

    def record_quietly(self, fact: facts.AnyFact) -> None:
        """Apply a fact that changes nothing in what members see."""
        self.flush_ink(fact.at)
        self.table.apply(fact)
        self._entries.append(encode_entry(fact))

    def act(self, seat: int | None, action: Action, now: int, *, checked: bool = True) -> None:
        """Take an action and all chance events that follow; `checked=False`: `why_not` was just asked."""
        self._act(seat, action, now, checked)
        self.resolve_chance(now)

    def resolve_chance(self, now: int) -> None:
        """Take all chance events that are due."""
        while (
            self.table.game is not None and (event := sample_chance(self.table.game, self.pick)) is not None
        ):
            self._act(None, event, now)

    def _act(self, seat: int | None, action: Action, now: int, checked: bool = True) -> None:
        self.flush_ink(now)
        self.table.act(seat, action, now, checked=checked)
        self._entries.append(encode_entry(facts.ActionTaken(now, seat, *dealer.encode_action(action))))
        self._changed = True

    # Ink.

    def draw(self, seat: int, piece: bytes, now: int) -> bool:
        """Apply a piece of ink to a seat's sheet, or drop it silently where the sheet cannot change now.

        Return whether there is output besides ink: the sheet became empty, not empty, or full. Raises
        `BadInk` and `MissingInk` as `apply_piece` does.
        """
        table = self.table
        if not table.may_draw(seat) or self._full.get(seat) == table.paper:
            return False
        sheet = table.sheets[seat]
        was_empty = sheet.is_empty
        try:
            news = apply_piece(piece, sheet, erasing=table.settings.erasing, bounded=True)
        except SheetFull:
            return self.close_sheet(seat)
        if news is None:
            return False
        self.time.note_act(seat)
        self._ink.append((seat, news))
        self._unstored_ink.append((seat, news))
        if sheet.is_empty == was_empty:
            return False
        self._act(seat, Draw() if was_empty else Wipe(), now)
        return True

    def close_sheet(self, seat: int) -> bool:
        """Take no more ink from an artist in this round, and tell them once; return whether that was now."""
        if self._full.get(seat) == self.table.paper:
            return False
        self._full[seat] = self.table.paper
        artists = [member for member in self._members if self.seat_of(member) == seat]
        self.send(artists, RequestRefused("ink", Reason.PENCIL_USED_UP))
        return True

    @property
    def has_unstored_ink(self) -> bool:
        """Whether ink waits for `flush_ink`."""
        return bool(self._unstored_ink)

    def flush_ink(self, now: int) -> None:
        """Turn ink that is not stored yet into an entry."""
        if self._unstored_ink:
            frame = encode_ink_to_client(INK, self.table.paper, self._unstored_ink)
            self._unstored_ink = []
            self.table.at = max(self.table.at, now)
            self._entries.append(encode_entry(facts.InkDrawn(now, frame)))

    # Time.

    def tick(self, now: int) -> None:
        """Handle deadlines that have passed."""
        self.update_deadlines(now)  # a player may have drawn since
        for deadline in self.time.due(now):
            self._handle_deadline(deadline, now)
        self.update_deadlines(now)

    def _handle_deadline(self, deadline: Deadline, now: int) -> None:
        table = self.table
        match deadline.kind:
            case DeadlineKind.HOST:
                self.record(facts.HostChanged(now, self.next_host(deadline.about)))
            case DeadlineKind.AWAY | DeadlineKind.BOT_AWAY:
                self.lose_seat(deadline.about, now)
            case DeadlineKind.IDLE:
                game, done = table.game, Finish(None)
                # A deadline that passed together with it may have ended the drawing.
                if game is not None and why_not(game, deadline.about, done) is None:
                    self.act(deadline.about, done, now)
            case DeadlineKind.ABANDONED | DeadlineKind.INACTIVE | DeadlineKind.IDLE_NOTICE:
                self._changed = True  # players see it, or may do more now
            case DeadlineKind.HOLD:
                self.time.release()
                self._changed = True
            case (
                DeadlineKind.LIMIT
                | DeadlineKind.HURRY
                | DeadlineKind.VOTE
                | DeadlineKind.NOBODY
                | DeadlineKind.SHOW
            ):
                # Of several that pass together, the first has moved the table on.
                if table.game is not None and deadline.about == table.stop:
                    self.act(None, TimeUp(), now)
            case _:
                assert_never(deadline.kind)

    def update_deadlines(self, now: int) -> None:
        """Find out what the table waits for; to be called after every change."""
        present = self.present
        if self.has_company:
            self._bots_only_since = None
        elif self._bots_only_since is None:
            self._bots_only_since = now
        seats = enumerate(self.table.seats)
        people = [number for number, seat in seats if not (seat.is_automated or seat.left)]
        are_people_here = not present.isdisjoint(people or present)  # bots do not play on without them
        is_running = are_people_here and not self._is_waiting
        self._changed |= self.time.update(present, now, running=is_running)

    def stop_clocks(self, now: int) -> None:
        """Let all clocks stand still: what players do now waits for the log."""
        self._is_waiting = True
        self.update_deadlines(now)

    def start_clocks(self, now: int) -> None:
        """Let the clocks go on, with at least some seconds left on each."""
        self._is_waiting = False
        self.update_deadlines(now)
        self._changed = True  # clients have counted down meanwhile

    @property
    def next_tick_at(self) -> int | None:
        """When `tick` has something to do."""
        return self.time.next_at

    # Seats that nobody plays (D10).

    def lose_seat(self, seat: int, now: int, *, may_fill_up: bool = True) -> None:
        """Let a seat sit out that nobody plays, or a bot play where too few would be left."""
        game = self.table.game
        if game is None or seat in game.out:
            return  # in the lobby the seat is gone altogether
        are_too_few = may_fill_up and len(self.table.seats) - len(game.out) <= min(PLAYERS)
        if are_too_few and self.table.settings.bots and not self.table.seats[seat].is_automated:
            self.record(facts.BotSkillSet(now, seat, Skill.NORMAL))
        elif why_not(game, TABLE, SitOut(seat)) is None:
            self.act(None, SitOut(seat), now)

    def regain_seat(self, seat: int, now: int) -> None:
        """Let a seat play again."""
        game = self.table.game
        if game is not None and seat in game.out:
            self.act(None, ComeBack(seat), now)

    # Pauses (D12).

    @property
    def pause_asked_by(self) -> Sequence[int]:
        """The seats that have asked for a pause."""
        return self._pause_asked

    def ask_for_pause(self, seat: int) -> None:
        """Note that a player asks for a pause, which everyone sees."""
        self._pause_asked.append(seat)
        self._changed = True

    def forget_pause_requests(self) -> None:
        """Drop all requests for a pause: there was one, or the round is over."""
        self._pause_asked.clear()
