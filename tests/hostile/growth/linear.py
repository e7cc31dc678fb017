"""Measure how the cost of something grows with its size, as a ratio within one run."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import thread_time
from typing import TypeVar

STEEPEST = 2.5  # times the cost for twice the size; quadratic growth is 4
FLAT = 1.5  # the same where the cost must not depend on the size; linear growth is 2
MIN_ROUNDS = 5
MAX_ROUNDS = 100  # on a busy machine; quadratic growth exceeds the limit in all of them

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

    Noise only ever adds, so the shortest run of each size counts. Both sizes take turns, so that both see the
    same machine; a busy one gets more turns, until both have had a quiet moment. Choose `size` so that one
    call takes a few milliseconds: shorter ones measure the clock.
    """
    small_s = large_s = growth = float("inf")
    with _no_garbage_collection():
        for turn in range(MAX_ROUNDS):
            small_s = min(small_s, _cpu_time(make, use, size))
            large_s = min(large_s, _cpu_time(make, use, size * 2**doublings))
            growth = (large_s / small_s) ** (1 / doublings)
            if turn >= MIN_ROUNDS - 1 and growth <= steepest:
                return
    raise AssertionError(f"twice the size takes {growth:.1f} times as long")


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _cpu_time(make: Callable[[int], T], use: Callable[[T], object], size: int) -> float:
    made = make(size)
    began = thread_time()
    use(made)
    return max(thread_time() - began, 1e-6)
