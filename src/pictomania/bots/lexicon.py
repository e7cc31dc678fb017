"""What a word on a card stands for: the names of drawings of it, whatever language the card is in."""

from collections.abc import Sequence
from functools import cache

from pictomania.words import Language, house_deck
from pictomania.words.spelling import fold

Tags = tuple[str, ...]  # names of drawings, such as quickdraw/apple; none: no bot knows what it looks like


def tags_of(words: Sequence[str]) -> tuple[Tags, ...]:
    """The drawings that show each word of a side, as far as our own cards know the word.

    The seven words of one of our own sides say together what each of them means; the word of another deck
    is taken for the first idea of ours that is called so.
    """
    sides, ideas = _read()
    folded = tuple(map(fold, words))
    return sides.get(folded) or tuple(ideas.get(word, ()) for word in folded)


@cache
def _read() -> tuple[dict[tuple[str, ...], tuple[Tags, ...]], dict[str, Tags]]:
    sides: dict[tuple[str, ...], tuple[Tags, ...]] = {}
    ideas: dict[str, Tags] = {}
    for side in (side for card in house_deck().cards for side in card.sides):
        for language in Language:
            words = tuple(map(fold, side.words(language)))
            sides[words] = tuple(idea.draw for idea in side.ideas)
            for word, idea in zip(words, side.ideas, strict=True):
                if idea.draw:
                    ideas.setdefault(word, idea.draw)
    return sides, ideas
