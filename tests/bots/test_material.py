"""What bots draw from."""

import numpy as np

from pictomania.bots import material
from pictomania.bots.guesser import guesser
from pictomania.rules import NUMBERS
from pictomania.words import house_deck


def test_every_idea_that_bots_should_draw_can_be_drawn() -> None:
    names = set(material.names())
    for side in (side for card in house_deck().cards for side in card.sides):
        tagged = [idea for idea in side.ideas if idea.draw]
        assert [idea.words for idea in tagged if names.isdisjoint(idea.draw)] == []
        assert not side.bots or len(tagged) == len(NUMBERS)


def test_no_two_words_of_a_side_look_the_same_to_a_bot() -> None:
    for side in (side for card in house_deck().cards for side in card.sides if side.bots):
        shown = [set(guesser().outputs(idea.draw)) for idea in side.ideas]
        for one, idea in enumerate(side.ideas):
            for other in range(one):
                assert not shown[one] & shown[other], (idea.words, side.ideas[other].words)


def test_drawings_fit_their_box() -> None:
    for name in material.names()[::7]:
        for doodle in material.drawings(name):
            points = np.concatenate(doodle)
            assert points.min() >= 0
            assert points.max() <= 1
            assert np.ptp(points, axis=0).max() > 0.9, name


def test_there_is_nothing_under_another_name() -> None:
    assert material.drawings("quickdraw/no such thing") == []
