"""Words in the language of whoever reads them, and decks as the rules know them."""

from pictomania.rules import Face, new_game, rules_for
from pictomania.words import Language, house_deck, planned_levels, read_deck

TWO_LANGUAGES = """side,en,fr
1,cat,chat
1,dog,
1,,cheval
1,cow,vache
1,pig,cochon
1,hen,poule
1,duck,canard
"""


def test_a_missing_language_falls_back_to_one_that_is_there() -> None:
    deck = read_deck(TWO_LANGUAGES.encode(), "csv")
    (card,) = deck.cards
    face = Face(card.name, 0)
    assert deck.languages == (Language.EN, Language.FR)
    assert deck.words(face, Language.FR)[:3] == ("chat", "dog", "cheval")
    assert deck.words(face, Language.EN)[:3] == ("cat", "dog", "cheval")
    assert deck.words(face, Language.RU) == deck.words(face, Language.EN)
    assert deck.side(face).ideas[1].words == {Language.EN: "dog"}


def test_everybody_reads_the_same_card_in_their_own_language() -> None:
    deck = house_deck()
    face = Face("1.01", 0)
    assert len({deck.words(face, language) for language in Language}) == 4


def test_the_rules_can_play_with_our_cards() -> None:
    for edition in ("first", "second"):
        game = new_game(rules_for(edition), house_deck().for_rules())
        assert game.levels == (1, 2, 3, 4)


def test_levels_that_a_small_deck_lacks() -> None:
    assert planned_levels((1, 2, 3, 4), (1, 2, 3, 4)) == (1, 2, 3, 4)
    assert planned_levels((1, 2, 3, 4), (2,)) == (2, 2, 2, 2)
    assert planned_levels((1, 2, 3, 4), (1, 3)) == (1, 1, 3, 3)
