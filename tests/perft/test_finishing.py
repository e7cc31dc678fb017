"""The number of ways to play a drawing phase, by walking the game, by formula and by a separate model.

Hands have only one or two number cards, and nobody erases or plays on after declining; otherwise the counts
would be astronomical.
"""

from itertools import product
from math import factorial, perm, prod

import pytest

from pictomania.rules import Action, Guess, KeepPlaying, Phase, Rules, rules_for
from tests.perft import model, walk
from tests.rules.tables import drawing

# game, players, number cards in a hand: phases from sheets already drawn
FROM_DRAWN = {
    ("second", 3, 1): 22_002,
    ("competitive", 3, 1): 135_858,
    ("first", 3, 1): 69_858,
    ("calm-three", 3, 1): 100_980,
    ("second", 3, 2): 5_233_170,
    ("competitive", 3, 2): 69_914_406,
    ("first", 3, 2): 35_942_778,
    ("calm-three", 3, 2): 53_211_756,
    ("first", 4, 1): 244_278_144,
}
# and from empty ones, where a frozen sheet stays empty and an empty sheet gets no token
FROM_EMPTY = {
    ("second", 3, 1): 606_156,
    ("competitive", 3, 1): 4_048_362,
    ("first", 3, 1): 7_342_728,
    ("calm-three", 3, 1): 10_587_192,
    ("first", 3, 2): 9_268_421_058,
}


def cases(table: dict[tuple[str, int, int], int]) -> list[object]:
    """Mark cases that take seconds to walk as long."""
    return [
        pytest.param(*key, expected, marks=[] if key[1:] == (3, 1) else [pytest.mark.long])
        for key, expected in table.items()
    ]


def rules_of(game: str, players: int) -> Rules:
    edition = "first" if game in {"first", "calm-three"} else "second"
    return rules_for(edition, [game] if game != edition else [], players, erasing=False)


def count_walked(game: str, players: int, numbers: int, *, drawn: bool) -> int:
    def is_counted(action: Action) -> bool:
        return not isinstance(action, KeepPlaying) and (
            not isinstance(action, Guess) or action.number <= numbers
        )

    game_drawn = drawing(rules_of(game, players), drawn=drawn)
    return walk.count_whole(game_drawn, walk.reaches(Phase.WORD), is_counted)


TAKINGS = 19  # ways in which three players take tokens 2 2 1 or none


def interleavings(*lengths: int) -> int:
    """Count the interleavings of sequences with these lengths."""
    return factorial(sum(lengths)) // prod(map(factorial, lengths))


def formula(numbers: int) -> int:
    """Count whole phases of three players in the second edition: interleavings of guesses and a finish."""
    guess_sequences = {laid: perm(2, laid) * perm(numbers, laid) for laid in range(min(2, numbers) + 1)}
    return TAKINGS * sum(
        prod(guess_sequences[count] for count in laid) * interleavings(*(count + 1 for count in laid))
        for laid in product(guess_sequences, repeat=3)
    )


@pytest.mark.rule("R26", "R31", "R33", "R37", "R38", "R39", "V1", "V4")
@pytest.mark.parametrize(("game", "players", "numbers", "expected"), cases(FROM_DRAWN))
def test_phases_from_drawn_sheets(game: str, players: int, numbers: int, expected: int) -> None:
    rules = model.model_rules(game, players, numbers, erasing=False, keep_playing=False)
    assert model.count_whole(rules, players, drawn=True) == expected
    assert count_walked(game, players, numbers, drawn=True) == expected


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [(numbers, count) for (game, _, numbers), count in FROM_DRAWN.items() if game == "second"],
)
def test_formula_for_three_players(numbers: int, expected: int) -> None:
    assert formula(numbers) == expected


@pytest.mark.rule("R13", "R14", "R32", "R37", "R38", "R39", "V1", "V4")
@pytest.mark.parametrize(("game", "players", "numbers", "expected"), cases(FROM_EMPTY))
def test_phases_from_empty_sheets(game: str, players: int, numbers: int, expected: int) -> None:
    rules = model.model_rules(game, players, numbers, erasing=False, keep_playing=False)
    assert model.count_whole(rules, players, drawn=False) == expected
    assert count_walked(game, players, numbers, drawn=False) == expected
