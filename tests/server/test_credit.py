"""Credit: so much at once, so much a second, and no more than that however it is asked for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pictomania.server.credit import SLACK_S, Credit, Credits

DAYS = 86_400.0


@pytest.mark.parametrize("start", [0.0, 3.3, 400 * DAYS])
def test_a_burst_and_then_a_rate(start: float) -> None:
    """Rounding takes nothing away, however long the machine has been running."""
    credit = Credit(rate=20, burst=100)
    assert credit.is_full(start)
    assert [credit.spend(start) for _ in range(102)] == [True] * 100 + [False] * 2
    assert not credit.is_full(start)
    assert [credit.spend(start + 0.05) for _ in range(2)] == [True, False]
    assert [credit.spend(start + 1) for _ in range(20)] == [True] * 19 + [False]
    assert credit.is_full(start + 6.1)
    assert [credit.spend(start + 60) for _ in range(101)] == [True] * 100 + [False]


def test_costs() -> None:
    """What is too much for now may be small enough later; what is too much for a full bucket never is."""
    credit = Credit(rate=1, burst=10)
    assert credit.spend(0, 7.5)
    assert not credit.spend(0, 3)
    assert credit.spend(0, 2.5)
    assert not credit.spend(2, 3)
    assert credit.spend(3, 3)
    assert not credit.spend(1000, 11)
    assert credit.spend(1000, 10)


def test_a_clock_that_stands_still_or_goes_back() -> None:
    """Gives nothing away."""
    credit = Credit(rate=1, burst=2)
    assert [credit.spend(now) for now in (10, 10, 9, 10, 10.5, 11)] == [True, True, False, False, False, True]


steps = st.lists(st.tuples(st.floats(0, 5), st.floats(0.01, 8)), max_size=30)


@given(st.floats(0.1, 100), st.floats(0.5, 50), steps)
def test_it_is_a_bucket(rate: float, burst: float, steps: list[tuple[float, float]]) -> None:
    """The same as one that counts what is in it, but for rounding."""
    credit = Credit(rate, burst)
    now, left = 0.0, burst
    for wait, cost in steps:
        now += wait
        left = min(burst, left + wait * rate)
        is_close = abs(left - cost) < 2 * SLACK_S * rate + 1e-9
        is_spent = credit.spend(now, cost)
        assert is_close or is_spent == (left >= cost)
        left -= cost if is_spent else 0


def test_everybody_has_their_own() -> None:
    """Nobody pays for another."""
    credits_ = Credits(rate=1, burst=1)
    assert [credits_.spend(who, 0) for who in "aabb"] == [True, False, True, False]
    assert credits_.spend("a", 1, 1)
    assert not credits_.spend("a", 1.5, 1)


def test_who_has_paid_back_is_forgotten() -> None:
    """And those who have asked last are remembered if they are too many."""
    credits_ = Credits(rate=1, burst=2, most=3)
    for who in "abc":
        assert credits_.spend(who, 0, 2)
    assert not credits_.spend("a", 0)
    assert len(credits_) == 3
    assert credits_.spend("d", 0, 2)  # b has not asked for the longest time
    assert len(credits_) == 3
    assert [credits_.spend(who, 0) for who in "acd"] == [False] * 3
    assert credits_.spend("b", 0)
    assert credits_.spend("z", 10)
    assert len(credits_) == 1


@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.floats(0, 3)), max_size=60))
def test_forgetting_gives_nothing_to_anybody(asked: list[tuple[str, float]]) -> None:
    """As long as not too many ask, it is as if everybody were remembered for ever."""
    credits_, remembered = Credits(rate=0.5, burst=2), {who: Credit(0.5, 2) for who in "abcdefgh"}
    now = 0.0
    for who, wait in asked:
        now += wait
        assert credits_.spend(who, now) == remembered[who].spend(now)
