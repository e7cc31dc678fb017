"""Every legal action of a seat or of the table, for tests that walk whole games."""

from collections.abc import Iterator

from pictomania.rules import (
    MAX_ROUNDS,
    NUMBERS,
    PLAYERS,
    TABLE,
    Action,
    Actor,
    AddSeat,
    Admit,
    ChooseLevel,
    Colour,
    ComeBack,
    Deal,
    Draw,
    Finish,
    Game,
    Guess,
    KeepPlaying,
    Lay,
    MakeHost,
    May,
    Object,
    Phase,
    Ready,
    Replace,
    Retract,
    SeatAction,
    SetRounds,
    SitOut,
    Start,
    TimeUp,
    Vote,
    Wipe,
    seats,
    why_not,
)
from pictomania.rules.holder import next_faces
from pictomania.rules.may import may
from pictomania.rules.referee import marks_left, numbers_left

# Created once: a list of legal actions holds up to 35 of them.
_GUESSES = tuple(tuple(Guess(artist, number) for number in (0, *NUMBERS)) for artist in range(max(PLAYERS)))


def legal_actions(game: Game, seat: Actor) -> tuple[Action, ...]:
    """List every legal action of this seat, or of the table (chance and the clock)."""
    if seat is not TABLE:
        return tuple(_actions(game, seat, may(game, seat)))
    others = (
        TimeUp(),
        *(kind(other) for kind in (MakeHost, SitOut, ComeBack) for other in seats(game)),
        *map(AddSeat, Colour),
        *map(SetRounds, range(1, MAX_ROUNDS + 1)),
    )
    return (*chance_outcomes(game), *(action for action in others if why_not(game, TABLE, action) is None))


def chance_outcomes(game: Game) -> tuple[Lay | Deal, ...]:
    """List the equally likely outcomes of chance; empty unless the game waits for chance (R2, R6)."""
    if game.phase is Phase.LAYING:
        return tuple(Lay(face.card, face.side) for face in next_faces(game))
    if game.phase is Phase.DEALING:
        numbers = numbers_left(game)
        return tuple(Deal(mark, number) for mark in marks_left(game) for number in numbers)
    return ()


def _actions(game: Game, seat: int, may: May) -> Iterator[SeatAction]:
    if game.phase is Phase.DRAWING:
        return _actions_while_drawing(seat in game.round.drawn, may)
    return _actions_otherwise(may)


def _actions_while_drawing(drawn: bool, may: May) -> Iterator[SeatAction]:
    if may.draw and not drawn:
        yield Draw()
    if may.wipe:
        yield Wipe()
    yield from [_GUESSES[artist][number] for artist in may.guess for number in may.numbers]
    if may.finish:
        yield Finish(None)
    if may.keep_playing:
        yield KeepPlaying()
    yield from map(Finish, may.take)


def _actions_otherwise(may: May) -> Iterator[SeatAction]:
    yield from map(ChooseLevel, may.choose_level)
    yield from map(Replace, may.replace)
    if may.vote:
        yield from (Vote(yes=True), Vote(yes=False))
    if may.ready:
        yield Ready()
    if may.start:
        yield Start()
    yield from map(Admit, may.admit)
    if may.retract:
        yield Retract()
    yield from (Object(fault, artist) for artist in may.object_to for fault in may.object)
    yield from may.praise
