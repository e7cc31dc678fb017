"""How much outputs that only icons taught may say, against those that people taught.

No drawing by hand was ever theirs in a lesson, so their numbers say little about one: too high and they steal
drawings of what people drew, too low and nobody's drawing is ever named by them. One number is added to all.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.holders import Pool, Whole, holders_for
from training.temperature import Floats, right

GRID = tuple(float(value) for value in np.arange(-6, 4.01, 0.5))
NONE = -1e4  # as if those outputs were not there
ROUNDS = 3


@dataclass(frozen=True)
class Asked:
    """Drawings of one sort, what the network says of them, and what they show."""

    numbers: Floats
    outputs: Whole


def trade(
    asked: Mapping[str, Asked], pool: Pool, by_icons: NDArray[np.bool_], seed: int
) -> list[dict[str, float]]:
    """Words right of 21 on game holders for each bias and sort of drawing; first without these outputs."""
    cases = {sort: (each, *_holders(each, pool, seed)) for sort, each in asked.items() if len(each.outputs)}
    rows = []
    for value in (NONE, *GRID):
        row = {"bias": value}
        for sort, (each, drawings, holders) in cases.items():
            if len(drawings):
                numbers = each.numbers + (value * by_icons).astype(np.float32)
                row[sort] = round(float(right(pool.numbers(numbers[drawings], holders)).mean()), 4)
        rows.append(row)
    return rows


def _holders(each: Asked, pool: Pool, seed: int) -> tuple[Whole, Whole]:
    chance = np.random.default_rng(seed)
    rounds = [holders_for(pool, each.outputs, 3, False, chance) for _ in range(ROUNDS)]
    return np.concatenate([one[0] for one in rounds]), np.concatenate([one[1] for one in rounds])


def chosen(rows: list[dict[str, float]], human: tuple[str, ...], lose: float) -> dict[str, Any]:
    """The greatest bias that costs people's drawings no more than `lose`, as labels.json has it."""

    def worth(row: dict[str, float]) -> float:
        return float(np.mean([row[sort] for sort in human if sort in row]))

    without, *tried = rows
    best = tried[0]
    for row in tried:
        if worth(row) < worth(without) - lose:
            break
        best = row
    return {
        "icons": best["bias"],
        "fitted": f"added to the numbers of outputs without a tag of {' or '.join(human)}; the greatest in "
        f"steps of 0.5 that costs people's drawings of the calibration part at most {lose:.1%} right of 21",
    }
