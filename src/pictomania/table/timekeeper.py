"""Keeps the time of a table: its deadlines, who is idle, and a reveal that a player has stopped for a moment.

None of this is stored: after a restart, time starts again where the facts left it.
"""

from pictomania.rules import Game, Phase, awaited
from pictomania.table.deadline_clock import DeadlineClock
from pictomania.table.deadlines import (
    HOLD_MS,
    Attendance,
    Deadline,
    DeadlineKind,
    Duration,
    game_deadlines,
    presence_deadlines,
    show_duration,
)
from pictomania.table.table import Table

COUNTED_DOWN = (
    DeadlineKind.LIMIT,
    DeadlineKind.HURRY,
    DeadlineKind.VOTE,
    DeadlineKind.NOBODY,
    DeadlineKind.SHOW,
)  # players see these coming, and the end of an idle player's round after a notice


class Timekeeper:
    """The clocks of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._people = DeadlineClock()  # stops only while no player is present
        self._game = DeadlineClock()  # stops also while the game is paused, or its reveal held
        self._returning = frozenset(
            range(len(table.seats))
        )  # seats whose players were not here since the start
        self._acted: set[int] = set()  # seats that did something since the last update
        self._stop = table.stop
        self._awaited: frozenset[int] = frozenset()  # at that stop
        self._unresponsive: set[int] = set()  # idle although they were awaited, and still idle
        self._held: tuple[int, int] | None = None  # the seat that holds the reveal, and at which stop
        self._holds: set[tuple[int, bool, int, int]] = set()  # holds of this game, which are not repeated

    # What players do.

    def note_act(self, seat: int) -> None:
        """Note that a player did something; called for every piece of ink, so it only takes a note."""
        self._acted.add(seat)

    def hold(self, seat: int) -> None:
        """Stop the reveal for a moment."""
        self._held = seat, self._table.stop
        self._holds.add(self._hold_id(seat))

    def release(self) -> None:
        """Let a held reveal go on."""
        self._held = None

    @property
    def held_by(self) -> int | None:
        """The seat that holds the reveal."""
        return None if self._held is None else self._held[0]

    def may_hold(self, seat: int) -> bool:
        """Whether a player could stop the reveal, which each may do once at every drawing."""
        return self._held is None and self._is_show and self._hold_id(seat) not in self._holds

    def _hold_id(self, seat: int) -> tuple[int, bool, int, int]:
        game = self._table.game
        assert game is not None  # noqa: S101 (there is a reveal)
        return game.round.index, game.phase is Phase.SCORES, game.round.artist, seat

    @property
    def _is_show(self) -> bool:
        """Whether the table is at a stop where it goes on by itself."""
        game = self._table.game
        is_show = game is not None and self._table.settings.reveal == "show" and game.round.motion is None
        return is_show and game is not None and show_duration(game) is not None

    # Time.

    def update(self, present: frozenset[int], now: int, *, running: bool) -> bool:
        """Find out what the table waits for; return whether players see a difference."""
        changed = self._note_acts()
        if self._stop != self._table.stop:
            self._start_stop(present)
        if self._held is not None and (self._held[1] != self._table.stop or self._held[0] not in present):
            self.release()
            changed = True
        self._returning -= present
        found = presence_deadlines(self._table, present, self._returning)
        if self._held is not None:
            found[Deadline(DeadlineKind.HOLD, self._held[0])] = Duration(HOLD_MS)
        self._people.update(found, now, running=running)
        inactive = {
            seat: self._people.elapsed(Deadline(DeadlineKind.INACTIVE, seat), now) for seat in present
        }
        deadlines = game_deadlines(self._table, Attendance(present, inactive, self._returning))
        is_still = self._held is not None or self._table.paused_by is not None
        self._game.update(deadlines, now, running=running and not is_still)
        self._awaited = self._awaited_now(self._table.game)
        return changed

    def _awaited_now(self, game: Game | None) -> frozenset[int]:
        """Return whom the table really waits for; a show goes on without anybody."""
        return frozenset() if game is None or self._is_show else frozenset(awaited(game))

    def _note_acts(self) -> bool:
        """Start over for the players who did something; return whether any of them was idle."""
        were_idle = False
        for seat in self._acted:
            self._unresponsive.discard(seat)
            were_idle |= self._people.restart(Deadline(DeadlineKind.INACTIVE, seat))
            were_idle |= self._game.restart(Deadline(DeadlineKind.IDLE_NOTICE, seat))
            self._game.restart(Deadline(DeadlineKind.IDLE, seat))
        self._acted.clear()
        return were_idle

    def _start_stop(self, present: frozenset[int]) -> None:
        """Give everyone time again at a new stop, except players who let the table wait at the last one."""
        self._unresponsive.update(seat for seat in self._awaited if self.is_idle(seat))
        for seat in present - self._unresponsive:
            self._people.restart(Deadline(DeadlineKind.INACTIVE, seat))
        self._stop = self._table.stop

    def due(self, now: int) -> list[Deadline]:
        """List the deadlines that have passed, each once."""
        return self._people.due(now) + self._game.due(now)

    @property
    def next_at(self) -> int | None:
        """When a deadline passes, or when to look again at the latest."""
        times = [at for at in (self._people.next_at(), self._game.next_at()) if at is not None]
        return min(times, default=None)

    def is_idle(self, seat: int) -> bool:
        """Whether a present player has not done anything for a while (D9)."""
        return self._people.is_up(Deadline(DeadlineKind.INACTIVE, seat))

    def is_abandoned(self, seat: int) -> bool:
        """Whether a player has been away for so long that another may take the seat (D7)."""
        return self._people.is_up(Deadline(DeadlineKind.ABANDONED, seat))

    def countdown(self, now: int, seat: int | None = None) -> tuple[DeadlineKind, int, int | None] | None:
        """Return the next deadline that this seat should see coming: its kind, the time left, and for whom.

        Of several idle players, each sees their own.
        """
        if self._held is not None:
            hold = Deadline(DeadlineKind.HOLD, self._held[0])
            return DeadlineKind.HOLD, self._people.remaining(now)[hold], self._held[0]
        if self._table.paused_by is not None:
            return None
        left = [
            (ms, deadline) for deadline, ms in self._game.remaining(now).items() if self._is_shown(deadline)
        ]
        if not left:
            return None
        own = [pair for pair in left if pair[1].kind is DeadlineKind.IDLE and pair[1].about == seat]
        ms, deadline = min(own or left, key=lambda pair: (pair[0], pair[1].kind, pair[1].about))
        return deadline.kind, ms, deadline.about if deadline.kind is DeadlineKind.IDLE else None

    def _is_shown(self, deadline: Deadline) -> bool:
        if deadline.kind is DeadlineKind.IDLE:
            return self._game.is_up(Deadline(DeadlineKind.IDLE_NOTICE, deadline.about))
        return deadline.kind in COUNTED_DOWN
