"""A second model of the drawing phase, reduced to counts, from sections 2 and 4 to 6 of docs/rules.md.

Knows nothing of the engine. Number cards are interchangeable, so only how many a player has laid counts.
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
    blank_is_guessed: bool  # also after its artist has finished (R54)
    numbers: int = 7  # number cards per player
    erasing: bool = True  # R16
    keep_playing: bool = True  # count changes of mind after declining (R38)


def model_rules(
    game: str, players: int, numbers: int = 7, *, erasing: bool = True, keep_playing: bool = True
) -> ModelRules:
    """Return the rules of a game by its name in the naive scorer's tables (section 2, V1, V4)."""
    second = EDITION_OF[game] == "second"
    tokens = tuple(BLACK_TOKENS[game][players])
    return ModelRules(tokens, second, second, game != "second", second, numbers, erasing, keep_playing)


class PlayerState(NamedTuple):
    """The state of one player."""

    drawn: bool = False
    guessed: frozenset[int] = frozenset()  # whose drawings
    done: str = ""  # or "declined", or "final"


Players = tuple[PlayerState, ...]
Step = tuple[int, PlayerState, int]  # in how many ways, the state afterwards, and the token taken or 0


def steps(
    rules: ModelRules, table: Players, left: tuple[int, ...]
) -> Iterator[tuple[int, Players, tuple[int, ...]]]:
    """Yield the possible steps: in how many ways, and the state afterwards."""
    for seat in range(len(table)):
        for ways, after, token in player_steps(rules, table, seat, left):
            rest = list(left)
            if token:
                rest.remove(token)
            yield ways, (*table[:seat], after, *table[seat + 1 :]), tuple(rest)


def player_steps(rules: ModelRules, table: Players, seat: int, left: tuple[int, ...]) -> Iterator[Step]:
    """Yield the steps of one player."""
    player = table[seat]
    if player.done == "final":
        return  # R15, R31
    if not player.done and not (rules.freezes and player.guessed) and (rules.erasing or not player.drawn):
        yield 1, player._replace(drawn=not player.drawn), 0
    numbers = rules.numbers - len(player.guessed)  # R24
    for artist, other in enumerate(table):
        is_open = rules.blank_is_guessed or other.drawn or not other.done  # R54
        if numbers and artist != seat and artist not in player.guessed and is_open:  # R22, R23
            yield numbers, player._replace(guessed=player.guessed | {artist}), 0
    if not player.done:
        yield 1, player._replace(done="declined" if rules.last_token_ends else "final"), 0
    elif rules.keep_playing:
        yield 1, player._replace(done=""), 0  # R38
    if player.drawn and left:  # R32
        taken = player._replace(done="final")
        yield from ((1, taken, token) for token in (set(left) if rules.any_token else {max(left)}))


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
    """Count the sequences to the end of the phase from empty or drawn sheets.

    Neither erasing nor changes of mind may be allowed: they could go on for ever.
    """

    @cache
    def count(table: Players, left: tuple[int, ...]) -> int:
        if is_over(rules, table, left):
            return 1
        return sum(ways * count(table, left) for ways, table, left in steps(rules, table, left))

    return count((PlayerState(drawn),) * players, rules.tokens)
