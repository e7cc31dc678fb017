"""Thirty thousand holders of each edition, filled at random from the house deck."""

from random import Random

import pytest

from pictomania.rules import LEVELS, TABLE, EditionName, Phase, apply, new_game, rules_for, sample_chance
from pictomania.words import card_languages, house_deck
from pictomania.words.spelling import fold

RULES_DECKS = {edition: house_deck(edition).for_rules() for edition in EditionName}
FOLDED = {
    (language, card.name, number): tuple(map(fold, side.words(language)))
    for language in card_languages()
    for card in house_deck().cards
    for number, side in enumerate(card.sides)
}


@pytest.mark.rule("R4")
@pytest.mark.parametrize("edition", EditionName)
def test_no_word_occurs_twice_in_a_holder_in_any_language(edition: EditionName) -> None:
    random = Random(1)
    for number in range(30_000):
        level = LEVELS[number % 4]
        rules = rules_for(edition, (), 3, levels=(level,) * (5 if edition is EditionName.FIRST else 4))
        game = new_game(rules, RULES_DECKS[edition])
        while action := sample_chance(game, random.choice):
            game = apply(game, TABLE, action)
        assert game.phase is Phase.READING
        for language in card_languages():
            words = [
                word for face in game.round.holder if face for word in FOLDED[language, face.card, face.side]
            ]
            assert len(set(words)) == len(words) == 7 * rules.holder_size
