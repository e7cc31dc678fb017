"""What simulated people see of each other's drawings: a model of perception, not of the game.

Only `look` and `seems_at_fault` read what a drawing shows; everybody else learns it through them.
"""

from dataclasses import dataclass
from random import Random

from pictomania.rules import NUMBERS, Fault

# By level, 1 to 4. Everything is plain arithmetic, so that every machine gives the same result.
HARD = (6.0, 9.0, 12.0, 16.0)  # seconds of drawing after which a sheet is half clear
ALIKE = (0.50, 0.60, 0.75, 0.90)  # how often somebody who is not sure mistakes a word for another of its card

SUREST = 0.97
CHEATING_HELPS = 1.4  # how much clearer letters and hints make a drawing


@dataclass(slots=True)
class Sheet:
    """A drawing as it grows, with what its artist knows of it."""

    shows: int  # number of the word that the artist has in mind
    level: int
    hand: float  # how much a second of this artist's drawing is worth
    fault: Fault | None = None  # what is wrong with it in truth, whether or not anybody says so
    ink: float = 0.0  # seconds of average drawing on it before the pen was last put down
    pen_down: float | None = None  # since when the artist has been drawing

    def put_pen_down(self, now: float) -> None:
        """Begin to draw, or draw on."""
        self.pen_down = now

    def lift_pen(self, now: float) -> None:
        """Stop drawing for now."""
        self.ink = self.ink_at(now)
        self.pen_down = None

    def wipe(self) -> None:
        """Rub everything out."""
        self.ink = 0.0

    def ink_at(self, now: float) -> float:
        """Say how much is on the sheet now."""
        return self.ink if self.pen_down is None else self.ink + self.hand * (now - self.pen_down)

    def clarity(self, now: float) -> float:
        """Say how well the sheet can be recognised now: 0 when empty, towards 1 the longer it is drawn."""
        ink = self.ink_at(now)
        if self.fault in {Fault.WRITING, Fault.HINT}:
            ink *= CHEATING_HELPS
        return ink / (ink + HARD[self.level - 1])


@dataclass(frozen=True, slots=True)
class Impression:
    """What somebody believes a drawing to show, and how sure they feel."""

    number: int
    sure: float


def look(sheet: Sheet, eye: float, now: float, random: Random) -> Impression | None:
    """Look at a drawing once: see nothing in it, the right word, or one that is like it."""
    clarity = sheet.clarity(now)
    if random.random() >= clarity:
        return None
    sure = min(SUREST, eye * clarity * random.uniform(0.8, 1.15))
    if random.random() < ALIKE[sheet.level - 1] * (1.0 - sure):
        return Impression(random.choice([number for number in NUMBERS if number != sheet.shows]), sure)
    return Impression(sheet.shows, sure)


def seems_at_fault(sheet: Sheet, random: Random) -> Fault | None:
    """Notice what is wrong with a drawing once its word is known; or, rarely, something that is not."""
    if sheet.fault is not None:
        return sheet.fault if random.random() < 0.5 else None
    return random.choice((Fault.OTHER_WORD, Fault.TALK)) if random.random() < 0.003 else None
