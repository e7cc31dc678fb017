"""State transitions: what a legal action leads to, and what follows automatically."""

from dataclasses import replace
from typing import TypeVar, assert_never

from pictomania.rules.actions import (
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
from pictomania.rules.cards import Colour, Deck, Face
from pictomania.rules.editions import PLAYERS, Rules, for_players, for_rounds
from pictomania.rules.game import (
    BEFORE_DEALING,
    Game,
    Hand,
    Motion,
    PastRound,
    Phase,
    Round,
    awaited,
    black_tokens_left,
    can_replace_freely,
    concerned_artist,
    copy_with,
    drawing_result,
    is_finished,
    is_learning_round,
    is_playing,
    seats,
    totals,
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
    everyone = tuple(range(rules.players))
    missing = sorted(set(rules.levels or ()).difference(levels))
    if missing or not levels:
        which = f"level {missing}" if missing else "any level"
        raise ValueError(f"the deck has too few cards of {which} to fill a holder of {rules.holder_size}")
    first = _blank_round(rules, 1, rules.players, everyone)
    return Game(
        rules=rules,
        deck=deck,
        levels=levels,
        colours=colours,
        host=host,
        out=frozenset(),
        head_starts=(None,) * rules.players,
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
        case KeepPlaying():
            return _unfinish(game, seat)
        case Start():
            return _time_up(game)
        case ChooseLevel():
            return _choose_level(game, seat, action.level)
        case Replace():
            return _replace_card(game, seat, action)
        case Vote():
            return _vote(game, seat, action)
        case Admit():
            admitted = game.round.admitted | {seat}
            return _set_fault(_update_round(game, admitted=admitted), seat, action.fault)
        case Retract():
            admitted = game.round.admitted - {seat}
            return _set_fault(_update_round(game, admitted=admitted), seat, None)
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
            return _deal(game, Hand(action.mark, action.number))
        case TimeUp():
            return _time_up(game)
        case MakeHost():
            return copy_with(game, host=action.seat)
        case SitOut():
            return _sit_out(game, action.seat)
        case ComeBack():
            return _come_back(game, action.seat)
        case AddSeat():
            return _add_seat(game, action.colour)
        case SetRounds():
            return copy_with(game, rules=for_rounds(game.rules, action.rounds))
        case _:
            assert_never(action)


# Moving on to the next phase.


def _blank_round(rules: Rules, index: int, seats: int, playing: tuple[int, ...]) -> Round:
    return Round(
        index=index,
        playing=playing,
        level=rules.levels[index - 1] if rules.levels else 0,
        level_votes=(None,) * seats,
        holder=(None,) * rules.holder_size,
        replaced=frozenset(),
        hands=(None,) * seats,
        drawn=frozenset(),
        piles=((),) * seats,
        finished=(),
        lost=frozenset(),
        tokens=(None,) * seats,
        faults=(None,) * seats,
        admitted=frozenset(),
        artist=playing[0],
        ready=frozenset(),
        motion=None,
        overruled=frozenset(),
    )


def _first_phase(blank: Round) -> Phase:
    return Phase.LAYING if blank.level else Phase.CHOOSING


def _choose_level(game: Game, seat: int, level: int) -> Game:
    """Choose the level as the host, or vote; the last vote decides (D4)."""
    if not game.rules.level_vote:
        return _set_level(game, level)
    game = _update_round(game, level_votes=_with_item(game.round.level_votes, seat, level))
    return game if awaited(game) else _count_level_votes(game)


def _count_level_votes(game: Game) -> Game:
    """Take the level with the most votes; the host breaks a tie, and else the easier one wins (D4).

    Without any votes it is the level of the last round, or the easiest one.
    """
    votes = [vote for vote in game.round.level_votes if vote is not None]
    if not votes:
        return _set_level(game, game.past[-1].round.level if game.past else min(game.levels))
    hosts_vote = game.round.level_votes[game.host]
    return _set_level(
        game, max(set(votes), key=lambda level: (votes.count(level), level == hosts_vote, -level))
    )


def _set_level(game: Game, level: int) -> Game:
    return copy_with(_update_round(game, level=level), phase=Phase.LAYING)


def _deal(game: Game, hand: Hand) -> Game:
    """Deal a hand to the next seat that plays; after the last one the drawing begins (R6)."""
    now = game.round
    seat = next(seat for seat in now.playing if now.hands[seat] is None)
    game = _update_round(game, hands=_with_item(now.hands, seat, hand))
    if seat != now.playing[-1]:
        return game
    gone = tuple(seat for seat in now.playing if seat in game.out)  # they only fill up the table
    return copy_with(_update_round(game, finished=gone, lost=frozenset(gone)), phase=Phase.DRAWING)


def _move_on_if_ready(game: Game) -> Game:
    """Move on once all players are ready or have praised a drawing (D6)."""
    return game if awaited(game) else _move_on(game)


def _move_on(game: Game) -> Game:
    """Move on to the next phase, drawing or round."""
    game = _update_round(game, ready=frozenset())
    match game.phase:
        case Phase.READING:
            return copy_with(_update_round(game, overruled=frozenset()), phase=Phase.DEALING)
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
    later = [artist for artist in game.round.playing if artist > game.round.artist]
    if later:
        return copy_with(_update_round(game, artist=later[0]), phase=Phase.WORD)
    return _score_round(copy_with(game, phase=Phase.SCORES), game.past)


def _score_round(game: Game, past: tuple[PastRound, ...]) -> Game:
    """Score this round, after all others that are past."""
    drawings = [drawing_result(game, seat) if is_playing(game, seat) else None for seat in seats(game)]
    result = score(game.rules, drawings, learning=is_learning_round(game))
    return copy_with(game, past=(*past, PastRound(game.round, result)))


def _next_round(game: Game) -> Game:
    if game.round.index == game.rules.rounds:
        return copy_with(game, phase=Phase.PRAISING)
    playing = _next_players(game)
    rules = for_players(game.rules, len(playing))
    following = _blank_round(rules, game.round.index + 1, len(game.colours), playing)
    return copy_with(game, rules=rules, phase=_first_phase(following), round=following)


def _next_players(game: Game) -> tuple[int, ...]:
    """List the seats that play in a round: all that don't sit out, filled up to three (D10)."""
    ordered = sorted(seats(game), key=lambda seat: (seat in game.out, seat))
    count = max(len(game.colours) - len(game.out), min(PLAYERS))
    return tuple(sorted(ordered[:count]))


def _time_up(game: Game) -> Game:
    """Stop waiting for open votes, the level, unfinished players or players not ready (D5, D9)."""
    if game.round.motion is not None:
        return _reject_motion(game, game.round.motion)
    if game.phase is Phase.CHOOSING:
        return _count_level_votes(game)
    if game.phase is Phase.DRAWING:
        late = (seat for seat in game.round.playing if seat not in game.round.finished)
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
        finished=(*(other for other in game.round.finished if other != seat), seat),
        tokens=_with_item(game.round.tokens, seat, finish.token),
    )
    return _end_drawing_if_over(game)


def _unfinish(game: Game, seat: int) -> Game:
    """Let a seat play on that had declined or was lost (R38, D10)."""
    finished = tuple(other for other in game.round.finished if other != seat)
    return _update_round(game, finished=finished, lost=game.round.lost - {seat})


def _end_drawing_if_over(game: Game) -> Game:
    all_finished = len(game.round.finished) == len(game.round.playing)
    last_token = game.rules.last_token_ends and not black_tokens_left(game)
    return _end_drawing(game) if all_finished or last_token else game


def _end_drawing(game: Game) -> Game:
    """End the drawing phase; an empty sheet is at fault automatically (R54)."""
    blank = [seat for seat in game.round.playing if seat not in game.round.drawn]
    faults = tuple(Fault.EMPTY if seat in blank else None for seat in seats(game))
    return copy_with(_update_round(game, faults=faults), phase=Phase.WORD)


# Who plays (D10, D11).


def _sit_out(game: Game, seat: int) -> Game:
    """Take a seat out, and stop waiting for it."""
    game = copy_with(game, out=game.out | {seat})
    if game.phase is Phase.DRAWING:
        if is_finished(game, seat):
            return game
        now = game.round
        return _end_drawing_if_over(
            _update_round(game, finished=(*now.finished, seat), lost=now.lost | {seat})
        )
    game = _update_players(game)
    return _stop_waiting_for_absent(_close_vote_if_decided(game) if game.round.motion else game)


def _stop_waiting_for_absent(game: Game) -> Game:
    """Move on if everyone who is still awaited has just gone."""
    if game.round.motion is not None or awaited(game) or game.phase in (Phase.LAYING, Phase.DEALING):
        return game
    return _count_level_votes(game) if game.phase is Phase.CHOOSING else _move_on(game)


def _come_back(game: Game, seat: int) -> Game:
    game = copy_with(game, out=game.out - {seat})
    if game.phase is Phase.DRAWING and seat in game.round.lost:
        return _unfinish(game, seat)
    return _update_players(game)


def _update_players(game: Game) -> Game:
    """Change who plays in this round, as long as nothing was dealt."""
    if game.phase not in BEFORE_DEALING:
        return game
    playing = _next_players(game)
    rules = for_players(game.rules, len(playing))
    return copy_with(_update_round(game, playing=playing, artist=playing[0]), rules=rules)


def _add_seat(game: Game, colour: Colour) -> Game:
    """Add a latecomer, with as many stars as the last player has, but not below zero (D11)."""
    now = game.round
    grown = _update_round(
        game,
        level_votes=(*now.level_votes, None),
        hands=(*now.hands, None),
        piles=(*now.piles, ()),
        tokens=(*now.tokens, None),
        faults=(*now.faults, None),
    )
    return _update_players(
        copy_with(
            grown,
            colours=(*game.colours, colour),
            head_starts=(*game.head_starts, max(0, min(totals(game)))),
            replacements=(*game.replacements, 0),
            praise=(*game.praise, None),
        )
    )


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
    """Call a vote, unless there is nobody else to ask; players who were ready have to confirm again."""
    motion = Motion(seat, action, frozenset({seat}), frozenset())
    game = _close_vote_if_decided(_update_round(game, motion=motion))
    return game if game.round.motion is None else _update_round(game, ready=frozenset())


def _vote(game: Game, seat: int, vote: Vote) -> Game:
    motion = game.round.motion
    assert motion is not None  # checked by the referee  # noqa: S101
    if vote.yes:
        motion = replace(motion, ayes=motion.ayes | {seat})
    else:
        motion = replace(motion, noes=motion.noes | {seat})
    return _close_vote_if_decided(_update_round(game, motion=motion))


def _close_vote_if_decided(game: Game) -> Game:
    motion = game.round.motion
    assert motion is not None  # checked by the callers  # noqa: S101
    carried = vote_result(game, motion)
    if carried is None:
        return game
    if not carried:
        return _reject_motion(game, motion)
    if isinstance(motion.about, Replace):
        return _take_card_out(game, motion.about.place)
    artist = game.round.artist if motion.about.artist is None else motion.about.artist
    return _set_fault(_update_round(game, motion=None), artist, motion.about.fault)


def _reject_motion(game: Game, motion: Motion) -> Game:
    """Reject a motion; its author may not make another one on the same matter."""
    matter = (motion.by, concerned_artist(game, motion.about))
    return _update_round(game, motion=None, overruled=game.round.overruled | {matter})


def _set_fault(game: Game, artist: int, fault: Fault | None) -> Game:
    """Record a fault of a drawing, or that it has none after all (R51, R55); scores follow."""
    motion = game.round.motion
    if motion is not None and concerned_artist(game, motion.about) == artist:
        motion = None  # what it asks for is decided
    game = _update_round(game, motion=motion, faults=_with_item(game.round.faults, artist, fault))
    return _score_round(game, game.past[:-1]) if game.phase is Phase.SCORES else game


# Helpers for updates.


def _update_round(game: Game, **changes: object) -> Game:
    return copy_with(game, round=copy_with(game.round, **changes))


def _with_item(row: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    return (*row[:at], item, *row[at + 1 :])
