"""Words in each player's language, and decks for the rules."""

from pictomania.rules import Face, new_game, rules_for
from pictomania.words import Language, house_deck, nearest_levels, read_deck

TWO_LANGUAGES = """side,en,fr
1,cat,chat
1,dog,
1,,cheval
1,cow,vache
1,pig,cochon
1,hen,poule
1,duck,canard
"""


def test_missing_words_fall_back_to_another_language() -> None:
    deck = read_deck(TWO_LANGUAGES.encode(), "csv")
    (card,) = deck.cards
    face = Face(card.name, 0)
    assert deck.languages == (Language.EN, Language.FR)
    assert deck.words(face, Language.FR)[:3] == ("chat", "dog", "cheval")
    assert deck.words(face, Language.EN)[:3] == ("cat", "dog", "cheval")
    assert deck.words(face, Language.RU) == deck.words(face, Language.EN)
    assert deck.side(face).ideas[1].words == {Language.EN: "dog"}


def test_players_read_the_same_card_in_their_own_language() -> None:
    deck = house_deck()
    face = Face("1.01", 0)
    assert len({deck.words(face, language) for language in Language}) == len(Language)


def test_the_rules_accept_the_house_deck() -> None:
    for edition in ("first", "second"):
        game = new_game(rules_for(edition), house_deck().for_rules())
        assert game.levels == (1, 2, 3, 4)


def test_missing_levels_are_replaced_by_the_nearest() -> None:
    assert nearest_levels((1, 2, 3, 4), (1, 2, 3, 4)) == (1, 2, 3, 4)
    assert nearest_levels((1, 2, 3, 4), (2,)) == (2, 2, 2, 2)
    assert nearest_levels((1, 2, 3, 4), (1, 3)) == (1, 1, 3, 3)
