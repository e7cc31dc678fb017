"""Random holders of our own cards, to ask the network what the game asks: which of these words is it?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pictomania.words import house_deck
from training.labels import Output, output_of_tag

MOST = 8  # outputs of one idea that are looked at
Whole = NDArray[np.int64]


@dataclass(frozen=True)
class Known:
    """An idea: where it stands, and the outputs that mean it; none where no collection has it."""

    card: str
    level: int
    side: int
    outputs: tuple[int, ...]


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
                tuple(sorted({found[t] for t in idea.draw if t in found}))[:MOST],
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
        self._known = np.array([number for number, idea in enumerate(self.ideas) if idea.outputs])
        self._sides: dict[int, list[tuple[str, int]]] = {}
        for card, level, side in sorted({(idea.card, idea.level, idea.side) for idea in self.ideas}):
            self._sides.setdefault(level, []).append((card, side))

    def holder(self, right: int, sides: int, hard: bool, chance: np.random.Generator) -> Whole:
        """The ideas of so many sides of different cards of one level (R2), the right one first.

        A `hard` holder has another idea that can be recognised in place of each that cannot.
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
        return np.array([right, *(self._recognisable(right, words, chance) if hard else words)])

    def _recognisable(self, right: int, words: list[int], chance: np.random.Generator) -> list[int]:
        taken = {*words, right}
        spare = [int(n) for n in chance.permutation(self._known) if n not in taken]
        mine = self.ideas[right].outputs
        spare = [number for number in spare if not set(mine) & set(self.ideas[number].outputs)]
        return [word if self.ideas[word].outputs else spare.pop() for word in words]

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
