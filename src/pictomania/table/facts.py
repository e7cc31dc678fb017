"""What has happened at a table, in the order it happened: a table is these and nothing else.

A fact is stored before anybody is told of it, and applying the same facts again gives the same table.
"""

from msgspec import Struct

from pictomania.rules import Colour
from pictomania.wire.bots import Skill
from pictomania.wire.settings import Settings
from pictomania.words import Language


class Fact(Struct, frozen=True, tag_field="fact", omit_defaults=True):
    """The base of all of them; `at` is in milliseconds since 1970 by the server's clock."""

    at: int


class Opened(Fact, frozen=True, tag="opened"):
    """The table was made."""

    code: str


class Sat(Fact, frozen=True, tag="sat"):
    """Somebody took a seat: a new one in the lobby, an abandoned one in a game."""

    seat: int
    name: str
    colour: Colour
    language: Language
    key: str  # its hash
    bot: bool = False
    skill: Skill | None = None  # of a bot of the house


class Tuned(Fact, frozen=True, tag="tuned"):
    """A bot of the house plays at a seat from now on, as well as this; or (None) not any more."""

    seat: int
    skill: Skill | None


class Called(Fact, frozen=True, tag="called"):
    """A bot of the house was given a key to the seat that it plays at."""

    seat: int
    key: str  # its hash


class Left(Fact, frozen=True, tag="left"):
    """Somebody got up by themselves; in the lobby the seat is gone, in a game it can be taken."""

    seat: int
    host: int | None  # from now on


class Removed(Fact, frozen=True, tag="removed"):
    """Somebody was sent away by the host; in the lobby the seat is gone, in a game its key is."""

    seat: int
    host: int | None


class Barred(Fact, frozen=True, tag="barred"):
    """The owner of a key may not come back to this table, because the host removed them."""

    key: str  # its hash


class Rekeyed(Fact, frozen=True, tag="rekeyed"):
    """A seat was moved to another device."""

    seat: int
    key: str


class Renamed(Fact, frozen=True, tag="renamed"):
    """Somebody changed their name."""

    seat: int
    name: str


class Spoke(Fact, frozen=True, tag="spoke"):
    """Somebody changed their language."""

    seat: int
    language: Language


class Wore(Fact, frozen=True, tag="wore"):
    """Somebody changed their colour."""

    seat: int
    colour: Colour


class GotReady(Fact, frozen=True, tag="got-ready"):
    """Somebody is ready for the game to begin, or not any more."""

    seat: int
    yes: bool


class Hosted(Fact, frozen=True, tag="hosted"):
    """Somebody became the host."""

    seat: int


class Settled(Fact, frozen=True, tag="settled"):
    """The host set the table."""

    settings: Settings


class Brought(Fact, frozen=True, tag="brought"):
    """The host brought a deck."""

    name: str
    form: str
    language: Language
    raw: bytes


class Begun(Fact, frozen=True, tag="begun"):
    """A game began with those who have a seat; `deck` tells whether the cards are still the same."""

    game: str
    deck: str


class Acted(Fact, frozen=True, tag="acted"):
    """A seat, or the table (None: chance and the clock), did something that the rules know."""

    seat: int | None
    action: str  # its name, as in `pictomania.rules`
    told: dict[str, int | str | bool | None] = {}  # its fields


class Dismissed(Fact, frozen=True, tag="dismissed"):
    """Somebody voted to go on without a player who is away (D5)."""

    by: int
    seat: int


class Spoken(Fact, frozen=True, tag="spoken"):
    """Somebody said something."""

    name: str
    seat: int | None
    text: str
    watchers_only: bool = False


class Inked(Fact, frozen=True, tag="inked"):
    """Lines were drawn: pieces of sheets, as a frame of `pictomania.wire.frames`."""

    frame: bytes


class Returned(Fact, frozen=True, tag="returned"):
    """The table went back to the lobby after a game, which need not be read again to know where it stands."""

    stop: int
    paper: int


class Rewritten(Fact, frozen=True, tag="rewritten"):
    """The facts after this one say everything that those before it said; see `condense`."""


Any = (
    Opened
    | Sat
    | Tuned
    | Called
    | Left
    | Removed
    | Barred
    | Rekeyed
    | Renamed
    | Spoke
    | Wore
    | GotReady
    | Hosted
    | Settled
    | Brought
    | Begun
    | Acted
    | Dismissed
    | Spoken
    | Inked
    | Returned
    | Rewritten
)
