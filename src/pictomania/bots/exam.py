"""How well the guesser names human drawings: the right word and the right number, on holders of our cards."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import NamedTuple

import numpy as np

from pictomania.bots.guesser import HUMAN, Guesser, Look
from pictomania.bots.opinion import ANYTHING, FAMILIAR, Holder, numbers_of, words_of
from pictomania.bots.picture import Floats
from pictomania.rules import NUMBERS, EditionName
from pictomania.words import Language, WordSide, house_deck
from pictomania.words.spelling import fold

SHARES = (0.25, 0.5, 0.75, 1.0)  # of the ink
BINS = 10


class Spot(NamedTuple):
    """Where an idea stands: a side of our cards by number, and a place on it."""

    side: int
    nth: int


class Paper(NamedTuple):
    """One question: a drawing, and all ideas of ours that it may show."""

    drawing: tuple[Floats, ...]
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """One answer at one share of the ink."""

    word: float  # 1: right; a part of it where words share the first place
    number: float
    sure: float  # how likely the guesser thought its word
    played: float  # the word again, as a bot would say at a table


@dataclass(frozen=True, slots=True)
class Report:
    """All answers, by share."""

    drawings: int
    marks: dict[float, list[Mark]]

    def words(self, share: float = 1.0) -> float:
        """How many words were right."""
        return _mean([mark.word for mark in self.marks[share]])

    def numbers(self, share: float = 1.0) -> float:
        """How many numbers were right."""
        return _mean([mark.number for mark in self.marks[share]])

    def words_as_played(self, share: float = 1.0) -> float:
        """How many words were right for a bot at a table, which reckons with words that nobody drew."""
        return _mean([mark.played for mark in self.marks[share]])

    def honesty(self, share: float = 1.0) -> list[tuple[float, float, int]]:
        """For each tenth of being sure: how sure it was, how often it was right, and of how many."""
        bins: list[list[Mark]] = [[] for _ in range(BINS)]
        for mark in self.marks[share]:
            bins[min(int(mark.sure * BINS), BINS - 1)].append(mark)
        return [
            (_mean([mark.sure for mark in one]), _mean([mark.word for mark in one]), len(one)) for one in bins
        ]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


# What is asked.


@cache
def _sides() -> tuple[tuple[str, int, WordSide], ...]:
    return tuple(
        (card.name, card.level, side) for card in house_deck(EditionName.SECOND).cards for side in card.sides
    )


@cache
def _found() -> dict[str, tuple[Spot, ...]]:
    """Where our cards have what is called so, by all names for it, in lower case and with spaces alone."""
    by_tag: dict[str, list[Spot]] = {}
    by_word: dict[str, list[Spot]] = {}
    for number, (_, _, side) in enumerate(_sides()):
        for nth, idea in enumerate(side.ideas):
            for tag in idea.draw:
                by_tag.setdefault(tag, []).append(Spot(number, nth))
            for language in Language:
                by_word.setdefault(_plain(idea.word(language)), []).append(Spot(number, nth))
    # What comes first counts: what people drew for a class is what the idea that names the class looks like.
    names = [(tag, by_tag[tag]) for tag in by_tag]
    names += [(tag[len(start) :], by_tag[tag]) for start in HUMAN for tag in by_tag if tag.startswith(start)]
    names += by_word.items()
    found: dict[str, tuple[Spot, ...]] = {}
    for name, spots in names:
        found.setdefault(_plain(name), tuple(dict.fromkeys(spots)))
    return found


def _plain(name: str) -> str:
    return fold(name.replace("-", " ").replace("_", " "))


def spots_of(name: str) -> tuple[Spot, ...]:
    """Where our cards have what is called so: by the name of a drawing, of a class of drawings, or a word."""
    return _found().get(_plain(name), ())


def holder_with(spot: Spot, cards: int, random: Random) -> tuple[int, ...]:
    """Sides of different cards of one level, that of the spot first, on which no word is twice (R4)."""
    sides = _sides()
    chosen, names = [spot.side], {sides[spot.side][0]}
    words = set(_words(spot.side))
    others = [number for number, (_, level, _) in enumerate(sides) if level == sides[spot.side][1]]
    random.shuffle(others)
    for number in others:
        if len(chosen) < cards and sides[number][0] not in names and words.isdisjoint(_words(number)):
            chosen.append(number)
            names.add(sides[number][0])
            words.update(_words(number))
    return tuple(chosen)


def _words(side: int) -> list[str]:
    return [fold(word) for word in _sides()[side][2].words(Language.EN)]


# How it is answered.


class Exam:
    """A pile of questions for one guesser."""

    def __init__(self, guesser: Guesser, cards: int, players: int, seed: int) -> None:
        """With holders of so many cards, at a table of so many."""
        self._guesser = guesser
        self._cards = cards
        self._players = players
        self._seed = seed

    def held(self, papers: Sequence[Paper], progress: Callable[[int], None]) -> Report:
        """Ask everything; `progress` is told how many drawings were looked at."""
        looks = list(self._looks(papers, progress))
        by_spot: dict[Spot, list[int]] = {}
        for number, paper in enumerate(papers):
            for spot in paper.spots:
                by_spot.setdefault(spot, []).append(number)
        marks: dict[float, list[Mark]] = {share: [] for share in SHARES}
        for number, paper in enumerate(papers):
            random = Random(f"{self._seed} {number}")
            for share, mark in zip(SHARES, self._marks(number, paper, looks, by_spot, random), strict=True):
                marks[share].append(mark)
        return Report(len(papers), marks)

    def _looks(self, papers: Sequence[Paper], progress: Callable[[int], None]) -> Iterator[tuple[Look, ...]]:
        with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
            for done, looks in enumerate(threads.map(self._look, papers), start=1):
                progress(done)
                yield looks

    def _look(self, paper: Paper) -> tuple[Look, ...]:
        return tuple(self._guesser.look(part_of(paper.drawing, share)) for share in SHARES)

    def _marks(
        self,
        number: int,
        paper: Paper,
        looks: Sequence[tuple[Look, ...]],
        by_spot: dict[Spot, list[int]],
        random: Random,
    ) -> Iterator[Mark]:
        spot = random.choice(paper.spots)
        sides = holder_with(spot, self._cards, random)
        words = tuple(tuple(idea.draw for idea in _sides()[side][2].ideas) for side in sides)
        others = self._others(sides, spot, by_spot, random)
        own = random.choice([n for n in range(len(NUMBERS)) if n not in (spot.nth, *(o.nth for o in others))])
        seen = [number, *(random.choice(by_spot[other]) for other in others)]
        for at in range(len(SHARES)):
            alone, played = (
                words_of(self._guesser, looks[number][at], Holder(words), trust)
                for trust in (FAMILIAR, ANYTHING)
            )
            hand = Holder(words, NUMBERS[own])
            together = numbers_of([words_of(self._guesser, looks[one][at], hand) for one in seen])[0]
            right = (0, spot.nth)
            yield Mark(_won(alone, right), _won(together, right[1:]), float(alone.max()), _won(played, right))

    def _others(
        self, sides: tuple[int, ...], spot: Spot, by_spot: dict[Spot, list[int]], random: Random
    ) -> list[Spot]:
        """Words of the same holder that the other artists draw, with other numbers (R6), if anybody did."""
        drawn = [Spot(side, nth) for side in sides for nth in range(len(NUMBERS))]
        drawn = [one for one in drawn if one in by_spot]
        random.shuffle(drawn)
        chosen: list[Spot] = []
        for one in drawn:
            taken = {spot.nth, *(other.nth for other in chosen)}
            if len(chosen) < self._players - 2 and one.nth not in taken:
                chosen.append(one)
        return chosen


def _won(likely: Floats, right: tuple[int, ...]) -> float:
    """Whether the best is the right one; where several are, by chance."""
    best = likely >= likely.max() - 1e-9
    return float(best[right]) / int(best.sum())


def part_of(drawing: Iterable[Floats], share: float) -> list[Floats]:
    """As much of a drawing as has this share of its ink."""
    lines = list(drawing)
    lengths = [_lengths(line) for line in lines]
    left = share * sum(float(length.sum()) for length in lengths)
    if share >= 1 or left <= 0:
        return lines
    before = 0.0
    part: list[Floats] = []
    for line, length in zip(lines, lengths, strict=True):
        if before < left:
            part.append(_cut(line, length, left - before))
        before += float(length.sum())
    return part


def _cut(line: Floats, lengths: Floats, left: float) -> Floats:
    """As much of a line as has this length, or all of it."""
    along = np.concatenate([[0], np.cumsum(lengths)])
    count = int(np.searchsorted(along, left))
    if count >= len(line):
        return line
    rest = (left - along[count - 1]) / max(float(lengths[count - 1]), 1e-9)
    last = line[count - 1] + (line[count] - line[count - 1]) * rest
    return np.concatenate([line[:count], last[None]]).astype(np.float32)


def _lengths(line: Floats) -> Floats:
    return np.asarray(np.hypot(*np.diff(line, axis=0).T), dtype=np.float32)
