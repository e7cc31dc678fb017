"""Who sits at a table, who is there, and what is remembered of both."""

from dataclasses import dataclass

from pictomania.rules import Colour
from pictomania.wire.bots import Skill
from pictomania.words import Language


@dataclass(slots=True)
class Seat:
    """A place at the table; it stays in a game even when nobody sits there."""

    name: str
    colour: Colour
    language: Language
    bot: bool  # does it belong to a program?
    key: str | None  # its hash; None: whoever sat here was sent away
    left: bool = False  # got up, and may come back
    ready: bool = False  # for the game to begin
    dismissed_by: frozenset[int] = frozenset()  # in this round (D5)
    skill: Skill | None = None  # of the bot of the house that plays here
    bot_key: str | None = None  # its hash; None until it was called

    @property
    def has_stand_in(self) -> bool:
        """Does a bot of the house play for somebody who is away?"""
        return self.skill is not None and not self.bot

    @property
    def is_house_bot(self) -> bool:
        """Does the seat belong to a bot of the house?"""
        return self.skill is not None and self.bot

    @property
    def plays_itself(self) -> bool:
        """Does a program play here?"""
        return self.bot or self.skill is not None


@dataclass(slots=True, eq=False)
class Member:
    """Somebody who is there now, through one socket; with the key of a seat, or to watch."""

    key: str  # its hash
    name: str
    language: Language
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """What a bot of the house has to know to come; the key is told to nobody else, and stored nowhere."""

    key: str
    seat: int
