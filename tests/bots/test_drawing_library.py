"""The drawings that bots copy."""

import numpy as np

from pictomania.bots import drawing_library
from pictomania.bots.guesser import guesser
from pictomania.rules import NUMBERS
from pictomania.words import house_deck


def test_every_tagged_idea_has_a_drawing() -> None:
    tags = set(drawing_library.tags())
    for side in (side for card in house_deck().cards for side in card.sides):
        tagged = [idea for idea in side.ideas if idea.draw]
        assert [idea.words for idea in tagged if tags.isdisjoint(idea.draw)] == []
        assert not side.bots or len(tagged) == len(NUMBERS)


def test_words_on_a_side_have_distinct_outputs() -> None:
    for side in (side for card in house_deck().cards for side in card.sides if side.bots):
        outputs = [set(guesser().outputs(idea.draw)) for idea in side.ideas]
        for one, idea in enumerate(side.ideas):
            for other in range(one):
                assert not outputs[one] & outputs[other], (idea.words, side.ideas[other].words)


def test_drawings_are_scaled_to_the_unit_box() -> None:
    for tag in drawing_library.tags()[::7]:
        for drawing in drawing_library.drawings(tag):
            points = np.concatenate(drawing)
            assert points.min() >= 0
            assert points.max() <= 1
            assert np.ptp(points, axis=0).max() > 0.9, tag


def test_an_unknown_tag_has_no_drawings() -> None:
    assert drawing_library.drawings("quickdraw/no such thing") == []
