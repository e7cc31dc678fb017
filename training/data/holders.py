"""Random holders of our own cards, to measure the network on the question the game asks: which word is it?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pictomania.bots.arrays import FloatArray, IntArray
from pictomania.words import house_deck
from training.data.labels import Output, is_human, output_of_tag, relevant_tags

MAX_OUTPUTS = 8  # per idea


@dataclass(frozen=True)
class PoolIdea:
    """An idea on a card, and its outputs; none if neither a sketch nor an icon shows it."""

    card: str
    level: int
    side: int
    outputs: tuple[int, ...]
    is_drawn: bool  # do the human collections have it?


def idea_tags() -> list[tuple[str, ...]]:
    """Return the tags of all ideas on our cards."""
    return [idea.draw for card in house_deck().cards for side in card.sides for idea in side.ideas]


class IdeaPool:
    """All ideas on our cards, by index."""

    def __init__(self, outputs: Sequence[Output]) -> None:
        found = output_of_tag(outputs)
        sides = [(card, side) for card in house_deck().cards for side in card.sides]
        self.ideas = [
            PoolIdea(
                card.name,
                card.level,
                number,
                tuple(sorted({found[tag] for tag in relevant_tags(idea.draw) if tag in found}))[:MAX_OUTPUTS],
                any(is_human(tag) and tag in found for tag in idea.draw),
            )
            for number, (card, side) in enumerate(sides)
            for idea in side.ideas
        ]
        self.outputs: IntArray = np.full((len(self.ideas), MAX_OUTPUTS), -1)
        for number, idea in enumerate(self.ideas):
            self.outputs[number, : len(idea.outputs)] = idea.outputs
        self.with_output: dict[int, list[int]] = {}
        for number, idea in enumerate(self.ideas):
            for output in idea.outputs:
                self.with_output.setdefault(output, []).append(number)
        self._drawn = np.array([number for number, idea in enumerate(self.ideas) if idea.is_drawn])
        self._sides: dict[int, list[tuple[str, int]]] = {}
        for card, level, side in sorted({(idea.card, idea.level, idea.side) for idea in self.ideas}):
            self._sides.setdefault(level, []).append((card, side))

    def holder(self, right: int, sides: int, hard: bool, rng: np.random.Generator) -> IntArray:
        """Return the ideas on `sides` sides of different cards of one level (R2), the right one first.

        In a `hard` holder, an idea from the human collections replaces each idea that they lack.
        """
        idea = self.ideas[right]
        chosen, cards = [idea.side], {idea.card}
        others = self._sides[idea.level]
        for place in rng.permutation(len(others)):
            card, side = others[place]
            if len(chosen) < sides and card not in cards:
                chosen.append(side)
                cards.add(card)
        words = [7 * side + index for side in chosen for index in range(7)]
        words.remove(right)
        return np.array([right, *(self._replace_undrawn(right, words, rng) if hard else words)])

    def _replace_undrawn(self, right: int, words: list[int], rng: np.random.Generator) -> list[int]:
        taken = {*words, right}
        spare = [int(n) for n in rng.permutation(self._drawn) if n not in taken]
        right_outputs = self.ideas[right].outputs
        spare = [number for number in spare if not set(right_outputs) & set(self.ideas[number].outputs)]
        return [word if self.ideas[word].is_drawn else spare.pop() for word in words]

    def word_logits(self, logits: FloatArray, holders: IntArray) -> FloatArray:
        """Return the logit of each word of each holder: the best of its outputs, or -inf without any."""
        outputs = self.outputs[holders]
        values = np.take_along_axis(logits[:, None, :], outputs.clip(0), axis=2)
        best: FloatArray = np.where(outputs >= 0, values, -np.inf).max(axis=2)
        return best


def holders_for(
    pool: IdeaPool, outputs: IntArray, sides: int, hard: bool, rng: np.random.Generator
) -> tuple[IntArray, IntArray]:
    """Make a holder for each drawing that shows one of our ideas; return the drawings and their holders."""
    drawings, holders = [], []
    for drawing, output in enumerate(outputs):
        ideas = pool.with_output.get(int(output))
        if ideas:
            drawings.append(drawing)
            holders.append(pool.holder(int(rng.choice(ideas)), sides, hard, rng))
    return np.array(drawings), np.array(holders)
