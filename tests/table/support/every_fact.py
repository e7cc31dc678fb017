"""One fact of every kind."""

from pictomania.ink import InkPiece, encode_piece
from pictomania.rules import Colour, EditionName, Variant
from pictomania.table import facts
from pictomania.wire.bots import Skill
from pictomania.wire.frames import INK, encode_ink_to_client
from pictomania.wire.settings import Settings
from tests.table.support.decks import deck_text
from tests.table.support.harness import LINE, START

EVERY_FACT: tuple[facts.AnyFact, ...] = (
    facts.TableOpened(START, "ABCDEFGH"),
    facts.SeatTaken(START, 0, "Ada", Colour.RED, "en", "a" * 64),
    facts.SeatTaken(START, 5, "Zoë \U0001f680", Colour.ORANGE, "ru", "b" * 64, bot=True),
    facts.SeatTaken(START, 2, "Inky", Colour.PURPLE, "en", "d" * 64, bot=True, skill=Skill.HARD),
    facts.BotSkillSet(START, 2, Skill.EASY),
    facts.BotSkillSet(START, 1, None),
    facts.BotInvited(START, 2, "e" * 64),
    facts.SeatLeft(START, 1, 0),
    facts.PlayerRemoved(START, 1, None),
    facts.PlayerBanned(START, "f" * 64),
    facts.SeatMoved(START, 0, "c" * 64),
    facts.NameChanged(START, 0, "Нина"),
    facts.LanguageChanged(START, 0, "fr"),
    facts.ColourChanged(START, 0, Colour.BLUE),
    facts.ReadinessChanged(START, 0, yes=True),
    facts.HostChanged(START, 2),
    facts.SettingsChanged(START, Settings()),
    facts.SettingsChanged(
        START,
        Settings(
            EditionName.FIRST,
            (Variant.CHILDREN,),
            rounds=5,
            levels=(1, 2, 3, 4, 1),
            level_choice="host",
            replacements=3,
            erasing=False,
            deck="own",
            drawing_s=60,
            hurry_s=None,
            idle_s=None,
            reveal="steps",
            reveal_s=5,
            latecomers=False,
        ),
    ),
    facts.DeckUploaded(START, "our words", "text", "es", deck_text(level_1=1)),
    facts.GameBegun(START, "20231114-" + "A" * 22, "0123456789abcdef"),
    facts.ActionTaken(START, 0, "Guess", {"artist": 1, "number": 4}),
    facts.ActionTaken(START, 1, "Finish", {"token": None}),
    facts.ActionTaken(START, 2, "Vote", {"yes": False}),
    facts.ActionTaken(START, None, "Lay", {"card": "1.01", "side": 1}),
    facts.ActionTaken(START, None, "TimeUp"),
    facts.ActionTaken(START, 2, "Object", {"fault": "writing", "artist": 1, "voters": [0, 2]}),
    facts.ActionTaken(START, None, "AddSeat", {"colour": "blue"}),
    facts.GamePaused(START, 1),
    facts.GameResumed(START),
    facts.SkipVoted(START, 0, 2),
    facts.ChatSent(START, "Ada", 0, "hello"),
    facts.ChatSent(START, "Wim", None, "psst", watchers_only=True),
    facts.InkDrawn(START, encode_ink_to_client(INK, 3, [(0, encode_piece(InkPiece(0, 0, (LINE,))))])),
    facts.ReturnedToLobby(START, 7, 3),
    facts.LogCompacted(START),
    facts.TableTaken(START, "a"),
)
