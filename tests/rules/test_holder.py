"""Laying out the cards: at random, without repeats, without words that stand twice."""

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
    chance,
    legal,
    new_game,
    owed,
    rules_for,
    side_of,
    why_not,
)
from tests.rules.tables import DECK, card, chosen, deck_of, first, reading, second, until


def laid_out(rules: Rules, deck: Deck) -> list[list[Face]]:
    """Play a whole game with nobody acting and note the holder of each round."""
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
    levels = [{face.card[0] for face in holder} for holder in laid_out(second(), DECK)]
    assert levels == [{"1"}, {"2"}, {"3"}, {"4"}]


@pytest.mark.rule("R2")
def test_any_side_of_any_card_may_come_and_all_are_as_likely() -> None:
    game = new_game(second(), deck_of(4, 3, 3, 3))
    assert set(owed(game)) == {Lay(f"1.{n}", side) for n in range(4) for side in (0, 1)}
    assert set(owed(game)) < set(legal(game, TABLE))
    random = Random(1)
    counts = Counter(chance(game, random.choice) for _ in range(8000))
    assert set(counts) == set(owed(game))
    assert all(900 < count < 1100 for count in counts.values())
    assert why_not(game, TABLE, Lay("2.0", 0)) is Refusal.CARD_NOT_NEXT
    assert why_not(game, TABLE, Lay("1.0", 2)) is Refusal.CARD_NOT_NEXT
    assert why_not(reading(second()), TABLE, Lay("1.0", 0)) is Refusal.NOT_NOW


@pytest.mark.rule("R2")
def test_only_one_side_of_a_card_counts() -> None:
    game = apply(new_game(second(), deck_of(4, 3, 3, 3)), TABLE, Lay("1.0", 0))
    assert why_not(game, TABLE, Lay("1.0", 1)) is Refusal.CARD_NOT_NEXT


@pytest.mark.rule("R3")
def test_cards_come_back_only_when_their_level_has_run_out() -> None:
    rules = rules_for("first", ["children"], 3)  # 30 cards of level 1 in a game, of 21
    holders = laid_out(rules, deck_of(21, 27, 35, 16))
    faces = [face for holder in holders for face in holder]
    assert len({face.card for face in faces[:21]}) == 21
    assert len(set(faces)) == 30  # after that, unseen sides


@pytest.mark.rule("R3")
def test_after_the_unseen_sides_the_level_is_reshuffled() -> None:
    rules = rules_for("first", ["children"], 3)
    faces = [face for holder in laid_out(rules, deck_of(7)) for face in holder]
    assert len({face.card for face in faces[:7]}) == 7
    assert len(set(faces[:14])) == 14
    assert len({face.card for face in faces[18:24]}) == 6
    # The reshuffle comes in the third round; what stands in the holder then is not shuffled in.
    assert len({face for face in faces[12:24] if faces[12:24].count(face) > 1}) <= 6


@pytest.mark.rule("R3")
def test_a_reshuffle_forgets_all_but_what_lies_on_the_table() -> None:
    game = reading(second(), deck_of(4, 3, 3, 3, sides=1))
    game = apply(game, 0, Replace(0))
    (last,) = owed(game)
    game = apply(game, TABLE, last)
    assert {face.card for face in game.shown} == {"1.0", "1.1", "1.2", "1.3"}
    rules = rules_for("second", ["children"], 3)
    game = apply(until(new_game(rules, deck_of(4, sides=1)), Phase.SCORES), TABLE, TimeUp())
    game = apply(game, TABLE, owed(game)[0])  # the only card not seen yet
    assert len(game.shown) == 4
    assert len(owed(game)) == 3  # reshuffled: any but the one that stands there
    game = apply(game, TABLE, owed(game)[0])
    assert len(game.shown) == 2


@pytest.mark.rule("R3")
def test_a_reshuffle_leaves_out_what_was_replaced_in_the_same_round() -> None:
    game = apply(
        until(new_game(rules_for("second", ["children"], 3), deck_of(6, sides=1)), Phase.SCORES),
        TABLE,
        TimeUp(),
    )
    game = until(game, Phase.READING)  # all six have been shown
    out = game.round.holder[0]
    game = apply(game, 0, Replace(0))
    game = apply(game, TABLE, owed(game)[0])
    assert game.shown == {out, *game.round.holder}


@pytest.mark.rule("R4")
def test_no_word_stands_twice_in_one_holder() -> None:
    words = tuple("abcdefg")
    mixed = (*"ABCDEF", "z")
    deck = Deck([Card("x", 1, (side_of(words),)), Card("y", 1, (side_of(mixed),)), *map(lone, "123")])
    game = apply(chosen(new_game(rules_for("second", levels=None), deck)), TABLE, Lay("x", 0))
    assert Lay("y", 0) not in owed(game)
    assert why_not(game, TABLE, Lay("y", 0)) is Refusal.CARD_NOT_NEXT
    assert {action.card for action in owed(game) if isinstance(action, Lay)} == {"1", "2", "3"}


def lone(name: str) -> Card:
    """Make a card of level 1 that shares no word with others."""
    return card(name, 1)


def clash() -> Game:
    """Bring a game to where the only unused card, b, shares its words with a, which stands in the holder."""
    same = side_of(tuple("abcdefg"))
    deck = Deck([Card("a", 1, (same,)), Card("b", 1, (same,)), *(card(name, 1, sides=1) for name in "1234")])
    game = new_game(rules_for("second", ["children"], 3), deck)
    for name in "123":
        game = apply(game, TABLE, Lay(name, 0))
    game = apply(until(game, Phase.SCORES), TABLE, TimeUp())
    for name in "4a":
        game = apply(game, TABLE, Lay(name, 0))
    return game


@pytest.mark.rule("R4", "R3")
def test_a_word_on_show_rules_a_card_out_even_if_it_is_the_only_unused_one() -> None:
    assert set(owed(clash())) == {Lay(name, 0) for name in "123"}


@pytest.mark.rule("R3", "R4")
def test_a_used_card_laid_because_of_a_clash_is_no_reshuffle() -> None:
    game = apply(clash(), TABLE, Lay("1", 0))
    assert {face.card for face in game.shown} == set("1234a")
    game = apply(until(game, Phase.SCORES), TABLE, TimeUp())
    assert owed(game) == (Lay("b", 0),)  # still unused, so it comes first
