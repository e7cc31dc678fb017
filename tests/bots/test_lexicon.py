"""Looking up drawings for words."""

from pictomania.bots.lexicon import tags_of
from pictomania.words import house_deck


def test_house_deck_sides_are_known_in_every_language() -> None:
    for side in (side for card in house_deck().cards for side in card.sides):
        for language in side.languages:
            assert tags_of(side.words(language)) == tuple(idea.draw for idea in side.ideas)


def test_words_of_other_decks_are_looked_up_one_by_one() -> None:
    cat, nothing, maison = tags_of(("Cat", "zzyzx", "maison"))
    assert "quickdraw/cat" in cat
    assert nothing == ()
    assert "quickdraw/house" in maison
