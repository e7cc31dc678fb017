"""Seats, connected members, and invites for house bots."""

from dataclasses import dataclass

from pictomania.rules import Colour
from pictomania.wire.bots import Skill
from pictomania.words import Language


@dataclass(slots=True)
class Seat:
    """A place at the table; during a game it stays even when its player has left."""

    name: str
    colour: Colour
    language: Language
    bot: bool  # belongs to a program
    key: str | None  # hash of the key; None: its player was removed
    next_name: str | None = None  # shown once players may talk again
    left: bool = False  # its player left, and may come back
    ready: bool = False  # for the game to begin
    skill: Skill | None = None  # of its house bot
    bot_key: str | None = None  # hash of that bot's key; None until it was invited

    @property
    def has_stand_in(self) -> bool:
        """Whether a house bot plays for an absent player."""
        return self.skill is not None and not self.bot

    @property
    def is_house_bot(self) -> bool:
        """Whether the seat belongs to a house bot."""
        return self.skill is not None and self.bot

    @property
    def is_automated(self) -> bool:
        """Whether a program plays here."""
        return self.bot or self.skill is not None


@dataclass(slots=True, eq=False)
class Member:
    """A connected client: a player with the key of a seat, or a watcher."""

    key: str  # hash of the key
    name: str
    language: Language
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Invite:
    """What a house bot needs to join; the key goes to no one else and is stored nowhere."""

    key: str
    seat: int
