"""Actions: everything a seat, chance or the clock can do in a game.

An action is plain data that can be stored and replayed; the referee decides whether it is legal.
"""

from dataclasses import dataclass
from enum import Enum, StrEnum

from pictomania.rules.cards import Colour


class TableActor(Enum):
    """The actor without a seat. Not None, which stands for a watcher, who may do nothing."""

    TABLE = "table"  # chance and the clock


TABLE = TableActor.TABLE
Actor = int | TableActor


class Fault(StrEnum):
    """What is wrong with a drawing, so that its guesses are returned (R51, R54, R55)."""

    OTHER_WORD = "other-word"  # R17
    WRITING = "writing"  # R18
    HINT = "hint"  # R18, at the number, the mark or the place of the word
    FIRST_LETTER = "first-letter"  # R18
    SURROUNDINGS = "surroundings"  # R18
    ANIMATION = "animation"  # R16
    TALK = "talk"  # R19
    EMPTY = "empty"  # R54, set automatically, never claimed by a player


CLAIMABLE_FAULTS = tuple(fault for fault in Fault if fault is not Fault.EMPTY)


# Actions of a seat.


@dataclass(frozen=True, slots=True)
class ChooseLevel:
    """Choose the level of the next round as the host, or vote for it (R8, D4)."""

    level: int


@dataclass(frozen=True, slots=True)
class Replace:
    """Ask for another card in one place of the holder because of an unknown word (R5, D3)."""

    place: int
    voters: tuple[int, ...] | None = None  # seats that are asked, if it needs a vote; None: all players


@dataclass(frozen=True, slots=True)
class Vote:
    """Vote on another player's motion (D2, D3)."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Ready:
    """Be ready to move on from the cards or the reveal (D6)."""


@dataclass(frozen=True, slots=True)
class Start:
    """Move on as the host without waiting until all players are ready (D6)."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the first line on an empty sheet; `pictomania.ink` handles the lines themselves."""


@dataclass(frozen=True, slots=True)
class Wipe:
    """Erase the last line, which leaves the sheet empty (R16)."""


@dataclass(frozen=True, slots=True)
class Guess:
    """Lay a number card face down on the pile of a drawing (R21)."""

    artist: int
    number: int


@dataclass(frozen=True, slots=True)
class Finish:
    """Stop drawing and guessing, and take the black token with this many stars, or none (R31)."""

    token: int | None


@dataclass(frozen=True, slots=True)
class KeepPlaying:
    """Play on after declining a black token, where that was only an agreement to end (R38)."""


@dataclass(frozen=True, slots=True)
class Admit:
    """Admit a fault of your own drawing once its word is revealed (R51, D2)."""

    fault: Fault


@dataclass(frozen=True, slots=True)
class Retract:
    """Withdraw what you admitted (D2)."""


@dataclass(frozen=True, slots=True)
class Object:
    """Call a vote on a fault of a drawing whose word is revealed (D2)."""

    fault: Fault
    artist: int | None = None  # None: the one being revealed
    voters: tuple[int, ...] | None = None  # seats that are asked; None: all players


@dataclass(frozen=True, slots=True)
class Praise:
    """Vote for the coolest drawing of the game (R61)."""

    round: int
    artist: int


# Actions of the table: chance and the clock.


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
    """Stop waiting: the time for what the table is waiting for is up (D5)."""


@dataclass(frozen=True, slots=True)
class MakeHost:
    """Make another seat the host."""

    seat: int


@dataclass(frozen=True, slots=True)
class SitOut:
    """Take a seat that nobody plays out: of this round if it has not finished, and of the next (D10)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ComeBack:
    """Let a seat play again: at once while the round can still take it, else from the next round on (D10)."""

    seat: int


@dataclass(frozen=True, slots=True)
class AddSeat:
    """Give a latecomer a new seat between rounds (D11)."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class SetRounds:
    """Change the number of rounds, for example to end the game after this one (D12)."""

    rounds: int


SeatAction = (
    ChooseLevel
    | Replace
    | Vote
    | Ready
    | Start
    | Draw
    | Wipe
    | Guess
    | Finish
    | KeepPlaying
    | Admit
    | Retract
    | Object
    | Praise
)
TableAction = Lay | Deal | TimeUp | MakeHost | SitOut | ComeBack | AddSeat | SetRounds
Action = SeatAction | TableAction
