"""What a table is waiting for, and for how long (D5), with a clock that others must wind."""

from dataclasses import dataclass
from enum import StrEnum

from pictomania.rules import Game, Phase, awaited, last_one
from pictomania.table.table import Table

NOBODY_MS = 10_000  # for those who are not there, once nobody who is there is waited for
NOBODY_DRAWS_MS = 60_000  # the same while they could be drawing
HOST_MS = 30_000  # for a host who is not there
AWAY_MS = 20_000  # until others can vote to go on without somebody
ABANDONED_MS = 120_000  # until somebody else may take the seat
RUSH_MS = 20_000  # for the last ones to be ready in the reveal, once most are
LEAST_MS = 5_000  # left of every wait after nobody was there

REVEAL = (Phase.WORD, Phase.PILE)
RUSHED = (*REVEAL, Phase.PRAISING)


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
    """How long a wait lasts, and since when; None: since it is noticed."""

    lasts_ms: int
    since: int | None = None


def waits(table: Table, present: frozenset[int]) -> dict[Wait, Span]:
    """List what the table is waiting for."""
    found = _people(table, present)
    game, settings = table.game, table.settings
    if game is None:
        return found
    if game.round.motion is not None:
        if settings.hurry_s is not None:
            found[Wait(Kind.VOTE, table.stop)] = Span(settings.hurry_s * 1000, table.stop_at)
    elif game.phase is Phase.DRAWING:
        found |= _drawing(table, game)
    elif game.phase in RUSHED:
        found |= _reveal(table, game, present)
    expected = awaited(game)
    if present and expected and not present.intersection(expected):
        lasts = NOBODY_DRAWS_MS if game.phase is Phase.DRAWING else NOBODY_MS
        found[Wait(Kind.NOBODY, table.stop)] = Span(lasts)
    return found


def _people(table: Table, present: frozenset[int]) -> dict[Wait, Span]:
    found: dict[Wait, Span] = {}
    for seat in range(len(table.seats)):
        if seat not in present:
            found[Wait(Kind.AWAY, seat)] = Span(AWAY_MS)
            found[Wait(Kind.ABANDONED, seat)] = Span(ABANDONED_MS)
    if table.host is not None and table.host not in present and present:
        found[Wait(Kind.HOST, table.host)] = Span(HOST_MS)
    return found


def _drawing(table: Table, game: Game) -> dict[Wait, Span]:
    found: dict[Wait, Span] = {}
    if table.settings.drawing_s is not None:
        found[Wait(Kind.LIMIT, table.stop)] = Span(table.settings.drawing_s * 1000, table.stop_at)
    if table.settings.hurry_s is not None and last_one(game) is not None:
        found[Wait(Kind.HURRY, table.stop)] = Span(table.settings.hurry_s * 1000, table.hurry_at)
    return found


def _reveal(table: Table, game: Game, present: frozenset[int]) -> dict[Wait, Span]:
    found: dict[Wait, Span] = {}
    if table.settings.reveal_s is not None and game.phase in REVEAL:
        found[Wait(Kind.LIMIT, table.stop)] = Span(table.settings.reveal_s * 1000, table.stop_at)
    slow = present.intersection(awaited(game))
    if table.settings.hurry_s is not None and len(slow) * 2 < len(present):
        found[Wait(Kind.HURRY, table.stop)] = Span(min(table.settings.hurry_s * 1000, RUSH_MS))
    return found


class Clock:
    """When each wait ends; stands still while nobody is there."""

    def __init__(self, now: int) -> None:
        """Stand still, until somebody comes."""
        self._ends: dict[Wait, int] = {}
        self._ended: set[Wait] = set()  # those that were said to be due
        self._still_since: int | None = now

    def wind(self, found: dict[Wait, Span], now: int, *, running: bool) -> None:
        """Begin what is new, forget what is not waited for any more, and stand still or run on."""
        for wait, span in found.items():
            if wait not in self._ends:
                self._ends[wait] = (now if span.since is None else span.since) + span.lasts_ms
        self._ends = {wait: end for wait, end in self._ends.items() if wait in found}
        self._ended.intersection_update(found)
        if not running:
            self._still_since = now if self._still_since is None else self._still_since
        elif self._still_since is not None:
            still, self._still_since = self._still_since, None
            # The time in which nobody was there is given back, and nothing ends moments after.
            self._ends = {wait: now + max(end - still, LEAST_MS) for wait, end in self._ends.items()}

    def due(self, now: int) -> list[Wait]:
        """List what has been waited for long enough, each once."""
        if self._still_since is not None:
            return []
        ended = [wait for wait, end in self._ends.items() if end <= now and wait not in self._ended]
        self._ended.update(ended)
        return ended

    def is_up(self, wait: Wait) -> bool:
        """Has this come due?"""
        return wait in self._ended

    def next_at(self) -> int | None:
        """When the next wait comes due, or None."""
        if self._still_since is not None:
            return None
        return min((end for wait, end in self._ends.items() if wait not in self._ended), default=None)

    def shown(self, now: int) -> tuple[Kind, int] | None:
        """What ends first of what players should see coming, and in how many milliseconds."""
        ends = [(end, wait.kind) for wait, end in self._ends.items() if wait.kind in SHOWN]
        if not ends:
            return None
        end, kind = min(ends)
        return kind, max(0, end - (now if self._still_since is None else self._still_since))
