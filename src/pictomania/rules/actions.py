"""Everything that can be done at a table: what a seat does, and what chance and the clock do to it.

An action is a plain fact that can be stored and repeated; whether it is allowed is the referee's business.
"""

from dataclasses import dataclass
from enum import Enum, StrEnum


class Nobody(Enum):
    """Who acts without a seat. Not None: that is somebody who only watches, and may do nothing."""

    TABLE = "table"  # chance and the clock


TABLE = Nobody.TABLE
Actor = int | Nobody


class Fault(StrEnum):
    """What is wrong with a drawing, so that its guesses go back (R51, R54, R55)."""

    OTHER_WORD = "other-word"  # R17
    WRITING = "writing"  # R18
    HINT = "hint"  # R18
    TALK = "talk"  # R19
    EMPTY = "empty"  # R54, noticed by the referee and never claimed by anybody


CLAIMABLE_FAULTS = tuple(fault for fault in Fault if fault is not Fault.EMPTY)


# What a seat does.


@dataclass(frozen=True, slots=True)
class ChooseLevel:
    """The host chooses the level of the coming round (R8, D4)."""

    level: int


@dataclass(frozen=True, slots=True)
class Replace:
    """Ask for another card in a place of the holder, because of an unknown word (R5, D3)."""

    place: int


@dataclass(frozen=True, slots=True)
class Vote:
    """Say yes or no to what another player has asked of the table (D2, D3)."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Ready:
    """Have read the cards, or seen enough of what is on show (D6)."""


@dataclass(frozen=True, slots=True)
class Start:
    """The host starts what comes next without waiting for the others to be ready (D6)."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Put the first line on an empty sheet; the lines themselves are the business of `pictomania.ink`."""


@dataclass(frozen=True, slots=True)
class Wipe:
    """Rub out the last line, so that the sheet is empty again (R16)."""


@dataclass(frozen=True, slots=True)
class Guess:
    """Lay a number card face down on the pile of a drawing (R21)."""

    artist: int
    number: int


@dataclass(frozen=True, slots=True)
class Finish:
    """Stop drawing and guessing, with a black token of so many stars or without one (R31)."""

    token: int | None


@dataclass(frozen=True, slots=True)
class Admit:
    """The artist says what is wrong with the drawing being revealed (R51, D2)."""

    fault: Fault


@dataclass(frozen=True, slots=True)
class Object:
    """Put it to the vote that the drawing being revealed is at fault (D2)."""

    fault: Fault


@dataclass(frozen=True, slots=True)
class Praise:
    """Vote for the coolest drawing of the game (R61)."""

    round: int
    artist: int


# What chance and the clock do.


@dataclass(frozen=True, slots=True)
class Lay:
    """Fill the first empty place of the holder with a random card side (R2)."""

    card: str
    side: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the next seat its mark card, where marks are used, and its number card (R6)."""

    mark: int | None
    number: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """Wait no longer for whatever the table is waiting for (D5)."""


@dataclass(frozen=True, slots=True)
class MakeHost:
    """Make another seat the host."""

    seat: int


SeatAction = (
    ChooseLevel | Replace | Vote | Ready | Start | Draw | Wipe | Guess | Finish | Admit | Object | Praise
)
TableAction = Lay | Deal | TimeUp | MakeHost
Action = SeatAction | TableAction
