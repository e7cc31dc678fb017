"""Measures how well the guesser recognises human drawings, by word and by number, on holders of our cards."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import NamedTuple

import numpy as np

from pictomania.bots.arrays import FloatArray
from pictomania.bots.guesser import HUMAN_PREFIXES, Guesser, Prediction
from pictomania.bots.inference import FAMILIAR, UNFAMILIAR, Holder, number_probabilities, word_probabilities
from pictomania.rules import LEVELS, NUMBERS, EditionName
from pictomania.words import ENGLISH, WordSide, house_deck
from pictomania.words.spelling import fold

SHARES = (0.25, 0.5, 0.75, 1.0)  # of the ink
BINS = 10


class IdeaRef(NamedTuple):
    """Points to an idea on our cards: the index of the side, and the idea's position on it."""

    side: int
    position: int


class LabelledDrawing(NamedTuple):
    """A drawing and all ideas that it may show."""

    strokes: tuple[FloatArray, ...]
    ideas: tuple[IdeaRef, ...]


class UnknownIdeas(NamedTuple):
    """The ideas of a level that bots can draw but that the network has no output for."""

    level: int
    words: tuple[str, ...]
    total: int  # ideas of this level that bots can draw


def unknown_ideas(guesser: Guesser) -> list[UnknownIdeas]:
    """List what the network can't recognise: ideas that came to our cards after its training."""
    found = []
    for level in LEVELS:
        sides = (side for card in house_deck().cards if card.level == level for side in card.sides)
        drawable = [idea for side in sides for idea in side.ideas if idea.draw]
        unknown = tuple(idea.word(ENGLISH) for idea in drawable if not guesser.outputs(idea.draw))
        found.append(UnknownIdeas(level, unknown, len(drawable)))
    return found


@dataclass(frozen=True, slots=True)
class GradedGuess:
    """The guess for one drawing at one share of its ink."""

    word: float  # 1 if right, 0 if wrong; a fraction if several words tie for first place
    number: float
    confidence: float  # probability of the guessed word
    at_table: float  # the word again, as a bot at a table would guess it


@dataclass(frozen=True, slots=True)
class Report:
    """All guesses, by share of the ink."""

    drawings: int
    guesses: dict[float, list[GradedGuess]]

    def word_accuracy(self, share: float = 1.0) -> float:
        """Return the share of words guessed right."""
        return _mean([guess.word for guess in self.guesses[share]])

    def number_accuracy(self, share: float = 1.0) -> float:
        """Return the share of numbers guessed right."""
        return _mean([guess.number for guess in self.guesses[share]])

    def table_accuracy(self, share: float = 1.0) -> float:
        """Return the share of words guessed right with the lower trust that bots have at a table."""
        return _mean([guess.at_table for guess in self.guesses[share]])

    def calibration(self, share: float = 1.0) -> list[tuple[float, float, int]]:
        """Return mean confidence, accuracy and count for each tenth of confidence."""
        bins: list[list[GradedGuess]] = [[] for _ in range(BINS)]
        for guess in self.guesses[share]:
            bins[min(int(guess.confidence * BINS), BINS - 1)].append(guess)
        return [
            (_mean([guess.confidence for guess in each]), _mean([guess.word for guess in each]), len(each))
            for each in bins
        ]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


# Ideas and holders.


@cache
def _sides() -> tuple[tuple[str, int, WordSide], ...]:
    """List all sides in the house deck with the name and level of their card."""
    return tuple(
        (card.name, card.level, side) for card in house_deck(EditionName.SECOND).cards for side in card.sides
    )


@cache
def _ideas_by_name() -> dict[str, tuple[IdeaRef, ...]]:
    """Index ideas by every normalised name they have."""
    by_tag: dict[str, list[IdeaRef]] = {}
    by_word: dict[str, list[IdeaRef]] = {}
    for number, (_, _, side) in enumerate(_sides()):
        for index, idea in enumerate(side.ideas):
            for tag in idea.draw:
                by_tag.setdefault(tag, []).append(IdeaRef(number, index))
            for word in idea.words.values():
                by_word.setdefault(_normalise(word), []).append(IdeaRef(number, index))
    # The first match wins: a class name means the idea tagged with that class before any word of that name.
    names = [(tag, by_tag[tag]) for tag in by_tag]
    names += [
        (tag[len(prefix) :], by_tag[tag])
        for prefix in HUMAN_PREFIXES
        for tag in by_tag
        if tag.startswith(prefix)
    ]
    names += by_word.items()
    found: dict[str, tuple[IdeaRef, ...]] = {}
    for name, ideas in names:
        found.setdefault(_normalise(name), tuple(dict.fromkeys(ideas)))
    return found


def _normalise(name: str) -> str:
    return fold(name.replace("-", " ").replace("_", " "))


def find_ideas(name: str) -> tuple[IdeaRef, ...]:
    """Find ideas on our cards by the tag of a drawing, the name of a class, or a word in any language."""
    return _ideas_by_name().get(_normalise(name), ())


def random_holder(idea: IdeaRef, cards: int, random: Random) -> tuple[int, ...]:
    """Pick sides of different cards of one level, the idea's own first, with no word twice (R4)."""
    sides = _sides()
    chosen, names = [idea.side], {sides[idea.side][0]}
    words = set(_words(idea.side))
    others = [number for number, (_, level, _) in enumerate(sides) if level == sides[idea.side][1]]
    random.shuffle(others)
    for number in others:
        if len(chosen) < cards and sides[number][0] not in names and words.isdisjoint(_words(number)):
            chosen.append(number)
            names.add(sides[number][0])
            words.update(_words(number))
    return tuple(chosen)


