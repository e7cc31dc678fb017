"""The list of attacks; a new one is an async generator with `@attack`, ten lines in a file of `attacks/`."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from tests.hostile.foe import Foe

Steps = AsyncIterator[None]

MB = 1_000_000


@dataclass(frozen=True)
class Attack:
    """One way to hurt a server: prepares until its first `yield`, and attacks after it."""

    name: str
    attack: Callable[[Foe], Steps]
    short: bool  # is it part of the short form?
    proof: str  # what it must have done at least once, or it was no attack
    memory: int  # bytes that the server may grow by meanwhile, workers and bots included
    disk: int  # bytes that it may write
    most: dict[str, tuple[float, float]]  # what else it may have got out of the server: a second, and at once


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
