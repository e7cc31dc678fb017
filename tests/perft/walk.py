"""Counts sequences of actions by asking the engine what is legal and doing it, one after the other."""

from collections.abc import Callable, Iterator

from pictomania.rules import TABLE, Action, Actor, Game, Phase, apply, legal, owed, seats

Keep = Callable[[Action], bool]


def anything(_: Action) -> bool:
    """Keep every action."""
    return True


def moves(game: Game, keep: Keep = anything) -> Iterator[tuple[Actor, Action]]:
    """List what chance owes, or else what seats may do; not the clock, nor changes of host."""
    chances = owed(game)
    yield from ((TABLE, action) for action in chances)
    if chances:
        return  # asking all seats takes most of the time; test_dealing.py sees that they may do nothing
    for seat in seats(game):
        for action in legal(game, seat):
            if keep(action):
                yield seat, action


def count_deep(game: Game, depth: int, keep: Keep = anything) -> int:
    """Count the sequences of so many actions that do not go on after the phase."""
    if depth == 1:
        return sum(1 for _ in moves(game, keep))
    games = (apply(game, *move) for move in moves(game, keep))
    return sum(count_deep(after, depth - 1, keep) for after in games if after.phase is game.phase)


def count_whole(game: Game, is_over: Callable[[Game], bool], keep: Keep = anything) -> int:
    """Count the sequences to an end, walking equal games reached in different ways once."""
    known: dict[Game, int] = {}

    def count(game: Game) -> int:
        if is_over(game):
            return 1
        if game not in known:
            known[game] = sum(count(apply(game, *move)) for move in moves(game, keep))
        return known[game]

    return count(game)


def reaches(phase: Phase) -> Callable[[Game], bool]:
    """Make the end of a count of a phase."""
    return lambda game: game.phase is phase
