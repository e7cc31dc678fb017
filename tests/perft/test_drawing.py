"""The number of action sequences that start a drawing phase, by walking the game and by a separate model."""

import pytest

from pictomania.rules import Draw, Finish, Guess, Wipe, apply, rules_for
from tests.perft import model, walk
from tests.rules.tables import drawing

# edition, players: sequences of 1, 2, 3 and 4 actions from empty sheets
OPENINGS = {
    ("second", 3): (48, 1_884, 58_662, 1_399_134),
    ("second", 4): (92, 7_544, 547_064),
    ("second", 5): (150, 20_825, 2_667_950),
    ("second", 6): (222, 46_560, 9_212_052),
    ("first", 3): (48, 1_926, 63_504, 1_695_783),
    ("first", 4): (92, 7_624, 566_244),
    ("first", 5): (150, 20_960, 2_722_730),
    ("first", 6): (222, 46_764, 9_337_266),
}
LONG = 500_000  # larger counts take seconds to walk

CASES = [
    pytest.param(edition, players, depth, expected, marks=[pytest.mark.long] if expected > LONG else [])
    for (edition, players), counts in OPENINGS.items()
    for depth, expected in enumerate(counts, 1)
]


@pytest.mark.rule("R13", "R14", "R15", "R16", "R22", "R23", "R24", "R26", "R27", "R28", "R31", "R32", "R33")
@pytest.mark.parametrize(("edition", "players", "depth", "expected"), CASES)
def test_openings(edition: str, players: int, depth: int, expected: int) -> None:
    assert model.count_deep(model.model_rules(edition, players), players, depth) == expected
    game = drawing(rules_for(edition, players=players), drawn=False)
    assert walk.count_deep(game, depth) == expected


# What these numbers consist of, for one of three seats.


@pytest.mark.rule("R21", "R22", "R31", "R32")
@pytest.mark.parametrize("edition", ["first", "second"])
def test_first_actions_of_an_empty_sheet(edition: str) -> None:
    game = drawing(rules_for(edition, players=3), drawn=False)
    mine = [action for seat, action in walk.moves(game) if seat == 0]
    guesses = [Guess(artist, number) for artist in (1, 2) for number in range(1, 8)]
    assert mine == [Draw(), *guesses, Finish(None)]


@pytest.mark.rule("R13", "R14", "R16", "R23", "R24")
@pytest.mark.parametrize(
    ("edition", "expected"),
    [
        ("first", [Wipe(), *(Guess(2, number) for number in (1, 2, 3, 4, 6, 7)), Finish(None), Finish(2)]),
        (
            "second",
            [*(Guess(2, number) for number in (1, 2, 3, 4, 6, 7)), Finish(None), Finish(2), Finish(1)],
        ),
    ],
)
def test_actions_after_a_first_guess(edition: str, expected: list[object]) -> None:
    game = apply(drawing(rules_for(edition, players=3)), 0, Guess(1, 5))
    assert [action for seat, action in walk.moves(game) if seat == 0] == expected
