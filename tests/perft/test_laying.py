"""The number of ways to fill the holder from tiny decks, by walking the game and by a separate model."""

from collections.abc import Iterator
from functools import cache
from itertools import permutations
from math import factorial

import pytest

from pictomania.rules import (
    TABLE,
    Action,
    Card,
    Deck,
    Game,
    Phase,
    Replace,
    TimeUp,
    apply,
    make_side,
    new_game,
)
from tests.perft.walk import count_whole, reaches
from tests.rules.legal_actions import chance_outcomes
from tests.rules.tables import card, deck_of, first, second

# cards in the deck, two sides each: layouts of five rounds of one card, and of four rounds of three cards
ONE_PLACE = {1: 8, 2: 64, 3: 288, 4: 1_536, 5: 3_840, 6: 23_040}
THREE_PLACES = {3: 82_944, 4: 221_184}


def count_walked(game: Game) -> int:
    """Count the ways to fill the holders of a whole game; everything else is played in one way only."""
    known: dict[object, int] = {}

    def count(game: Game) -> int:
        game = skip_ahead(game)
        if game.phase is not Phase.LAYING:
            return 1
        key = (game.round.index, game.round.holder, game.shown)  # past rounds do not matter
        if key not in known:
            known[key] = sum(count(apply(game, TABLE, lay)) for lay in chance_outcomes(game))
        return known[key]

    return count(game)


def skip_ahead(game: Game) -> Game:
    """Play on to the next layout or the end of the last round, with the first possible deal."""
    while game.phase not in {Phase.LAYING, Phase.PRAISING}:
        game = apply(game, TABLE, chance_outcomes(game)[0] if game.phase is Phase.DEALING else TimeUp())
    return game


Pool = tuple[
    tuple[int, bool], ...
]  # for each card, its number of unused sides and whether it is on the table


def count_modelled(cards: int, places: int, rounds: int) -> int:
    """Count the same from R2 and R3 alone; cards are interchangeable, so equal pools are counted once."""

    @cache
    def count(pool: Pool, gaps: int, rounds: int) -> int:
        if gaps == 0:
            cleared = tuple(sorted((unseen, False) for unseen, _ in pool))
            return count(cleared, places, rounds - 1) if rounds > 1 else 1
        return sum(ways * count(after, gaps - 1, rounds) for ways, after in lays(pool))

    return count(((2, False),) * cards, places, rounds)


def lays(pool: Pool) -> Iterator[tuple[int, Pool]]:
    """Yield the possible next cards: in how many ways, and the pool afterwards."""
    free = [unseen for unseen, on_table in pool if not on_table]
    if not any(free):  # reshuffle; cards on the table keep one unused side
        pool = tuple((1, True) if on_table else (2, False) for _, on_table in pool)
        free = [2] * len(free)
    for index, (unseen, on_table) in enumerate(pool):
        if not on_table and unseen == max(free):  # unused cards first, then unused sides
            yield unseen, tuple(sorted((*pool[:index], (unseen - 1, True), *pool[index + 1 :])))


@pytest.mark.rule("R2", "R3", "V2", "V3")
@pytest.mark.parametrize(("cards", "expected"), ONE_PLACE.items())
def test_layouts_of_one_card(cards: int, expected: int) -> None:
    assert count_modelled(cards, places=1, rounds=5) == expected
    assert count_walked(new_game(first(3, "one-card", "children"), deck_of(cards))) == expected


@pytest.mark.rule("R2", "R3", "V2")
@pytest.mark.parametrize(
    ("cards", "expected"), [*THREE_PLACES.items(), pytest.param(5, 13_271_040, marks=pytest.mark.long)]
)
def test_layouts_of_three_cards(cards: int, expected: int) -> None:
    assert count_modelled(cards, places=3, rounds=4) == expected
    assert count_walked(new_game(second(3, "children"), deck_of(cards))) == expected


@pytest.mark.rule("R2", "R4")
def test_layouts_without_repeated_words() -> None:
    """Three pairs of cards share a word on one side: 960 layouts, minus 144 with a repeated word."""
    sides = [(pair, twin, side) for pair in "PQR" for twin in "ab" for side in (0, 1)]
    trios = [trio for trio in permutations(sides, 3) if len({(pair, twin) for pair, twin, _ in trio}) == 3]
    fronts = [[pair for pair, _, side in trio if side == 0] for trio in trios]
    fitting = [pairs for pairs in fronts if len(set(pairs)) == len(pairs)]
    assert (len(trios), len(fitting)) == (960, 816)
    deck = Deck(clashing(pair, twin) for pair in "PQR" for twin in "ab")
    assert count_whole(new_game(second(3, "children"), deck), reaches(Phase.READING)) == 816


def clashing(pair: str, twin: str) -> Card:
    """Make a card whose first side shares a word with its twin's."""
    front, back = card(pair + twin, 1).sides
    return Card(pair + twin, 1, (make_side((f"{pair} both", *front.words[1:])), back))


@pytest.mark.rule("R3", "R5", "D3")
@pytest.mark.parametrize(("cards", "sides", "expected"), [(4, 2, 3_456), (5, 1, 9_720)])
def test_replacements_until_every_card_was_used(cards: int, sides: int, expected: int) -> None:
    """Any of three players may replace any of three cards while unused ones are left."""
    assert factorial(cards) * sides**cards * (3 * 3) ** (cards - 3) == expected

    def is_over(game: Game) -> bool:
        return game.phase is Phase.READING and len({face.card for face in game.shown}) == cards

    game = new_game(second(3, "children"), deck_of(cards, sides=sides))
    assert count_whole(game, is_over, is_replacement) == expected


def is_replacement(action: Action) -> bool:
    return isinstance(action, Replace)
