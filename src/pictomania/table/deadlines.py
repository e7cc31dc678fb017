"""Deadlines: what a table waits for and how long (D5), and a clock that the caller keeps running."""

from dataclasses import dataclass
from enum import StrEnum

from pictomania.rules import Game, Phase, awaited, last_unfinished
from pictomania.table.table import Table

NOBODY_MS = 10_000  # grace for absentees once everyone present is done
NOBODY_DRAWS_MS = 60_000  # the same while they could be drawing
LEFT_MS = 1_000  # the same if all of them left of their own accord
HOST_MS = 30_000  # before an absent host is replaced
AWAY_MS = 20_000  # before the others can vote to go on without an absent player
ABANDONED_MS = 120_000  # before another player may take the seat
RUSH_MS = 20_000  # for the last players to look, once most have
MIN_REMAINING_MS = 5_000  # time left on every deadline when the first player comes back
HEARTBEAT_MS = 1_000  # the longest time between two looks at a running clock
MAX_STEP_MS = 5_000  # a longer step is not time that passed, but a clock that jumped

REVEAL = (Phase.WORD, Phase.PILE)
RUSHED = (*REVEAL, Phase.PRAISING)  # to look at, not to read


class DeadlineKind(StrEnum):
    """What happens when a deadline passes."""

    LIMIT = "limit"  # time limit of the drawing or of a stop in the reveal
    HURRY = "hurry"  # one player is left (R37), or most are ready
    VOTE = "vote"  # missing votes count as no
    NOBODY = "nobody"  # only absent players are awaited
    HOST = "host"  # another player becomes the host
    AWAY = "away"  # the others can vote to go on without this seat
    ABANDONED = "abandoned"  # another player can take this seat


COUNTED_DOWN = (
    DeadlineKind.LIMIT,
    DeadlineKind.HURRY,
    DeadlineKind.VOTE,
    DeadlineKind.NOBODY,
)  # players see these coming


@dataclass(frozen=True, slots=True)
class Deadline:
    """A deadline; `about` tells it apart from earlier ones of its kind."""

    kind: DeadlineKind
    about: int  # the stop, or the seat


@dataclass(frozen=True, slots=True)
class Duration:
    """How long the table waits, and how much of that had passed when the wait was noticed."""

    total_ms: int
    passed_ms: int = 0


Deadlines = dict[Deadline, Duration]


def find_deadlines(table: Table, present: frozenset[int]) -> Deadlines:
    """Find all deadlines of a table."""
    found = _presence(table, present)
    game, settings = table.game, table.settings
    if game is None:
        return found
    if game.round.motion is not None:
        if settings.hurry_s is not None:
            found[Deadline(DeadlineKind.VOTE, table.stop)] = _since_stop(table, settings.hurry_s)
    elif game.phase is Phase.DRAWING:
        found |= _drawing(table, game)
    else:
        found |= _between_drawings(table, game, present)
    expected = awaited(game)
    if present and expected and not present.intersection(expected):
        grace = NOBODY_DRAWS_MS if game.phase is Phase.DRAWING else NOBODY_MS
        if all(table.seats[seat].left for seat in expected):
            grace = LEFT_MS
        found[Deadline(DeadlineKind.NOBODY, table.stop)] = Duration(grace)
    return found


def _since_stop(table: Table, seconds: int) -> Duration:
    return Duration(seconds * 1000, table.at - table.stop_at)


def _presence(table: Table, present: frozenset[int]) -> Deadlines:
    found: Deadlines = {}
    absent = () if table.game is None else (seat for seat in range(len(table.seats)) if seat not in present)
    for seat in absent:
        found[Deadline(DeadlineKind.AWAY, seat)] = Duration(AWAY_MS)
        found[Deadline(DeadlineKind.ABANDONED, seat)] = Duration(ABANDONED_MS)
    people = [seat for seat in present if not table.seats[seat].is_automated]
    if table.host is not None and present and table.host not in (people or present):
        found[Deadline(DeadlineKind.HOST, table.host)] = Duration(HOST_MS)
    return found


