"""The referee: decides whether an action is legal.

A refusal depends only on what the actor can know, so it never gives a secret away.
"""

from typing import assert_never

from pictomania.rules.actions import (
    CLAIMABLE_FAULTS,
    TABLE,
    Action,
    Actor,
    AddSeat,
    Admit,
    ChooseLevel,
    ComeBack,
    Deal,
    Draw,
    Fault,
    Finish,
    Guess,
    KeepPlaying,
    Lay,
    MakeHost,
    Object,
    Praise,
    Ready,
    Replace,
    Retract,
    SeatAction,
    SetRounds,
    SitOut,
    Start,
    TableAction,
    TimeUp,
    Vote,
    Wipe,
)
from pictomania.rules.cards import NUMBERS, Face
from pictomania.rules.editions import MAX_ROUNDS, PLAYERS
from pictomania.rules.game import (
    Game,
    Phase,
    active,
    black_tokens_left,
    concerned_artist,
    guesses_of,
    has_declined,
    is_finished,
    is_frozen,
    is_guessable,
    is_playing,
    is_word_shown,
    seats,
    voters,
)
from pictomania.rules.holder import is_replaceable, next_faces
from pictomania.rules.refusals import Refusal

READY_PHASES = (Phase.READING, Phase.WORD, Phase.PILE, Phase.SCORES, Phase.PRAISING)
OBJECTION_PHASES = (Phase.WORD, Phase.PILE, Phase.SCORES)  # until the scores are confirmed (D2)
VOTE_PHASES = (Phase.READING, *OBJECTION_PHASES)
OPEN_TO_LATECOMERS = (Phase.CHOOSING, Phase.READING, Phase.SCORES)
TIMED_PHASES = (Phase.CHOOSING, Phase.DRAWING, *READY_PHASES)


def why_not(game: Game, seat: Actor, action: Action) -> Refusal | None:
    """Return why an action of this seat or the table is illegal now, or None if it is legal."""
    if seat is TABLE:
        return _why_not_table(game, action) if isinstance(action, TableAction) else Refusal.ONLY_FOR_A_SEAT
    if seat not in seats(game):
        return Refusal.NO_SUCH_SEAT
    return Refusal.NOT_FOR_A_SEAT if isinstance(action, TableAction) else _why_not_seat(game, seat, action)


def _why_not_seat(game: Game, seat: int, action: SeatAction) -> Refusal | None:  # noqa: C901, PLR0911, PLR0912
    match action:
        case Guess():
            return _guess(game, seat, action)
        case Finish():
            return _finish(game, seat, action)
        case KeepPlaying():
            return None if has_declined(game, seat) else Refusal.NOT_NOW
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
        case Retract():
            return _retract(game, seat)
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
        case SitOut():
            return _sit_out(game, action)
        case ComeBack():
            return _come_back(game, action)
        case AddSeat():
            return _add_seat(game, action)
        case SetRounds():
            return _set_rounds(game, action)
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
    if action.seat not in seats(game):
        return Refusal.NO_SUCH_SEAT
    return Refusal.ALREADY_THE_HOST if action.seat == game.host else None


def _sit_out(game: Game, action: SitOut) -> Refusal | None:
    if game.phase is Phase.OVER:
        return Refusal.NOT_NOW
    if action.seat not in seats(game):
        return Refusal.NO_SUCH_SEAT
    if action.seat in game.out:
        return Refusal.ALREADY_OUT
    return Refusal.NOBODY_LEFT if len(game.out) + 1 == len(seats(game)) else None


def _come_back(game: Game, action: ComeBack) -> Refusal | None:
    if action.seat not in seats(game):
        return Refusal.NO_SUCH_SEAT
    return None if action.seat in game.out else Refusal.NOT_OUT


def _add_seat(game: Game, action: AddSeat) -> Refusal | None:
    is_last = game.phase is Phase.SCORES and game.round.index == game.rules.rounds
    if game.phase not in OPEN_TO_LATECOMERS or game.round.motion is not None or is_last:
        return Refusal.NOT_NOW
    if len(game.colours) == max(PLAYERS):
        return Refusal.NO_SEAT_LEFT
    return Refusal.COLOUR_NOT_LEFT if action.colour in game.colours else None


def _set_rounds(game: Game, action: SetRounds) -> Refusal | None:
    if game.phase in (Phase.PRAISING, Phase.OVER):
        return Refusal.NOT_NOW
    return None if game.round.index <= action.rounds <= MAX_ROUNDS else Refusal.NO_SUCH_ROUND


def marks_left(game: Game) -> tuple[int | None, ...]:
    """List the mark cards not dealt yet; just None if there are no mark cards (R6, V3)."""
    if not game.rules.marks:
        return (None,)
    dealt = {hand.mark for hand in game.round.hands if hand is not None}
    return tuple(mark for mark in range(len(game.rules.marks)) if mark not in dealt)


