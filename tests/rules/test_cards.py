"""Colours, word cards and decks."""

import pytest

from pictomania.rules import Card, Colour, Deck, Face, make_side, new_game, numeral
from tests.rules.tables import DECK, card, deck_of, first, second

WORDS = ("apple", "pear", "plum", "cherry", "peach", "melon", "fig")


@pytest.mark.rule("R1")
def test_each_player_has_a_colour_of_six() -> None:
    assert len(Colour) == 6
    assert new_game(second(6), DECK).colours == tuple(Colour)
    chosen = (Colour.BLUE, Colour.RED, Colour.ORANGE)
    assert new_game(second(3), DECK, chosen).colours == chosen
    with pytest.raises(ValueError, match="different colours"):
        new_game(second(3), DECK, (Colour.BLUE, Colour.RED, Colour.BLUE))
    with pytest.raises(ValueError, match="different colours"):
        new_game(second(4), DECK, chosen)


def test_a_side_has_seven_words() -> None:
    assert make_side(WORDS).words == WORDS
    for wrong in (WORDS[:6], (*WORDS, "date"), (*WORDS[:6], "Apple")):
        with pytest.raises(ValueError, match="7 different words"):
            make_side(wrong)


def test_a_card_has_a_level_and_a_side() -> None:
    for level, sides in ((0, 2), (5, 2), (1, 0)):
        with pytest.raises(ValueError, match="needs a level"):
            card("a", level, sides)


@pytest.mark.rule("R4")
def test_words_are_compared_case_insensitively_or_by_given_spellings() -> None:
    assert make_side(("Apple", *WORDS[1:])).spellings == make_side(WORDS).spellings
    assert make_side(WORDS, ["es:higo"]).spellings == {"es:higo"}


def test_card_names_are_unique() -> None:
    with pytest.raises(ValueError, match="same name"):
        Deck([card("a", 1), card("a", 2)])


def test_a_deck_finds_its_sides() -> None:
    deck = Deck([Card("a", 2, (make_side(WORDS),)), card("b", 1)])
    assert [face for face, _ in deck.sides(1)] == [Face("b", 0), Face("b", 1)]
    assert deck.sides(2) == ((Face("a", 0), make_side(WORDS)),)
    assert deck.sides(3) == ()
    assert deck.side(Face("a", 0)).words == WORDS
    assert (deck.level(Face("a", 0)), deck.level(Face("b", 1))) == (2, 1)
    assert repr(deck) == "Deck(2 cards)"


@pytest.mark.rule("R2")
def test_a_level_needs_enough_cards_to_fill_the_holder() -> None:
    deck = deck_of(6, 5, 3, 2)
    assert deck.levels(6) == (1,)
    assert deck.levels(3) == (1, 2, 3)
    assert deck.levels(1) == (1, 2, 3, 4)
    assert new_game(first(), deck).levels == (1,)
    with pytest.raises(ValueError, match=r"level \[4\]"):
        new_game(second(), deck)
    with pytest.raises(ValueError, match="any level"):
        new_game(first(), deck_of(5))


@pytest.mark.rule("R4")
def test_cards_with_a_word_in_common_count_as_one_in_the_worst_case() -> None:
    same = make_side(WORDS)
    deck = Deck([Card("a", 1, (same,)), Card("b", 1, (same,)), card("c", 1), card("d", 1)])
    assert deck.levels(2) == (1,)  # whichever is laid first, another one fits
    assert deck.levels(3) == ()  # c, a, … might leave only b, which does not fit


@pytest.mark.rule("D8")
def test_six_and_nine_are_underlined() -> None:
    assert [numeral(n) for n in (0, 7, 18)] == ["0", "7", "18"]
    assert numeral(6) == "6\u0332"
    assert numeral(-19) == "-19\u0332"
    assert numeral(69) == "6\u03329\u0332"
