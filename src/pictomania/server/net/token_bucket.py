"""Token buckets, for rate limits; the caller supplies the time."""

import math
from collections.abc import Mapping

SLACK_S = 1e-6  # tolerance for rounding errors


class TokenBucket:
    """Holds up to `burst` tokens and refills at `rate` per second; starts full."""

    __slots__ = ("_full_at", "_longest_s", "_s_each")

    def __init__(self, rate: float, burst: float) -> None:
        """Both arguments are above 0."""
        self._s_each = 1 / rate
        self._longest_s = burst / rate + SLACK_S
        self._full_at = -math.inf  # the only state: when the bucket is full again

    def spend(self, now: float, cost: float = 1.0) -> bool:
        """Take `cost` tokens; return False and take nothing if there are not enough."""
        full_at = self._full_at
        if full_at < now:  # noqa: PLR1730 (max would double the run time)
            full_at = now
        full_at += cost * self._s_each
        if full_at - now > self._longest_s:
            return False
        self._full_at = full_at
        return True

    def charge(self, now: float, cost: float) -> float:
        """Take `cost` tokens, into debt if necessary; return the seconds until the debt is paid off."""
        self._full_at = max(self._full_at, now) + cost * self._s_each
        return max(0.0, self._full_at - now - self._longest_s)

    def is_full(self, now: float) -> bool:
        """Whether the bucket is full."""
        return self._full_at <= now

    def full_in(self, now: float) -> float:
        """The seconds until the bucket is full."""
        return max(0.0, self._full_at - now)


class TokenBuckets:
    """A token bucket for each key; keeps up to `most`, the most recently used."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: dict[str, TokenBucket] = {}  # least recently used first
        self._spent: dict[str, float] | None = None  # since `take_spent` was called

    def __len__(self) -> int:
        """The number of buckets in memory."""
        return len(self._buckets)

    def spend(self, who: str, now: float, cost: float = 1.0) -> bool:
        """Take `cost` tokens from the bucket of `who`."""
        has_spent = self._bucket(who, now).spend(now, cost)
        if has_spent and self._spent is not None:
            self._spent[who] = self._spent.get(who, 0.0) + cost
        return has_spent

    def take_spent(self) -> dict[str, float]:
        """Return what was spent here since the last call, by key; for other servers, which should know."""
        spent, self._spent = self._spent or {}, {}
        return {who: cost for who, cost in spent.items() if cost}

    def charge(self, who: str, now: float, cost: float) -> None:
        """Take what was spent on another server, into debt if necessary."""
        self._bucket(who, now).charge(now, cost)

    def _bucket(self, who: str, now: float) -> TokenBucket:
        bucket = self._buckets.pop(who, None) or TokenBucket(self._rate, self._burst)
        self._buckets[who] = bucket
        self._evict(now)
        return bucket

    def debts(self, now: float) -> dict[str, float]:
        """By key, the seconds until the bucket is full, for those that are not; saved over a restart."""
        waits = ((who, bucket.full_in(now)) for who, bucket in self._buckets.items())
        return {who: seconds for who, seconds in waits if seconds > 0}

    def restore(self, debts: Mapping[str, float], now: float) -> None:
        """Restore what `debts` returned before a restart."""
        for who, seconds in debts.items():
            bucket = self._buckets.setdefault(who, TokenBucket(self._rate, self._burst))
            bucket.charge(now, min(seconds * self._rate, self._burst))

    def _evict(self, now: float) -> None:
        # An attacker with more addresses than fit in here has as many full buckets anyway.
        oldest = next(iter(self._buckets))
        while len(self._buckets) > self._most or (
            len(self._buckets) > 1 and self._buckets[oldest].is_full(now)
        ):
            del self._buckets[oldest]
            oldest = next(iter(self._buckets))
