"""A harness for tests of a table: members join, send requests, draw and disconnect, and time passes."""

from collections.abc import Sequence
from itertools import count
from random import Random

from pictomania.ink import InkPiece, Mark, Point, Stroke, encode_piece
from pictomania.rules import Game, Phase, TimeUp
from pictomania.table import arrivals, entries, facts, house_bots, requests, views
from pictomania.table.seat import Invite, Member
from pictomania.table.session import Mail, Session
from pictomania.table.table import Table, replay_facts
from pictomania.wire import from_client
from pictomania.wire.frames import Pieces
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import Countdown, RequestRefused, State, TicketIssued

CODE = "ABCDEFGH"
START = 1_700_000_000_000
NAMES = ("Ada", "Ben", "Cleo", "Dov", "Emma", "Finn", "Gita")
LINE = Stroke(1, tuple(Point(40 * step, 30 * step, 128, 2 * step) for step in range(5)))
HOUR = 3600.0


def key_of(name: str) -> str:
    """Return the secret key of a client."""
    return f"key-of-{name}".replace(" ", "_").ljust(32, "-")


class TableHarness:
    """A session with a log, a mailbox and a clock that the test sets."""

    def __init__(self, *names: str, settings: Settings | None = None, seed: int = 1) -> None:
        """Open a table, and let these players join."""
        self.now = START
        self.random = Random(seed)
        self.stored: list[bytes] = []
        self._unstored: list[bytes] = []
        self._mail: list[Mail] = []
        self._invites: list[Invite] = []
        self._ink: Pieces = []
        self._changed = False
        self._secrets = count()
        self.session = self._new_session(Table(CODE))
        self.session.record(facts.TableOpened(self.now, CODE))
        if settings is not None:
            self.session.record(facts.SettingsChanged(self.now, settings))
        self.players = [self.join(name) for name in names]

    def _new_session(self, table: Table) -> Session:
        return Session(table, self.random.choice, lambda: f"secret-{next(self._secrets):032}", self.now)

    @property
    def table(self) -> Table:
        """The table in session."""
        return self.session.table

    @property
    def game(self) -> Game:
        """The running game."""
        assert self.table.game is not None
        return self.table.game

    # Members.

    def try_to_join(
        self,
        name: str,
        *,
        key: str | None = None,
        watch: bool = False,
        bot: bool = False,
        ticket: str | None = None,
    ) -> Member | Reason:
        """Send a hello; return the new member, or why it was refused."""
        hello = from_client.Hello(CODE, key or key_of(name), name, "en", watch, bot, ticket)
        return arrivals.join(self.session, hello, self.now)

    def join(self, name: str, *, key: str | None = None, watch: bool = False, bot: bool = False) -> Member:
        """Send a hello that must be accepted."""
        member = self.try_to_join(name, key=key, watch=watch, bot=bot)
        assert isinstance(member, Member), member
        return member

    def disconnect(self, *members: Member) -> None:
        """Drop the connections of members."""
        for member in members:
            self.session.drop(member, self.now)

    def request(self, member: Member, request: from_client.AnyRequest) -> str | None:
        """Send a request; return the reason if it is refused."""
        before = len(self.mail)
        requests.handle(self.session, member, request, self.now)
        replies = [mail.message for mail in self.mail[before:] if mail.to == (member,)]
        return next((reply.reason for reply in replies if isinstance(reply, RequestRefused)), None)

    def draw(self, member: Member, *marks: Mark, place: int | None = None) -> bool:
        """Add a stroke, or other marks, at the end of a player's sheet."""
        seat = self.seat_of(member)
        at = len(self.table.sheets[seat].marks) if place is None else place
        return self.session.draw(seat, encode_piece(InkPiece(at, 0, marks or (LINE,))), self.now)

    def seat_of(self, member: Member) -> int:
        """Return the seat of a member who has one."""
        seat = self.session.seat_of(member)
        assert seat is not None
        return seat

    def state(self, member: Member) -> State:
        """Return what a member sees."""
        return views.state(self.session, member, self.now)

    def names(self) -> list[str]:
        """Return the names at the seats."""
        return [seat.name for seat in self.table.seats]

    def request_ticket(self, member: Member) -> str:
        """Request a ticket to another device, and return it."""
        assert self.request(member, from_client.RequestTicket()) is None
        mail = self.take_mail()[-1]
        assert isinstance(mail.message, TicketIssued)
        assert mail.to == (member,)
        return mail.message.ticket

    # Output of the session that the test has not taken yet.

    def take_closed(self) -> list[tuple[Member, Close]]:
        """Take all mail; return whose sockets it closes, and why."""
        return [(member, mail.close) for mail in self.take_mail() if mail.close for member in mail.to]

    def take_changed(self) -> bool:
        """Return whether members need a new state, and reset that."""
        self._drain()
        changed, self._changed = self._changed, False
        return changed

    def take_mail(self) -> list[Mail]:
        """Take all messages that were not sent yet."""
        mail, self._mail = self.mail, []
        return mail

    def _drain(self) -> None:
        outcome = self.session.drain()
        self._unstored += outcome.entries
        self._mail += outcome.mail
        self._invites += outcome.invites
        self._ink += outcome.ink
        self._changed |= outcome.changed

    @property
    def unstored(self) -> list[bytes]:
        """The entries that were not stored yet."""
        self._drain()
        return self._unstored

    @property
    def mail(self) -> list[Mail]:
        """The messages that were not sent yet."""
        self._drain()
        return self._mail

    @property
    def invites(self) -> list[Invite]:
        """The invites that no bot has followed yet."""
        self._drain()
        return self._invites

    @property
    def ink(self) -> Pieces:
        """The ink that was not broadcast yet."""
        self._drain()
        return self._ink

    # Time.

    def wait(self, seconds: float) -> None:
        """Let time pass, with a tick whenever the session needs one."""
        until = self.now + round(seconds * 1000)
        while (at := self.session.next_tick_at) is not None and at <= until:
            self.now = at
            self.session.tick(at)
            self.invite_bots()
        self.now = until
        self.session.tick(until)
        self.invite_bots()

    def invite_bots(self) -> list[Invite]:
        """Invite missing house bots or send them home, and return all open invites."""
        if house_bots.needs_attention(self.session, self.now):
            house_bots.attend(self.session, self.now, lambda: 99)
        return self.invites

    def join_bot(self, invite: Invite) -> Member:
        """Let a house bot follow its invite."""
        self.invites.remove(invite)
        return self.join("Bot", key=invite.key, bot=True, watch=True)

    # The game.

    def begin(self) -> None:
        """Let the host begin the game."""
        host = next(member for member in self.session.members if self.seat_of(member) == self.table.host)
        assert self.request(host, from_client.Begin()) is None

    def play_until(self, phase: Phase) -> None:
        """Run out all time limits, without waiting, until the game is in this phase."""
        if self.table.game is None:
            self.begin()
        while self.game.phase is not phase:
            self.session.act(None, TimeUp(), self.now)
            self.session.update_deadlines(self.now)

    def phase(self) -> Phase:
        """Return the current phase."""
        return self.game.phase

    def finished(self) -> list[int]:
        """Return the seats that have finished this round, in order."""
        return list(self.game.round.finished)

    # The log.

    def store(self) -> list[facts.AnyFact]:
        """Store all entries as one batch; return all stored facts."""
        self.session.flush_ink(self.now)
        self.stored += self.unstored
        self.unstored.clear()
        return [entries.decode_entry(entry) for entry in self.stored]

    def restart(self, after: float = 0.0) -> None:
        """Kill the server and start it again this many seconds later; all connections are lost."""
        table = replay_facts(CODE, self.store())
        self.now += round(after * 1000)
        self.session = self._new_session(table)
        self._mail, self._invites, self._ink, self._changed = [], [], [], False


def drawing_phase(*names: str, settings: Settings | None = None) -> TableHarness:
    """Return a table in the drawing phase."""
    harness = TableHarness(*(names or NAMES[:3]), settings=settings)
    harness.play_until(Phase.DRAWING)
    return harness


def fact_names(history: Sequence[facts.AnyFact]) -> list[str]:
    """Return the class names of facts."""
    return [type(fact).__name__ for fact in history]


def finish(harness: TableHarness, *seats: int) -> None:
    """Let these seats finish without a token."""
    stop = harness.table.stop
    for seat in seats:
        assert harness.request(harness.players[seat], from_client.Finish(stop)) is None


def countdown(harness: TableHarness) -> Countdown | None:
    """Return the countdown that the first player sees."""
    return harness.state(harness.players[0]).clock
