"""Games to look at: every way to play, and games played once for all tests that ask for them."""

from functools import cache
from itertools import chain, combinations

from pictomania.rules import EDITIONS, PLAYERS, EditionName, Rules, Variant, misfit, rules_for
from pictomania.simulation import (
    Balance,
    Played,
    balance_of,
    blank_balance,
    random_of,
    whole_game,
)
from pictomania.words import house_deck

DECKS = {edition: house_deck(edition).for_rules() for edition in EditionName}


def _subsets(variants: list[Variant]) -> chain[tuple[Variant, ...]]:
    return chain.from_iterable(combinations(variants, size) for size in range(len(variants) + 1))


EVERY_RULES = [
    rules_for(edition, variants, players)
    for edition in EditionName
    for variants in _subsets([variant for variant in Variant if variant in EDITIONS[edition].variants])
    for players in PLAYERS
    if misfit(edition, variants, players) is None
]


def name(rules: Rules) -> str:
    """Name a set of rules in the list of tests."""
    return "-".join([rules.edition, str(rules.players), *sorted(rules.variants)])


@cache
def played(rules: Rules, number: int = 1, seed: int = 1) -> Played:
    """Play a game with all laws watched, or remember it."""
    return whole_game(rules, DECKS[rules.edition], random_of(seed, number))


def some(games: int = 6) -> list[Played]:
    """Play a few games of each edition, with four players."""
    return [played(rules_for(edition), number) for edition in EditionName for number in range(1, games + 1)]


def total(rules: Rules, games: int) -> Balance:
    """Add up the first games of a run."""
    return sum((balance_of(played(rules, number)) for number in range(1, games + 1)), blank_balance(rules))
