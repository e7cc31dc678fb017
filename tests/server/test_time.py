"""The server's time: that of the wall when it began, and then its own."""

import time

import pytest

from pictomania.server.time import Time

HOUR_NS = 3_600_000_000_000


def test_it_begins_with_the_time_of_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """In milliseconds since 1970."""
    monkeypatch.setattr(time, "time_ns", lambda: 1_700_000_000_123_456_789)
    assert 1_700_000_000_123 <= Time().ms() < 1_700_000_000_123 + 60_000


@pytest.mark.parametrize("jump", [HOUR_NS, -HOUR_NS])
def test_a_clock_that_jumps(monkeypatch: pytest.MonkeyPatch, jump: int) -> None:
    """It is not followed, wherever it goes."""
    ours, wall = Time(), time.time_ns
    before = ours.ms()
    monkeypatch.setattr(time, "time_ns", lambda: wall() + jump)
    assert before <= ours.ms() < before + 60_000


def test_it_goes_at_the_pace_of_the_monotonic_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """And never back."""
    ours, begun = Time(), time.monotonic_ns()
    monkeypatch.setattr(time, "monotonic_ns", lambda: begun)
    before = ours.ms()
    monkeypatch.setattr(time, "monotonic_ns", lambda: begun + 5_000_000_000)
    assert ours.ms() == before + 5_000
