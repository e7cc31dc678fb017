"""What somebody makes of another's drawing while it grows: how sure they are, since when, and of what."""

from dataclasses import dataclass
from random import Random

import numpy as np

from pictomania.bots.picture import Floats
from pictomania.bots.skills import Manner
from pictomania.rules import NUMBERS

LEAST_LINES = 2  # nobody knows what a first line will be
LEAST_S = 4.0  # nor sooner than this


@dataclass(slots=True)
class Watch:
    """One artist's sheet, as one other watches it."""

    mark: tuple[int, int] = (0, 0)  # where the sheet ended when it was last seen
    lines: int = 0
    since: float | None = None  # when the first line was seen
    changed: float = 0.0  # when it was last seen to change
    likely: Floats | None = None
    number: int = 0  # the most likely, if any is likely enough
    in_a_row: int = 0  # looks that agreed
    lays_at: float | None = None  # a card, of which one has made sure
    lays: int = 0

    def see(self, mark: tuple[int, int], lines: int, now: float) -> None:
        """Notice that the sheet has changed."""
        if mark != self.mark or lines != self.lines:
            self.mark, self.lines, self.changed = mark, lines, now
            if lines and self.since is None:
                self.since = now

    def quiet_for(self, now: float) -> float:
        """For how long nothing has changed."""
        return now - self.changed

    def think(self, likely: Floats, hand: tuple[int, ...], manner: Manner, now: float, is_done: bool) -> None:
        """Take in an opinion; `hand` are the number cards one has, `is_done` if no more is to be expected."""
        self.likely = likely
        number = max(hand, key=lambda number: float(likely[NUMBERS.index(number)]))
        sure = manner.settles if is_done else manner.sure
        if likely[NUMBERS.index(number)] < sure or not self._is_enough(now):
            self.in_a_row, self.lays_at = 0, None
        else:
            self.in_a_row = self.in_a_row + 1 if number == self.number else 1
        self.number = number

    def _is_enough(self, now: float) -> bool:
        """Has there been enough to see for anybody to know?"""
        if self.since is None or now - self.since < LEAST_S:
            return False
        return self.lines >= LEAST_LINES or self.quiet_for(now) >= LEAST_S

    def decide(self, hand: tuple[int, ...], manner: Manner, random: Random, now: float) -> None:
        """Make up one's mind, once sure for long enough: now it takes a moment to lay the card."""
        if self.lays_at is not None or self.in_a_row < manner.looks or self.likely is None:
            return
        middle, spread = manner.reacts
        self.lays_at = now + random.lognormvariate(float(np.log(middle)), spread)
        self.lays = self.number
        others = [number for number in hand if number != self.number]
        if others and random.random() < manner.second:
            self.lays = max(others, key=self.chance)

    def chance(self, number: int) -> float:
        """How likely a number is, as far as one knows."""
        return 0.0 if self.likely is None else float(self.likely[NUMBERS.index(number)])
