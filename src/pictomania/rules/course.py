"""The course of a game: what an allowed action leads to, and what follows from it by itself."""

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
    Past,
    Phase,
    Round,
    awaited,
    black_tokens_left,
    changed,
    drawing_of,
    is_learning,
    is_replacing_free,
    seats,
    verdict,
)
from pictomania.rules.holder import emptied, filled
from pictomania.rules.referee import why_not
from pictomania.rules.refusals import Refused
from pictomania.rules.scoring import Laid, score

T = TypeVar("T")


def new_game(rules: Rules, deck: Deck, colours: tuple[Colour, ...] = tuple(Colour), host: int = 0) -> Game:
    """Sit down at a table: one colour each, more are left in the box (R1)."""
    colours = colours[: rules.players]
    if len(set(colours)) != rules.players:
        raise ValueError(f"{rules.players} players need as many different colours, not {colours}")
    if host not in range(rules.players):
        raise ValueError(f"the host has one of {rules.players} seats, not {host}")
    levels = deck.levels(rules.holder_size)
    lacking = sorted(set(rules.levels or ()).difference(levels))
    if lacking or not levels:
        which = f"level {lacking}" if lacking else "any level"
        raise ValueError(f"the deck has too few cards of {which} to fill a holder of {rules.holder_size}")
    first = _blank_round(rules, 1)
    return Game(
        rules=rules,
        deck=deck,
        levels=levels,
        colours=colours,
        host=host,
        phase=_opening(first),
        round=first,
        shown=frozenset(),
        replacements=(0,) * rules.players,
        past=(),
        praise=(None,) * rules.players,
    )


def apply(game: Game, seat: Actor, action: Action) -> Game:
    """Do what a seat, or the table (chance and the clock), does; raise `Refused` where `why_not` speaks."""
    refusal = why_not(game, seat, action)
    if refusal is not None:
        raise Refused(refusal)
    if isinstance(action, TableAction):
        return _table_acted(game, action)
    assert seat is not TABLE  # the referee lets it do nothing else  # noqa: S101
    return _seat_acted(game, seat, action)


def _seat_acted(game: Game, seat: int, action: SeatAction) -> Game:  # noqa: C901, PLR0911, PLR0912
    match action:
        case Guess():
            return _guessed(game, seat, action)
        case Finish():
            return _finished(game, seat, action)
        case Draw():
            return _in_round(game, drawn=game.round.drawn | {seat})
        case Wipe():
            return _in_round(game, drawn=game.round.drawn - {seat})
        case Ready():
            return _all_ready(_in_round(game, ready=game.round.ready | {seat}))
        case Start():
            return _moved_on(game)
        case ChooseLevel():
            return _level_chosen(game, action.level)
        case Replace():
            return _replaced(game, seat, action)
        case Vote():
            return _voted(game, seat, action)
        case Admit():
            return _at_fault(game, action.fault)
        case Object():
            return _put_to_vote(game, seat, action)
        case Praise():
            return _all_ready(changed(game, praise=_with(game.praise, seat, action)))
        case _:
            assert_never(action)


def _table_acted(game: Game, action: TableAction) -> Game:
    match action:
        case Lay():
            game = filled(game, Face(action.card, action.side))
            return game if None in game.round.holder else changed(game, phase=Phase.READING)
        case Deal():
            game = _in_round(game, hands=(*game.round.hands, Hand(action.mark, action.number)))
            return changed(game, phase=Phase.DRAWING) if len(game.round.hands) == game.rules.players else game
        case TimeUp():
            return _time_is_up(game)
        case MakeHost():
            return changed(game, host=action.seat)
        case _:
            assert_never(action)


# Moving on.


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


def _opening(coming: Round) -> Phase:
    return Phase.LAYING if coming.level else Phase.CHOOSING


def _level_chosen(game: Game, level: int) -> Game:
    return changed(_in_round(game, level=level), phase=Phase.LAYING)


def _all_ready(game: Game) -> Game:
    """Move on once everyone is ready, or has praised a drawing (D6)."""
    return game if awaited(game) else _moved_on(game)


def _moved_on(game: Game) -> Game:
    """Go to what comes next where the table was waiting."""
    game = _in_round(game, ready=frozenset(), overruled=frozenset())
    match game.phase:
        case Phase.READING:
            return changed(game, phase=Phase.DEALING)
        case Phase.WORD:
            return changed(game, phase=Phase.PILE)
        case Phase.PILE:
            return _next_drawing(game)
        case Phase.SCORES:
            return _next_round(game)
        case _:
            return changed(game, phase=Phase.OVER)


