"""Simulated games for tests: every combination of rules, and a cache of played games."""

from functools import cache
from itertools import chain, combinations

from pictomania.rules import EDITIONS, PLAYERS, EditionName, Rules, Variant, rules_for, settings_conflict
from pictomania.simulation import (
    Balance,
    SimulatedGame,
    balance_of,
    empty_balance,
    play_game,
    seeded_random,
)
from pictomania.words import house_deck

DECKS = {edition: house_deck(edition).for_rules() for edition in EditionName}


def _subsets(variants: list[Variant]) -> chain[tuple[Variant, ...]]:
    return chain.from_iterable(combinations(variants, size) for size in range(len(variants) + 1))


ALL_RULES = [
    rules_for(edition, variants, players)
    for edition in EditionName
    for variants in _subsets([variant for variant in Variant if variant in EDITIONS[edition].variants])
    for players in PLAYERS
    if settings_conflict(edition, variants, players) is None
]


def name(rules: Rules) -> str:
    """Return a test id for a set of rules."""
    return "-".join([rules.edition, str(rules.players), *sorted(rules.variants)])


@cache
def played(rules: Rules, number: int = 1, seed: int = 1) -> SimulatedGame:
    """Play a game with invariants checked, or return the cached one."""
    return play_game(rules, DECKS[rules.edition], seeded_random(seed, number))


def sample(games: int = 6) -> list[SimulatedGame]:
    """Return a few four-player games of each edition."""
    return [played(rules_for(edition), number) for edition in EditionName for number in range(1, games + 1)]


def total(rules: Rules, games: int) -> Balance:
    """Return the balance of the first games of a run."""
    return sum((balance_of(played(rules, number)) for number in range(1, games + 1)), empty_balance(rules))
