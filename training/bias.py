"""Fits the bias of icon-only outputs against outputs trained on human sketches.

Icon-only outputs never saw a hand-drawn example, so their logits are not comparable with the others: too high
and they steal drawings of other concepts, too low and they never win. One constant is added to all of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pictomania.bots.arrays import FloatArray, IntArray
from training.data.holders import IdeaPool, holders_for
from training.temperature import first_place

GRID = tuple(float(value) for value in np.arange(-6, 4.01, 0.5))
DISABLED = -1e4  # as if icon-only outputs did not exist
ROUNDS = 3


@dataclass(frozen=True)
class CalibrationSet:
    """Drawings from one source, the network's logits, and the right outputs."""

    logits: FloatArray
    outputs: IntArray


def bias_table(
    sets: Mapping[str, CalibrationSet], pool: IdeaPool, icon_only: NDArray[np.bool_], seed: int
) -> list[dict[str, float]]:
    """Return the accuracy on game holders of 21 words per bias and source.

    The first row is without icon-only outputs.
    """
    cases = {
        source: (each, *_holders(each, pool, seed)) for source, each in sets.items() if len(each.outputs)
    }
    rows = []
    for value in (DISABLED, *GRID):
        row = {"bias": value}
        for source, (each, drawings, holders) in cases.items():
            if len(drawings):
                logits = each.logits + (value * icon_only).astype(np.float32)
                row[source] = round(float(first_place(pool.word_logits(logits[drawings], holders)).mean()), 4)
        rows.append(row)
    return rows


def _holders(each: CalibrationSet, pool: IdeaPool, seed: int) -> tuple[IntArray, IntArray]:
    rng = np.random.default_rng(seed)
    rounds = [holders_for(pool, each.outputs, 3, False, rng) for _ in range(ROUNDS)]
    return np.concatenate([one[0] for one in rounds]), np.concatenate([one[1] for one in rounds])


def choose_bias(rows: list[dict[str, float]], human: tuple[str, ...], max_loss: float) -> dict[str, Any]:
    """Return the greatest bias that costs human drawings at most `max_loss`, in the format of labels.json."""

    def accuracy(row: dict[str, float]) -> float:
        return float(np.mean([row[source] for source in human if source in row]))

    without, *tried = rows
    best = tried[0]
    for row in tried:
        if accuracy(row) < accuracy(without) - max_loss:
            break
        best = row
    return {
        "icons": best["bias"],
        "fitted": f"added to the logits of outputs without a tag of {' or '.join(human)}; the greatest in "
        f"steps of 0.5 that costs human drawings of the calibration part at most {max_loss:.1%} of 21 words",
    }
