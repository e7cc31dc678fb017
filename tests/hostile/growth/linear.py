"""Measure how the cost of something grows with its size, as a ratio within one run."""

import gc
from collections.abc import Callable
from time import thread_time
from typing import TypeVar

STEEPEST = 2.5  # times the cost for twice the size; quadratic growth is 4
FLAT = 1.5  # the same where the cost must not depend on the size; linear growth is 2
ROUNDS = 7
ATTEMPTS = 8
MAX_ROUNDS = 60  # on a busy machine; quadratic growth fails them all

T = TypeVar("T")


def assert_linear(
    make: Callable[[int], T], use: Callable[[T], object], size: int, doublings: int = 1
) -> None:
    """Fail if the CPU time of `use(make(size))` grows more than 2.5-fold with every doubling.

    Measure two doublings where time goes mainly into memory: a busy machine disturbs its caches.
    """
    assert_growth(make, use, size, STEEPEST, doublings)


def assert_flat(make: Callable[[int], T], use: Callable[[T], object], size: int) -> None:
    """Fail if the CPU time of `use(make(size))` grows more than 1.5-fold with every doubling."""
    assert_growth(make, use, size, FLAT)


def assert_growth(
    make: Callable[[int], T], use: Callable[[T], object], size: int, steepest: float, doublings: int = 1
) -> None:
    """Fail if the CPU time grows more than `steepest`-fold with every doubling.

    Noise only ever adds, so the shortest of several runs counts. Both sizes take turns, so that both see the
    same machine, and a busy one gets several attempts; quadratic growth fails them all. Choose `size` so that
    one call takes a few milliseconds: shorter ones measure the clock.
    """
    growth = []
    for _ in range(ATTEMPTS):
        small, large = _shortest_runs(make, use, size, size * 2**doublings)
        growth.append((large / small) ** (1 / doublings))
        if growth[-1] <= steepest:
            return
    factors = ", ".join(f"{factor:.1f}" for factor in growth)
    raise AssertionError(f"twice the size takes {factors} times as long")


def _shortest_runs(
    make: Callable[[int], T], use: Callable[[T], object], small: int, large: int
) -> tuple[float, float]:
    shortest_small = shortest_large = float("inf")
    gc.collect()
    gc.disable()
    try:
        for _ in range(ROUNDS):
            shortest_small = min(shortest_small, _cpu_time(make, use, small))
            shortest_large = min(shortest_large, _cpu_time(make, use, large))
    finally:
        gc.enable()
    return shortest_small, shortest_large


def _cpu_time(make: Callable[[int], T], use: Callable[[T], object], size: int) -> float:
    made = make(size)
    began = thread_time()
    use(made)
    return max(thread_time() - began, 1e-6)
