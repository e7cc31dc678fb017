"""House bots: skills, names and colours."""

from enum import StrEnum

from pictomania.rules import Colour


class Skill(StrEnum):
    """How fast, how well and how boldly a bot draws and guesses."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


# Names that work in every language, and the colour each bot takes if it is free.
BOT_COLOURS = {
    "Smudge": Colour.BLUE,
    "Scribble": Colour.RED,
    "Doodle": Colour.GREEN,
    "Inky": Colour.PURPLE,
    "Chalky": Colour.YELLOW,
    "Crayon": Colour.ORANGE,
}
