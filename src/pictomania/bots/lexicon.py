"""Looks up drawings for the words on a card, in any language."""

from collections.abc import Sequence
from functools import cache

from pictomania.words import house_deck
from pictomania.words.spelling import fold

Tags = tuple[str, ...]  # names of drawings, such as quickdraw/apple; empty if bots cannot draw the word


def tags_of(words: Sequence[str]) -> tuple[Tags, ...]:
    """Find the drawings for each word of a card side.

    The seven words of a side in the house deck identify it, so each word has one meaning. A word of a custom
    deck takes the first meaning it has in the house deck.
    """
    sides, ideas = _index()
    folded = tuple(map(fold, words))
    return sides.get(folded) or tuple(ideas.get(word, ()) for word in folded)


@cache
def _index() -> tuple[dict[tuple[str, ...], tuple[Tags, ...]], dict[str, Tags]]:
    """Index the house deck by whole sides and by single words."""
    sides: dict[tuple[str, ...], tuple[Tags, ...]] = {}
    ideas: dict[str, Tags] = {}
    for side in (side for card in house_deck().cards for side in card.sides):
        for language in side.languages:
            words = tuple(map(fold, side.words(language)))
            sides[words] = tuple(idea.draw for idea in side.ideas)
            for word, idea in zip(words, side.ideas, strict=True):
                if idea.draw:
                    ideas.setdefault(word, idea.draw)
    return sides, ideas
