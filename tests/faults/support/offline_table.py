"""A live table without network or system clock: steps run one at a time, and clients record bytes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from pictomania.ink import InkPiece, Mark, encode_piece
from pictomania.log import EventLog
from pictomania.server.clock import ServerClock
from pictomania.server.metrics import Metrics
from pictomania.server.net.budgets import Account, RateBudget
from pictomania.server.net.outbox import TEXT, Outbox
from pictomania.server.net.rate_limits import RateLimits
from pictomania.server.tables.archive import Archive
from pictomania.server.tables.compaction import compact_in
from pictomania.server.tables.live_table import LiveTable
from pictomania.server.tables.live_tables import LiveTables, TableServices
from pictomania.server.workers.pool import WorkerPool
from pictomania.table.identity.codes import hash_key
from pictomania.table.seat import Member
from pictomania.table.table import Table
from pictomania.wire import from_client
from pictomania.wire.json_codec import decode_to_client
from pictomania.wire.reasons import Reason
from pictomania.wire.to_client import State, Welcome
from pictomania.words import Language

CODE = "ABCDEFGH"
START_MS = 1_700_000_000_000


class ManualClock(ServerClock):
    """A clock that the test sets."""

    def __init__(self, now: int) -> None:
        """Stand still."""
        self.now = now

    def ms(self) -> int:
        """Return the current time."""
        return self.now


class Wire:
    """A transport that records the bytes for one client."""

    def __init__(self) -> None:
        """Nothing has come."""
        self.heard: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Record bytes."""
        self.heard.append(data)

    def set_write_buffer_limits(self, high: int) -> None:
        """Accept any amount."""

    def abort(self) -> None:
        """Record that the connection was aborted."""
        self.heard.append(b"aborted")

    def close(self) -> None:
        """Record that the connection was closed."""
        self.heard.append(b"closed")


@dataclass
class OfflineClient:
    """A client that joins and disconnects, and what it received."""

    name: str
    watch: bool = False
    language: Language = "en"
    wire: Wire = field(default_factory=Wire)
    member: Member | None = None  # while connected

    @property
    def key(self) -> str:
        """The secret key of the client."""
        return f"key-of-{self.name}".ljust(32, "-")

    @property
    def state(self) -> State:
        """The last state it received."""
        for frame in reversed(self.wire.heard):
            if frame[0] & 0x0F == TEXT:
                message = decode_to_client(frame[4:] if frame[1] == 126 else frame[2:])
                if isinstance(message, Welcome | State):
                    return message.state if isinstance(message, Welcome) else message
        raise AssertionError("never welcomed")


@dataclass(frozen=True)
class Send:
    """A client sends a request; `noise`: it may be refused."""

    name: str
    message: from_client.TableRequest | from_client.AnyGameRequest
    noise: bool = False


@dataclass(frozen=True)
class DrawInk:
    """A player draws."""

    name: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Join:
    """A client joins or reconnects."""

    name: str


@dataclass(frozen=True)
class Disconnect:
    """A client loses its connection."""

    name: str


@dataclass(frozen=True)
class Wait:
    """Time passes."""

    ms: int


Step = Send | DrawInk | Join | Disconnect | Wait


class OfflineTable:
    """One live table on a log."""

    def __init__(
        self, log: EventLog, guests: Sequence[OfflineClient], now: int = START_MS, seed: int = 1
    ) -> None:
        """Create without a table; use `open`."""
        self.log = log
        self.guests = {guest.name: guest for guest in guests}
        self.clock = ManualClock(now)
        metrics = Metrics()
        workers = WorkerPool(metrics)
        archive = Archive(log, self.clock, metrics, 30, workers)
        self.live_tables = LiveTables(log, archive, self.clock, metrics, TableServices(compact_in(workers)))
        self.live_table: LiveTable
        self._seed = seed

    async def open(self, entries: Sequence[bytes]) -> None:
        """Load a table from these entries; chance depends on the seed alone."""
        await self.log.drop(CODE)
        await self.log.append(CODE, 0, entries)
        live_table = await self.live_tables.find(CODE)
        assert isinstance(live_table, LiveTable)
        self.live_table = live_table
        chance = Random(self._seed)
        live_table.session.pick = chance.choice
        live_table.session.secret = lambda: f"secret-{chance.getrandbits(128):032x}"

    @property
    def table(self) -> Table:
        """The table, with all its secrets."""
        return self.live_table.session.table

    def seat_of(self, name: str) -> int | None:
        """Return the seat of a client."""
        return self.table.seat_of(hash_key(CODE, self.guests[name].key))

    @property
    def present(self) -> list[str]:
        """The connected clients, in the order they joined."""
        names = {guest.member: name for name, guest in self.guests.items() if guest.member is not None}
        return [names[member] for member in self.live_table.session.members]

    async def do(self, step: Step) -> None:
        """Run a step, and send all output."""
        match step:
            case Send(name, message):
                member = self.guests[name].member
                if member is not None:
                    self.live_table.receive(member, message)
            case DrawInk(name, marks):
                self._draw(name, marks)
            case Join(name):
                self._come(self.guests[name])
            case Disconnect(name):
                self._go(self.guests[name])
            case Wait(ms):
                self.clock.now += ms
                self.live_table.tick(self.clock.now)
        await self.live_table.store_all()
        self.live_table.broadcast_ink()

    def _draw(self, name: str, marks: tuple[Mark, ...]) -> None:
        member, seat = self.guests[name].member, self.seat_of(name)
        if member is not None and seat is not None and self.table.sheets:
            place = len(self.table.sheets[seat].marks)
            self.live_table.draw(member, self.table.paper & 0xFF, encode_piece(InkPiece(place, 0, marks)))

    def _come(self, guest: OfflineClient) -> None:
        def answered(result: Member | Reason) -> None:
            guest.member = result if isinstance(result, Member) else None  # or removed by the host

        hello = from_client.Hello(CODE, guest.key, guest.name, guest.language, guest.watch)
        account = Account(RateBudget(RateLimits()), RateBudget(RateLimits()))
        self.live_table.join(hello, Outbox(guest.wire, self.live_tables.metrics), account, answered)

    def _go(self, guest: OfflineClient) -> None:
        if guest.member is not None:
            self.live_table.leave(guest.member)
            guest.member = None
