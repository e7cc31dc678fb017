"""The number of ways to deal marks and numbers, by walking the game and by formula."""

from math import perm

import pytest

from pictomania.rules import (
    TABLE,
    Deal,
    Game,
    Phase,
    Rules,
    TimeUp,
    apply,
    new_game,
    rules_for,
    seats,
)
from tests.perft.walk import count_deep, count_whole, reaches
from tests.rules.legal_actions import chance_outcomes, legal_actions
from tests.rules.tables import FIRST_DECK, choose_level, reading

# edition, variants, players: deals
WHOLE_DEALS = [
    ("second", (), 3, 25_200),
    ("first", (), 3, 25_200),
    ("first", ("one-card",), 3, 210),
    ("first", ("one-card",), 4, 840),
    ("first", ("one-card",), 5, 2_520),
    ("first", ("one-card",), 6, 5_040),
]


def dealing(rules: Rules) -> Game:
    return apply(reading(rules, FIRST_DECK), TABLE, TimeUp())


@pytest.mark.rule("R1", "R6", "V3")
@pytest.mark.parametrize(("edition", "variants", "players", "expected"), WHOLE_DEALS)
def test_deals(edition: str, variants: tuple[str, ...], players: int, expected: int) -> None:
    game = dealing(rules_for(edition, variants, players))
    marks = 1 if "one-card" in variants else perm(6, players)
    assert marks * perm(7, players) == expected
    assert count_whole(game, reaches(Phase.DRAWING)) == expected


@pytest.mark.rule("R1", "R6")
@pytest.mark.parametrize("edition", ["first", "second"])
def test_deals_to_four(edition: str) -> None:
    """The last hand is counted but not dealt, which is twenty times faster."""
    assert perm(6, 4) * perm(7, 4) == 302_400
    assert count_deep(dealing(rules_for(edition, players=4)), 4) == 302_400


@pytest.mark.rule("R6")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("edition", ["first", "second"])
def test_every_deal_removes_a_mark_and_a_number(edition: str, players: int) -> None:
    """With six players, the last one gets the only mark card left."""
    game = dealing(rules_for(edition, players=players))
    choices = []
    while game.phase is Phase.DEALING:
        hands = chance_outcomes(game)
        assert all(isinstance(hand, Deal) for hand in hands)
        choices.append(len(set(hands)))
        game = apply(game, TABLE, hands[len(hands) // 2])
    assert choices == [42, 30, 20, 12, 6, 2][:players]


@pytest.mark.parametrize("edition", ["first", "second"])
def test_no_seat_can_act_while_the_game_waits_for_chance(edition: str) -> None:
    """So `walk.moves` may skip the seats."""
    game = choose_level(new_game(rules_for(edition, players=3), FIRST_DECK))
    phases = []
    while game.phase is not Phase.DRAWING:
        if chance_outcomes(game):
            phases.append(game.phase)
            assert [legal_actions(game, seat) for seat in seats(game)] == [(), (), ()]
        game = apply(game, TABLE, chance_outcomes(game)[0] if chance_outcomes(game) else TimeUp())
    places = game.rules.holder_size
    assert phases == [Phase.LAYING] * places + [Phase.DEALING] * 3
