"""Measure how the cost of something grows with its size, as a ratio within one run."""

import gc
from collections.abc import Callable
from time import thread_time
from typing import TypeVar

STEEPEST = 2.5  # times the cost for twice the size; quadratic growth is 4
ROUNDS = 7
ATTEMPTS = 4  # a busy machine may spoil a measurement, but not several; bad growth fails them all

T = TypeVar("T")


def assert_linear(make: Callable[[int], T], use: Callable[[T], object], size: int) -> None:
    """Fail if `use(make(2 * size))` takes more than 2.5 times the CPU time of `use(make(size))`.

    Choose `size` so that one call takes a few milliseconds: shorter ones measure the clock.
    """
    ratios = []
    for _ in range(ATTEMPTS):
        small, large = (_best(make, use, count) for count in (size, 2 * size))
        ratios.append(large / small)
        if ratios[-1] <= STEEPEST:
            return
    raise AssertionError(f"twice the size took {', '.join(f'{ratio:.1f}' for ratio in ratios)} times as long")


def _best(make: Callable[[int], T], use: Callable[[T], object], size: int) -> float:
    """Take the shortest of several runs: noise only ever adds."""
    took = []
    gc.collect()
    gc.disable()
    try:
        for _ in range(ROUNDS):
            made = make(size)
            began = thread_time()
            use(made)
            took.append(thread_time() - began)
    finally:
        gc.enable()
    return max(min(took), 1e-6)
