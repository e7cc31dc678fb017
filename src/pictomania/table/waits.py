"""What a table is waiting for, and for how long (D5), with a clock that others must wind."""

from dataclasses import dataclass
from enum import StrEnum

from pictomania.rules import Game, Phase, awaited, last_one
from pictomania.table.table import Table

NOBODY_MS = 10_000  # for those who are not there, once nobody who is there is waited for
NOBODY_DRAWS_MS = 60_000  # the same while they could be drawing
LEFT_MS = 1_000  # the same, if all of them have got up by themselves
HOST_MS = 30_000  # for a host who is not there
AWAY_MS = 20_000  # until others can vote to go on without somebody
ABANDONED_MS = 120_000  # until somebody else may take the seat
RUSH_MS = 20_000  # for the last ones to have looked, once most have
LEAST_MS = 5_000  # left of every wait after nobody was there
HEARTBEAT_MS = 1_000  # a running clock wants to be looked at so often
LONGEST_STEP_MS = 5_000  # from one look to the next; more is no time that passed, but a clock that jumped

REVEAL = (Phase.WORD, Phase.PILE)
RUSHED = (*REVEAL, Phase.PRAISING)  # to look at, not to read


class Kind(StrEnum):
    """Why the table does not wait for ever."""

    LIMIT = "limit"  # the drawing, or a stop of the reveal, has a limit
    HURRY = "hurry"  # only one is left (R37), or most are ready
    VOTE = "vote"  # those who have not voted by then have voted no
    NOBODY = "nobody"  # nobody who is there is waited for
    HOST = "host"  # somebody else becomes the host
    AWAY = "away"  # from now on the others can vote to go on without a seat
    ABANDONED = "abandoned"  # from now on somebody else can take a seat


SHOWN = (Kind.LIMIT, Kind.HURRY, Kind.VOTE, Kind.NOBODY)  # what players should see coming


@dataclass(frozen=True, slots=True)
class Wait:
    """One thing that is waited for; `about` tells it from an earlier one of its kind."""

    kind: Kind
    about: int  # the stop, or the seat


@dataclass(frozen=True, slots=True)
class Span:
    """How long a wait lasts, and how much of that had passed when it was noticed."""

    lasts_ms: int
    passed_ms: int = 0


def waits(table: Table, present: frozenset[int]) -> dict[Wait, Span]:
    """List what the table is waiting for."""
    found = _people(table, present)
    game, settings = table.game, table.settings
    if game is None:
        return found
    if game.round.motion is not None:
        if settings.hurry_s is not None:
            found[Wait(Kind.VOTE, table.stop)] = Span(settings.hurry_s * 1000, table.at - table.stop_at)
    elif game.phase is Phase.DRAWING:
        found |= _drawing(table, game)
    else:
        found |= _others(table, game, present)
    expected = awaited(game)
    if present and expected and not present.intersection(expected):
        lasts = NOBODY_DRAWS_MS if game.phase is Phase.DRAWING else NOBODY_MS
        if all(table.seats[seat].left for seat in expected):
            lasts = LEFT_MS
        found[Wait(Kind.NOBODY, table.stop)] = Span(lasts)
    return found


def _people(table: Table, present: frozenset[int]) -> dict[Wait, Span]:
    found: dict[Wait, Span] = {}
    away = () if table.game is None else (seat for seat in range(len(table.seats)) if seat not in present)
    for seat in away:
        found[Wait(Kind.AWAY, seat)] = Span(AWAY_MS)
        found[Wait(Kind.ABANDONED, seat)] = Span(ABANDONED_MS)
    people = [seat for seat in present if not table.seats[seat].plays_itself]
    if table.host is not None and present and table.host not in (people or present):
        found[Wait(Kind.HOST, table.host)] = Span(HOST_MS)
    return found


def _drawing(table: Table, game: Game) -> dict[Wait, Span]:
    found: dict[Wait, Span] = {}
    if table.settings.drawing_s is not None:
        found[Wait(Kind.LIMIT, table.stop)] = Span(table.settings.drawing_s * 1000, table.at - table.stop_at)
    if table.settings.hurry_s is not None and last_one(game) is not None:
        found[Wait(Kind.HURRY, table.stop)] = Span(table.settings.hurry_s * 1000, table.at - table.hurry_at)
    return found


def _others(table: Table, game: Game, present: frozenset[int]) -> dict[Wait, Span]:
    """Nobody who sleeps in front of the screen stops those who are more."""
    found: dict[Wait, Span] = {}
    if table.settings.reveal_s is not None and game.phase in REVEAL:
        found[Wait(Kind.LIMIT, table.stop)] = Span(table.settings.reveal_s * 1000, table.at - table.stop_at)
    slow = present.intersection(awaited(game))
    people = frozenset(seat for seat in present if not table.seats[seat].plays_itself)
    if slow & people:  # whom bots, who are always ready, should not hurry
        slow, present = slow & people, people
    if table.settings.hurry_s is not None and slow and len(slow) * 2 < len(present):
        hurry = table.settings.hurry_s * 1000
        found[Wait(Kind.HURRY, table.stop)] = Span(min(hurry, RUSH_MS) if game.phase in RUSHED else hurry)
    return found


class Clock:
    """When each wait ends, by a time of its own.

    That stands still while nobody is there, and does not follow the clock outside when it jumps.
    """

    def __init__(self) -> None:
        """Stand still, until somebody comes."""
        self._ends: dict[Wait, int] = {}
        self._ended: set[Wait] = set()  # those that were said to be due
        self._time = 0
        self._seen_at: int | None = None  # the last look at the clock outside; None: stands still

    def wind(self, found: dict[Wait, Span], now: int, *, running: bool) -> None:
        """Begin what is new, forget what is not waited for any more, and stand still or run on."""
        self._time = self._time_at(now)
        for wait, span in found.items():
            if wait not in self._ends:
                self._ends[wait] = self._time + span.lasts_ms - span.passed_ms
        self._ends = {wait: end for wait, end in self._ends.items() if wait in found}
        self._ended.intersection_update(found)
        if running and self._seen_at is None:
            soonest = self._time + LEAST_MS  # nothing ends moments after somebody has come
            self._ends = {wait: max(end, soonest) for wait, end in self._ends.items()}
        self._seen_at = now if running else None

    def due(self, now: int) -> list[Wait]:
        """List what has been waited for long enough, each once."""
        if self._seen_at is None:
            return []
        self._time, self._seen_at = self._time_at(now), now
        ended = [wait for wait, end in self._ends.items() if end <= self._time and wait not in self._ended]
        self._ended.update(ended)
        return ended

    def is_up(self, wait: Wait) -> bool:
        """Has this come due?"""
        return wait in self._ended

    def next_at(self) -> int | None:
        """When to look at the clock again, or None: when something comes due, but at least now and then."""
        if self._seen_at is None:
            return None
        ends = [end for wait, end in self._ends.items() if wait not in self._ended]
        return self._seen_at + min(min(ends) - self._time, HEARTBEAT_MS) if ends else None

    def shown(self, now: int) -> tuple[Kind, int] | None:
        """What ends first of what players should see coming, and in how many milliseconds."""
        ends = [(end, wait.kind) for wait, end in self._ends.items() if wait.kind in SHOWN]
        if not ends:
            return None
        end, kind = min(ends)
        return kind, max(0, end - self._time_at(now))

    def _time_at(self, now: int) -> int:
        if self._seen_at is None:
            return self._time
        step = max(0, now - self._seen_at)
        return self._time + (step if step <= LONGEST_STEP_MS else HEARTBEAT_MS)
