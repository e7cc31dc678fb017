"""The server's clock: the wall clock at start-up, then the monotonic clock."""

import time

import pytest

from pictomania.server.clock import ServerClock

HOUR_NS = 3_600_000_000_000


def test_it_starts_with_the_wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """In milliseconds since 1970."""
    monkeypatch.setattr(time, "time_ns", lambda: 1_700_000_000_123_456_789)
    assert 1_700_000_000_123 <= ServerClock().ms() < 1_700_000_000_123 + 60_000


@pytest.mark.parametrize("jump", [HOUR_NS, -HOUR_NS])
def test_a_clock_that_jumps(monkeypatch: pytest.MonkeyPatch, jump: int) -> None:
    """The server ignores it."""
    ours, wall = ServerClock(), time.time_ns
    before = ours.ms()
    monkeypatch.setattr(time, "time_ns", lambda: wall() + jump)
    assert before <= ours.ms() < before + 60_000


def test_it_follows_the_monotonic_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """And never goes back."""
    ours, begun = ServerClock(), time.monotonic_ns()
    monkeypatch.setattr(time, "monotonic_ns", lambda: begun)
    before = ours.ms()
    monkeypatch.setattr(time, "monotonic_ns", lambda: begun + 5_000_000_000)
    assert ours.ms() == before + 5_000
