"""Random holders of our own cards, to ask the network what the game asks: which of these words is it?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pictomania.words import house_deck
from training.labels import Output, by_people, counting, output_of_tag

MOST = 8  # outputs of one idea that are looked at
Whole = NDArray[np.int64]


@dataclass(frozen=True)
class Known:
    """An idea: where it stands, and the outputs that mean it; none where neither sketch nor icon shows it."""

    card: str
    level: int
    side: int
    outputs: tuple[int, ...]
    drawn: bool  # did people draw it for the collections?


def draw_lists() -> list[tuple[str, ...]]:
    """The tags of all ideas of our cards."""
    return [idea.draw for card in house_deck().cards for side in card.sides for idea in side.ideas]


class Pool:
    """All ideas of our cards, by number."""

    def __init__(self, outputs: Sequence[Output]) -> None:
        """Read the cards."""
        found = output_of_tag(outputs)
        sides = [(card, side) for card in house_deck().cards for side in card.sides]
        self.ideas = [
            Known(
                card.name,
                card.level,
                number,
                tuple(sorted({found[tag] for tag in counting(idea.draw) if tag in found}))[:MOST],
                any(by_people(tag) and tag in found for tag in idea.draw),
            )
            for number, (card, side) in enumerate(sides)
            for idea in side.ideas
        ]
        self.outputs: Whole = np.full((len(self.ideas), MOST), -1)
        for number, idea in enumerate(self.ideas):
            self.outputs[number, : len(idea.outputs)] = idea.outputs
        self.with_output: dict[int, list[int]] = {}
        for number, idea in enumerate(self.ideas):
            for output in idea.outputs:
                self.with_output.setdefault(output, []).append(number)
        self._drawn = np.array([number for number, idea in enumerate(self.ideas) if idea.drawn])
        self._sides: dict[int, list[tuple[str, int]]] = {}
        for card, level, side in sorted({(idea.card, idea.level, idea.side) for idea in self.ideas}):
            self._sides.setdefault(level, []).append((card, side))

    def holder(self, right: int, sides: int, hard: bool, chance: np.random.Generator) -> Whole:
        """The ideas of so many sides of different cards of one level (R2), the right one first.

        A `hard` holder has an idea that people drew in place of each that only icons show or nothing does.
        """
        idea = self.ideas[right]
        chosen, cards = [idea.side], {idea.card}
        others = self._sides[idea.level]
        for place in chance.permutation(len(others)):
            card, side = others[place]
            if len(chosen) < sides and card not in cards:
                chosen.append(side)
                cards.add(card)
        words = [7 * side + nth for side in chosen for nth in range(7)]
        words.remove(right)
        return np.array([right, *(self._all_drawn(right, words, chance) if hard else words)])

    def _all_drawn(self, right: int, words: list[int], chance: np.random.Generator) -> list[int]:
        taken = {*words, right}
        spare = [int(n) for n in chance.permutation(self._drawn) if n not in taken]
        mine = self.ideas[right].outputs
        spare = [number for number in spare if not set(mine) & set(self.ideas[number].outputs)]
        return [word if self.ideas[word].drawn else spare.pop() for word in words]

    def numbers(self, outputs: NDArray[np.float32], holders: Whole) -> NDArray[np.float32]:
        """What the network says of each word of each holder: the best of its outputs, or nothing at all."""
        its = self.outputs[holders]
        values = np.take_along_axis(outputs[:, None, :], its.clip(0), axis=2)
        best: NDArray[np.float32] = np.where(its >= 0, values, -np.inf).max(axis=2)
        return best


def holders_for(
    pool: Pool, outputs: Whole, sides: int, hard: bool, chance: np.random.Generator
) -> tuple[Whole, Whole]:
    """A holder for each drawing that one of our ideas stands for: which drawings, and their holders."""
    drawings, holders = [], []
    for drawing, output in enumerate(outputs):
        ideas = pool.with_output.get(int(output))
        if ideas:
            drawings.append(drawing)
            holders.append(pool.holder(int(chance.choice(ideas)), sides, hard, chance))
    return np.array(drawings), np.array(holders)
