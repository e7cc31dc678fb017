"""Token buckets: a burst and a rate, and never more than that."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pictomania.server.net.token_bucket import SLACK_S, TokenBucket, TokenBuckets

DAYS = 86_400.0


@pytest.mark.parametrize("start", [0.0, 3.3, 400 * DAYS])
def test_a_burst_and_then_a_rate(start: float) -> None:
    """Rounding errors cost nothing, however long the machine has been up."""
    bucket = TokenBucket(rate=20, burst=100)
    assert bucket.is_full(start)
    assert [bucket.spend(start) for _ in range(102)] == [True] * 100 + [False] * 2
    assert not bucket.is_full(start)
    assert [bucket.spend(start + 0.05) for _ in range(2)] == [True, False]
    assert [bucket.spend(start + 1) for _ in range(20)] == [True] * 19 + [False]
    assert bucket.is_full(start + 6.1)
    assert [bucket.spend(start + 60) for _ in range(101)] == [True] * 100 + [False]


def test_costs() -> None:
    """A cost that is too high now may be affordable later, but never if it exceeds the burst."""
    bucket = TokenBucket(rate=1, burst=10)
    assert bucket.spend(0, 7.5)
    assert not bucket.spend(0, 3)
    assert bucket.spend(0, 2.5)
    assert not bucket.spend(2, 3)
    assert bucket.spend(3, 3)
    assert not bucket.spend(1000, 11)
    assert bucket.spend(1000, 10)


def test_a_clock_that_stops_or_goes_back() -> None:
    """Adds no tokens."""
    bucket = TokenBucket(rate=1, burst=2)
    assert [bucket.spend(now) for now in (10, 10, 9, 10, 10.5, 11)] == [True, True, False, False, False, True]


steps = st.lists(st.tuples(st.floats(0, 5), st.floats(0.01, 8)), max_size=30)


@given(st.floats(0.1, 100), st.floats(0.5, 50), steps)
def test_it_equals_a_counting_bucket(rate: float, burst: float, steps: list[tuple[float, float]]) -> None:
    """It equals a bucket that counts its tokens, up to rounding."""
    bucket = TokenBucket(rate, burst)
    now, left = 0.0, burst
    for wait, cost in steps:
        now += wait
        left = min(burst, left + wait * rate)
        is_close = abs(left - cost) < 2 * SLACK_S * rate + 1e-9
        is_spent = bucket.spend(now, cost)
        assert is_close or is_spent == (left >= cost)
        left -= cost if is_spent else 0


def test_every_key_has_its_own_bucket() -> None:
    """Keys do not share tokens."""
    buckets = TokenBuckets(rate=1, burst=1)
    assert [buckets.spend(who, 0) for who in "aabb"] == [True, False, True, False]
    assert buckets.spend("a", 1, 1)
    assert not buckets.spend("a", 1.5, 1)


def test_full_buckets_are_evicted() -> None:
    """And the most recently used are kept if there are too many."""
    buckets = TokenBuckets(rate=1, burst=2, most=3)
    for who in "abc":
        assert buckets.spend(who, 0, 2)
    assert not buckets.spend("a", 0)
    assert len(buckets) == 3
    assert buckets.spend("d", 0, 2)  # b is the least recently used
    assert len(buckets) == 3
    assert [buckets.spend(who, 0) for who in "acd"] == [False] * 3
    assert buckets.spend("b", 0)
    assert buckets.spend("z", 10)
    assert len(buckets) == 1


@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.floats(0, 3)), max_size=60))
def test_eviction_gives_no_extra_tokens(asked: list[tuple[str, float]]) -> None:
    """With few keys, eviction makes no difference."""
    buckets, remembered = TokenBuckets(rate=0.5, burst=2), {who: TokenBucket(0.5, 2) for who in "abcdefgh"}
    now = 0.0
    for who, wait in asked:
        now += wait
        assert buckets.spend(who, now) == remembered[who].spend(now)
