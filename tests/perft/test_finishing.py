"""The number of ways to play a drawing phase, by walking the game, by formula and by a separate model.

Hands have only one or two number cards and erasing is off; otherwise the counts would be astronomical.
"""

from fractions import Fraction
from itertools import product
from math import factorial, perm, prod

import pytest

from pictomania.rules import Action, Guess, Phase, Rules, rules_for
from tests.perft import model, walk
from tests.rules.tables import drawing

# game, players, number cards in a hand: phases from sheets already drawn
FROM_DRAWN = {
    ("second", 3, 1): 22_002,
    ("competitive", 3, 1): 14_598,
    ("first", 3, 1): 7_878,
    ("calm-three", 3, 1): 9_264,
    ("second", 3, 2): 5_233_170,
    ("competitive", 3, 2): 3_443_886,
    ("first", 3, 2): 1_859_658,
    ("calm-three", 3, 2): 2_203_440,
    ("first", 4, 1): 4_199_112,
}
# and from empty ones, where a frozen sheet stays empty and an empty sheet gets no token
FROM_EMPTY = {
    ("second", 3, 1): 606_156,
    ("competitive", 3, 1): 443_358,
    ("first", 3, 1): 1_243_446,
    ("calm-three", 3, 1): 1_417_110,
    ("first", 3, 2): 929_510_442,
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
    def in_hand(action: Action) -> bool:
        return not isinstance(action, Guess) or action.number <= numbers

    return walk.count_whole(drawing(rules_of(game, players), drawn=drawn), walk.reaches(Phase.WORD), in_hand)


# The number of ways in which three players, in order of finishing, take tokens or none: those in which the
# second player takes the last token and ends the phase, and all others.
TAKINGS = {
    "second": (0, 19),  # 2 2 1, any; each of the 19 distributions, in any order of finishing
    "competitive": (2, 11),  # 2 1, any; 2 then 1 or 1 then 2; else none none: 3, none one: 4, one none: 4
    "first": (1, 6),  # 2 1, highest first; 2 then 1; else none none: 2, none 2: 2, 2 none: 2
    "calm-three": (
        0,
        8,
    ),  # 3 2 1, highest first; each takes the next or none, so only the last player can take the last token
}


def interleavings(*lengths: int) -> int:
    """Count the interleavings of sequences with these lengths."""
    return factorial(sum(lengths)) // prod(map(factorial, lengths))


def formula(game: str, numbers: int) -> int:
    """Count whole phases of three players from drawn sheets: interleavings of guesses followed by a finish.

    If two players end the phase, the third is stopped after any number of guesses, and the last action is not
    theirs: of all interleavings, count the share whose last item is from the other two.
    """
    guess_sequences = {laid: perm(2, laid) * perm(numbers, laid) for laid in range(min(2, numbers) + 1)}
    cut_short, played_out = Fraction(0), 0
    for laid in product(guess_sequences, repeat=3):
        ways = prod(guess_sequences[count] for count in laid)
        one, other, late = laid
        played_out += ways * interleavings(one + 1, other + 1, late + 1)
        length = one + 1 + other + 1 + late
        cut_short += ways * interleavings(one + 1, other + 1, late) * Fraction(length - late, length)
    ending, not_ending = TAKINGS[game]
    total = ending * 3 * cut_short + not_ending * played_out  # any of the three can be the late one
    assert total.denominator == 1
    return int(total)


@pytest.mark.rule("R26", "R31", "R33", "R37", "R38", "R39", "V1", "V4")
@pytest.mark.parametrize(("game", "players", "numbers", "expected"), cases(FROM_DRAWN))
def test_phases_from_drawn_sheets(game: str, players: int, numbers: int, expected: int) -> None:
    rules = model.model_rules(game, players, numbers, erasing=False)
    assert model.count_whole(rules, players, drawn=True) == expected
    assert count_walked(game, players, numbers, drawn=True) == expected


@pytest.mark.parametrize(
    ("game", "numbers", "expected"),
    [(game, numbers, count) for (game, players, numbers), count in FROM_DRAWN.items() if players == 3],
)
def test_formula_for_three_players(game: str, numbers: int, expected: int) -> None:
    assert formula(game, numbers) == expected


@pytest.mark.rule("R13", "R14", "R32", "R37", "R38", "R39", "V1", "V4")
@pytest.mark.parametrize(("game", "players", "numbers", "expected"), cases(FROM_EMPTY))
def test_phases_from_empty_sheets(game: str, players: int, numbers: int, expected: int) -> None:
    rules = model.model_rules(game, players, numbers, erasing=False)
    assert model.count_whole(rules, players, drawn=False) == expected
    assert count_walked(game, players, numbers, drawn=False) == expected
