"""The facts of a table: an append-only list of what happened, from which the table is rebuilt.

A fact is stored before any client hears of it. Tags and stored field names never change: logs hold them.
"""

from msgspec import Struct, field

from pictomania.rules import Colour
from pictomania.wire.bots import Skill
from pictomania.wire.settings import Settings
from pictomania.words import Language

ActionFields = dict[str, int | str | bool | list[int] | None]


class Fact(Struct, frozen=True, tag_field="fact", omit_defaults=True):
    """Base class; `at` is milliseconds since 1970 by the server's clock."""

    at: int


class TableOpened(Fact, frozen=True, tag="opened"):
    """The table was created."""

    code: str


class SeatTaken(Fact, frozen=True, tag="sat"):
    """A player took a seat: a new one in the lobby, an abandoned one in a game."""

    seat: int
    name: str
    colour: Colour
    language: Language
    key: str  # hash of the key
    bot: bool = False
    skill: Skill | None = None  # of a house bot


class BotSkillSet(Fact, frozen=True, tag="tuned"):
    """A house bot plays at a seat with this skill from now on; None: no house bot any more."""

    seat: int
    skill: Skill | None


class BotInvited(Fact, frozen=True, tag="called"):
    """A house bot received a key to the seat it plays at."""

    seat: int
    key: str  # hash of the key


class SeatLeft(Fact, frozen=True, tag="left"):
    """A player left. In the lobby the seat is gone; in a game another player can take it."""

    seat: int
    host: int | None  # from now on


class PlayerRemoved(Fact, frozen=True, tag="removed"):
    """The host removed a player. In the lobby the seat is gone; in a game only its key is."""

    seat: int
    host: int | None


class PlayerBanned(Fact, frozen=True, tag="barred"):
    """A removed player's key may not come back to this table."""

    key: str  # hash of the key


class SeatMoved(Fact, frozen=True, tag="rekeyed"):
    """A player moved their seat to another device."""

    seat: int
    key: str  # hash of the key


class NameChanged(Fact, frozen=True, tag="renamed"):
    """A player changed their name."""

    seat: int
    name: str


class LanguageChanged(Fact, frozen=True, tag="spoke"):
    """A player changed their language."""

    seat: int
    language: Language


class ColourChanged(Fact, frozen=True, tag="wore"):
    """A player changed their colour."""

    seat: int
    colour: Colour


class ReadinessChanged(Fact, frozen=True, tag="got-ready"):
    """A player became ready for the game to begin, or no longer is."""

    seat: int
    yes: bool


class HostChanged(Fact, frozen=True, tag="hosted"):
    """A player became the host."""

    seat: int


class SettingsChanged(Fact, frozen=True, tag="settled"):
    """The host changed the settings."""

    settings: Settings


class DeckUploaded(Fact, frozen=True, tag="brought"):
    """The host uploaded a deck of their own."""

    name: str
    form: str
    language: Language
    raw: bytes


class GameBegun(Fact, frozen=True, tag="begun"):
    """A game began with all seated players; `deck` is the fingerprint of its cards."""

    game: str
    deck: str


class ActionTaken(Fact, frozen=True, tag="acted"):
    """A seat, or the table (None: chance and the clock), took an action of the rules."""

    seat: int | None
    action: str  # class name in `pictomania.rules`
    fields: ActionFields = field(default_factory=dict, name="told")


class GamePaused(Fact, frozen=True, tag="paused"):
    """The host paused the game (D12)."""

    by: int


class GameResumed(Fact, frozen=True, tag="resumed"):
    """The game goes on after a pause."""


class SkipVoted(Fact, frozen=True, tag="dismissed"):
    """A player voted to go on without an absent one. No longer written: absent players sit out (D10)."""

    by: int
    seat: int


class ChatSent(Fact, frozen=True, tag="spoken"):
    """A player or watcher sent a line of chat."""

    name: str
    seat: int | None
    text: str
    watchers_only: bool = False


class InkDrawn(Fact, frozen=True, tag="inked"):
    """Ink was drawn: pieces of sheets, as a frame of `pictomania.wire.frames`."""

    frame: bytes


class ReturnedToLobby(Fact, frozen=True, tag="returned"):
    """The table went back to the lobby; its counters are repeated so that the game need not be replayed."""

    stop: int
    paper: int


class LogCompacted(Fact, frozen=True, tag="rewritten"):
    """The facts after this one replace all facts before it; see `compaction`."""


class TableTaken(Fact, frozen=True, tag="taken"):
    """A node of a cluster took the table over, or made sure that it still owns it."""

    node: str


AnyFact = (
    TableOpened
    | SeatTaken
    | BotSkillSet
    | BotInvited
    | SeatLeft
    | PlayerRemoved
    | PlayerBanned
    | SeatMoved
    | NameChanged
    | LanguageChanged
    | ColourChanged
    | ReadinessChanged
    | HostChanged
    | SettingsChanged
    | DeckUploaded
    | GameBegun
    | ActionTaken
    | GamePaused
    | GameResumed
    | SkipVoted
    | ChatSent
    | InkDrawn
    | ReturnedToLobby
    | LogCompacted
    | TableTaken
)
