"""The bots of the house: how well they play, and who they are."""

from enum import StrEnum

from pictomania.rules import Colour


class Skill(StrEnum):
    """How fast, how well and how boldly a bot draws and guesses."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


# Names that mean the same to everybody, and the colour each likes best.
PERSONS = {
    "Smudge": Colour.BLUE,
    "Scribble": Colour.RED,
    "Doodle": Colour.GREEN,
    "Inky": Colour.PURPLE,
    "Chalky": Colour.YELLOW,
    "Crayon": Colour.ORANGE,
}
