"""Simulated drawings and how well people recognise them: a model of perception, not of the game.

Only `look` and `seems_at_fault` read what a drawing shows; players learn it through them.
"""

from dataclasses import dataclass
from random import Random

from pictomania.rules import NUMBERS, Fault

# By level, 1 to 4. Plain arithmetic only, so that results are the same on every machine.
HALF_CLEAR_S = (6.0, 9.0, 12.0, 16.0)  # seconds of drawing after which a sheet is half clear
CONFUSION = (0.50, 0.60, 0.75, 0.90)  # how often an unsure player confuses a word with another on its card

MAX_CONFIDENCE = 0.97
CHEATING_FACTOR = 1.4  # how much clearer letters and hints make a drawing


@dataclass(slots=True)
class SimulatedSheet:
    """A drawing while it grows, including what only its artist knows."""

    shows: int  # the number of the word that the artist has in mind
    level: int
    speed: float  # ink per second, where an average artist has 1
    fault: Fault | None = None  # the actual fault, noticed or not
    ink: float = 0.0  # before the pen was last put down, in seconds of average drawing
    pen_down_at: float | None = None  # None while the pen is up

    def put_pen_down(self, now: float) -> None:
        """Start or continue drawing."""
        self.pen_down_at = now

    def lift_pen(self, now: float) -> None:
        """Pause drawing."""
        self.ink = self.ink_at(now)
        self.pen_down_at = None

    def wipe(self) -> None:
        """Erase everything."""
        self.ink = 0.0

    def ink_at(self, now: float) -> float:
        """Return the amount of ink on the sheet."""
        return self.ink if self.pen_down_at is None else self.ink + self.speed * (now - self.pen_down_at)

    def clarity(self, now: float) -> float:
        """Return how recognisable the drawing is: 0 when empty, approaching 1 with more ink."""
        ink = self.ink_at(now)
        if self.fault in {Fault.WRITING, Fault.HINT}:
            ink *= CHEATING_FACTOR
        return ink / (ink + HALF_CLEAR_S[self.level - 1])


@dataclass(frozen=True, slots=True)
class Impression:
    """What a player thinks a drawing shows, and how confident they are."""

    number: int
    confidence: float


def look(sheet: SimulatedSheet, skill: float, now: float, random: Random) -> Impression | None:
    """Look at a drawing once; return the right number, a wrong one, or None if it is not recognised."""
    clarity = sheet.clarity(now)
    if random.random() >= clarity:
        return None
    confidence = min(MAX_CONFIDENCE, skill * clarity * random.uniform(0.8, 1.15))
    if random.random() < CONFUSION[sheet.level - 1] * (1.0 - confidence):
        return Impression(random.choice([number for number in NUMBERS if number != sheet.shows]), confidence)
    return Impression(sheet.shows, confidence)


def seems_at_fault(sheet: SimulatedSheet, random: Random) -> Fault | None:
    """Notice a fault once the word is known; rarely, suspect one that is not there."""
    if sheet.fault is not None:
        return sheet.fault if random.random() < 0.5 else None
    return random.choice((Fault.OTHER_WORD, Fault.TALK)) if random.random() < 0.003 else None
