"""From what the network says to what the rules make likely: which word, and which number, is whose.

Every number was dealt once (R6), so what one artist draws the others do not; and the own number is out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np

from pictomania.bots.guesser import Guesser, Look
from pictomania.bots.lexicon import Tags
from pictomania.bots.picture import Floats
from pictomania.rules import NUMBERS

Whole = np.ndarray[tuple[int, ...], np.dtype[np.int64]]

# How likely something is that the network cannot name, when it sees nothing that it can.
UNNAMED = 0.001


@dataclass(frozen=True, slots=True)
class Trust:
    """How far the network may be believed, by where a drawing comes from."""

    lean: float  # towards words that it knows from icons alone
    doubt: float  # how much less sure it is than it would be


# Drawings like those that were learnt from: by bots, or by people of what others drew for the collections.
FAMILIAR = Trust(lean=0.0, doubt=1.0)
# What people draw at a table. Most words of our cards nobody drew for the collections, and what shows one of
# these the network takes for something that people did draw, and is sure of it. See docs/bots.md.
ANYTHING = Trust(lean=2.0, doubt=1.25)


@dataclass(frozen=True, slots=True)
class Holder:
    """The words on the cards, and what somebody knows from their own hand."""

    words: tuple[tuple[Tags, ...], ...]  # by place and number
    own_number: int | None = None
    own_place: int | None = None  # given where no one else can have a word of the same card


def words_of(guesser: Guesser, look: Look, holder: Holder, trust: Trust = FAMILIAR) -> Floats:
    """How likely each word of the holder is, by place and number, by the picture alone."""
    leaning: Floats = look.numbers + np.float32(trust.lean) * guesser.by_icons
    heat: Floats = leaning / np.float32(look.temperature * trust.doubt)
    unnamed = _total(heat) + np.log(UNNAMED)
    said = np.full((len(holder.words), len(NUMBERS)), unnamed, dtype=np.float32)
    for place, side in enumerate(holder.words):
        for nth, tags in enumerate(side):
            outputs = guesser.outputs(tags)
            if outputs:
                said[place, nth] = heat[list(outputs)].max()
    if holder.own_number is not None:
        said[:, NUMBERS.index(holder.own_number)] = -np.inf
    if holder.own_place is not None:
        said[holder.own_place] = -np.inf
    likely = np.exp(said - said.max())
    return np.asarray(likely / likely.sum(), dtype=np.float32)


def numbers_of(words: Sequence[Floats]) -> list[Floats]:
    """How likely each number is for each of several drawings, together: no number is there twice."""
    each = [np.maximum(word.sum(axis=0), 1e-6) for word in words]
    ways = _ways(len(each))
    chances = np.prod([likely[ways[:, place]] for place, likely in enumerate(each)], axis=0)
    return [_by_number(ways[:, place], chances) for place in range(len(each))]


@cache
def _ways(artists: int) -> Whole:
    """All ways to deal different numbers, by their places."""
    return np.array(list(permutations(range(len(NUMBERS)), artists)))


def _by_number(ways: Whole, chances: Floats) -> Floats:
    likely = np.bincount(ways, weights=chances, minlength=len(NUMBERS))
    return np.asarray(likely / likely.sum(), dtype=np.float32)


def _total(numbers: Floats) -> float:
    top = float(numbers.max())
    return top + float(np.log(np.exp(numbers - top).sum()))
