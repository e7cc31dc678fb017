"""What a seat may do now: in short, so that it fits in a view, and spelled out action by action."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from pictomania.rules.actions import (
    CLAIMABLE_FAULTS,
    TABLE,
    Action,
    Actor,
    Admit,
    ChooseLevel,
    Deal,
    Draw,
    Fault,
    Finish,
    Guess,
    Lay,
    MakeHost,
    Object,
    Praise,
    Ready,
    Replace,
    SeatAction,
    Start,
    TimeUp,
    Vote,
    Wipe,
)
from pictomania.rules.cards import NUMBERS
from pictomania.rules.editions import PLAYERS
from pictomania.rules.game import (
    Game,
    Phase,
    black_tokens_left,
    drawings,
    guesses_of,
    is_finished,
    is_replacing_free,
    seats,
)
from pictomania.rules.holder import next_faces
from pictomania.rules.referee import marks_left, numbers_left, why_not

# Made once, since there are up to 35 in every list of what is legal.
_GUESSES = tuple(tuple(Guess(artist, number) for number in (0, *NUMBERS)) for artist in range(max(PLAYERS)))

T = TypeVar("T")


class Pick(Protocol):
    """Chooses one of a row of things; the only way chance comes in."""

    def __call__(self, row: Sequence[T], /) -> T:
        """Choose one."""


@dataclass(frozen=True, slots=True)
class May:
    """What a seat may do now; every `guess` goes with every one of `numbers`."""

    choose_level: tuple[int, ...] = ()
    replace: tuple[int, ...] = ()  # places of the holder
    replace_asks: bool = False  # would the others have to agree?
    vote: bool = False
    ready: bool = False
    start: bool = False
    draw: bool = False  # change the sheet in any way
    wipe: bool = False  # rub out what is there
    guess: tuple[int, ...] = ()  # artists on whose piles a card may be laid
    numbers: tuple[int, ...] = ()  # number cards still in hand
    guess_freezes: bool = False  # would a guess freeze the own sheet?
    finish: bool = False
    take: tuple[int, ...] = ()  # black tokens, by their stars
    admit: tuple[Fault, ...] = ()
    object: tuple[Fault, ...] = ()
    praise: tuple[Praise, ...] = ()


def may(game: Game, seat: int) -> May:
    """Say what this seat may do now."""
    return _may_playing(game, seat) if game.phase is Phase.DRAWING else _may_waiting(game, seat)


def _may_playing(game: Game, seat: int) -> May:
    """Work out directly, since it is asked after every guess, what the referee would say card by card."""
    if is_finished(game, seat):
        return May()
    guesses = guesses_of(game, seat)
    done, used = [artist for artist, _ in guesses], [number for _, number in guesses]
    drawing = not (guesses and game.rules.first_guess_freezes)
    drawn = seat in game.round.drawn
    tokens = black_tokens_left(game) if drawn else ()
    return May(
        draw=drawing,
        wipe=drawing and drawn and game.rules.erasing,
        guess=tuple([artist for artist in seats(game) if artist != seat and artist not in done]),
        numbers=tuple([number for number in NUMBERS if number not in used]),
        guess_freezes=drawing and game.rules.first_guess_freezes,
        finish=True,
        take=tuple(dict.fromkeys(tokens)) if game.rules.any_black_token else tokens[:1],
    )


def _may_waiting(game: Game, seat: int) -> May:
    """Ask the referee about whatever the phase has room for."""

    def allowed(action: SeatAction) -> bool:
        return why_not(game, seat, action) is None

    vote, ready, start = Vote(yes=True), Ready(), Start()
    match game.phase:
        case Phase.CHOOSING:
            return May(choose_level=tuple(level for level in game.levels if allowed(ChooseLevel(level))))
        case Phase.READING:
            places = tuple(place for place in range(game.rules.holder_size) if allowed(Replace(place)))
            return May(
                replace=places,
                replace_asks=bool(places) and not is_replacing_free(game, seat),
                vote=allowed(vote),
                ready=allowed(ready),
                start=allowed(start),
            )
        case Phase.WORD:
            admit = tuple(fault for fault in CLAIMABLE_FAULTS if allowed(Admit(fault)))
            objections = tuple(fault for fault in CLAIMABLE_FAULTS if allowed(Object(fault)))
            return May(vote=allowed(vote), ready=allowed(ready), admit=admit, object=objections)
        case Phase.PRAISING:
            return May(ready=allowed(ready), praise=tuple(filter(allowed, drawings(game))))
        case _:
            return May(ready=allowed(ready), start=allowed(start))


def legal(game: Game, seat: Actor) -> tuple[Action, ...]:
    """List every action that this seat, or the table (chance and the clock), may do now."""
    if seat is not TABLE:
        return tuple(_spelled_out(game, seat, may(game, seat)))
    clock = (TimeUp(),) if why_not(game, TABLE, TimeUp()) is None else ()
    hosts = (MakeHost(other) for other in seats(game) if why_not(game, TABLE, MakeHost(other)) is None)
    return (*owed(game), *clock, *hosts)


def owed(game: Game) -> tuple[Lay | Deal, ...]:
    """List what chance may do where the game waits for it, each as likely as any other (R2, R6)."""
    if game.phase is Phase.LAYING:
        return tuple(Lay(face.card, face.side) for face in next_faces(game))
    if game.phase is Phase.DEALING:
        numbers = numbers_left(game)
        return tuple(Deal(mark, number) for mark in marks_left(game) for number in numbers)
    return ()


def chance(game: Game, pick: Pick) -> Lay | Deal | None:
    """Let chance do one of what is owed, if anything is, with a `pick` such as `random.Random().choice`."""
    if game.phase is Phase.LAYING:
        face = pick(next_faces(game))
        return Lay(face.card, face.side)
    if game.phase is Phase.DEALING:
        return Deal(pick(marks_left(game)), pick(numbers_left(game)))
    return None


def _spelled_out(game: Game, seat: int, may: May) -> Iterator[SeatAction]:
    if game.phase is Phase.DRAWING:
        return _spelled_out_playing(seat in game.round.drawn, may)
    return _spelled_out_waiting(may)


def _spelled_out_playing(drawn: bool, may: May) -> Iterator[SeatAction]:
    if may.draw and not drawn:
        yield Draw()
    if may.wipe:
        yield Wipe()
    yield from [_GUESSES[artist][number] for artist in may.guess for number in may.numbers]
    if may.finish:
        yield Finish(None)
    yield from map(Finish, may.take)


def _spelled_out_waiting(may: May) -> Iterator[SeatAction]:
    yield from map(ChooseLevel, may.choose_level)
    yield from map(Replace, may.replace)
    if may.vote:
        yield from (Vote(yes=True), Vote(yes=False))
    if may.ready:
        yield Ready()
    if may.start:
        yield Start()
    yield from map(Admit, may.admit)
    yield from map(Object, may.object)
    yield from may.praise
