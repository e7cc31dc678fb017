"""How many ways there are to fill the holder from tiny decks, walked and counted without the engine."""

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
    new_game,
    owed,
    side_of,
)
from tests.perft.walk import count_whole, reaches
from tests.rules.tables import card, deck_of, first, second

# cards in the deck, two sides each: layouts of five rounds of one card, and of four rounds of three cards
ONE_PLACE = {1: 8, 2: 64, 3: 288, 4: 1_536, 5: 3_840, 6: 23_040}
THREE_PLACES = {3: 82_944, 4: 221_184}


def walked(game: Game) -> int:
    """Count the ways to lay out a whole game's rounds; all else is played in one way only."""
    known: dict[object, int] = {}

    def count(game: Game) -> int:
        game = skipped(game)
        if game.phase is not Phase.LAYING:
            return 1
        key = (game.round.index, game.round.holder, game.shown)  # without what past rounds looked like
        if key not in known:
            known[key] = sum(count(apply(game, TABLE, lay)) for lay in owed(game))
        return known[key]

    return count(game)


def skipped(game: Game) -> Game:
    """Play on to the next layout or the end of the last round, always dealing the first of all hands."""
    while game.phase not in {Phase.LAYING, Phase.PRAISING}:
        game = apply(game, TABLE, owed(game)[0] if game.phase is Phase.DEALING else TimeUp())
    return game


Heap = tuple[
    tuple[int, bool], ...
]  # for each card, how many sides are unseen, and whether it is on the table


def counted(cards: int, places: int, rounds: int) -> int:
    """Count the same from R2 and R3 alone: cards are alike, so that equal heaps are counted once."""

    @cache
    def count(heap: Heap, gaps: int, rounds: int) -> int:
        if gaps == 0:
            cleared = tuple(sorted((unseen, False) for unseen, _ in heap))
            return count(cleared, places, rounds - 1) if rounds > 1 else 1
        return sum(ways * count(after, gaps - 1, rounds) for ways, after in lays(heap))

    return count(((2, False),) * cards, places, rounds)


def lays(heap: Heap) -> Iterator[tuple[int, Heap]]:
    """List the next card: in how many ways, and what the heap looks like then."""
    free = [unseen for unseen, on_table in heap if not on_table]
    if not any(free):  # a reshuffle of all that is not on the table, of which one side shows
        heap = tuple((1, True) if on_table else (2, False) for _, on_table in heap)
        free = [2] * len(free)
    for index, (unseen, on_table) in enumerate(heap):
        if not on_table and unseen == max(free):  # unused cards, then unseen sides
            yield unseen, tuple(sorted((*heap[:index], (unseen - 1, True), *heap[index + 1 :])))


@pytest.mark.rule("R2", "R3", "V2", "V3")
@pytest.mark.parametrize(("cards", "expected"), ONE_PLACE.items())
def test_layouts_of_one_card(cards: int, expected: int) -> None:
    assert counted(cards, places=1, rounds=5) == expected
    assert walked(new_game(first(3, "one-card", "children"), deck_of(cards))) == expected


@pytest.mark.rule("R2", "R3", "V2")
@pytest.mark.parametrize(
    ("cards", "expected"), [*THREE_PLACES.items(), pytest.param(5, 13_271_040, marks=pytest.mark.long)]
)
def test_layouts_of_three_cards(cards: int, expected: int) -> None:
    assert counted(cards, places=3, rounds=4) == expected
    assert walked(new_game(second(3, "children"), deck_of(cards))) == expected


@pytest.mark.rule("R2", "R4")
def test_layouts_without_a_word_twice() -> None:
    """Of three pairs of cards each shares a word on one side: 960 layouts, less 144 with both such sides."""
    sides = [(pair, twin, side) for pair in "PQR" for twin in "ab" for side in (0, 1)]
    trios = [trio for trio in permutations(sides, 3) if len({(pair, twin) for pair, twin, _ in trio}) == 3]
    fronts = [[pair for pair, _, side in trio if side == 0] for trio in trios]
    fitting = [pairs for pairs in fronts if len(set(pairs)) == len(pairs)]
    assert (len(trios), len(fitting)) == (960, 816)
    deck = Deck(clashing(pair, twin) for pair in "PQR" for twin in "ab")
    assert count_whole(new_game(second(3, "children"), deck), reaches(Phase.READING)) == 816


def clashing(pair: str, twin: str) -> Card:
    """Make a card that shares a word of its first side with its twin's."""
    front, back = card(pair + twin, 1).sides
    return Card(pair + twin, 1, (side_of((f"{pair} both", *front.words[1:])), back))


@pytest.mark.rule("R3", "R5", "D3")
@pytest.mark.parametrize(("cards", "sides", "expected"), [(4, 2, 3_456), (5, 1, 9_720)])
def test_replacements_until_every_card_was_used(cards: int, sides: int, expected: int) -> None:
    """Any of three players asks for another card in any of three places, while there are unused ones."""
    assert factorial(cards) * sides**cards * (3 * 3) ** (cards - 3) == expected

    def is_over(game: Game) -> bool:
        return game.phase is Phase.READING and len({face.card for face in game.shown}) == cards

    game = new_game(second(3, "children"), deck_of(cards, sides=sides))
    assert count_whole(game, is_over, is_replacement) == expected


def is_replacement(action: Action) -> bool:
    return isinstance(action, Replace)