def numbers_left(game: Game) -> tuple[int, ...]:
    """List the number cards not dealt yet (R6)."""
    dealt = {hand.number for hand in game.round.hands if hand is not None}
    return tuple(number for number in NUMBERS if number not in dealt)


# Before drawing, and whenever the table waits.


def _choose_level(game: Game, seat: int, action: ChooseLevel) -> Refusal | None:
    if game.phase is not Phase.CHOOSING:
        return Refusal.NOT_NOW
    if game.rules.level_vote and seat not in active(game):
        return Refusal.SITS_OUT
    if seat != game.host and not game.rules.level_vote:
        return Refusal.NOT_THE_HOST
    if action.level not in game.levels:
        return Refusal.NO_SUCH_LEVEL
    return Refusal.ALREADY_VOTED if game.round.level_votes[seat] == action.level else None


def _replace(game: Game, seat: int, action: Replace) -> Refusal | None:
    if game.phase is not Phase.READING:
        return Refusal.NOT_NOW
    if game.round.motion is not None:
        return Refusal.VOTE_IS_ON
    if not is_playing(game, seat):
        return Refusal.SITS_OUT
    if (seat, None) in game.round.overruled:
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
    if seat not in active(game):
        return Refusal.SITS_OUT
    if seat in game.round.ready:
        return Refusal.ALREADY_READY
    return Refusal.ALREADY_VOTED if game.praise[seat] is not None else None


def _start(game: Game, seat: int) -> Refusal | None:
    is_voting = game.phase is Phase.CHOOSING and game.rules.level_vote
    if game.phase not in READY_PHASES and not is_voting:
        return Refusal.NOT_NOW
    if seat != game.host:
        return Refusal.NOT_THE_HOST
    motion = game.round.motion
    if motion is not None and concerned_artist(game, motion.about) == seat:
        return Refusal.YOU_ARE_THE_ARTIST  # hosts don't end a vote on their own drawing
    return None


# Drawing and guessing.


def _not_playing(game: Game, seat: int) -> Refusal | None:
    if game.phase is not Phase.DRAWING:
        return Refusal.NOT_NOW
    if not is_playing(game, seat):
        return Refusal.SITS_OUT
    return Refusal.FINISHED if is_finished(game, seat) else None


def _not_guessing(game: Game, seat: int) -> Refusal | None:
    return None if has_declined(game, seat) else _not_playing(game, seat)


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
    refusal = _not_guessing(game, seat)
    if refusal is not None:
        return refusal
    if action.artist == seat:
        return Refusal.OWN_DRAWING
    if not is_playing(game, action.artist):
        return Refusal.NO_SUCH_SEAT
    if not is_guessable(game, action.artist):
        return Refusal.NOTHING_DRAWN
    if action.number not in NUMBERS:
        return Refusal.NO_SUCH_NUMBER
    for artist, number in guesses_of(game, seat):
        if artist == action.artist:
            return Refusal.PILE_HAS_YOURS
        if number == action.number:
            return Refusal.NUMBER_USED
    return None


def _finish(game: Game, seat: int, action: Finish) -> Refusal | None:
    refusal = _not_playing(game, seat) if action.token is None else _not_guessing(game, seat)
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
    if game.phase not in OBJECTION_PHASES or not is_word_shown(game, seat):
        return Refusal.NOT_NOW
    return _not_claimable(game, seat, action.fault)


def _retract(game: Game, seat: int) -> Refusal | None:
    is_admitted = game.phase in OBJECTION_PHASES and seat in game.round.admitted
    return None if is_admitted else Refusal.NOT_NOW


def _object(game: Game, seat: int, action: Object) -> Refusal | None:
    if game.phase not in OBJECTION_PHASES:
        return Refusal.NOT_NOW
    artist = concerned_artist(game, action)
    if artist == seat:
        return Refusal.YOU_ARE_THE_ARTIST
    if artist is None or not is_word_shown(game, artist):
        return Refusal.NO_SUCH_DRAWING
    if not is_playing(game, seat):
        return Refusal.SITS_OUT
    if game.round.motion is not None:
        return Refusal.VOTE_IS_ON
    if (seat, artist) in game.round.overruled:
        return Refusal.OVERRULED
    return _not_claimable(game, artist, action.fault)


def _not_claimable(game: Game, artist: int, fault: Fault) -> Refusal | None:
    if fault not in CLAIMABLE_FAULTS:
        return Refusal.NO_SUCH_FAULT
    return Refusal.ALREADY_AT_FAULT if game.round.faults[artist] is not None else None


def _praise(game: Game, seat: int, action: Praise) -> Refusal | None:
    if game.phase is not Phase.PRAISING:
        return Refusal.NOT_NOW
    if not any(past.round.index == action.round and action.artist in past.round.drawn for past in game.past):
        return Refusal.NO_SUCH_DRAWING
    if action.artist == seat:
        return Refusal.OWN_DRAWING
    if seat in game.out:
        return Refusal.SITS_OUT
    if seat in game.round.ready:
        return Refusal.ALREADY_READY
    return Refusal.ALREADY_VOTED if game.praise[seat] is not None else None
