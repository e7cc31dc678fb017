"""An evening at one table, for tests: people come, say things, draw and go, and time goes by."""

from collections.abc import Sequence
from itertools import count
from random import Random

from pictomania.ink import Ink, Mark, Point, Stroke, encode
from pictomania.rules import Game, Phase, TimeUp
from pictomania.table import arrivals, calls, facts, record, seen, wishes
from pictomania.table.seat import Call, Member
from pictomania.table.sitting import Mail, Sitting
from pictomania.table.table import Table, replayed
from pictomania.wire import from_client as said
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import Clock, Refused, State, TicketIssued
from pictomania.words import Language

CODE = "ABCDEFGH"
START = 1_700_000_000_000
NAMES = ("Ada", "Ben", "Cleo", "Dov", "Emma", "Finn", "Gita")
LINE = Stroke(1, tuple(Point(40 * step, 30 * step, 128, 2 * step) for step in range(5)))
HOUR = 3600.0


def key_of(name: str) -> str:
    """The secret that a person's browser keeps."""
    return f"key-of-{name}".replace(" ", "_").ljust(32, "-")


class Evening:
    """A sitting with a log, a mailbox and a clock that a test moves on."""

    def __init__(self, *names: str, settings: Settings | None = None, seed: int = 1) -> None:
        """Open a table, and let these come."""
        self.now = START
        self.random = Random(seed)
        self.stored: list[bytes] = []
        self._secrets = count()
        self.sitting = self._sitting(Table(CODE))
        self.sitting.do(facts.Opened(self.now, CODE))
        if settings is not None:
            self.sitting.do(facts.Settled(self.now, settings))
        self.people = [self.comes(name) for name in names]

    def _sitting(self, table: Table) -> Sitting:
        return Sitting(table, self.random.choice, lambda: f"secret-{next(self._secrets):032}", self.now)

    @property
    def table(self) -> Table:
        """The table."""
        return self.sitting.table

    @property
    def game(self) -> Game:
        """The game that is on."""
        assert self.table.game is not None
        return self.table.game

    # People.

    def greeted(
        self,
        name: str,
        *,
        key: str | None = None,
        watch: bool = False,
        bot: bool = False,
        ticket: str | None = None,
    ) -> Member | Reason:
        """Let somebody try to come."""
        hello = said.Hello(CODE, key or key_of(name), name, Language.EN, watch, bot, ticket)
        return arrivals.greet(self.sitting, hello, self.now)

    def comes(self, name: str, *, key: str | None = None, watch: bool = False, bot: bool = False) -> Member:
        """Let somebody come who is let in."""
        member = self.greeted(name, key=key, watch=watch, bot=bot)
        assert isinstance(member, Member), member
        return member

    def goes(self, *members: Member) -> None:
        """Let connections break."""
        for member in members:
            arrivals.went(self.sitting, member, self.now)

    def asks(self, member: Member, message: said.Wish | said.Played) -> str | None:
        """Let somebody ask for something; return the reason if it is refused."""
        before = len(self.sitting.mail)
        wishes.hear(self.sitting, member, message, self.now)
        told = [letter.message for letter in self.sitting.mail[before:] if letter.to == (member,)]
        return next((message.reason for message in told if isinstance(message, Refused)), None)

    def draws(self, member: Member, *marks: Mark, place: int | None = None) -> bool:
        """Let somebody draw a line, or make other marks, after what is on their sheet."""
        seat = self.seat_of(member)
        at = len(self.table.sheets[seat].marks) if place is None else place
        return self.sitting.drew(seat, encode(Ink(at, 0, marks or (LINE,))), self.now)

    def seat_of(self, member: Member) -> int:
        """The seat of somebody who has one."""
        seat = self.sitting.seat_of(member)
        assert seat is not None
        return seat

    def state(self, member: Member) -> State:
        """What somebody sees."""
        return seen.state(self.sitting, member, self.now)

    def names(self) -> list[str]:
        """Who has a seat."""
        return [seat.name for seat in self.table.seats]

    def ticket_of(self, member: Member) -> str:
        """Let somebody ask for a ticket to another device."""
        assert self.asks(member, said.AskTicket()) is None
        letter = self.told()[-1]
        assert isinstance(letter.message, TicketIssued)
        assert letter.to == (member,)
        return letter.message.ticket

    def closed(self) -> list[tuple[Member, Close]]:
        """Whose sockets were closed since the last time somebody asked, and why."""
        return [(member, letter.close) for letter in self.told() if letter.close for member in letter.to]

    def is_news(self) -> bool:
        """Has everybody to be told the state of things, since the last time somebody asked?"""
        news, self.sitting.is_changed = self.sitting.is_changed, False
        return news

    def told(self) -> list[Mail]:
        """Everything that was said since the last time somebody asked."""
        letters, self.sitting.mail = self.sitting.mail, []
        return letters

    # Time.

    def waits(self, seconds: float) -> None:
        """Let time pass, with a tick whenever the table wants one."""
        until = self.now + round(seconds * 1000)
        while (at := self.sitting.next_at) is not None and at <= until:
            self.now = at
            self.sitting.tick(at)
            self.calls()
        self.now = until
        self.sitting.tick(until)
        self.calls()

    def calls(self) -> list[Call]:
        """Have bots called that are missing, or sent home, and say which are to come."""
        if calls.are_due(self.sitting, self.now):
            calls.attend(self.sitting, self.now, lambda: 99)
        return self.sitting.calls

    def bot_comes(self, call: Call) -> Member:
        """Let a bot come that was called."""
        self.sitting.calls.remove(call)
        return self.comes("Bot", key=call.key, bot=True, watch=True)

    # The game.

    def begins(self) -> None:
        """Let the host begin."""
        host = next(member for member in self.sitting.members if self.seat_of(member) == self.table.host)
        assert self.asks(host, said.Begin()) is None

    def until(self, phase: Phase) -> None:
        """Let everything be waited for in vain until a phase is reached, in no time."""
        if self.table.game is None:
            self.begins()
        while self.game.phase is not phase:
            self.sitting.act(None, TimeUp(), self.now)
            self.sitting.wind(self.now)

    def phase(self) -> Phase:
        """Which part of the game is on?"""
        return self.game.phase

    def finished(self) -> list[int]:
        """Who has finished this round, in order?"""
        return list(self.game.round.finished)

    # The log.

    def store(self) -> list[facts.Any]:
        """Store what is not yet, as one batch; return all that is stored."""
        self.sitting.settle_ink(self.now)
        self.stored += self.sitting.unstored
        self.sitting.unstored.clear()
        return [record.fact(entry) for entry in self.stored]

    def restarts(self, after: float = 0.0) -> None:
        """Let the server be killed and come back after so many seconds; all connections are gone."""
        table = replayed(CODE, self.store())
        self.now += round(after * 1000)
        self.sitting = self._sitting(table)


def drawing(*names: str, settings: Settings | None = None) -> Evening:
    """Bring a table to where everyone draws."""
    evening = Evening(*(names or NAMES[:3]), settings=settings)
    evening.until(Phase.DRAWING)
    return evening


def kinds(happened: Sequence[facts.Any]) -> list[str]:
    """Name facts by their kinds."""
    return [type(fact).__name__ for fact in happened]


def finish(evening: Evening, *seats: int) -> None:
    """Let these finish without a token."""
    stop = evening.table.stop
    for seat in seats:
        assert evening.asks(evening.people[seat], said.Finish(stop)) is None


def clock(evening: Evening) -> Clock | None:
    """What the first one sees coming."""
    return evening.state(evening.people[0]).clock