def _words(side: int) -> list[str]:
    return [fold(word) for word in _sides()[side][2].words(ENGLISH)]


# Guesses.


class Evaluation:
    """Evaluates one guesser with holders of `cards` cards, at tables of `players`."""

    def __init__(self, guesser: Guesser, cards: int, players: int, seed: int) -> None:
        self._guesser = guesser
        self._cards = cards
        self._players = players
        self._seed = seed

    def run(self, drawings: Sequence[LabelledDrawing], progress: Callable[[int], None]) -> Report:
        """Evaluate all drawings; `progress` receives the number of drawings done so far."""
        predictions = list(self._predictions(drawings, progress))
        by_idea: dict[IdeaRef, list[int]] = {}
        for number, drawing in enumerate(drawings):
            for idea in drawing.ideas:
                by_idea.setdefault(idea, []).append(number)
        guesses: dict[float, list[GradedGuess]] = {share: [] for share in SHARES}
        for number, drawing in enumerate(drawings):
            random = Random(f"{self._seed} {number}")
            graded = self._guesses(number, drawing, predictions, by_idea, random)
            for share, guess in zip(SHARES, graded, strict=True):
                guesses[share].append(guess)
        return Report(len(drawings), guesses)

    def _predictions(
        self, drawings: Sequence[LabelledDrawing], progress: Callable[[int], None]
    ) -> Iterator[tuple[Prediction, ...]]:
        with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
            for done, predictions in enumerate(threads.map(self._predict, drawings), start=1):
                progress(done)
                yield predictions

    def _predict(self, drawing: LabelledDrawing) -> tuple[Prediction, ...]:
        return tuple(self._guesser.predict(prefix_of(drawing.strokes, share)) for share in SHARES)

    def _guesses(
        self,
        number: int,
        drawing: LabelledDrawing,
        predictions: Sequence[tuple[Prediction, ...]],
        by_idea: dict[IdeaRef, list[int]],
        random: Random,
    ) -> Iterator[GradedGuess]:
        """Guess one drawing at each share of its ink."""
        idea = random.choice(drawing.ideas)
        sides = random_holder(idea, self._cards, random)
        words = tuple(tuple(each.draw for each in _sides()[side][2].ideas) for side in sides)
        others = self._other_ideas(sides, idea, by_idea, random)
        taken = (idea.position, *(other.position for other in others))
        own = random.choice([index for index in range(len(NUMBERS)) if index not in taken])
        seen = [number, *(random.choice(by_idea[other]) for other in others)]
        for at in range(len(SHARES)):
            alone, at_table = (
                word_probabilities(self._guesser, predictions[number][at], Holder(words), trust)
                for trust in (FAMILIAR, UNFAMILIAR)
            )
            holder = Holder(words, NUMBERS[own])
            together = number_probabilities(
                [word_probabilities(self._guesser, predictions[each][at], holder) for each in seen]
            )[0]
            right = (0, idea.position)
            yield GradedGuess(
                _score(alone, right), _score(together, right[1:]), float(alone.max()), _score(at_table, right)
            )

    def _other_ideas(
        self, sides: tuple[int, ...], idea: IdeaRef, by_idea: dict[IdeaRef, list[int]], random: Random
    ) -> list[IdeaRef]:
        """Pick what the other artists draw: words of the same holder with other numbers (R6).

        Only words that some drawing in the file shows can be picked.
        """
        available = [IdeaRef(side, index) for side in sides for index in range(len(NUMBERS))]
        available = [each for each in available if each in by_idea]
        random.shuffle(available)
        chosen: list[IdeaRef] = []
        for each in available:
            taken = {idea.position, *(other.position for other in chosen)}
            if len(chosen) < self._players - 2 and each.position not in taken:
                chosen.append(each)
        return chosen


def _score(probabilities: FloatArray, right: tuple[int, ...]) -> float:
    """Return 1 if the right answer is the most likely, a fraction if it ties with others, else 0."""
    best = probabilities >= probabilities.max() - 1e-9
    return float(best[right]) / int(best.sum())


def prefix_of(drawing: Iterable[FloatArray], share: float) -> list[FloatArray]:
    """Return the beginning of a drawing, up to this share of its ink."""
    lines = list(drawing)
    lengths = [_lengths(line) for line in lines]
    limit = share * sum(float(length.sum()) for length in lengths)
    if share >= 1 or limit <= 0:
        return lines
    before = 0.0
    prefix: list[FloatArray] = []
    for line, length in zip(lines, lengths, strict=True):
        if before < limit:
            prefix.append(_cut(line, length, limit - before))
        before += float(length.sum())
    return prefix


def _cut(line: FloatArray, lengths: FloatArray, limit: float) -> FloatArray:
    """Return a line up to this length, or all of it."""
    along = np.concatenate([[0], np.cumsum(lengths)])
    count = int(np.searchsorted(along, limit))
    if count >= len(line):
        return line
    rest = (limit - along[count - 1]) / max(float(lengths[count - 1]), 1e-9)
    last = line[count - 1] + (line[count] - line[count - 1]) * rest
    return np.concatenate([line[:count], last[None]]).astype(np.float32)


def _lengths(line: FloatArray) -> FloatArray:
    return np.asarray(np.hypot(*np.diff(line, axis=0).T), dtype=np.float32)
