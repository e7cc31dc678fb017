"""A table in session: who is there, what has to be stored and what is to be said, with the clock running.

Whoever hosts it brings in what arrives and the time, stores what `unstored` holds, and only then passes on
`mail` and new states. Knows no network and no log.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import assert_never

from pictomania.ink import SheetFull, take
from pictomania.rules import (
    Action,
    Draw,
    Finish,
    Pick,
    TimeUp,
    Wipe,
    awaited,
    chance,
)
from pictomania.table import dealer, facts
from pictomania.table.record import entry
from pictomania.table.seat import Call, Member
from pictomania.table.table import Table
from pictomania.table.waits import Clock, Kind, Wait, waits
from pictomania.wire.frames import INK, ink_to_client
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.to_client import Refused, ToClient


@dataclass(frozen=True, slots=True)
class Mail:
    """Something to be said once everything is stored; `close` ends the socket after it."""

    to: Collection[Member]
    message: ToClient | None = None
    close: Close | None = None


class Sitting:
    """A table in session; see `arrivals` for coming and going, and `wishes` for what can be asked of it."""

    def __init__(self, table: Table, pick: Pick, secret: Callable[[], str], now: int) -> None:
        """Go on with a table as its facts left it; `pick` and `secret` are chance that nobody foresees."""
        self.table = table
        self.pick = pick
        self.secret = secret
        self.members: list[Member] = []
        self.tickets: dict[str, tuple[str, int]] = {}  # hash of a ticket: the key it stands for, until when
        self.unstored: list[bytes] = []  # entries for the log, in order
        self.mail: list[Mail] = []
        self.is_changed = False  # has everybody to be told the state of things?
        self.fresh: list[tuple[int, bytes]] = []  # ink that nobody has been shown
        self.calls: list[Call] = []  # bots to be called once it is stored
        self.called: dict[tuple[int, str | None], int] = {}  # when a bot was last called to a seat
        self.no_call_until = now  # there was no room for more bots
        self.alone_since: int | None = now  # since when nobody but bots of the house is there
        self._unstored_ink: list[tuple[int, bytes]] = []
        self._used_up: dict[int, int] = {}  # seats whose sheet is full, and of which set of sheets it is
        self._clock = Clock()
        self.wind(now)

    # Who is there.

    def seat_of(self, member: Member) -> int | None:
        """The seat of somebody who is there; None: they watch."""
        return self.table.seat_of(member.key)

    @property
    def present(self) -> frozenset[int]:
        """The seats whose owners are there."""
        seats = (self.seat_of(member) for member in self.members)
        return frozenset(seat for seat in seats if seat is not None)

    @property
    def watchers(self) -> list[Member]:
        """Those who are there without a seat."""
        return [member for member in self.members if self.seat_of(member) is None]

    def with_key(self, key: str | None) -> list[Member]:
        """Those who are there with this key; more than one only for a moment."""
        return [member for member in self.members if member.key == key]

    def heir(self, seat: int) -> int:
        """The next one after a seat who is there, people before bots; itself, if nobody else is."""
        count, present = len(self.table.seats), self.present
        there = [other for step in range(1, count) if (other := (seat + step) % count) in present]
        return min(there, key=lambda other: self.table.seats[other].plays_itself, default=seat)

    def is_away(self, seat: int) -> bool:
        """Has a player been away for so long that the others need not wait (D5)?"""
        return self._clock.is_up(Wait(Kind.AWAY, seat))

    def is_free(self, seat: int) -> bool:
        """Could somebody else take this seat, as far as its owner goes (D7)?"""
        owner = self.table.seats[seat]
        if owner.has_stand_in:
            return owner.left  # whoever is only away has a bot keep their seat
        return seat not in self.present and (owner.left or self._clock.is_up(Wait(Kind.ABANDONED, seat)))

    @property
    def bots(self) -> int:
        """How many bots of the house are there."""
        keys = {member.key for member in self.members}
        return sum(seat.bot_key in keys for seat in self.table.seats)

    @property
    def has_company(self) -> bool:
        """Is anybody there who is not a bot of the house?"""
        bots = {seat.bot_key for seat in self.table.seats}
        return any(member.key not in bots for member in self.members)

    # What happens.

    def do(self, fact: facts.Any) -> None:
        """Let something happen: it is applied now, and everybody is told once it is stored."""
        self.note(fact)
        self.is_changed = True

    def note(self, fact: facts.Any) -> None:
        """Let something happen that changes nothing in what people see of the table."""
        self.settle_ink(fact.at)
        self.table.apply(fact)
        self.unstored.append(entry(fact))

    def act(self, seat: int | None, action: Action, now: int) -> None:
        """Let a seat or the table do what the rules allow, and chance whatever is owed after it."""
        self._act(seat, action, now)
        self.chances(now)

    def chances(self, now: int) -> None:
        """Let chance do whatever is owed."""
        while self.table.game is not None and (owed := chance(self.table.game, self.pick)) is not None:
            self._act(None, owed, now)

    def _act(self, seat: int | None, action: Action, now: int) -> None:
        name, fields = dealer.told(action)
        self.do(facts.Acted(now, seat, name, fields))

    def drew(self, seat: int, piece: bytes, now: int) -> bool:
        """Take a piece of ink for a seat's sheet, silently dropped where the sheet cannot change now.

        True: there is something to store or to say at once, because the sheet is not empty any more, or empty
        again, or full. Raises `BadInk` and `Missing` as `pictomania.ink.take` does.
        """
        table = self.table
        if not table.may_draw(seat) or self._used_up.get(seat) == table.paper:
            return False
        sheet = table.sheets[seat]
        was_empty = sheet.is_empty
        try:
            news = take(piece, sheet, erasing=table.settings.erasing, bounded=True)
        except SheetFull:
            return self.use_up(seat)
        if news is None:
            return False
        self.fresh.append((seat, news))
        self._unstored_ink.append((seat, news))
        if sheet.is_empty == was_empty:
            return False
        self._act(seat, Draw() if was_empty else Wipe(), now)
        return True

    def use_up(self, seat: int) -> bool:
        """Take no more ink of an artist in this round, and say so once."""
        if self._used_up.get(seat) == self.table.paper:
            return False
        self._used_up[seat] = self.table.paper
        artists = [member for member in self.members if self.seat_of(member) == seat]
        self.mail.append(Mail(artists, Refused("ink", Reason.PENCIL_USED_UP)))
        return True

    @property
    def has_unstored_ink(self) -> bool:
        """Is there ink that is not stored yet?"""
        return bool(self._unstored_ink)

    def settle_ink(self, now: int) -> None:
        """Have the ink stored that is not yet."""
        if self._unstored_ink:
            frame = ink_to_client(INK, self.table.paper, self._unstored_ink)
            self._unstored_ink = []
            self.table.at = max(self.table.at, now)
            self.unstored.append(entry(facts.Inked(now, frame)))

    # Time.

    def tick(self, now: int) -> None:
        """Do what has come due."""
        for wait in self._clock.due(now):
            self._end(wait, now)
        self.wind(now)

    def _end(self, wait: Wait, now: int) -> None:
        table = self.table
        match wait.kind:
            case Kind.HOST:
                self.do(facts.Hosted(now, self.heir(wait.about)))
            case Kind.AWAY | Kind.ABANDONED:
                self.is_changed = True  # others may do more now
            case Kind.LIMIT | Kind.HURRY | Kind.VOTE | Kind.NOBODY:
                # Of several that come due together the first has moved the table on.
                if table.game is not None and wait.about == table.stop:
                    self.act(None, TimeUp(), now)
            case _:
                assert_never(wait.kind)

    def wind(self, now: int) -> None:
        """Look again at what is waited for; to be called after anything has happened."""
        present = self.present
        if self.has_company:
            self.alone_since = None
        elif self.alone_since is None:
            self.alone_since = now
        seats = enumerate(self.table.seats)
        people = [number for number, seat in seats if not (seat.plays_itself or seat.left)]
        is_running = not present.isdisjoint(people or present)  # bots do not go on without their people
        self._clock.wind(waits(self.table, present), now, running=is_running)

    @property
    def next_at(self) -> int | None:
        """When `tick` has something to do."""
        return self._clock.next_at()

    def clock(self, now: int) -> tuple[Kind, int] | None:
        """What players should see coming."""
        return self._clock.shown(now)

    # Votes beside the rules.

    def finish_dismissed(self, seat: int, now: int) -> None:
        """Finish the round of somebody who is away, once most of those who are there want it (D5)."""
        there = self.present - {seat}
        people = frozenset(other for other in there if not self.table.seats[other].plays_itself)
        others = people or there  # bots wait for everybody, and have no say where there are people
        ayes = self.table.seats[seat].dismissed_by & others
        game = self.table.game
        if game is not None and seat in awaited(game) and len(ayes) * 2 > len(others):
            self.act(seat, Finish(None), now)
