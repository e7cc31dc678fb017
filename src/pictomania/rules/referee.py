"""The referee: decides whether an action is legal.

A refusal depends only on what the actor can know, so it never gives a secret away.
"""

from typing import assert_never

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
    TableAction,
    TimeUp,
    Vote,
    Wipe,
)
from pictomania.rules.cards import NUMBERS, Face
from pictomania.rules.game import (
    Game,
    Phase,
    black_tokens_left,
    guesses_of,
    is_finished,
    is_frozen,
    voters,
)
from pictomania.rules.holder import is_replaceable, next_faces
from pictomania.rules.refusals import Refusal

READY_PHASES = (Phase.READING, Phase.WORD, Phase.PILE, Phase.SCORES, Phase.PRAISING)
START_PHASES = (Phase.READING, Phase.SCORES)
VOTE_PHASES = (Phase.READING, Phase.WORD)
TIMED_PHASES = (Phase.CHOOSING, Phase.DRAWING, *READY_PHASES)


def why_not(game: Game, seat: Actor, action: Action) -> Refusal | None:
    """Return why an action of this seat or the table is illegal now, or None if it is legal."""
    if seat is TABLE:
        return _why_not_table(game, action) if isinstance(action, TableAction) else Refusal.ONLY_FOR_A_SEAT
    if seat not in range(game.rules.players):
        return Refusal.NO_SUCH_SEAT
    return Refusal.NOT_FOR_A_SEAT if isinstance(action, TableAction) else _why_not_seat(game, seat, action)


def _why_not_seat(game: Game, seat: int, action: SeatAction) -> Refusal | None:  # noqa: C901, PLR0911, PLR0912
    match action:
        case Guess():
            return _guess(game, seat, action)
        case Finish():
            return _finish(game, seat, action)
        case Draw():
            return _draw(game, seat)
        case Wipe():
            return _wipe(game, seat)
        case Ready():
            return _ready(game, seat)
        case Start():
            return _start(game, seat)
        case ChooseLevel():
            return _choose_level(game, seat, action)
        case Replace():
            return _replace(game, seat, action)
        case Vote():
            return _vote(game, seat)
        case Admit():
            return _admit(game, seat, action)
        case Object():
            return _object(game, seat, action)
        case Praise():
            return _praise(game, seat, action)
        case _:
            assert_never(action)


def _why_not_table(game: Game, action: TableAction) -> Refusal | None:
    match action:
        case Lay():
            return _lay(game, action)
        case Deal():
            return _deal(game, action)
        case TimeUp():
            return None if game.phase in TIMED_PHASES else Refusal.NOT_NOW
        case MakeHost():
            return _make_host(game, action)
        case _:
            assert_never(action)


# Actions of the table.


def _lay(game: Game, action: Lay) -> Refusal | None:
    if game.phase is not Phase.LAYING:
        return Refusal.NOT_NOW
    return None if Face(action.card, action.side) in next_faces(game) else Refusal.CARD_NOT_NEXT


def _deal(game: Game, action: Deal) -> Refusal | None:
    if game.phase is not Phase.DEALING:
        return Refusal.NOT_NOW
    if action.mark not in marks_left(game):
        return Refusal.MARK_NOT_LEFT
    return None if action.number in numbers_left(game) else Refusal.NUMBER_NOT_LEFT


def _make_host(game: Game, action: MakeHost) -> Refusal | None:
    if game.phase is Phase.OVER:
        return Refusal.NOT_NOW
    if not 0 <= action.seat < game.rules.players:
        return Refusal.NO_SUCH_SEAT
    return Refusal.ALREADY_THE_HOST if action.seat == game.host else None


def marks_left(game: Game) -> tuple[int | None, ...]:
    """List the mark cards not dealt yet; just None if there are no mark cards (R6, V3)."""
    if not game.rules.marks:
        return (None,)
    dealt = {hand.mark for hand in game.round.hands}
    return tuple(mark for mark in range(len(game.rules.marks)) if mark not in dealt)


def numbers_left(game: Game) -> tuple[int, ...]:
    """List the number cards not dealt yet (R6)."""
    dealt = {hand.number for hand in game.round.hands}
    return tuple(number for number in NUMBERS if number not in dealt)


# Before drawing, and whenever the table waits.


def _choose_level(game: Game, seat: int, action: ChooseLevel) -> Refusal | None:
    if game.phase is not Phase.CHOOSING:
        return Refusal.NOT_NOW
    if seat != game.host:
        return Refusal.NOT_THE_HOST
    return None if action.level in game.levels else Refusal.NO_SUCH_LEVEL


def _replace(game: Game, seat: int, action: Replace) -> Refusal | None:
    if game.phase is not Phase.READING:
        return Refusal.NOT_NOW
    if game.round.motion is not None:
        return Refusal.VOTE_IS_ON
    if seat in game.round.overruled:
        return Refusal.OVERRULED
    if not 0 <= action.place < game.rules.holder_size:
        return Refusal.NO_SUCH_PLACE
    return None if is_replaceable(game, action.place) else Refusal.NO_OTHER_CARD


