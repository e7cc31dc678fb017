"""The whole state of a game, secrets included, and questions about it.

Nothing here changes anything: what may be done is the referee's business, what it leads to the course's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from pictomania.rules.actions import Fault, Object, Praise, Replace
from pictomania.rules.cards import Colour, Deck, Face
from pictomania.rules.editions import Rules
from pictomania.rules.scoring import Drawing, Laid, RoundScore


class Phase(StrEnum):
    """The parts of a game, in their order; a round runs from the first to `SCORES`."""

    CHOOSING = "choosing"  # the host chooses the level
    LAYING = "laying"  # chance fills the holder
    READING = "reading"  # everyone reads the cards
    DEALING = "dealing"  # chance deals marks and numbers
    DRAWING = "drawing"  # everyone draws and guesses
    WORD = "word"  # the reveal: a drawing's word is shown
    PILE = "pile"  # the reveal: its pile is turned
    SCORES = "scores"  # the round's scores are on show
    PRAISING = "praising"  # the vote for the coolest drawing
    OVER = "over"


# Tuples, since looking an enum member up in a set calls its hash, which is slow.
REVEALING = (Phase.WORD, Phase.PILE)
REVEALED = (Phase.SCORES, Phase.PRAISING, Phase.OVER)  # nothing of the round is secret any more


@dataclass(frozen=True, slots=True)
class Hand:
    """The mark card, where marks are used, and the number card dealt to a seat."""

    mark: int | None
    number: int


@dataclass(frozen=True, slots=True)
class Motion:
    """Something a player asked that the others vote on (D2, D3); asking for it is a vote in favour."""

    by: int
    about: Replace | Object
    ayes: frozenset[int]
    noes: frozenset[int]


@dataclass(frozen=True)
class Round:
    """One round; tuples by seat unless said otherwise."""

    index: int  # 1 for the first
    level: int  # 0 until it is chosen
    holder: tuple[Face | None, ...]  # by place
    replaced: frozenset[Face]  # went out of the holder in this round
    hands: tuple[Hand, ...]  # those dealt so far
    drawn: frozenset[int]  # seats whose sheet is not empty
    piles: tuple[tuple[Laid, ...], ...]  # by artist, in the order laid (R29)
    finished: tuple[int, ...]  # seats in the order they finished
    tokens: tuple[int | None, ...]  # black tokens taken
    faults: tuple[Fault | None, ...]
    artist: int  # whose drawing is being revealed, once that has begun
    ready: frozenset[int]
    motion: Motion | None
    overruled: frozenset[int]  # seats whose motion failed, in this reading or on this drawing


@dataclass(frozen=True, slots=True)
class Past:
    """A round that has been scored."""

    round: Round
    score: RoundScore


@dataclass(frozen=True)
class Game:
    """Everything there is to know about a game."""

    rules: Rules
    deck: Deck
    levels: tuple[int, ...]  # those the deck can fill a holder of
    colours: tuple[Colour, ...]
    host: int
    phase: Phase
    round: Round
    shown: frozenset[Face]  # sides used or replaced, until their level is reshuffled (R3)
    replacements: tuple[int, ...]  # cards each seat has replaced in this game without asking (D3)
    past: tuple[Past, ...]
    praise: tuple[Praise | None, ...]


Record = TypeVar("Record", Game, Round)


def changed(record: Record, **changes: object) -> Record:
    """Copy a record with some fields changed; `dataclasses.replace` takes several times as long."""
    fields = record.__dict__ | changes
    if len(fields) != len(record.__dict__):
        raise TypeError(f"{type(record).__name__} has no such fields: {changes}")
    new = object.__new__(type(record))
    object.__setattr__(new, "__dict__", fields)
    return new


def seats(game: Game) -> range:
    """All seats, in order."""
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
    """List the artists on whose piles this seat has laid a card, each with the number laid (R23, R24)."""
    return [
        (artist, laid.number)
        for artist, pile in enumerate(game.round.piles)
        for laid in pile
        if laid.guesser == seat
    ]


def black_tokens_left(game: Game) -> tuple[int, ...]:
    """List the black tokens in the centre, most stars first (R33)."""
    left = list(game.rules.black_tokens)
    for token in game.round.tokens:
        if token is not None:
            left.remove(token)
    return tuple(left)


def awaited(game: Game) -> tuple[int, ...]:
    """Name the seats whose word or deed the table is waiting for."""
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


def last_one(game: Game) -> int | None:
    """Name the only seat still drawing or guessing, who is asked to be quick (R37)."""
    playing = awaited(game) if game.phase is Phase.DRAWING else ()
    return playing[0] if len(playing) == 1 else None


def place_of(rules: Rules, hand: Hand) -> int:
    """Find the place in the holder that a hand's mark points at; without marks there is one card (V3)."""
    return 0 if hand.mark is None else rules.marks[hand.mark]


