"""Credit that comes back with time: how much of something is still allowed. Has no clock of its own."""

import math
from collections.abc import Mapping

SLACK_S = 1e-6  # more than rounding loses, less than anybody notices


class Credit:
    """A bucket that holds `burst` and fills up again by `rate` a second; it is full at first."""

    __slots__ = ("_full_at", "_longest_s", "_s_each")

    def __init__(self, rate: float, burst: float) -> None:
        """Both are above 0."""
        self._s_each = 1 / rate
        self._longest_s = burst / rate + SLACK_S
        self._full_at = -math.inf  # the one number that changes: when all is paid back

    def spend(self, now: float, cost: float = 1.0) -> bool:
        """Take `cost` out if there is as much; if not, nothing is taken."""
        full_at = self._full_at
        if full_at < now:  # noqa: PLR1730 (max takes as long as all the rest)
            full_at = now
        full_at += cost * self._s_each
        if full_at - now > self._longest_s:
            return False
        self._full_at = full_at
        return True

    def charge(self, now: float, cost: float) -> float:
        """Take `cost` out, into debt if need be; return how many seconds it takes to be out of debt again."""
        self._full_at = max(self._full_at, now) + cost * self._s_each
        return max(0.0, self._full_at - now - self._longest_s)

    def is_full(self, now: float) -> bool:
        """Whether this is as good as new."""
        return self._full_at <= now

    def full_in(self, now: float) -> float:
        """Seconds until this is as good as new."""
        return max(0.0, self._full_at - now)


class Credits:
    """A token bucket for each key; at most so many are remembered, those who asked last."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        """Give everybody the same."""
        self._rate = rate
        self._burst = burst
        self._most = most
        self._credits: dict[str, Credit] = {}  # who asked last comes last

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._credits)

    def spend(self, who: str, now: float, cost: float = 1.0) -> bool:
        """Take `cost` out of what `who` has."""
        credit = self._credits.pop(who, None) or Credit(self._rate, self._burst)
        self._credits[who] = credit
        self._forget(now)
        return credit.spend(now, cost)

    def debts(self, now: float) -> dict[str, float]:
        """By key, the seconds until each bucket that is not full will be; a restart changes nothing."""
        owed = ((who, credit.full_in(now)) for who, credit in self._credits.items())
        return {who: seconds for who, seconds in owed if seconds > 0}

    def restore(self, debts: Mapping[str, float], now: float) -> None:
        """Go on with what `debts` returned before a restart."""
        for who, seconds in debts.items():
            credit = self._credits.setdefault(who, Credit(self._rate, self._burst))
            credit.charge(now, min(seconds * self._rate, self._burst))

    def _forget(self, now: float) -> None:
        # Whoever has more addresses than are remembered here has as much credit anyway.
        oldest = next(iter(self._credits))
        while len(self._credits) > self._most or (
            len(self._credits) > 1 and self._credits[oldest].is_full(now)
        ):
            del self._credits[oldest]
            oldest = next(iter(self._credits))
