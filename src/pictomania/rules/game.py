"""The complete state of a game, secrets included, and queries on it.

The referee decides what is legal, and `transitions` what an action leads to.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from pictomania.rules.actions import Fault, Object, Praise, Replace
from pictomania.rules.cards import Colour, Deck, Face
from pictomania.rules.editions import Rules
from pictomania.rules.scoring import DrawingResult, LaidCard, RoundScore


class Phase(StrEnum):
    """The phases of a game, in order; a round runs from the first to `SCORES`."""

    CHOOSING = "choosing"  # the host chooses the level
    LAYING = "laying"  # chance fills the holder
    READING = "reading"  # everyone reads the cards
    DEALING = "dealing"  # chance deals marks and numbers
    DRAWING = "drawing"  # everyone draws and guesses
    WORD = "word"  # the reveal: a drawing's word is shown
    PILE = "pile"  # the reveal: its pile is turned
    SCORES = "scores"  # the scores of the round are shown
    PRAISING = "praising"  # the vote for the coolest drawing
    OVER = "over"


# Tuples, because set membership would hash the enum member, which is slow.
REVEALING = (Phase.WORD, Phase.PILE)
REVEALED = (Phase.SCORES, Phase.PRAISING, Phase.OVER)  # nothing about the round is secret any more


@dataclass(frozen=True, slots=True)
class Hand:
    """The mark card, where marks are used, and the number card dealt to a seat."""

    mark: int | None
    number: int


@dataclass(frozen=True, slots=True)
class Motion:
    """A player's request that is put to the vote (D2, D3); making it counts as an aye."""

    by: int
    about: Replace | Object
    ayes: frozenset[int]
    noes: frozenset[int]


@dataclass(frozen=True)
class Round:
    """One round; tuples are by seat unless noted otherwise."""

    index: int  # 1 for the first
    level: int  # 0 until chosen
    holder: tuple[Face | None, ...]  # by place
    replaced: frozenset[Face]  # removed from the holder in this round
    hands: tuple[Hand, ...]  # dealt so far
    drawn: frozenset[int]  # seats whose sheet is not empty
    piles: tuple[tuple[LaidCard, ...], ...]  # by artist, in the order laid (R29)
    finished: tuple[int, ...]  # seats in the order they finished
    tokens: tuple[int | None, ...]  # black tokens taken
    faults: tuple[Fault | None, ...]
    artist: int  # whose drawing is being revealed, once the reveal has begun
    ready: frozenset[int]
    motion: Motion | None
    overruled: frozenset[int]  # seats whose motion failed, in this reading or on this drawing


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round that has been scored."""

    round: Round
    score: RoundScore


@dataclass(frozen=True)
class Game:
    """The complete state of a game."""

    rules: Rules
    deck: Deck
    levels: tuple[int, ...]  # levels with enough cards to fill a holder
    colours: tuple[Colour, ...]
    host: int
    phase: Phase
    round: Round
    shown: frozenset[Face]  # sides used or replaced since their level was last reshuffled (R3)
    replacements: tuple[int, ...]  # free replacements each seat has used in this game (D3)
    past: tuple[PastRound, ...]
    praise: tuple[Praise | None, ...]


Record = TypeVar("Record", Game, Round)


def copy_with(record: Record, **changes: object) -> Record:
    """Copy a record with some fields changed; several times faster than `dataclasses.replace`."""
    fields = record.__dict__ | changes
    if len(fields) != len(record.__dict__):
        raise TypeError(f"unknown fields of {type(record).__name__}: {changes}")
    new = object.__new__(type(record))
    object.__setattr__(new, "__dict__", fields)
    return new


def seats(game: Game) -> range:
    """Return all seats in order."""
    return range(game.rules.players)


def may_draw(game: Game, seat: int) -> bool:
    """Can this seat still change its sheet (R13 to R15)?"""
    return game.phase is Phase.DRAWING and not is_finished(game, seat) and not is_frozen(game, seat)


def may_talk(game: Game) -> bool:
    """May players chat with each other? Not while they draw and guess (R19)."""
    return game.phase is not Phase.DRAWING


def is_finished(game: Game, seat: int) -> bool:
    """Has this seat stopped drawing and guessing (R31)?"""
    return seat in game.round.finished


def is_frozen(game: Game, seat: int) -> bool:
    """Has a first guess frozen this seat's sheet (R13)?"""
    return game.rules.first_guess_freezes and bool(guesses_of(game, seat))