def is_word_shown(game: Game, artist: int) -> bool:
    """Is the artist's mark and number open to all (R41)?"""
    return game.phase in REVEALED or (game.phase in REVEALING and artist <= game.round.artist)


def is_pile_turned(game: Game, artist: int) -> bool:
    """Are the guesses on this drawing open to all (R30)?"""
    return is_word_shown(game, artist) and (game.phase is not Phase.WORD or artist != game.round.artist)


def drawing_of(game: Game, seat: int) -> Drawing:
    """Gather what scoring needs to know of a seat's round."""
    now = game.round
    return Drawing(now.hands[seat].number, now.piles[seat], now.tokens[seat], now.faults[seat])


def voters(game: Game, motion: Motion) -> tuple[int, ...]:
    """All who have a say: everyone, but for the artist whose drawing is objected to (D2, D3)."""
    artist = game.round.artist if isinstance(motion.about, Object) else None
    return tuple(seat for seat in seats(game) if seat != artist)


def ayes_needed(game: Game, motion: Motion) -> int:
    """Count the votes that carry a motion: a majority for a fault (D2), everybody's for a card (D3)."""
    say = len(voters(game, motion))
    return say // 2 + 1 if isinstance(motion.about, Object) else say


def verdict(game: Game, motion: Motion) -> bool | None:
    """Say whether a motion is carried or has failed, as soon as the votes left cannot change it (D2, D3)."""
    needed = ayes_needed(game, motion)
    if len(motion.ayes) >= needed:
        return True
    return False if len(voters(game, motion)) - len(motion.noes) < needed else None


def is_learning(game: Game) -> bool:
    """Is this round scored simply (R48)?"""
    return game.rules.learning_round and game.round.index == 1


def is_replacing_free(game: Game, seat: int) -> bool:
    """May this seat replace a card without asking the others (D3)?"""
    return game.rules.replacements is None or game.replacements[seat] < game.rules.replacements


def totals(game: Game) -> tuple[int, ...]:
    """Add up each seat's stars over the rounds scored so far (R61)."""
    return tuple(sum(past.score.players[seat].stars for past in game.past) for seat in seats(game))


def winners(game: Game) -> tuple[int, ...]:
    """Name all seats with most stars, once the last round is scored (R61)."""
    if len(game.past) < game.rules.rounds:
        return ()
    stars = totals(game)
    return tuple(seat for seat in seats(game) if stars[seat] == max(stars))


def drawings(game: Game) -> tuple[Praise, ...]:
    """List the drawings of the rounds scored so far that can be praised."""
    return tuple(Praise(past.round.index, seat) for past in game.past for seat in sorted(past.round.drawn))


def coolest(praise: Sequence[Praise | None]) -> tuple[Praise, ...]:
    """Name the drawings with most votes (R61)."""
    votes = [vote for vote in praise if vote is not None]
    most = max(map(votes.count, votes), default=0)
    return tuple(
        sorted({vote for vote in votes if votes.count(vote) == most}, key=lambda v: (v.round, v.artist))
    )
