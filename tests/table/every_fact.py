"""One fact of every kind."""

from pictomania.ink import Ink, encode
from pictomania.rules import Colour, EditionName, Variant
from pictomania.table import facts
from pictomania.wire.bots import Skill
from pictomania.wire.frames import INK, ink_to_client
from pictomania.wire.settings import Settings
from pictomania.words import Language
from tests.table.decks import written
from tests.table.evening import LINE, START

EVERY_FACT: tuple[facts.Any, ...] = (
    facts.Opened(START, "ABCDEFGH"),
    facts.Sat(START, 0, "Ada", Colour.RED, Language.EN, "a" * 64),
    facts.Sat(START, 5, "Zoë \U0001f680", Colour.ORANGE, Language.RU, "b" * 64, bot=True),
    facts.Sat(START, 2, "Inky", Colour.PURPLE, Language.EN, "d" * 64, bot=True, skill=Skill.HARD),
    facts.Tuned(START, 2, Skill.EASY),
    facts.Tuned(START, 1, None),
    facts.Called(START, 2, "e" * 64),
    facts.Left(START, 1, 0),
    facts.Removed(START, 1, None),
    facts.Barred(START, "f" * 64),
    facts.Rekeyed(START, 0, "c" * 64),
    facts.Renamed(START, 0, "Нина"),
    facts.Spoke(START, 0, Language.FR),
    facts.Wore(START, 0, Colour.BLUE),
    facts.GotReady(START, 0, yes=True),
    facts.Hosted(START, 2),
    facts.Settled(START, Settings()),
    facts.Settled(
        START, Settings(EditionName.FIRST, (Variant.CHILDREN,), (1, 2, 3, 4, 1), 3, False, "own", 60, None, 5)
    ),
    facts.Brought(START, "our words", "text", Language.ES, written(level_1=1)),
    facts.Begun(START, "20231114-" + "A" * 22, "0123456789abcdef"),
    facts.Acted(START, 0, "Guess", {"artist": 1, "number": 4}),
    facts.Acted(START, 1, "Finish", {"token": None}),
    facts.Acted(START, 2, "Vote", {"yes": False}),
    facts.Acted(START, None, "Lay", {"card": "1.01", "side": 1}),
    facts.Acted(START, None, "TimeUp"),
    facts.Dismissed(START, 0, 2),
    facts.Spoken(START, "Ada", 0, "hello"),
    facts.Spoken(START, "Wim", None, "psst", watchers_only=True),
    facts.Inked(START, ink_to_client(INK, 3, [(0, encode(Ink(0, 0, (LINE,))))])),
    facts.Returned(START, 7, 3),
    facts.Rewritten(START),
)
