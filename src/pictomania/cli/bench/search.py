"""Looks for the largest load that a server can carry."""

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

# Returns what was measured with a load, and whether the server carried it; None: there is no time left.
Probe = Callable[[int], tuple[T, bool] | None]


def search(probe: Probe[T], first: int, most: int, step: Callable[[int], int]) -> tuple[int, T | None]:
    """Return the largest load that was carried, and what was measured with it.

    Doubles the load until it's too much, then halves the interval until it's no longer than `step` of its
    beginning. A load that was not carried is tried twice: it may have been another program.
    """
    good, best = 0, None
    bad = most + 1
    load = min(first, most)
    while True:
        found = probe(load)
        if found is not None and not found[1]:
            found = probe(load)
        if found is None:
            return good, best
        if found[1]:
            good, best = load, found[0]
        else:
            bad = load
        if good == most or bad - good <= step(good):
            return good, best
        load = min(2 * good, most) if bad > most else (good + bad) // 2
