"""Counts over many games. Balances of single games add up, so a run can be split and merged.

Only integers are kept: their sums are the same in any order and on every Python version.
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
    PastRound,
    Replace,
    Rules,
    TokenReason,
    totals,
    winners,
)
from pictomania.simulation.play import SimulatedGame

WIN_PARTS = 60  # parts of a win, so that two to six winners can share it in whole numbers


@dataclass(frozen=True, slots=True)
class RoundTally:
    """Player rounds with the same finishing position."""

    count: int = 0
    stars: int = 0
    worth: int = 0  # stars from black tokens; negative for the black sheep
    sheep: int = 0  # times the player was the black sheep


@dataclass(frozen=True, slots=True)
class GuessTally:
    """Guesses of one kind."""

    count: int = 0
    right: int = 0
    returned: int = 0  # on drawings at fault (R51)
    stars: int = 0


@dataclass(frozen=True, slots=True)
class SheepTally:
    """Rounds by the outcome for the black sheep (R44)."""

    learning_rounds: int = 0  # without a black sheep (R48)
    spotless: int = 0  # no wrong guesses
    tied: int = 0
    without_token: int = 0
    returned: int = 0  # the token went back with a drawing at fault (R53)
    with_token: int = 0
    lost: int = 0  # stars that black tokens cost

    @property
    def struck(self) -> int:
        """Rounds with a black sheep, with or without a token."""
        return self.without_token + self.returned + self.with_token


@dataclass(frozen=True, slots=True)
class EndTally:
    """How games ended."""

    shared: int = 0  # games with more than one winner
    winner: int = 0  # stars of winners
    last: int = 0  # stars of players in last place
    total: int = 0  # stars of all players


@dataclass(frozen=True, slots=True)
class TalkTally:
    """Faults, objections and replaced cards (D2, D3)."""

    drawings: int = 0
    empty: int = 0
    admitted: int = 0
    objections: int = 0
    upheld: int = 0
    replacements: int = 0  # requested


@dataclass(frozen=True, slots=True)
class Balance:
    """Counts over games with the same rules; tuples indexed by place start with first place."""

    games: int
    rounds: int
    steps: int
    longest: int  # steps in the longest game
    takers: tuple[RoundTally, ...]  # by the order of taking a black token
    done: RoundTally  # finished without a token
    stopped: RoundTally  # had not finished when the drawing ended
    sheep: SheepTally
    tokens: tuple[int, ...]  # black tokens, in the order of `TokenReason`
    pile: tuple[GuessTally, ...]  # by place in the pile
    levels: tuple[GuessTally, ...]  # by card level
    wins: tuple[int, ...]  # by seat, in parts of `WIN_PARTS`
    ends: EndTally
    talk: TalkTally

    def __add__(self, other: "Balance") -> "Balance":
        """Merge two parts of a run."""
        total: Balance = _add(self, other)
        return replace(total, longest=max(self.longest, other.longest))


def empty_balance(rules: Rules) -> Balance:
    """Return the balance of no games, with a row for everything possible under these rules."""
    return Balance(
        games=0,
        rounds=0,
        steps=0,
        longest=0,
        takers=(RoundTally(),) * len(rules.black_tokens),
        done=RoundTally(),
        stopped=RoundTally(),
        sheep=SheepTally(),
        tokens=(0,) * len(TokenReason),
        pile=(GuessTally(),) * (rules.players - 1),
        levels=(GuessTally(),) * len(LEVELS),
        wins=(0,) * rules.players,
        ends=EndTally(),
        talk=TalkTally(),
    )


def balance_of(simulated: SimulatedGame) -> Balance:
    """Return the balance of one game."""
    game, blank = simulated.game, empty_balance(simulated.game.rules)
    rounds = [
        _round(past, stopped, replace(blank, rounds=1), game.rules.learning_round and past.round.index == 1)
        for past, stopped in zip(game.past, simulated.stopped, strict=True)
    ]
    steps = len(simulated.steps)
    ending = replace(
        blank, games=1, steps=steps, longest=steps, wins=_wins(game), ends=_ends(game), talk=_talk(simulated)
    )
    return sum(rounds, ending)


def _add(a: Any, b: Any) -> Any:
    """Add integers, tuples and dataclasses element by element."""
    if isinstance(a, int):
        return a + b
    if isinstance(a, tuple):
        return tuple(map(_add, a, b))
    return type(a)(*(_add(getattr(a, field.name), getattr(b, field.name)) for field in fields(a)))


def _round(past: PastRound, stopped: tuple[int, ...], blank: Balance, learning: bool) -> Balance:
    rows = {seat: _row(past, seat) for seat in range(len(past.score.players))}
    takers = [rows[seat] for seat in past.round.finished if past.round.tokens[seat] is not None]
    done = [seat for seat in rows if past.round.tokens[seat] is None and seat not in stopped]
    reasons = [player.token_reason for player in past.score.players]
    guesses = _guesses(past)
    return replace(
        blank,
        takers=(*takers, *blank.takers[len(takers) :]),
        done=reduce(_add, (rows[seat] for seat in done), RoundTally()),
        stopped=reduce(_add, (rows[seat] for seat in stopped), RoundTally()),
        sheep=_sheep(past, learning),
        tokens=tuple(map(reasons.count, TokenReason)),
        pile=tuple(
            _sum_guesses(guess for at, guess in guesses if at == place) for place in range(len(blank.pile))
        ),
        levels=tuple(
            _sum_guesses(guess for _, guess in guesses if past.round.level == level) for level in LEVELS
        ),
    )


def _row(past: PastRound, seat: int) -> RoundTally:
    player = past.score.players[seat]
    return RoundTally(1, player.stars, player.token_worth, int(past.score.black_sheep == seat))


def _sheep(past: PastRound, learning: bool) -> SheepTally:
    """Classify a round by its black sheep, or by why it had none (R44, R45, R48)."""
    sheep = past.score.black_sheep
    if sheep is not None:
        player = past.score.players[sheep]
        if player.token is None:
            return SheepTally(without_token=1)
        lost = -player.token_worth
        return SheepTally(with_token=1, lost=lost) if lost else SheepTally(returned=1)
    if learning:
        return SheepTally(learning_rounds=1)
    return (
        SheepTally(tied=1) if any(player.wrong for player in past.score.players) else SheepTally(spotless=1)
    )


def _guesses(past: PastRound) -> list[tuple[int, GuessTally]]:
    """List all guesses of a round with their place in the pile, 0 for the first (R29)."""
    earned = {
        (given.artist, guesser): given.stars
        for guesser, player in enumerate(past.score.players)
        for given in player.received
    }
    return [
        (place, GuessTally(1, int(stars > 0), int(past.round.faults[artist] is not None), stars))
        for artist, pile in enumerate(past.round.piles)
        for place, laid in enumerate(pile)
        for stars in (earned.get((artist, laid.guesser), 0),)
    ]


def _sum_guesses(guesses: Iterable[GuessTally]) -> GuessTally:
    return reduce(_add, guesses, GuessTally())


def _wins(game: Game) -> tuple[int, ...]:
    best = winners(game)
    return tuple(WIN_PARTS // len(best) if seat in best else 0 for seat in range(game.rules.players))


def _ends(game: Game) -> EndTally:
    stars = totals(game)
    return EndTally(int(len(winners(game)) > 1), max(stars), min(stars), sum(stars))


def _talk(simulated: SimulatedGame) -> TalkTally:
    faults = [fault for past in simulated.game.past for fault in past.round.faults]
    admitted = sum(isinstance(action, Admit) for _, action in simulated.steps)
    at_fault = sum(fault not in {None, Fault.EMPTY} for fault in faults)
    return TalkTally(
        drawings=len(faults),
        empty=faults.count(Fault.EMPTY),
        admitted=admitted,
        objections=sum(isinstance(action, Object) for _, action in simulated.steps),
        upheld=at_fault - admitted,
        replacements=sum(isinstance(action, Replace) for _, action in simulated.steps),
    )
