"""A table without a network or a clock of its own: guests hear bytes, and things happen one by one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from pictomania.ink import Ink, Mark, encode
from pictomania.log import EventLog
from pictomania.server.archive import Archive
from pictomania.server.budgets import Account, Budget
from pictomania.server.condensing import condensing_in
from pictomania.server.hosted import Hosted
from pictomania.server.hosting import Hosting
from pictomania.server.metrics import Metrics
from pictomania.server.outbox import TEXT, Outbox
from pictomania.server.pace import Pace
from pictomania.server.time import Time
from pictomania.server.workers import Workers
from pictomania.table.codes import hashed
from pictomania.table.seat import Member
from pictomania.table.table import Table
from pictomania.wire import from_client as said
from pictomania.wire.gate import told
from pictomania.wire.reasons import Reason
from pictomania.wire.to_client import State, Welcome
from pictomania.words import Language

CODE = "ABCDEFGH"
START_MS = 1_700_000_000_000


class Hands(Time):
    """A clock whose hands are moved by a test."""

    def __init__(self, now: int) -> None:
        """Stand still."""
        self.now = now

    def ms(self) -> int:
        """What time it is."""
        return self.now


class Wire:
    """Where the bytes for one guest end."""

    def __init__(self) -> None:
        """Nothing has come."""
        self.heard: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Hear something."""
        self.heard.append(data)

    def set_write_buffer_limits(self, high: int) -> None:
        """Take any amount."""

    def abort(self) -> None:
        """Hear the line break."""
        self.heard.append(b"aborted")

    def close(self) -> None:
        """Hear the line go dead."""
        self.heard.append(b"closed")


@dataclass
class Guest:
    """Somebody who comes and goes, and what they heard."""

    name: str
    watch: bool = False
    language: Language = Language.EN
    wire: Wire = field(default_factory=Wire)
    member: Member | None = None  # while they are there

    @property
    def key(self) -> str:
        """The secret that their browser keeps."""
        return f"key-of-{self.name}".ljust(32, "-")

    @property
    def state(self) -> State:
        """What they saw last."""
        for frame in reversed(self.wire.heard):
            if frame[0] & 0x0F == TEXT:
                message = told(frame[4:] if frame[1] == 126 else frame[2:])
                if isinstance(message, Welcome | State):
                    return message.state if isinstance(message, Welcome) else message
        raise AssertionError("never welcomed")


@dataclass(frozen=True)
class Says:
    """Somebody says something; `noise`: it need not make sense."""

    name: str
    message: said.Wish | said.Played
    noise: bool = False


@dataclass(frozen=True)
class Draws:
    """Somebody draws."""

    name: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Comes:
    """Somebody comes, or comes back."""

    name: str


@dataclass(frozen=True)
class Goes:
    """Somebody's connection breaks."""

    name: str


@dataclass(frozen=True)
class Passes:
    """Time passes."""

    ms: int


Step = Says | Draws | Comes | Goes | Passes


class Room:
    """One table, on a log, at a time."""

    def __init__(self, log: EventLog, guests: Sequence[Guest], now: int = START_MS, seed: int = 1) -> None:
        """Nobody is there yet; use `open`."""
        self.log = log
        self.guests = {guest.name: guest for guest in guests}
        self.clock = Hands(now)
        metrics = Metrics()
        workers = Workers(metrics)
        self.hosting = Hosting(log, Archive(log, self.clock, metrics, 30, workers), self.clock, metrics)
        self.hosting.condense = condensing_in(workers)
        self.hosted: Hosted
        self._seed = seed

    async def open(self, entries: Sequence[bytes]) -> None:
        """Begin with a table as these entries have it; what chance will do depends on the seed alone."""
        await self.log.drop(CODE)
        await self.log.append(CODE, 0, entries)
        hosted = await self.hosting.find(CODE)
        assert hosted is not None
        self.hosted = hosted
        chance = Random(self._seed)
        hosted.sitting.pick = chance.choice
        hosted.sitting.secret = lambda: f"secret-{chance.getrandbits(128):032x}"

    @property
    def table(self) -> Table:
        """The table, with all its secrets."""
        return self.hosted.sitting.table

    def seat_of(self, name: str) -> int | None:
        """Whose seat is whose."""
        return self.table.seat_of(hashed(CODE, self.guests[name].key))

    @property
    def present(self) -> list[str]:
        """Those who are there, in the order they came."""
        names = {guest.member: name for name, guest in self.guests.items() if guest.member is not None}
        return [names[member] for member in self.hosted.sitting.members]

    async def do(self, step: Step) -> None:
        """Let something happen, and everybody hear of it."""
        match step:
            case Says(name, message):
                member = self.guests[name].member
                if member is not None:
                    self.hosted.hear(member, message)
            case Draws(name, marks):
                self._draw(name, marks)
            case Comes(name):
                self._come(self.guests[name])
            case Goes(name):
                self._go(self.guests[name])
            case Passes(ms):
                self.clock.now += ms
                self.hosted.tick(self.clock.now)
        await self.hosted.settled()
        self.hosted.show_ink()

    def _draw(self, name: str, marks: tuple[Mark, ...]) -> None:
        member, seat = self.guests[name].member, self.seat_of(name)
        if member is not None and seat is not None and self.table.sheets:
            place = len(self.table.sheets[seat].marks)
            self.hosted.draw(member, self.table.paper & 0xFF, encode(Ink(place, 0, marks)))

    def _come(self, guest: Guest) -> None:
        def answered(result: Member | Reason) -> None:
            guest.member = result if isinstance(result, Member) else None  # or removed by the host

        hello = said.Hello(CODE, guest.key, guest.name, guest.language, guest.watch)
        account = Account(Budget(Pace()), Budget(Pace()))
        self.hosted.arrive(hello, Outbox(guest.wire, self.hosting.metrics), account, answered)

    def _go(self, guest: Guest) -> None:
        if guest.member is not None:
            self.hosted.leave(guest.member)
            guest.member = None
