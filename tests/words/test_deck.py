"""Words in each player's language, and decks for the rules."""

from random import Random

import pytest

from pictomania.rules import Face, new_game, rules_for
from pictomania.words import (
    Idea,
    WordCard,
    WordDeck,
    WordSide,
    house_deck,
    nearest_levels,
    read_deck,
)

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
    assert deck.languages == ("en", "fr")
    assert deck.words(face, "fr")[:3] == ("chat", "dog", "cheval")
    assert deck.words(face, "en")[:3] == ("cat", "dog", "cheval")
    assert deck.words(face, "ru") == deck.words(face, "en") == deck.words(face, "ru", None, "de")
    assert deck.words(face, "ru", "fr") == deck.words(face, "fr")
    assert deck.words(face, "fr-CA") == deck.words(face, "fr")
    assert deck.side(face).ideas[1].words == {"en": "dog"}


def test_players_read_the_same_card_in_their_own_language() -> None:
    deck = house_deck()
    face = Face("1.01", 0)
    languages = deck.side(face).languages
    assert len({deck.words(face, language) for language in languages}) == len(languages) > 1


def test_a_side_is_read_in_the_first_language_that_has_it() -> None:
    """The player's, without its region, the host's, English, or any."""
    ideas = [Idea({"es": f"es{place}", "pt": f"pt{place}"}) for place in range(7)]
    foreign = WordSide("", tuple(ideas), bots=False)
    words = {"en": "en", "pt-BR": "br"}
    both = WordSide("", tuple(Idea({**idea.words, **words}) for idea in ideas), bots=False)

    def first_words(*readers: str | None) -> list[str]:
        return [side.words(*readers)[0] for side in (foreign, both)]

    assert first_words("pt-BR") == ["pt0", "br"]
    assert first_words("pt-PT", "es") == ["pt0", "pt0"]
    assert first_words("cs", "pt-BR") == ["pt0", "br"]
    assert first_words("cs", "de") == ["es0", "en"]
    assert first_words("cs", None) == ["es0", "en"]


LANGUAGES = ("cs", "en", "es", "pt", "pt-BR")
WORDS = tuple(map(str, range(100)))  # few, so that languages share some


def random_side(random: Random) -> WordSide:
    """Make up a side in some languages, which may lack some words."""
    used = random.sample(LANGUAGES, random.randint(1, 4))
    words = {language: random.sample(WORDS, 7) for language in used}
    ideas = (
        {language: words[language][place] for language in used if not place or random.random() < 0.9}
        for place in range(7)
    )
    return WordSide("", tuple(Idea(idea or {used[0]: words[used[0]][0]}) for idea in ideas), bots=False)


@pytest.mark.rule("R4")
def test_sides_that_anyone_may_see_with_the_same_word_do_not_meet() -> None:
    """In any language, at a table whose host speaks any language."""
    random, met = Random(1), 0
    while met < 300:
        sides = (random_side(random), random_side(random))
        cards = [WordCard(str(place), 1, (side,)) for place, side in enumerate(sides)]
        try:
            one, other = (card.sides[0].spellings for card in WordDeck(cards).for_rules().cards)
        except ValueError:  # a word twice on one side
            continue
        if one.isdisjoint(other):
            met += 1
            for player in (*LANGUAGES, "pt-PT", "de"):
                for host in (*LANGUAGES, "fr", None):
                    mine, others = ({*side.words(player, host)} for side in sides)
                    assert mine.isdisjoint(others), (player, host, sides)


def test_the_rules_accept_the_house_deck() -> None:
    for edition in ("first", "second"):
        game = new_game(rules_for(edition), house_deck().for_rules())
        assert game.levels == (1, 2, 3, 4)


def test_missing_levels_are_replaced_by_the_nearest() -> None:
    assert nearest_levels((1, 2, 3, 4), (1, 2, 3, 4)) == (1, 2, 3, 4)
    assert nearest_levels((1, 2, 3, 4), (2,)) == (2, 2, 2, 2)
    assert nearest_levels((1, 2, 3, 4), (1, 3)) == (1, 1, 3, 3)