def guesses_of(game: Game, seat: int) -> list[tuple[int, int]]:
    """List this seat's guesses in artist order, as pairs of artist and number (R23, R24)."""
    return [
        (artist, laid.number)
        for artist, pile in enumerate(game.round.piles)
        for laid in pile
        if laid.guesser == seat
    ]


def black_tokens_left(game: Game) -> tuple[int, ...]:
    """List the black tokens left in the centre, most stars first (R33)."""
    left = list(game.rules.black_tokens)
    for token in game.round.tokens:
        if token is not None:
            left.remove(token)
    return tuple(left)


def awaited(game: Game) -> tuple[int, ...]:
    """List the seats that the table is waiting for."""
    now = game.round
    if now.motion is not None:
        done = now.motion.ayes | now.motion.noes
        return tuple(seat for seat in voters(game, now.motion) if seat not in done)
    match game.phase:
        case Phase.CHOOSING:
            return (game.host,)
        case Phase.LAYING | Phase.DEALING | Phase.OVER:
            return ()
        case Phase.DRAWING:
            return tuple(seat for seat in seats(game) if seat not in now.finished)
        case _:
            return tuple(seat for seat in seats(game) if seat not in now.ready and game.praise[seat] is None)


def last_unfinished(game: Game) -> int | None:
    """Return the only seat still drawing or guessing, who is asked to hurry (R37)."""
    playing = awaited(game) if game.phase is Phase.DRAWING else ()
    return playing[0] if len(playing) == 1 else None


def place_of(rules: Rules, hand: Hand) -> int:
    """Return the place in the holder that a hand's mark points to; without marks there is one card (V3)."""
    return 0 if hand.mark is None else rules.marks[hand.mark]


def is_word_shown(game: Game, artist: int) -> bool:
    """Are the artist's mark and number public (R41)?"""
    return game.phase in REVEALED or (game.phase in REVEALING and artist <= game.round.artist)


def is_pile_turned(game: Game, artist: int) -> bool:
    """Are the guesses on this drawing public (R30)?"""
    return is_word_shown(game, artist) and (game.phase is not Phase.WORD or artist != game.round.artist)


def drawing_result(game: Game, seat: int) -> DrawingResult:
    """Gather what scoring needs to know about a seat's drawing."""
    now = game.round
    return DrawingResult(now.hands[seat].number, now.piles[seat], now.tokens[seat], now.faults[seat])


def voters(game: Game, motion: Motion) -> tuple[int, ...]:
    """List the seats that may vote: all, except the artist whose drawing is objected to (D2, D3)."""
    artist = game.round.artist if isinstance(motion.about, Object) else None
    return tuple(seat for seat in seats(game) if seat != artist)


def ayes_needed(game: Game, motion: Motion) -> int:
    """Return the ayes that carry a motion: a majority for a fault (D2), all for a card (D3)."""
    count = len(voters(game, motion))
    return count // 2 + 1 if isinstance(motion.about, Object) else count


def vote_result(game: Game, motion: Motion) -> bool | None:
    """Return whether a motion is carried; None while the open votes can still decide it (D2, D3)."""
    needed = ayes_needed(game, motion)
    if len(motion.ayes) >= needed:
        return True
    return False if len(voters(game, motion)) - len(motion.noes) < needed else None


def is_learning_round(game: Game) -> bool:
    """Is this round scored simply (R48)?"""
    return game.rules.learning_round and game.round.index == 1


def can_replace_freely(game: Game, seat: int) -> bool:
    """Can this seat replace a card without a vote (D3)?"""
    return game.rules.replacements is None or game.replacements[seat] < game.rules.replacements


def totals(game: Game) -> tuple[int, ...]:
    """Return each seat's stars over the rounds scored so far (R61)."""
    return tuple(sum(past.score.players[seat].stars for past in game.past) for seat in seats(game))


def winners(game: Game) -> tuple[int, ...]:
    """List the seats with the most stars, once the last round is scored (R61)."""
    if len(game.past) < game.rules.rounds:
        return ()
    stars = totals(game)
    return tuple(seat for seat in seats(game) if stars[seat] == max(stars))


def praisable_drawings(game: Game) -> tuple[Praise, ...]:
    """List all drawings of the rounds scored so far, as votes for the coolest one."""
    return tuple(Praise(past.round.index, seat) for past in game.past for seat in sorted(past.round.drawn))


def coolest(praise: Sequence[Praise | None]) -> tuple[Praise, ...]:
    """List the drawings with the most votes (R61)."""
    votes = [vote for vote in praise if vote is not None]
    most = max(map(votes.count, votes), default=0)
    return tuple(
        sorted({vote for vote in votes if votes.count(vote) == most}, key=lambda v: (v.round, v.artist))
    )
