"""Combines the network's predictions with the rules: how likely each word and each number is.

Each number is dealt once (R6), so two artists never draw the same one, and the bot's own number is ruled out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np

from pictomania.bots.arrays import FloatArray, IntArray
from pictomania.bots.guesser import Guesser, Prediction
from pictomania.bots.lexicon import Tags
from pictomania.rules import NUMBERS

# Prior probability that a drawing shows something the network has no output for.
UNNAMED = 0.001


@dataclass(frozen=True, slots=True)
class Trust:
    """How far to trust the network, depending on who drew."""

    icon_bias: float  # added to the logits of icon-only outputs
    temperature_scale: float  # above 1: less confident


# Drawings like those in the training data: by bots, or by people for the collections.
FAMILIAR = Trust(icon_bias=0.0, temperature_scale=1.0)
# Drawings by people at a table. The collections lack most words on our cards, and the network confidently
# mistakes drawings of such a word for something that it has seen people draw. See docs/bots.md.
UNFAMILIAR = Trust(icon_bias=2.0, temperature_scale=1.25)


@dataclass(frozen=True, slots=True)
class Holder:
    """The words on the cards, and what a player knows from their own hand."""

    words: tuple[tuple[Tags, ...], ...]  # by place and number
    own_number: int | None = None
    own_place: int | None = None  # set if no other artist can have a word of the same card


def word_probabilities(
    guesser: Guesser, prediction: Prediction, holder: Holder, trust: Trust = FAMILIAR
) -> FloatArray:
    """Return how likely each word of the holder is, by place and number, judging one drawing alone."""
    biased: FloatArray = prediction.logits + np.float32(trust.icon_bias) * guesser.icon_only
    scaled: FloatArray = biased / np.float32(prediction.temperature * trust.temperature_scale)
    unnamed = _log_sum_exp(scaled) + np.log(UNNAMED)
    logits = np.full((len(holder.words), len(NUMBERS)), unnamed, dtype=np.float32)
    for place, side in enumerate(holder.words):
        for index, tags in enumerate(side):
            outputs = guesser.outputs(tags)
            if outputs:
                logits[place, index] = scaled[list(outputs)].max()
    if holder.own_number is not None:
        logits[:, NUMBERS.index(holder.own_number)] = -np.inf
    if holder.own_place is not None:
        logits[holder.own_place] = -np.inf
    exponentials = np.exp(logits - logits.max())
    return np.asarray(exponentials / exponentials.sum(), dtype=np.float32)


def number_probabilities(words: Sequence[FloatArray]) -> list[FloatArray]:
    """Return how likely each number is for each of several drawings, given that no number occurs twice."""
    marginals = [np.maximum(word.sum(axis=0), 1e-6) for word in words]
    deals = _deals(len(marginals))
    weights = np.prod([marginal[deals[:, place]] for place, marginal in enumerate(marginals)], axis=0)
    return [_by_number(deals[:, place], weights) for place in range(len(marginals))]


@cache
def _deals(artists: int) -> IntArray:
    """List all ways to deal different numbers, as indices into NUMBERS."""
    return np.array(list(permutations(range(len(NUMBERS)), artists)))


def _by_number(dealt: IntArray, weights: FloatArray) -> FloatArray:
    sums = np.bincount(dealt, weights=weights, minlength=len(NUMBERS))
    return np.asarray(sums / sums.sum(), dtype=np.float32)


def _log_sum_exp(logits: FloatArray) -> float:
    top = float(logits.max())
    return top + float(np.log(np.exp(logits - top).sum()))