def _drawing(table: Table, game: Game) -> Deadlines:
    found: Deadlines = {}
    settings = table.settings
    if settings.drawing_s is not None:
        found[Deadline(DeadlineKind.LIMIT, table.stop)] = _since_stop(table, settings.drawing_s)
    if settings.hurry_s is not None and last_unfinished(game) is not None:
        since_hurry = Duration(settings.hurry_s * 1000, table.at - table.hurry_at)
        found[Deadline(DeadlineKind.HURRY, table.stop)] = since_hurry
    return found


def _between_drawings(table: Table, game: Game, present: frozenset[int]) -> Deadlines:
    """Find deadlines that keep an idle minority from holding up the table."""
    found: Deadlines = {}
    settings = table.settings
    if settings.reveal_s is not None and game.phase in REVEAL:
        found[Deadline(DeadlineKind.LIMIT, table.stop)] = _since_stop(table, settings.reveal_s)
    slow = present.intersection(awaited(game))
    people = frozenset(seat for seat in present if not table.seats[seat].is_automated)
    if slow & people:  # bots are always ready, and must not hurry people
        slow, present = slow & people, people
    if settings.hurry_s is not None and slow and len(slow) * 2 < len(present):
        hurry_ms = settings.hurry_s * 1000
        rush_ms = min(hurry_ms, RUSH_MS) if game.phase in RUSHED else hurry_ms
        found[Deadline(DeadlineKind.HURRY, table.stop)] = Duration(rush_ms)
    return found


class DeadlineClock:
    """When each deadline passes, on an internal clock that pauses while no player is present.

    It does not follow the outside clock when that jumps.
    """

    def __init__(self) -> None:
        self._ends: dict[Deadline, int] = {}
        self._passed: set[Deadline] = set()  # already reported by `due`
        self._time = 0
        self._seen_at: int | None = None  # last look at the outside clock; None: paused

    def update(self, found: Deadlines, now: int, *, running: bool) -> None:
        """Start new deadlines, forget those no longer found, and pause or resume the clock."""
        self._time = self._time_at(now)
        for deadline, duration in found.items():
            if deadline not in self._ends:
                self._ends[deadline] = self._time + duration.total_ms - duration.passed_ms
        self._ends = {deadline: end for deadline, end in self._ends.items() if deadline in found}
        self._passed.intersection_update(found)
        if running and self._seen_at is None:
            soonest = self._time + MIN_REMAINING_MS  # nothing ends moments after a player has come back
            self._ends = {deadline: max(end, soonest) for deadline, end in self._ends.items()}
        self._seen_at = now if running else None

    def due(self, now: int) -> list[Deadline]:
        """List the deadlines that have passed, each once."""
        if self._seen_at is None:
            return []
        self._time, self._seen_at = self._time_at(now), now
        passed = [one for one, end in self._ends.items() if end <= self._time and one not in self._passed]
        self._passed.update(passed)
        return passed

    def is_up(self, deadline: Deadline) -> bool:
        """Whether a deadline has passed."""
        return deadline in self._passed

    def next_at(self) -> int | None:
        """Return when to look again: when a deadline passes, or at the next heartbeat."""
        if self._seen_at is None:
            return None
        ends = [end for deadline, end in self._ends.items() if deadline not in self._passed]
        return self._seen_at + min(min(ends) - self._time, HEARTBEAT_MS) if ends else None

    def countdown(self, now: int) -> tuple[DeadlineKind, int] | None:
        """Return the first deadline that players should see coming, and the milliseconds left."""
        ends = [(end, deadline.kind) for deadline, end in self._ends.items() if deadline.kind in COUNTED_DOWN]
        if not ends:
            return None
        end, kind = min(ends)
        return kind, max(0, end - self._time_at(now))

    def _time_at(self, now: int) -> int:
        if self._seen_at is None:
            return self._time
        step = max(0, now - self._seen_at)
        return self._time + (step if step <= MAX_STEP_MS else HEARTBEAT_MS)
