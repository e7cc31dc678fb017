"""State transitions: what a legal action leads to, and what follows automatically."""

from dataclasses import replace
from typing import TypeVar, assert_never

from pictomania.rules.actions import (
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
from pictomania.rules.cards import Colour, Deck, Face
from pictomania.rules.editions import Rules
from pictomania.rules.game import (
    Game,
    Hand,
    Motion,
    PastRound,
    Phase,
    Round,
    awaited,
    black_tokens_left,
    can_replace_freely,
    copy_with,
    drawing_result,
    is_learning_round,
    seats,
    vote_result,
)
from pictomania.rules.holder import lay_card, remove_card
from pictomania.rules.referee import why_not
from pictomania.rules.refusals import Refused
from pictomania.rules.scoring import LaidCard, score

T = TypeVar("T")


def new_game(rules: Rules, deck: Deck, colours: tuple[Colour, ...] = tuple(Colour), host: int = 0) -> Game:
    """Start a game, with one colour per player; extra colours are ignored (R1)."""
    colours = colours[: rules.players]
    if len(set(colours)) != rules.players:
        raise ValueError(f"{rules.players} players need {rules.players} different colours, not {colours}")
    if host not in range(rules.players):
        raise ValueError(f"the host must be one of {rules.players} seats, not {host}")
    levels = deck.levels(rules.holder_size)
    missing = sorted(set(rules.levels or ()).difference(levels))
    if missing or not levels:
        which = f"level {missing}" if missing else "any level"
        raise ValueError(f"the deck has too few cards of {which} to fill a holder of {rules.holder_size}")
    first = _blank_round(rules, 1)
    return Game(
        rules=rules,
        deck=deck,
        levels=levels,
        colours=colours,
        host=host,
        phase=_first_phase(first),
        round=first,
        shown=frozenset(),
        replacements=(0,) * rules.players,
        past=(),
        praise=(None,) * rules.players,
    )


def apply(game: Game, seat: Actor, action: Action) -> Game:
    """Return the game after an action of a seat or the table; raise `Refused` if `why_not` objects."""
    refusal = why_not(game, seat, action)
    if refusal is not None:
        raise Refused(refusal)
    return advance(game, seat, action)


def advance(game: Game, seat: Actor, action: Action) -> Game:
    """Return the game after an action without checking it; ask `why_not` first."""
    if isinstance(action, TableAction):
        return _advance_table(game, action)
    assert seat is not TABLE  # the referee allows the table only table actions  # noqa: S101
    return _advance_seat(game, seat, action)


def _advance_seat(game: Game, seat: int, action: SeatAction) -> Game:  # noqa: C901, PLR0911, PLR0912
    match action:
        case Guess():
            return _guess(game, seat, action)
        case Finish():
            return _finish(game, seat, action)
        case Draw():
            return _update_round(game, drawn=game.round.drawn | {seat})
        case Wipe():
            return _update_round(game, drawn=game.round.drawn - {seat})
        case Ready():
            return _move_on_if_ready(_update_round(game, ready=game.round.ready | {seat}))
        case Start():
            return _move_on(game)
        case ChooseLevel():
            return _set_level(game, action.level)
        case Replace():
            return _replace_card(game, seat, action)
        case Vote():
            return _vote(game, seat, action)
        case Admit():
            return _set_fault(game, action.fault)
        case Object():
            return _call_vote(game, seat, action)
        case Praise():
            return _move_on_if_ready(copy_with(game, praise=_with_item(game.praise, seat, action)))
        case _:
            assert_never(action)


def _advance_table(game: Game, action: TableAction) -> Game:
    match action:
        case Lay():
            game = lay_card(game, Face(action.card, action.side))
            return game if None in game.round.holder else copy_with(game, phase=Phase.READING)
        case Deal():
            game = _update_round(game, hands=(*game.round.hands, Hand(action.mark, action.number)))
            is_dealt = len(game.round.hands) == game.rules.players
            return copy_with(game, phase=Phase.DRAWING) if is_dealt else game
        case TimeUp():
            return _time_up(game)
        case MakeHost():
            return copy_with(game, host=action.seat)
        case _:
            assert_never(action)


# Moving on to the next phase.


def _blank_round(rules: Rules, index: int) -> Round:
    return Round(
        index=index,
        level=rules.levels[index - 1] if rules.levels else 0,
        holder=(None,) * rules.holder_size,
        replaced=frozenset(),
        hands=(),
        drawn=frozenset(),
        piles=((),) * rules.players,
        finished=(),
        tokens=(None,) * rules.players,
        faults=(None,) * rules.players,
        artist=0,
        ready=frozenset(),
        motion=None,
        overruled=frozenset(),
    )


def _first_phase(blank: Round) -> Phase:
    return Phase.LAYING if blank.level else Phase.CHOOSING


def _set_level(game: Game, level: int) -> Game:
    return copy_with(_update_round(game, level=level), phase=Phase.LAYING)


def _move_on_if_ready(game: Game) -> Game:
    """Move on once all players are ready or have praised a drawing (D6)."""
    return game if awaited(game) else _move_on(game)


def _move_on(game: Game) -> Game:
    """Move on to the next phase, drawing or round."""
    game = _update_round(game, ready=frozenset(), overruled=frozenset())
    match game.phase:
        case Phase.READING:
            return copy_with(game, phase=Phase.DEALING)
        case Phase.WORD:
            return copy_with(game, phase=Phase.PILE)
        case Phase.PILE:
            return _next_drawing(game)
        case Phase.SCORES:
            return _next_round(game)
        case _:
            return copy_with(game, phase=Phase.OVER)


def _next_drawing(game: Game) -> Game:
    """Reveal the next drawing, or score the round after the last (R41)."""
    if game.round.artist + 1 < game.rules.players:
        return copy_with(_update_round(game, artist=game.round.artist + 1), phase=Phase.WORD)
    result = score(
        game.rules, [drawing_result(game, seat) for seat in seats(game)], learning=is_learning_round(game)
    )
    return copy_with(game, phase=Phase.SCORES, past=(*game.past, PastRound(game.round, result)))


def _next_round(game: Game) -> Game:
    if game.round.index == game.rules.rounds:
        return copy_with(game, phase=Phase.PRAISING)
    following = _blank_round(game.rules, game.round.index + 1)
    return copy_with(game, phase=_first_phase(following), round=following)


def _time_up(game: Game) -> Game:
    """Stop waiting for open votes, the host's choice, unfinished players or players not ready (D5)."""
    if game.round.motion is not None:
        return _reject_motion(game, game.round.motion)
    if game.phase is Phase.CHOOSING:
        return _set_level(game, game.past[-1].round.level if game.past else min(game.levels))
    if game.phase is Phase.DRAWING:
        late = (seat for seat in seats(game) if seat not in game.round.finished)
        return _end_drawing(_update_round(game, finished=(*game.round.finished, *late)))
    return _move_on(game)


# Drawing and guessing.


def _guess(game: Game, seat: int, guess: Guess) -> Game:
    """Lay the card on top of the pile (R21, R29)."""
    pile = (*game.round.piles[guess.artist], LaidCard(seat, guess.number))
    return _update_round(game, piles=_with_item(game.round.piles, guess.artist, pile))


def _finish(game: Game, seat: int, finish: Finish) -> Game:
    """Finish; the last player or, with some rules, the last token ends the drawing (R37 to R39)."""
    game = _update_round(
        game,
        finished=(*game.round.finished, seat),
        tokens=_with_item(game.round.tokens, seat, finish.token),
    )
    all_finished = len(game.round.finished) == game.rules.players
    last_token = game.rules.last_token_ends and not black_tokens_left(game)
    return _end_drawing(game) if all_finished or last_token else game


def _end_drawing(game: Game) -> Game:
    """End the drawing phase; an empty sheet is at fault automatically (R54)."""
    faults = tuple(None if seat in game.round.drawn else Fault.EMPTY for seat in seats(game))
    return copy_with(_update_round(game, faults=faults), phase=Phase.WORD)


# Motions and votes.


def _replace_card(game: Game, seat: int, action: Replace) -> Game:
    """Replace the card at once if the player has free replacements left, otherwise call a vote (R5, D3)."""
    if not can_replace_freely(game, seat):
        return _call_vote(game, seat, action)
    spent = _with_item(game.replacements, seat, game.replacements[seat] + 1)
    return copy_with(_take_card_out(game, action.place), replacements=spent)


def _take_card_out(game: Game, place: int) -> Game:
    """Remove a card; all players have to read the next one before they are ready again (R5)."""
    return copy_with(
        _update_round(remove_card(game, place), motion=None, ready=frozenset()), phase=Phase.LAYING
    )


def _call_vote(game: Game, seat: int, action: Replace | Object) -> Game:
    """Call a vote; players who were ready have to confirm again."""
    return _update_round(game, motion=Motion(seat, action, frozenset({seat}), frozenset()), ready=frozenset())


def _vote(game: Game, seat: int, vote: Vote) -> Game:
    motion = game.round.motion
    assert motion is not None  # checked by the referee  # noqa: S101
    if vote.yes:
        motion = replace(motion, ayes=motion.ayes | {seat})
    else:
        motion = replace(motion, noes=motion.noes | {seat})
    game = _update_round(game, motion=motion)
    carried = vote_result(game, motion)
    if carried is None:
        return game
    if not carried:
        return _reject_motion(game, motion)
    if isinstance(motion.about, Replace):
        return _take_card_out(game, motion.about.place)
    return _set_fault(game, motion.about.fault)


def _reject_motion(game: Game, motion: Motion) -> Game:
    """Reject a motion; its author may not make another one on the same matter."""
    return _update_round(game, motion=None, overruled=game.round.overruled | {motion.by})


def _set_fault(game: Game, fault: Fault) -> Game:
    """Record a fault of the drawing being revealed (R51, R55)."""
    return _update_round(game, motion=None, faults=_with_item(game.round.faults, game.round.artist, fault))


# Helpers for updates.


def _update_round(game: Game, **changes: object) -> Game:
    return copy_with(game, round=copy_with(game.round, **changes))


def _with_item(row: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    return (*row[:at], item, *row[at + 1 :])
