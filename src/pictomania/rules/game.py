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

    CHOOSING = "choosing"  # the host chooses the level, or the players vote on it
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
BEFORE_DEALING = (Phase.CHOOSING, Phase.LAYING, Phase.READING)  # who plays in this round can still change
SILENT = (Phase.LAYING, Phase.READING, Phase.DEALING, Phase.DRAWING)  # players may not chat
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
    playing: tuple[int, ...]  # seats that play, in order; the others sit out (D10)
    level: int  # 0 until chosen
    level_votes: tuple[int | None, ...]  # D4
    holder: tuple[Face | None, ...]  # by place
    replaced: frozenset[Face]  # removed from the holder in this round
    hands: tuple[Hand | None, ...]
    drawn: frozenset[int]  # seats whose sheet is not empty
    piles: tuple[tuple[LaidCard, ...], ...]  # by artist, in the order laid (R29)
    finished: tuple[int, ...]  # seats in the order they finished
    lost: frozenset[int]  # seats that nobody played to the end, and that lose no stars for it (D10)
    tokens: tuple[int | None, ...]  # black tokens taken
    faults: tuple[Fault | None, ...]
    admitted: frozenset[int]  # artists who admitted their fault, and can take that back (D2)
    artist: int  # whose drawing is being revealed, once the reveal has begun
    ready: frozenset[int]
    motion: Motion | None
    overruled: frozenset[
        tuple[int, int | None]
    ]  # failed motions: by whom, about whose drawing (None: a card)


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
    out: frozenset[int]  # seats that sit out from the next round on (D10)
    head_starts: tuple[int | None, ...]  # stars that latecomers started with; None: here from the start (D11)
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
    """Return all seats in order, also those that sit out."""
    return range(len(game.colours))


def may_draw(game: Game, seat: int) -> bool:
    """Can this seat still change its sheet (R13 to R15)?"""
    return game.phase is Phase.DRAWING and not is_finished(game, seat) and not is_frozen(game, seat)


def may_talk(game: Game) -> bool:
    """May players chat with each other? Not while they read the cards, draw and guess (R19)."""
    return game.phase not in SILENT


def is_playing(game: Game, seat: int) -> bool:
    """Does this seat play in this round (D10)?"""
    return seat in game.round.playing


def is_finished(game: Game, seat: int) -> bool:
    """Has this seat stopped drawing and guessing, or does it not play (R31, D10)?"""
    return seat in game.round.finished or not is_playing(game, seat)


def has_declined(game: Game, seat: int) -> bool:
    """Has this seat only agreed to end, so that it may still guess or change its mind (R38)?"""
    now = game.round
    return (
        game.phase is Phase.DRAWING
        and game.rules.last_token_ends
        and seat in now.finished
        and now.tokens[seat] is None
        and seat not in now.lost
    )


def stopped_by(game: Game) -> int | None:
    """Return the seat that ended the drawing by taking the last black token (R38)."""
    if not game.rules.last_token_ends or game.phase not in REVEALING or black_tokens_left(game):
        return None
    return next(seat for seat in reversed(game.round.finished) if game.round.tokens[seat] is not None)


def is_frozen(game: Game, seat: int) -> bool:
    """Has a first guess frozen this seat's sheet (R13)?"""
    return game.rules.first_guess_freezes and bool(guesses_of(game, seat))


def is_guessable(game: Game, artist: int) -> bool:
    """May others guess this drawing? Not in all editions if its artist drew nothing and finished (R54)."""
    is_blank = artist in game.round.finished and artist not in game.round.drawn
    return not (game.rules.blank_is_not_guessed and is_blank)


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
        case Phase.CHOOSING if not game.rules.level_vote:
            return (game.host,)
        case Phase.CHOOSING:
            return tuple(seat for seat in active(game) if now.level_votes[seat] is None)
        case Phase.LAYING | Phase.DEALING | Phase.OVER:
            return ()
        case Phase.DRAWING:
            return tuple(seat for seat in now.playing if seat not in now.finished)
        case _:
            return tuple(seat for seat in active(game) if seat not in now.ready and game.praise[seat] is None)


def active(game: Game) -> tuple[int, ...]:
    """List the seats that the table waits for between drawings: those that play and will go on (D10).

    If all of them have gone, those that will play in the next round decide.
    """
    going_on = tuple(seat for seat in seats(game) if seat not in game.out)
    if game.phase is Phase.PRAISING:
        return going_on
    return tuple(seat for seat in going_on if is_playing(game, seat)) or going_on


def last_unfinished(game: Game) -> int | None:
    """Return the only seat still drawing or guessing, who is asked to hurry (R37)."""
    playing = awaited(game) if game.phase is Phase.DRAWING else ()
    return playing[0] if len(playing) == 1 else None


def place_of(rules: Rules, hand: Hand) -> int:
    """Return the place in the holder that a hand's mark points to; without marks there is one card (V3)."""
    return 0 if hand.mark is None else rules.marks[hand.mark]


def is_word_shown(game: Game, artist: int) -> bool:
    """Are the artist's mark and number public (R41)?"""
    if not is_playing(game, artist):
        return False
    return game.phase in REVEALED or (game.phase in REVEALING and artist <= game.round.artist)


def is_pile_turned(game: Game, artist: int) -> bool:
    """Are the guesses on this drawing public (R30)?"""
    return is_word_shown(game, artist) and (game.phase is not Phase.WORD or artist != game.round.artist)


def drawing_result(game: Game, seat: int) -> DrawingResult:
    """Gather what scoring needs to know about a drawing, which the seat must have made."""
    now = game.round
    hand = now.hands[seat]
    if hand is None:
        raise ValueError(f"seat {seat} sits out")
    is_lost = seat in now.lost
    return DrawingResult(hand.number, now.piles[seat], now.tokens[seat], now.faults[seat], excused=is_lost)


def concerned_artist(game: Game, motion: Replace | Object) -> int | None:
    """Return whose drawing a motion is about; None: it is about a card (D2, D3)."""
    if isinstance(motion, Replace):
        return None
    return game.round.artist if motion.artist is None else motion.artist


def voters(game: Game, motion: Motion) -> tuple[int, ...]:
    """List the seats whose votes count: all who are asked, except the artist of the drawing (D2, D3).

    Players who sit out meanwhile are not asked any more, but a vote that was cast stays (D10).
    """
    cast = motion.ayes | motion.noes
    asked = cast.union(game.round.playing) if motion.about.voters is None else motion.about.voters
    artist = concerned_artist(game, motion.about)
    return tuple(seat for seat in sorted(asked) if seat != artist and (seat in cast or seat not in game.out))


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
    """Return each seat's stars over the rounds scored so far (R61, D11)."""
    return tuple(
        (game.head_starts[seat] or 0) + sum(filter(None, stars_of(game, seat))) for seat in seats(game)
    )


def stars_of(game: Game, seat: int) -> tuple[int | None, ...]:
    """Return a seat's stars in each round scored so far; None where it did not play (D10, D11)."""
    scores = (past.score.players[seat : seat + 1] for past in game.past)  # latecomers are not in early ones
    return tuple(score[0].stars if score and not score[0].sat_out else None for score in scores)


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
