"""The registry of attacks; a new one is an async generator with `@attack` in a file of `attacks/`."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from tests.hostile.arena.foe import Foe

Steps = AsyncIterator[None]

MB = 1_000_000


@dataclass(frozen=True)
class Attack:
    """One attack: it prepares until its first `yield`, and attacks after it."""

    name: str
    attack: Callable[[Foe], Steps]
    short: bool  # whether it is part of the short form
    proof: str  # what it must have done at least once to count
    memory: int  # bytes that the server may grow by, workers and bots included
    disk: int  # bytes that it may write
    most: dict[str, tuple[float, float]]  # limits on what it got from the server: per second, and burst


ATTACKS: dict[str, Attack] = {}


def attack(
    *,
    short: bool = False,
    proof: str = "sessions",
    memory_mb: int = 200,
    disk_mb: int = 12,
    most: dict[str, tuple[float, float]] | None = None,
) -> Callable[[Callable[[Foe], Steps]], Callable[[Foe], Steps]]:
    """Add an attack to the list under the name of its function."""

    def add(function: Callable[[Foe], Steps]) -> Callable[[Foe], Steps]:
        name = function.__name__.replace("_", "-")
        ATTACKS[name] = Attack(name, function, short, proof, memory_mb * MB, disk_mb * MB, most or {})
        return function

    return add