def _next_drawing(game: Game) -> Game:
    """Reveal the next drawing, or score the round after the last one (R41)."""
    if game.round.artist + 1 < game.rules.players:
        return changed(_in_round(game, artist=game.round.artist + 1), phase=Phase.WORD)
    result = score(game.rules, [drawing_of(game, seat) for seat in seats(game)], learning=is_learning(game))
    return changed(game, phase=Phase.SCORES, past=(*game.past, Past(game.round, result)))


def _next_round(game: Game) -> Game:
    if game.round.index == game.rules.rounds:
        return changed(game, phase=Phase.PRAISING)
    coming = _blank_round(game.rules, game.round.index + 1)
    return changed(game, phase=_opening(coming), round=coming)


def _time_is_up(game: Game) -> Game:
    """Stop waiting: for the rest of a vote, the host's choice, those who still draw, or the ready (D5)."""
    if game.round.motion is not None:
        return _overruled(game, game.round.motion)
    if game.phase is Phase.CHOOSING:
        return _level_chosen(game, game.past[-1].round.level if game.past else min(game.levels))
    if game.phase is Phase.DRAWING:
        late = (seat for seat in seats(game) if seat not in game.round.finished)
        return _drawing_ended(_in_round(game, finished=(*game.round.finished, *late)))
    return _moved_on(game)


# Drawing and guessing.


def _guessed(game: Game, seat: int, guess: Guess) -> Game:
    """Lay the card on top of the pile (R21, R29)."""
    pile = (*game.round.piles[guess.artist], Laid(seat, guess.number))
    return _in_round(game, piles=_with(game.round.piles, guess.artist, pile))


def _finished(game: Game, seat: int, finish: Finish) -> Game:
    """Finish, and end the phase with the last player or, in some rules, the last token (R37 to R39)."""
    game = _in_round(
        game,
        finished=(*game.round.finished, seat),
        tokens=_with(game.round.tokens, seat, finish.token),
    )
    everybody = len(game.round.finished) == game.rules.players
    last_token = game.rules.last_token_ends and not black_tokens_left(game)
    return _drawing_ended(game) if everybody or last_token else game


def _drawing_ended(game: Game) -> Game:
    """Put the pens down; an empty sheet is at fault without anybody saying so (R54)."""
    faults = tuple(None if seat in game.round.drawn else Fault.EMPTY for seat in seats(game))
    return changed(_in_round(game, faults=faults), phase=Phase.WORD)


# Asking and voting.


def _replaced(game: Game, seat: int, action: Replace) -> Game:
    """Replace the card at once while the player may do so alone, otherwise ask the others (R5, D3)."""
    if not is_replacing_free(game, seat):
        return _put_to_vote(game, seat, action)
    spent = _with(game.replacements, seat, game.replacements[seat] + 1)
    return changed(_card_out(game, action.place), replacements=spent)


def _card_out(game: Game, place: int) -> Game:
    """Take a card out and have everybody read its successor before they are ready again (R5)."""
    return changed(_in_round(emptied(game, place), motion=None, ready=frozenset()), phase=Phase.LAYING)


def _put_to_vote(game: Game, seat: int, action: Replace | Object) -> Game:
    """Put something to the vote; whoever was ready looks again."""
    return _in_round(game, motion=Motion(seat, action, frozenset({seat}), frozenset()), ready=frozenset())


def _voted(game: Game, seat: int, vote: Vote) -> Game:
    motion = game.round.motion
    assert motion is not None  # the referee has seen it  # noqa: S101
    if vote.yes:
        motion = replace(motion, ayes=motion.ayes | {seat})
    else:
        motion = replace(motion, noes=motion.noes | {seat})
    game = _in_round(game, motion=motion)
    carried = verdict(game, motion)
    if carried is None:
        return game
    if not carried:
        return _overruled(game, motion)
    if isinstance(motion.about, Replace):
        return _card_out(game, motion.about.place)
    return _at_fault(game, motion.about.fault)


def _overruled(game: Game, motion: Motion) -> Game:
    """Let a motion fail; who made it does not make another on the same matter."""
    return _in_round(game, motion=None, overruled=game.round.overruled | {motion.by})


def _at_fault(game: Game, fault: Fault) -> Game:
    """Note what is wrong with the drawing being revealed (R51, R55)."""
    return _in_round(game, motion=None, faults=_with(game.round.faults, game.round.artist, fault))


# Small changes.


def _in_round(game: Game, **changes: object) -> Game:
    return changed(game, round=changed(game.round, **changes))


def _with(row: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    return (*row[:at], item, *row[at + 1 :])
