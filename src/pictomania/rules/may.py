"""What a seat may do now, as a summary for its view; and what chance may do."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from pictomania.rules.actions import (
    CLAIMABLE_FAULTS,
    Admit,
    ChooseLevel,
    Deal,
    Fault,
    Lay,
    Object,
    Praise,
    Ready,
    Replace,
    Retract,
    SeatAction,
    Start,
    Vote,
)
from pictomania.rules.cards import NUMBERS
from pictomania.rules.game import (
    Game,
    Phase,
    black_tokens_left,
    can_replace_freely,
    guesses_of,
    has_declined,
    is_finished,
    is_guessable,
    praisable_drawings,
    seats,
)
from pictomania.rules.holder import next_faces
from pictomania.rules.referee import marks_left, numbers_left, why_not

T = TypeVar("T")


class Pick(Protocol):
    """Chooses one item of a sequence; the only source of randomness."""

    def __call__(self, row: Sequence[T], /) -> T:
        """Choose one item."""


@dataclass(frozen=True, slots=True)
class May:
    """What a seat may do now; any of `guess` can be combined with any of `numbers`."""

    choose_level: tuple[int, ...] = ()
    replace: tuple[int, ...] = ()  # places in the holder
    replace_asks: bool = False  # does replacing a card need a vote?
    vote: bool = False
    ready: bool = False
    start: bool = False
    draw: bool = False  # change the sheet in any way
    wipe: bool = False  # erase what is there
    guess: tuple[int, ...] = ()  # artists on whose piles a card may be laid
    numbers: tuple[int, ...] = ()  # number cards still in hand
    guess_freezes: bool = False  # would a guess freeze your sheet?
    finish: bool = False
    keep_playing: bool = False  # after declining a token (R38)
    take: tuple[int, ...] = ()  # black tokens, by their stars
    admit: tuple[Fault, ...] = ()
    retract: bool = False  # what you admitted
    object: tuple[Fault, ...] = ()  # to the drawing of any of the artists in `object_to`
    object_to: tuple[int, ...] = ()
    praise: tuple[Praise, ...] = ()


def may(game: Game, seat: int) -> May:
    """Summarize what this seat may do now."""
    return _may_while_drawing(game, seat) if game.phase is Phase.DRAWING else _may_otherwise(game, seat)


def _may_while_drawing(game: Game, seat: int) -> May:
    """Compute directly what the referee would allow card by card: this runs after every guess."""
    has_agreed = has_declined(game, seat)
    if is_finished(game, seat) and not has_agreed:
        return May()
    guesses = guesses_of(game, seat)
    guessed, used = [artist for artist, _ in guesses], [number for _, number in guesses]
    drawing = not has_agreed and not (guesses and game.rules.first_guess_freezes)
    drawn = seat in game.round.drawn
    tokens = black_tokens_left(game) if drawn else ()
    return May(
        draw=drawing,
        wipe=drawing and drawn and game.rules.erasing,
        guess=tuple(
            [
                artist
                for artist in game.round.playing
                if artist != seat and artist not in guessed and is_guessable(game, artist)
            ]
        ),
        numbers=tuple([number for number in NUMBERS if number not in used]),
        guess_freezes=drawing and game.rules.first_guess_freezes,
        finish=not has_agreed,
        keep_playing=has_agreed,
        take=tuple(dict.fromkeys(tokens)) if game.rules.any_black_token else tokens[:1],
    )


def _may_otherwise(game: Game, seat: int) -> May:
    """Ask the referee about every action of the phase."""

    def is_legal(action: SeatAction) -> bool:
        return why_not(game, seat, action) is None

    vote, ready, start = Vote(yes=True), Ready(), Start()
    match game.phase:
        case Phase.CHOOSING:
            levels = tuple(level for level in game.levels if is_legal(ChooseLevel(level)))
            return May(choose_level=levels, start=is_legal(start))
        case Phase.READING:
            places = tuple(place for place in range(game.rules.holder_size) if is_legal(Replace(place)))
            return May(
                replace=places,
                replace_asks=bool(places) and not can_replace_freely(game, seat),
                vote=is_legal(vote),
                ready=is_legal(ready),
                start=is_legal(start),
            )
        case Phase.WORD | Phase.PILE | Phase.SCORES:
            fault = CLAIMABLE_FAULTS[0]  # all of them can be claimed, or none
            artists = tuple(artist for artist in seats(game) if is_legal(Object(fault, artist)))
            return May(
                vote=is_legal(vote),
                ready=is_legal(ready),
                start=is_legal(start),
                admit=CLAIMABLE_FAULTS if is_legal(Admit(fault)) else (),
                retract=is_legal(Retract()),
                object=CLAIMABLE_FAULTS if artists else (),
                object_to=artists,
            )
        case Phase.PRAISING:
            praise = tuple(filter(is_legal, praisable_drawings(game)))
            return May(ready=is_legal(ready), start=is_legal(start), praise=praise)
        case _:
            return May()


def sample_chance(game: Game, pick: Pick) -> Lay | Deal | None:
    """Sample an outcome of chance, or None, with a `pick` such as `random.Random().choice`."""
    if game.phase is Phase.LAYING:
        face = pick(next_faces(game))
        return Lay(face.card, face.side)
    if game.phase is Phase.DEALING:
        return Deal(pick(marks_left(game)), pick(numbers_left(game)))
    return None
