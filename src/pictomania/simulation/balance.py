"""What many games add up to: plain counts, added game by game, so that parts of a run can be put together.

Only whole numbers are kept, which add up to the same in any order and in every version of Python.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from functools import reduce
from typing import Any

from pictomania.rules import (
    LEVELS,
    Admit,
    Fault,
    Game,
    Object,
    Past,
    Replace,
    Rules,
    TokenReason,
    totals,
    winners,
)
from pictomania.simulation.play import Played

WHOLE_WIN = 60  # parts of a victory, so that it can be shared by two to six in whole numbers


@dataclass(frozen=True, slots=True)
class Rounds:
    """The rounds of all who finished in the same place."""

    count: int = 0
    stars: int = 0
    worth: int = 0  # stars that black tokens counted, minus where they did
    sheep: int = 0  # times black sheep


@dataclass(frozen=True, slots=True)
class Guesses:
    """Guesses that have something in common."""

    count: int = 0
    right: int = 0
    returned: int = 0  # lay on drawings at fault (R51)
    stars: int = 0


@dataclass(frozen=True, slots=True)
class Sheep:
    """Rounds by what became of their black sheep (R44)."""

    unwatched: int = 0  # learning rounds, which have none (R48)
    spotless: int = 0  # nobody guessed wrong
    tied: int = 0
    without_token: int = 0
    returned: int = 0  # had a token, which went back with a drawing at fault (R53)
    with_token: int = 0
    lost: int = 0  # stars that black tokens counted minus

    @property
    def struck(self) -> int:
        """Rounds in which somebody was the black sheep, with or without a token."""
        return self.without_token + self.returned + self.with_token


@dataclass(frozen=True, slots=True)
class Ends:
    """How games ended."""

    shared: int = 0  # victories of more than one
    winner: int = 0  # stars of the winners
    last: int = 0  # stars of the last
    everybody: int = 0  # stars of all


@dataclass(frozen=True, slots=True)
class Talk:
    """What tables had to settle by talking (D2, D3)."""

    drawings: int = 0
    empty: int = 0
    admitted: int = 0
    objections: int = 0
    upheld: int = 0
    replacements: int = 0  # asked for


@dataclass(frozen=True, slots=True)
class Balance:
    """Counts over games by the same rules; rows by place start with the first."""

    games: int
    rounds: int
    steps: int
    longest: int  # steps of the longest game
    takers: tuple[Rounds, ...]  # by the order in which black tokens were taken
    done: Rounds  # finished without a token
    stopped: Rounds  # had not finished when the drawing ended
    sheep: Sheep
    tokens: tuple[int, ...]  # black tokens, by the reasons of `TokenReason`
    pile: tuple[Guesses, ...]  # by place in the pile
    levels: tuple[Guesses, ...]  # by level of the cards
    wins: tuple[int, ...]  # by seat, in parts of `WHOLE_WIN`
    ends: Ends
    talk: Talk

    def __add__(self, other: "Balance") -> "Balance":
        """Put two parts of a run together."""
        added: Balance = _added(self, other)
        return replace(added, longest=max(self.longest, other.longest))


def blank_balance(rules: Rules) -> Balance:
    """Make the balance of no game at all, with a row for everything that can happen by these rules."""
    return Balance(
        games=0,
        rounds=0,
        steps=0,
        longest=0,
        takers=(Rounds(),) * len(rules.black_tokens),
        done=Rounds(),
        stopped=Rounds(),
        sheep=Sheep(),
        tokens=(0,) * len(TokenReason),
        pile=(Guesses(),) * (rules.players - 1),
        levels=(Guesses(),) * len(LEVELS),
        wins=(0,) * rules.players,
        ends=Ends(),
        talk=Talk(),
    )


def balance_of(played: Played) -> Balance:
    """Count what one game was like."""
    game, blank = played.game, blank_balance(played.game.rules)
    rounds = [
        _round(past, stopped, replace(blank, rounds=1), game.rules.learning_round and past.round.index == 1)
        for past, stopped in zip(game.past, played.stopped, strict=True)
    ]
    steps = len(played.steps)
    ending = replace(
        blank, games=1, steps=steps, longest=steps, wins=_wins(game), ends=_ends(game), talk=_talk(played)
    )
    return sum(rounds, ending)


def _added(one: Any, other: Any) -> Any:
    """Add numbers, rows of numbers and records of them, each to its like."""
    if isinstance(one, int):
        return one + other
    if isinstance(one, tuple):
        return tuple(map(_added, one, other))
    return type(one)(*(_added(getattr(one, each.name), getattr(other, each.name)) for each in fields(one)))


def _round(past: Past, stopped: tuple[int, ...], blank: Balance, learning: bool) -> Balance:
    rows = {seat: _row(past, seat) for seat in range(len(past.score.players))}
    takers = [rows[seat] for seat in past.round.finished if past.round.tokens[seat] is not None]
    done = [seat for seat in rows if past.round.tokens[seat] is None and seat not in stopped]
    reasons = [player.token_reason for player in past.score.players]
    guesses = _guesses(past)
    return replace(
        blank,
        takers=(*takers, *blank.takers[len(takers) :]),
        done=reduce(_added, (rows[seat] for seat in done), Rounds()),
        stopped=reduce(_added, (rows[seat] for seat in stopped), Rounds()),
        sheep=_sheep(past, learning),
        tokens=tuple(map(reasons.count, TokenReason)),
        pile=tuple(
            _all_guesses(guess for at, guess in guesses if at == place) for place in range(len(blank.pile))
        ),
        levels=tuple(
            _all_guesses(guess for _, guess in guesses if past.round.level == level) for level in LEVELS
        ),
    )


def _row(past: Past, seat: int) -> Rounds:
    player = past.score.players[seat]
    return Rounds(1, player.stars, player.token_worth, int(past.score.black_sheep == seat))


def _sheep(past: Past, learning: bool) -> Sheep:
    """Say what became of the black sheep of a round, or why there was none (R44, R45, R48)."""
    sheep = past.score.black_sheep
    if sheep is not None:
        player = past.score.players[sheep]
        if player.token is None:
            return Sheep(without_token=1)
        lost = -player.token_worth
        return Sheep(with_token=1, lost=lost) if lost else Sheep(returned=1)
    if learning:
        return Sheep(unwatched=1)
    return Sheep(tied=1) if any(player.wrong for player in past.score.players) else Sheep(spotless=1)


def _guesses(past: Past) -> list[tuple[int, Guesses]]:
    """List all guesses of a round with their places in the piles, 0 for the first (R29)."""
    earned = {
        (given.artist, guesser): given.stars
        for guesser, player in enumerate(past.score.players)
        for given in player.received
    }
    return [
        (place, Guesses(1, int(stars > 0), int(past.round.faults[artist] is not None), stars))
        for artist, pile in enumerate(past.round.piles)
        for place, laid in enumerate(pile)
        for stars in (earned.get((artist, laid.guesser), 0),)
    ]


def _all_guesses(guesses: Iterable[Guesses]) -> Guesses:
    return reduce(_added, guesses, Guesses())


def _wins(game: Game) -> tuple[int, ...]:
    best = winners(game)
    return tuple(WHOLE_WIN // len(best) if seat in best else 0 for seat in range(game.rules.players))


def _ends(game: Game) -> Ends:
    stars = totals(game)
    return Ends(int(len(winners(game)) > 1), max(stars), min(stars), sum(stars))


def _talk(played: Played) -> Talk:
    faults = [fault for past in played.game.past for fault in past.round.faults]
    admitted = sum(isinstance(action, Admit) for _, action in played.steps)
    at_fault = sum(fault not in {None, Fault.EMPTY} for fault in faults)
    return Talk(
        drawings=len(faults),
        empty=faults.count(Fault.EMPTY),
        admitted=admitted,
        objections=sum(isinstance(action, Object) for _, action in played.steps),
        upheld=at_fault - admitted,
        replacements=sum(isinstance(action, Replace) for _, action in played.steps),
    )
