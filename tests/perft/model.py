"""A second model of the drawing phase, reduced to counts, from sections 2 and 4 to 6 of docs/rules.md.

Knows nothing of the engine. A player is described by three facts: whether they have drawn, how many guesses
they laid, and whether they have finished. Seats are interchangeable, so equal tables are counted once.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.rules.naive_scorer import BLACK_TOKENS, EDITION_OF


class ModelRules(NamedTuple):
    """The rules that the counts depend on."""

    tokens: tuple[int, ...]  # black tokens in the centre
    any_token: bool  # or only one with the most stars (R31)
    freezes: bool  # R13 or R14
    last_token_ends: bool  # R38 or R37
    numbers: int = 7  # number cards per player
    erasing: bool = True  # R16


def model_rules(game: str, players: int, numbers: int = 7, *, erasing: bool = True) -> ModelRules:
    """Return the rules of a game by its name in the naive scorer's tables (section 2, V1, V4)."""
    second = EDITION_OF[game] == "second"
    return ModelRules(tuple(BLACK_TOKENS[game][players]), second, second, game != "second", numbers, erasing)


class PlayerState(NamedTuple):
    """The state of one player."""

    drawn: bool = False
    laid: int = 0
    done: bool = False


Players = tuple[PlayerState, ...]


def steps(
    rules: ModelRules, table: Players, left: tuple[int, ...]
) -> Iterator[tuple[int, Players, tuple[int, ...]]]:
    """Yield the possible steps: in how many ways, and the state afterwards."""
    for index, player in enumerate(table):
        others = table[:index] + table[index + 1 :]
        for ways, after, token in player_steps(rules, player, len(others), left):
            rest = list(left)
            if token:
                rest.remove(token)
            yield ways, tuple(sorted((*others, after))), tuple(rest)


def player_steps(
    rules: ModelRules, player: PlayerState, others: int, left: tuple[int, ...]
) -> Iterator[tuple[int, PlayerState, int]]:
    """Yield the steps of one player: in how many ways, the state afterwards, and the token taken or 0."""
    if player.done:
        return  # R15, R31
    if not (rules.freezes and player.laid) and (rules.erasing or not player.drawn):
        yield 1, player._replace(drawn=not player.drawn), 0
    guesses = (others - player.laid) * (rules.numbers - player.laid)  # R22 to R24
    if guesses:
        yield guesses, player._replace(laid=player.laid + 1), 0
    done = player._replace(done=True)
    yield 1, done, 0
    if player.drawn and left:  # R32
        yield from ((1, done, token) for token in (set(left) if rules.any_token else {max(left)}))


def is_over(rules: ModelRules, table: Players, left: tuple[int, ...]) -> bool:
    """Is the phase over (R37 to R39)?"""
    return all(player.done for player in table) or (rules.last_token_ends and not left)


def count_deep(rules: ModelRules, players: int, depth: int) -> int:
    """Count the sequences of `depth` actions from empty sheets that do not continue after the end."""

    @cache
    def count(table: Players, left: tuple[int, ...], depth: int) -> int:
        if depth == 0:
            return 1
        if is_over(rules, table, left):
            return 0
        following = steps(rules, table, left)
        return sum(ways * count(table, left, depth - 1) for ways, table, left in following)

    return count((PlayerState(),) * players, rules.tokens, depth)


def count_whole(rules: ModelRules, players: int, *, drawn: bool) -> int:
    """Count the sequences to the end of the phase from empty or drawn sheets; erasing must be off."""

    @cache
    def count(table: Players, left: tuple[int, ...]) -> int:
        if is_over(rules, table, left):
            return 1
        return sum(ways * count(table, left) for ways, table, left in steps(rules, table, left))

    return count((PlayerState(drawn),) * players, rules.tokens)
