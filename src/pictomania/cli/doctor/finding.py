"""What a check has found: a sentence, and how bad it is."""

from dataclasses import dataclass
from enum import Enum, unique
from time import time


@unique
class Severity(Enum):
    """How bad a finding is."""

    OK = "ok"
    WARNING = "warning"  # it works, but not in every case
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    check: str
    severity: Severity
    text: str


def ok(check: str, text: str) -> Finding:
    """Return a finding that is as it should be."""
    return Finding(check, Severity.OK, text)


def warning(check: str, text: str) -> Finding:
    """Return a warning, whose text says what to do."""
    return Finding(check, Severity.WARNING, text)


def problem(check: str, text: str) -> Finding:
    """Return a problem, whose text says what to do."""
    return Finding(check, Severity.PROBLEM, text)


def clock(who: str, theirs: float, asked_at: float, *, is_whole: bool = False) -> Finding:
    """Judge a clock by a time that it told just now, which we asked for a moment ago; both since the epoch.

    `is_whole` says that it tells whole seconds only, rounded down.
    """
    told_at = time()
    ahead_s = theirs + is_whole / 2 - (asked_at + told_at) / 2
    unsure_s = (told_at - asked_at + is_whole) / 2  # it may have told the time at any moment in between
    difference = (
        f"the clock of {who} is {abs(ahead_s):.1f} s {'ahead of' if ahead_s > 0 else 'behind'} this one"
    )
    if abs(ahead_s) <= MAX_CLOCK_S + unsure_s:
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


MAX_CLOCK_S = 2.0
MIN_LEFT, ALMOST_NOTHING = 0.2, 0.05  # of a storage
