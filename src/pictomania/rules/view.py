"""What a seat or a watcher can see of a game.

A view is built up from nothing, never by removing secrets from a game. It lists what its owner may do now, so
that clients need no rules.
"""

from dataclasses import dataclass

from pictomania.rules.actions import Fault, Object, Praise, Replace
from pictomania.rules.cards import Colour, Face
from pictomania.rules.editions import EditionName, Variant
from pictomania.rules.game import (
    REVEALED,
    REVEALING,
    Game,
    Hand,
    PastRound,
    Phase,
    awaited,
    ayes_needed,
    black_tokens_left,
    concerned_artist,
    coolest,
    drawing_result,
    has_declined,
    is_learning_round,
    is_pile_turned,
    is_playing,
    is_word_shown,
    last_unfinished,
    may_draw,
    may_talk,
    place_of,
    seats,
    stars_of,
    stopped_by,
    totals,
    voters,
    winners,
)
from pictomania.rules.may import May, may
from pictomania.rules.scoring import Fate, RoundScore, turn


@dataclass(frozen=True, slots=True)
class Word:
    """The word that a seat draws: a place in the holder and a number on the card there."""

    place: int
    number: int


@dataclass(frozen=True, slots=True)
class CardView:
    """A number card on a pile; face down except for its guesser until the pile is turned (R30)."""

    guesser: int
    number: int | None
    fate: Fate | None  # None until the pile is turned
    stars: int  # of the scoring token it earned


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What a seat or watcher can see of one player."""

    colour: Colour
    ready: bool
    drawn: bool  # is anything on the sheet?
    drawing: bool  # can the sheet still change?
    sits_out: bool  # does not play in this round (D10)
    out: bool  # will not play in the next round either
    lost: bool  # nobody played this seat to the end, and it loses no stars for that (D10)
    finished: bool  # false in the reveal: stopped by the last token (R38)
    declined: bool  # finished without a token, but may still change their mind (R38)
    token: int | None  # stars of the black token taken
    pile: tuple[CardView, ...]
    word: Word | None  # visible to its owner, and to all once revealed
    fault: Fault | None
    admitted: bool  # the artist has admitted the fault
    level_vote: int | None  # D4
    replacements: int  # free replacements used in this game
    stars: tuple[int | None, ...]  # per round scored; None: did not play
    head_start: int | None  # stars a latecomer started with; None: here from the start (D11)
    total: int
    praised: bool  # has voted for the coolest drawing


@dataclass(frozen=True, slots=True)
class MotionView:
    """The motion that is being voted on."""

    by: int
    place: int | None  # of the card to replace (D3)
    artist: int | None  # whose drawing is objected to (D2)
    fault: Fault | None
    voters: tuple[int, ...]
    needed: int  # ayes that carry it
    ayes: tuple[int, ...]
    noes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PastRoundView:
    """A round that is over, for the review at the end."""

    level: int
    holder: tuple[Face | None, ...]
    words: tuple[Word | None, ...]
    faults: tuple[Fault | None, ...]
    score: RoundScore


@dataclass(frozen=True, slots=True)
class View:
    """A game as seen from one seat, or by a watcher (seat None)."""

    seat: int | None
    edition: EditionName
    variants: tuple[Variant, ...]
    rounds: int
    host: int
    phase: Phase
    round: int
    learning: bool  # is this round scored simply (R48)?
    level: int | None  # None until chosen
    level_vote: bool  # do the players vote on it (D4)?
    holder: tuple[Face | None, ...]
    scoring_tokens: tuple[int, ...]  # of each player at the start of a round
    black_tokens: tuple[int, ...]  # left in the centre
    last_token_ends: bool  # does taking the last one end the drawing (R38)?
    players: tuple[PlayerView, ...]
    awaited: tuple[int, ...]  # seats that the table is waiting for
    hurry: int | None  # the only seat that has not finished (R37)
    talk: bool  # may players chat (R19)?
    artist: int | None  # whose drawing is being revealed
    stopped_by: int | None  # took the last black token and so ended the drawing (R38)
    motion: MotionView | None
    score: RoundScore | None  # of this round, once all drawings are revealed
    winners: tuple[int, ...]
    coolest: tuple[Praise, ...]
    past: tuple[PastRoundView, ...]  # all rounds, once the last is over
    may: May | None  # None for watchers


def view_for(game: Game, seat: int | None) -> View:
    """Build the view of a seat, or of a watcher (R7, R12, R30)."""
    if seat is not None and seat not in seats(game):
        raise ValueError(f"no seat {seat} at a table of {game.rules.players}")
    now = game.round
    return View(
        seat=seat,
        edition=game.rules.edition,
        variants=tuple(sorted(game.rules.variants)),
        rounds=game.rules.rounds,
        host=game.host,
        phase=game.phase,
        round=now.index,
        learning=is_learning_round(game),
        level=now.level or None,
        level_vote=game.rules.level_vote,
        holder=now.holder,
        scoring_tokens=game.rules.scoring_tokens,
        black_tokens=black_tokens_left(game),
        last_token_ends=game.rules.last_token_ends,
        players=_players(game, seat),
        awaited=awaited(game),
        hurry=last_unfinished(game),
        talk=may_talk(game),
        artist=now.artist if game.phase in REVEALING else None,
        stopped_by=stopped_by(game),
        motion=_motion(game),
        score=game.past[-1].score if game.phase in REVEALED else None,
        winners=winners(game),
        coolest=coolest(game.praise) if game.phase is Phase.OVER else (),
        past=tuple(_past(game, past) for past in game.past) if winners(game) else (),
        may=None if seat is None else may(game, seat),
    )


def _players(game: Game, seat: int | None) -> tuple[PlayerView, ...]:
    now = game.round
    total = totals(game)
    return tuple(
        PlayerView(
            colour=game.colours[other],
            ready=other in now.ready,
            drawn=other in now.drawn,
            drawing=may_draw(game, other),
            sits_out=not is_playing(game, other),
            out=other in game.out,
            lost=other in now.lost,
            finished=other in now.finished,
            declined=has_declined(game, other),
            token=now.tokens[other],
            pile=_pile(game, other, seat),
            word=_word(game, now.hands[other]) if _knows_word(game, seat, other) else None,
            fault=now.faults[other],
            admitted=other in now.admitted,
            level_vote=now.level_votes[other],
            replacements=game.replacements[other],
            stars=stars_of(game, other),
            head_start=game.head_starts[other],
            total=total[other],
            praised=game.praise[other] is not None,
        )
        for other in seats(game)
    )


def _knows_word(game: Game, seat: int | None, artist: int) -> bool:
    """Seats see their own word from the start of the drawing, other words from their reveal (R7, R41)."""
    return is_word_shown(game, artist) or (
        seat == artist and (game.phase is Phase.DRAWING or game.phase in REVEALING)
    )


def _word(game: Game, hand: Hand | None) -> Word | None:
    return None if hand is None else Word(place_of(game.rules, hand), hand.number)


def _past(game: Game, past: PastRound) -> PastRoundView:
    words = tuple(_word(game, hand) for hand in past.round.hands)
    return PastRoundView(past.round.level, past.round.holder, words, past.round.faults, past.score)


def _pile(game: Game, artist: int, seat: int | None) -> tuple[CardView, ...]:
    if is_pile_turned(game, artist):
        turned = turn(drawing_result(game, artist), game.rules.scoring_tokens)
        return tuple(CardView(guess.guesser, guess.number, guess.fate, guess.stars) for guess in turned)
    return tuple(
        CardView(laid.guesser, laid.number if laid.guesser == seat else None, None, 0)
        for laid in game.round.piles[artist]
    )


def _motion(game: Game) -> MotionView | None:
    motion = game.round.motion
    if motion is None:
        return None
    return MotionView(
        motion.by,
        motion.about.place if isinstance(motion.about, Replace) else None,
        concerned_artist(game, motion.about),
        motion.about.fault if isinstance(motion.about, Object) else None,
        voters(game, motion),
        ayes_needed(game, motion),
        tuple(sorted(motion.ayes)),
        tuple(sorted(motion.noes)),
    )
