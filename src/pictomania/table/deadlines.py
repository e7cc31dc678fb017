"""Deadlines: what a table waits for and how long (D5, D9, D10)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pictomania.rules import Game, Phase, awaited, last_unfinished, stopped_by
from pictomania.table.table import Table

AWAY_MS = 10_000  # before an absent player sits out (D10)
RETURN_MS = 20_000  # the same after a restart, since browsers may take 15 s to try again
BOT_AWAY_MS = 30_000  # the same for a house bot, which is on its way
ABANDONED_MS = 120_000  # before another player may take the seat
HOST_MS = 30_000  # before an absent host is replaced
HOST_AWAITED_MS = 10_000  # the same where the table waits for the host
NOBODY_MS = 10_000  # grace for absentees, if they could not sit out
READY_MS = 15_000  # for the last players, once more than half are ready (D9)
CHOICE_MS = 60_000  # for a host who chooses the level alone
VOTE_MS = 30_000  # before missing votes count as no
INACTIVE_MS = 60_000  # before a present player counts as idle (D9)
IDLE_NOTICE_MS = 30_000  # how long an idle player sees the end of their round coming (D9)
HOLD_MS = 30_000  # how long a player may stop the reveal

# The reveal as a show.
STOPPED_MS = 2_500  # to see who ended the drawing (R38)
WORD_MS = 3_500  # to look at a drawing and its word
PILE_MS = 2_000  # to see the result of a pile
CARD_MS = 1_300  # for each card
SCORES_MS = 60_000  # to look at the scores, if nobody presses anything

REVEAL = (Phase.WORD, Phase.PILE)


class DeadlineKind(StrEnum):
    """What happens when a deadline passes."""

    LIMIT = "limit"  # time limit of the drawing or of a step of the reveal
    HURRY = "hurry"  # one player is left (R37), or most are ready (D9)
    VOTE = "vote"  # missing votes count as no
    NOBODY = "nobody"  # only absent players are awaited
    SHOW = "show"  # the reveal goes on
    IDLE = "idle"  # an idle player is done with this round (D9)
    IDLE_NOTICE = "idle-notice"  # players see that coming
    INACTIVE = "inactive"  # a present player counts as idle (D9)
    HOLD = "hold"  # a stopped reveal goes on
    HOST = "host"  # another player becomes the host
    AWAY = "away"  # an absent player sits out (D10)
    BOT_AWAY = "bot-away"  # so does a house bot that does not come
    ABANDONED = "abandoned"  # another player can take this seat


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


@dataclass(frozen=True, slots=True)
class Attendance:
    """Which seats are present, and for how long each has not done anything."""

    present: frozenset[int]
    inactive_ms: Mapping[int, int]
    returning: frozenset[int] = frozenset()  # absent since a restart

    def is_idle(self, seat: int) -> bool:
        """Whether a present player has not done anything for a while (D9)."""
        return self.inactive_ms.get(seat, 0) >= INACTIVE_MS


# Deadlines about people, which also run while the game is paused.


def presence_deadlines(
    table: Table, present: frozenset[int], returning: frozenset[int] = frozenset()
) -> Deadlines:
    """Find the deadlines of absent players, some of whom may be returning, and of an absent host."""
    found: Deadlines = {}
    if table.game is not None:
        for seat, owner in enumerate(table.seats):
            if seat in present:
                found[Deadline(DeadlineKind.INACTIVE, seat)] = Duration(INACTIVE_MS)
                continue
            if owner.skill is None:
                away_ms = RETURN_MS if seat in returning else AWAY_MS
                found[Deadline(DeadlineKind.AWAY, seat)] = Duration(away_ms)
            else:
                found[Deadline(DeadlineKind.BOT_AWAY, seat)] = Duration(BOT_AWAY_MS)
            found[Deadline(DeadlineKind.ABANDONED, seat)] = Duration(ABANDONED_MS)
    people = [seat for seat in present if not table.seats[seat].is_automated]
    if table.host is not None and present and table.host not in (people or present):
        host_ms = HOST_AWAITED_MS if _waits_for_host(table) else HOST_MS
        host_ms = max(host_ms, RETURN_MS) if table.host in returning else host_ms
        found[Deadline(DeadlineKind.HOST, table.host)] = Duration(host_ms)
    return found


def _waits_for_host(table: Table) -> bool:
    """Whether only the host can take the table further."""
    game = table.game
    if game is None or game.phase is Phase.OVER or table.paused_by is not None:
        return True
    return game.phase is Phase.CHOOSING and not game.rules.level_vote


# Deadlines of the game.


def game_deadlines(table: Table, attendance: Attendance) -> Deadlines:
    """Find the deadlines of what the game waits for."""
    game = table.game
    if game is None:
        return {}
    found: Deadlines = {}
    if game.round.motion is not None:
        found[Deadline(DeadlineKind.VOTE, table.stop)] = _since_stop(table, VOTE_MS)
    elif game.phase is Phase.DRAWING:
        found |= _drawing(table, game, attendance)
    else:
        found |= _between_drawings(table, game, attendance)
    expected = awaited(game)
    if attendance.present and expected and not attendance.present.intersection(expected):
        nobody_ms = RETURN_MS if attendance.returning.intersection(expected) else NOBODY_MS
        found[Deadline(DeadlineKind.NOBODY, table.stop)] = Duration(nobody_ms)
    return found


def _since_stop(table: Table, total_ms: int) -> Duration:
    return Duration(total_ms, table.at - table.stop_at)


def _drawing(table: Table, game: Game, attendance: Attendance) -> Deadlines:
    found: Deadlines = {}
    settings = table.settings
    if settings.drawing_s is not None:
        found[Deadline(DeadlineKind.LIMIT, table.stop)] = _since_stop(table, settings.drawing_s * 1000)
    if settings.hurry_s is not None and last_unfinished(game) is not None:
        since_hurry = Duration(settings.hurry_s * 1000, table.at - table.hurry_at)
        found[Deadline(DeadlineKind.HURRY, table.stop)] = since_hurry
    if settings.idle_s is not None and _most_have_finished(game, attendance):
        for seat in awaited(game):
            if seat in attendance.present and table.seats[seat].skill is None:
                found |= _idle(seat, settings.idle_s * 1000, attendance.inactive_ms.get(seat, 0))
    return found


def _most_have_finished(game: Game, attendance: Attendance) -> bool:
    """Whether at least half have finished, not counting idle players who have not (D9)."""
    finished = game.round.finished
    counted = [seat for seat in game.round.playing if seat in finished or not attendance.is_idle(seat)]
    return bool(finished) and len(finished) * 2 >= len(counted)


def _idle(seat: int, idle_ms: int, inactive_ms: int) -> Deadlines:
    """Give an idle player their time, of which they see the end coming (D9)."""
    passed_ms = min(inactive_ms, idle_ms - IDLE_NOTICE_MS)
    return {
        Deadline(DeadlineKind.IDLE_NOTICE, seat): Duration(idle_ms - IDLE_NOTICE_MS, passed_ms),
        Deadline(DeadlineKind.IDLE, seat): Duration(idle_ms, passed_ms),
    }


def _between_drawings(table: Table, game: Game, attendance: Attendance) -> Deadlines:
    """Find deadlines that keep the reveal going, and idle players from holding up the table (D9)."""
    found: Deadlines = {}
    if table.settings.reveal == "show":
        show_ms = show_duration(game)
        if show_ms is not None:
            found[Deadline(DeadlineKind.SHOW, table.stop)] = _since_stop(table, show_ms)
    elif table.settings.reveal_s is not None and game.phase in REVEAL:
        found[Deadline(DeadlineKind.LIMIT, table.stop)] = _since_stop(table, table.settings.reveal_s * 1000)
    if _most_are_ready(table, game, attendance):
        is_choice = game.phase is Phase.CHOOSING and not game.rules.level_vote
        found[Deadline(DeadlineKind.HURRY, table.stop)] = Duration(CHOICE_MS if is_choice else READY_MS)
    return found


def show_duration(game: Game) -> int | None:
    """Return how long the show stays at this stop; None where it waits for players."""
    match game.phase:
        case Phase.WORD:
            is_first = game.round.artist == game.round.playing[0]
            return WORD_MS + (STOPPED_MS if is_first and stopped_by(game) is not None else 0)
        case Phase.PILE:
            return PILE_MS + CARD_MS * len(game.round.piles[game.round.artist])
        case Phase.SCORES:
            return SCORES_MS
        case _:
            return None


def _most_are_ready(table: Table, game: Game, attendance: Attendance) -> bool:
    """Whether more than half of the players present are ready, not counting idle ones who are not (D9)."""
    expected = frozenset(awaited(game))
    present = attendance.present
    people = frozenset(seat for seat in present if not table.seats[seat].is_automated)
    counted = people if expected & people else present  # bots are always ready, and must not hurry people
    ready = counted - expected
    slow = frozenset(seat for seat in counted & expected if not attendance.is_idle(seat))
    return bool(counted & expected) and len(ready) > len(slow)
