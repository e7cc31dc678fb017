"""Counts action sequences by walking the game tree with the engine."""

from collections.abc import Callable, Iterator

from pictomania.rules import TABLE, Action, Actor, Game, Phase, apply, seats
from tests.rules.legal_actions import chance_outcomes, legal_actions

Keep = Callable[[Action], bool]


def anything(_: Action) -> bool:
    """Keep every action."""
    return True


def moves(game: Game, keep: Keep = anything) -> Iterator[tuple[Actor, Action]]:
    """Yield the outcomes of chance, or else all legal actions of seats; no timeouts or changes of host."""
    outcomes = chance_outcomes(game)
    yield from ((TABLE, action) for action in outcomes)
    if outcomes:
        return  # test_dealing.py checks that no seat can act; asking all seats would take most of the time
    for seat in seats(game):
        for action in legal_actions(game, seat):
            if keep(action):
                yield seat, action


def count_deep(game: Game, depth: int, keep: Keep = anything) -> int:
    """Count the sequences of `depth` actions that do not continue after the phase."""
    if depth == 1:
        return sum(1 for _ in moves(game, keep))
    games = (apply(game, *move) for move in moves(game, keep))
    return sum(count_deep(after, depth - 1, keep) for after in games if after.phase is game.phase)


def count_whole(game: Game, is_over: Callable[[Game], bool], keep: Keep = anything) -> int:
    """Count the sequences to an end; equal games are walked only once."""
    known: dict[Game, int] = {}

    def count(game: Game) -> int:
        if is_over(game):
            return 1
        if game not in known:
            known[game] = sum(count(apply(game, *move)) for move in moves(game, keep))
        return known[game]

    return count(game)


def reaches(phase: Phase) -> Callable[[Game], bool]:
    """Return a predicate that is true in a phase."""
    return lambda game: game.phase is phase
