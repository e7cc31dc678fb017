"""Tracks one artist's drawing while it grows, and decides when to guess it."""

from dataclasses import dataclass
from random import Random

import numpy as np

from pictomania.bots.arrays import FloatArray
from pictomania.bots.skills import SkillProfile
from pictomania.rules import NUMBERS

MIN_STROKES = 2  # a first stroke says too little
MIN_WATCHING_S = 4.0


@dataclass(slots=True)
class Observation:
    """One artist's sheet as one other player sees it."""

    end: tuple[int, int] = (0, 0)  # of the sheet's ink stream when it was last seen
    strokes: int = 0
    first_seen_at: float | None = None  # when the first stroke appeared
    changed_at: float = 0.0
    probabilities: FloatArray | None = None  # by number
    candidate: int = 0  # the most likely number in hand
    streak: int = 0  # consecutive looks that agreed on the candidate with enough confidence
    guess_at: float | None = None  # when to lay the card, once decided
    guess: int = 0

    def note_ink(self, end: tuple[int, int], strokes: int, now: float) -> None:
        """Record whether the sheet has changed."""
        if end != self.end or strokes != self.strokes:
            self.end, self.strokes, self.changed_at = end, strokes, now
            if strokes and self.first_seen_at is None:
                self.first_seen_at = now

    def idle_for(self, now: float) -> float:
        """Return the seconds since the sheet last changed."""
        return now - self.changed_at

    def update(
        self,
        probabilities: FloatArray,
        numbers: tuple[int, ...],
        profile: SkillProfile,
        now: float,
        is_done: bool,
    ) -> None:
        """Take in new probabilities.

        `numbers` are the number cards in hand; `is_done` means that no more ink is expected.
        """
        self.probabilities = probabilities
        candidate = max(numbers, key=lambda number: float(probabilities[NUMBERS.index(number)]))
        threshold = profile.final_threshold if is_done else profile.confidence_threshold
        if probabilities[NUMBERS.index(candidate)] < threshold or not self._has_enough_ink(now):
            self.streak, self.guess_at = 0, None
        else:
            self.streak = self.streak + 1 if candidate == self.candidate else 1
        self.candidate = candidate

    def _has_enough_ink(self, now: float) -> bool:
        if self.first_seen_at is None or now - self.first_seen_at < MIN_WATCHING_S:
            return False
        return self.strokes >= MIN_STROKES or self.idle_for(now) >= MIN_WATCHING_S

    def decide(self, numbers: tuple[int, ...], profile: SkillProfile, random: Random, now: float) -> None:
        """Commit to a guess once the streak is long enough; the card follows after a reaction time."""
        if self.guess_at is not None or self.streak < profile.confirmations or self.probabilities is None:
            return
        median, sigma = profile.reaction_s
        self.guess_at = now + random.lognormvariate(float(np.log(median)), sigma)
        self.guess = self.candidate
        others = [number for number in numbers if number != self.candidate]
        if others and random.random() < profile.second_best_rate:
            self.guess = max(others, key=self.probability)

    def probability(self, number: int) -> float:
        """Return how likely a number is; 0 before the first prediction."""
        return 0.0 if self.probabilities is None else float(self.probabilities[NUMBERS.index(number)])
