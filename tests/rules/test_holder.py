"""Filling the holder: at random, without repeated cards or words."""

from collections import Counter
from random import Random

import pytest

from pictomania.rules import (
    TABLE,
    Card,
    Deck,
    Face,
    Game,
    Lay,
    Phase,
    Refusal,
    Replace,
    Rules,
    TimeUp,
    apply,
    make_side,
    new_game,
    rules_for,
    sample_chance,
    why_not,
)
from tests.rules.legal_actions import chance_outcomes, legal_actions
from tests.rules.tables import DECK, card, choose_level, deck_of, first, reading, second, until


def holders_of(rules: Rules, deck: Deck) -> list[list[Face]]:
    """Play a whole game by timeouts and return the holder of each round."""
    game, holders = new_game(rules, deck), []
    for _ in range(rules.rounds):
        game = until(game, Phase.READING)
        holders.append([face for face in game.round.holder if face])
        game = until(game, Phase.SCORES)
    return holders


@pytest.mark.rule("R2")
def test_the_holder_is_filled_from_the_level_of_the_round() -> None:
    for rules in (second(), first()):
        game = reading(rules, level=1)
        assert len(game.round.holder) == rules.holder_size
        assert all(face and face.card.startswith("1.") for face in game.round.holder)
    levels = [{face.card[0] for face in holder} for holder in holders_of(second(), DECK)]
    assert levels == [{"1"}, {"2"}, {"3"}, {"4"}]


@pytest.mark.rule("R2")
def test_all_sides_of_all_cards_are_equally_likely() -> None:
    game = new_game(second(), deck_of(4, 3, 3, 3))
    assert set(chance_outcomes(game)) == {Lay(f"1.{n}", side) for n in range(4) for side in (0, 1)}
    assert set(chance_outcomes(game)) < set(legal_actions(game, TABLE))
    random = Random(1)
    counts = Counter(sample_chance(game, random.choice) for _ in range(8000))
    assert set(counts) == set(chance_outcomes(game))
    assert all(900 < count < 1100 for count in counts.values())
    assert why_not(game, TABLE, Lay("2.0", 0)) is Refusal.CARD_NOT_NEXT
    assert why_not(game, TABLE, Lay("1.0", 2)) is Refusal.CARD_NOT_NEXT
    assert why_not(reading(second()), TABLE, Lay("1.0", 0)) is Refusal.NOT_NOW


@pytest.mark.rule("R2")
def test_only_one_side_of_a_card_is_used() -> None:
    game = apply(new_game(second(), deck_of(4, 3, 3, 3)), TABLE, Lay("1.0", 0))
    assert why_not(game, TABLE, Lay("1.0", 1)) is Refusal.CARD_NOT_NEXT


@pytest.mark.rule("R3")
def test_cards_are_reused_only_when_their_level_has_run_out() -> None:
    rules = rules_for("first", ["children"], 3)  # 30 cards of level 1 in a game, of 21
    holders = holders_of(rules, deck_of(21, 27, 35, 16))
    faces = [face for holder in holders for face in holder]
    assert len({face.card for face in faces[:21]}) == 21
    assert len(set(faces)) == 30  # after that, unseen sides


@pytest.mark.rule("R3")
def test_a_level_is_reshuffled_after_all_sides_were_shown() -> None:
    rules = rules_for("first", ["children"], 3)
    faces = [face for holder in holders_of(rules, deck_of(7)) for face in holder]
    assert len({face.card for face in faces[:7]}) == 7
    assert len(set(faces[:14])) == 14
    assert len({face.card for face in faces[18:24]}) == 6
    # The reshuffle is in the third round; it leaves out what is in the holder then.
    assert len({face for face in faces[12:24] if faces[12:24].count(face) > 1}) <= 6


@pytest.mark.rule("R3")
def test_a_reshuffle_keeps_only_the_cards_on_the_table_as_used() -> None:
    game = reading(second(), deck_of(4, 3, 3, 3, sides=1))
    game = apply(game, 0, Replace(0))
    (last,) = chance_outcomes(game)
    game = apply(game, TABLE, last)
    assert {face.card for face in game.shown} == {"1.0", "1.1", "1.2", "1.3"}
    rules = rules_for("second", ["children"], 3)
    game = apply(until(new_game(rules, deck_of(4, sides=1)), Phase.SCORES), TABLE, TimeUp())
    game = apply(game, TABLE, chance_outcomes(game)[0])  # the only unused card
    assert len(game.shown) == 4
    assert len(chance_outcomes(game)) == 3  # reshuffled: any except the one in the holder
    game = apply(game, TABLE, chance_outcomes(game)[0])
    assert len(game.shown) == 2


@pytest.mark.rule("R3")
def test_a_reshuffle_leaves_out_cards_replaced_in_the_same_round() -> None:
    game = apply(
        until(new_game(rules_for("second", ["children"], 3), deck_of(6, sides=1)), Phase.SCORES),
        TABLE,
        TimeUp(),
    )
    game = until(game, Phase.READING)  # all six have been shown
    out = game.round.holder[0]
    game = apply(game, 0, Replace(0))
    game = apply(game, TABLE, chance_outcomes(game)[0])
    assert game.shown == {out, *game.round.holder}


@pytest.mark.rule("R4")
def test_no_word_occurs_twice_in_a_holder() -> None:
    words = tuple("abcdefg")
    mixed = (*"ABCDEF", "z")
    deck = Deck(
        [Card("x", 1, (make_side(words),)), Card("y", 1, (make_side(mixed),)), *map(unrelated_card, "123")]
    )
    game = apply(choose_level(new_game(rules_for("second", levels=None), deck)), TABLE, Lay("x", 0))
    assert Lay("y", 0) not in chance_outcomes(game)
    assert why_not(game, TABLE, Lay("y", 0)) is Refusal.CARD_NOT_NEXT
    assert {action.card for action in chance_outcomes(game) if isinstance(action, Lay)} == {"1", "2", "3"}


def unrelated_card(name: str) -> Card:
    """Make a card of level 1 that shares no word with others."""
    return card(name, 1)


def clash() -> Game:
    """Advance a game until the only unused card, b, shares its words with a, which is in the holder."""
    same = make_side(tuple("abcdefg"))
    deck = Deck([Card("a", 1, (same,)), Card("b", 1, (same,)), *(card(name, 1, sides=1) for name in "1234")])
    game = new_game(rules_for("second", ["children"], 3), deck)
    for name in "123":
        game = apply(game, TABLE, Lay(name, 0))
    game = apply(until(game, Phase.SCORES), TABLE, TimeUp())
    for name in "4a":
        game = apply(game, TABLE, Lay(name, 0))
    return game


@pytest.mark.rule("R4", "R3")
def test_a_word_in_the_holder_rules_out_even_the_only_unused_card() -> None:
    assert set(chance_outcomes(clash())) == {Lay(name, 0) for name in "123"}


@pytest.mark.rule("R3", "R4")
def test_a_used_card_laid_because_of_a_clash_is_no_reshuffle() -> None:
    game = apply(clash(), TABLE, Lay("1", 0))
    assert {face.card for face in game.shown} == set("1234a")
    game = apply(until(game, Phase.SCORES), TABLE, TimeUp())
    assert chance_outcomes(game) == (Lay("b", 0),)  # still unused, so it comes first
