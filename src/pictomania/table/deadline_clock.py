"""A clock for deadlines that the caller keeps running, and that can stand still."""

from pictomania.table.deadlines import Deadline, Deadlines

MIN_REMAINING_MS = 5_000  # time left on every deadline when the clock goes on
HEARTBEAT_MS = 1_000  # the longest time between two looks at a running clock
MAX_STEP_MS = 5_000  # a longer step is not time that passed, but a clock that jumped


class DeadlineClock:
    """When each deadline passes, on an internal clock that can pause.

    It does not follow the outside clock when that jumps.
    """

    def __init__(self) -> None:
        self._starts: dict[Deadline, int] = {}
        self._ends: dict[Deadline, int] = {}
        self._passed: set[Deadline] = set()  # already reported by `due`
        self._time = 0
        self._seen_at: int | None = None  # last look at the outside clock; None: paused

    def update(self, found: Deadlines, now: int, *, running: bool) -> None:
        """Start new deadlines, forget those no longer found, and pause or resume the clock."""
        self._time = self._time_at(now)
        for deadline, duration in found.items():
            if deadline not in self._ends:
                self._starts[deadline] = self._time
                self._ends[deadline] = self._time + duration.total_ms - duration.passed_ms
        self._ends = {deadline: end for deadline, end in self._ends.items() if deadline in found}
        self._starts = {deadline: self._starts[deadline] for deadline in self._ends}
        self._passed.intersection_update(found)
        if running and self._seen_at is None:
            soonest = self._time + MIN_REMAINING_MS  # nothing ends moments after the clock goes on
            self._ends = {deadline: max(end, soonest) for deadline, end in self._ends.items()}
        self._seen_at = now if running else None

    def restart(self, deadline: Deadline) -> bool:
        """Forget a deadline, so that the next update starts it over; return whether it had passed."""
        self._ends.pop(deadline, None)
        self._starts.pop(deadline, None)
        had_passed = deadline in self._passed
        self._passed.discard(deadline)
        return had_passed

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

    def elapsed(self, deadline: Deadline, now: int) -> int:
        """Return how long ago a deadline was started, in ms; 0 if it was not."""
        start = self._starts.get(deadline)
        return 0 if start is None else self._time_at(now) - start

    def next_at(self) -> int | None:
        """Return when to look again: when a deadline passes, or at the next heartbeat."""
        if self._seen_at is None:
            return None
        ends = [end for deadline, end in self._ends.items() if deadline not in self._passed]
        return self._seen_at + min(min(ends) - self._time, HEARTBEAT_MS) if ends else None

    def remaining(self, now: int) -> dict[Deadline, int]:
        """Return the milliseconds left on each deadline."""
        time = self._time_at(now)
        return {deadline: max(0, end - time) for deadline, end in self._ends.items()}

    def _time_at(self, now: int) -> int:
        if self._seen_at is None:
            return self._time
        step = max(0, now - self._seen_at)
        return self._time + (step if step <= MAX_STEP_MS else HEARTBEAT_MS)