def _vote(game: Game, seat: int) -> Refusal | None:
    if game.phase not in VOTE_PHASES:
        return Refusal.NOT_NOW
    motion = game.round.motion
    if motion is None:
        return Refusal.NO_VOTE_IS_ON
    if seat not in voters(game, motion):
        return Refusal.NOT_A_VOTER
    return Refusal.ALREADY_VOTED if seat in motion.ayes or seat in motion.noes else None


def _ready(game: Game, seat: int) -> Refusal | None:
    if game.phase not in READY_PHASES:
        return Refusal.NOT_NOW
    if game.round.motion is not None:
        return Refusal.VOTE_IS_ON
    if seat in game.round.ready:
        return Refusal.ALREADY_READY
    return Refusal.ALREADY_VOTED if game.praise[seat] is not None else None


def _start(game: Game, seat: int) -> Refusal | None:
    if game.phase not in START_PHASES:
        return Refusal.NOT_NOW
    if seat != game.host:
        return Refusal.NOT_THE_HOST
    return None if game.round.motion is None else Refusal.VOTE_IS_ON


# Drawing and guessing.


def _not_playing(game: Game, seat: int) -> Refusal | None:
    if game.phase is not Phase.DRAWING:
        return Refusal.NOT_NOW
    return Refusal.FINISHED if is_finished(game, seat) else None


def _not_drawing(game: Game, seat: int) -> Refusal | None:
    return _not_playing(game, seat) or (Refusal.FROZEN if is_frozen(game, seat) else None)


def _draw(game: Game, seat: int) -> Refusal | None:
    return _not_drawing(game, seat) or (Refusal.SHEET_NOT_EMPTY if seat in game.round.drawn else None)


def _wipe(game: Game, seat: int) -> Refusal | None:
    refusal = _not_drawing(game, seat)
    if refusal is None and not game.rules.erasing:
        return Refusal.NO_ERASING
    return refusal or (None if seat in game.round.drawn else Refusal.SHEET_EMPTY)


def _guess(game: Game, seat: int, action: Guess) -> Refusal | None:
    refusal = _not_playing(game, seat)
    if refusal is not None:
        return refusal
    if not 0 <= action.artist < game.rules.players:
        return Refusal.NO_SUCH_SEAT
    if action.artist == seat:
        return Refusal.OWN_DRAWING
    if action.number not in NUMBERS:
        return Refusal.NO_SUCH_NUMBER
    for artist, number in guesses_of(game, seat):
        if artist == action.artist:
            return Refusal.PILE_HAS_YOURS
        if number == action.number:
            return Refusal.NUMBER_USED
    return None


def _finish(game: Game, seat: int, action: Finish) -> Refusal | None:
    refusal = _not_playing(game, seat)
    if refusal is not None or action.token is None:
        return refusal
    if seat not in game.round.drawn:
        return Refusal.SHEET_EMPTY
    left = black_tokens_left(game)
    if action.token not in left:
        return Refusal.TOKEN_NOT_LEFT
    if action.token != left[0] and not game.rules.any_black_token:
        return Refusal.TOKEN_NOT_HIGHEST
    return None


# The reveal and the end.


def _admit(game: Game, seat: int, action: Admit) -> Refusal | None:
    if game.phase is not Phase.WORD:
        return Refusal.NOT_NOW
    return _not_claimable(game, action.fault) if seat == game.round.artist else Refusal.NOT_THE_ARTIST


def _object(game: Game, seat: int, action: Object) -> Refusal | None:
    if game.phase is not Phase.WORD:
        return Refusal.NOT_NOW
    if seat == game.round.artist:
        return Refusal.YOU_ARE_THE_ARTIST
    if game.round.motion is not None:
        return Refusal.VOTE_IS_ON
    if seat in game.round.overruled:
        return Refusal.OVERRULED
    return _not_claimable(game, action.fault)


def _not_claimable(game: Game, fault: Fault) -> Refusal | None:
    if fault not in CLAIMABLE_FAULTS:
        return Refusal.NO_SUCH_FAULT
    return Refusal.ALREADY_AT_FAULT if game.round.faults[game.round.artist] is not None else None


def _praise(game: Game, seat: int, action: Praise) -> Refusal | None:
    if game.phase is not Phase.PRAISING:
        return Refusal.NOT_NOW
    if not any(past.round.index == action.round and action.artist in past.round.drawn for past in game.past):
        return Refusal.NO_SUCH_DRAWING
    if action.artist == seat:
        return Refusal.OWN_DRAWING
    if seat in game.round.ready:
        return Refusal.ALREADY_READY
    return Refusal.ALREADY_VOTED if game.praise[seat] is not None else None
