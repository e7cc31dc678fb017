"""Who sits at a table, who is there, and what is remembered of both."""

from dataclasses import dataclass

from pictomania.rules import Colour
from pictomania.words import Language


@dataclass(slots=True)
class Seat:
    """A place at the table; it stays in a game even when nobody sits there."""

    name: str
    colour: Colour
    language: Language
    bot: bool
    key: str | None  # its hash; None: whoever sat here was sent away
    left: bool = False  # got up, and may come back
    ready: bool = False  # for the game to begin
    dismissed_by: frozenset[int] = frozenset()  # in this round (D5)


@dataclass(slots=True, eq=False)
class Member:
    """Somebody who is there now, through one socket; with the key of a seat, or to watch."""

    key: str  # its hash
    name: str
    language: Language
    bot: bool = False
