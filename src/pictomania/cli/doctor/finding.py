"""What a check has found: a sentence, and how bad it is."""

from dataclasses import dataclass
from enum import Enum, unique


@unique
class Level(Enum):
    """How bad a finding is."""

    OK = "ok"
    WARNING = "warning"  # it works, but not in every case
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    check: str
    level: Level
    text: str


def ok(check: str, text: str) -> Finding:
    """Return a finding that is as it should be."""
    return Finding(check, Level.OK, text)


def warning(check: str, text: str) -> Finding:
    """Return a warning, whose text says what to do."""
    return Finding(check, Level.WARNING, text)


def problem(check: str, text: str) -> Finding:
    """Return a problem, whose text says what to do."""
    return Finding(check, Level.PROBLEM, text)


def clock(who: str, ahead_s: float) -> Finding:
    """Judge the difference between a clock and ours."""
    difference = (
        f"the clock of {who} is {abs(ahead_s):.1f} s {'ahead of' if ahead_s > 0 else 'behind'} this one"
    )
    if abs(ahead_s) <= MAX_CLOCK_S:
        return ok("clock", difference)
    return warning(
        "clock", f"{difference}; let NTP set the clocks of all machines, since deadlines depend on them"
    )


def storage(where: str, used: int, limit: int) -> Finding:
    """Judge how full a storage is."""
    left = (limit - used) / limit
    text = f"{where} has {gigabytes(limit - used)} of {gigabytes(limit)} left"
    if left >= MIN_LEFT:
        return ok("storage", text)
    advice = "nothing can be stored in a full one, so give it more or keep games for a shorter time"
    return (problem if left < ALMOST_NOTHING else warning)("storage", f"{text}; {advice}")


def gigabytes(size: int) -> str:
    """Return a size in words."""
    return f"{size / 1e9:,.2f} GB"


MAX_CLOCK_S = 2.0  # a clock is read over the network, and some tell whole seconds only
MIN_LEFT, ALMOST_NOTHING = 0.2, 0.05  # of a storage
