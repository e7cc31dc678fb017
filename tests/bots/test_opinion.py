"""What the rules make of what the network says."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pictomania.bots.guesser import Look, guesser
from pictomania.bots.lexicon import tags_of
from pictomania.bots.opinion import ANYTHING, FAMILIAR, Holder, numbers_of, words_of
from pictomania.rules import NUMBERS
from pictomania.words import Language, house_deck
from tests.bots.shapes import HOUSE

SIDES = [side for card in house_deck().cards for side in card.sides if side.bots][:3]
HOLDER = Holder(tuple(tags_of(side.words(Language.EN)) for side in SIDES))
likely = st.lists(st.floats(1e-3, 1), min_size=7, max_size=7)


def test_all_words_together_are_certain() -> None:
    words = words_of(guesser(), guesser().look(HOUSE), HOLDER)
    assert words.shape == (3, 7)
    assert np.isclose(words.sum(), 1)
    assert (words >= 0).all()


def test_the_own_number_is_out() -> None:
    words = words_of(guesser(), guesser().look(HOUSE), Holder(HOLDER.words, own_number=3))
    assert not words[:, 2].any()
    assert np.isclose(words.sum(), 1)


def test_the_own_card_is_out_where_it_is_nobody_elses() -> None:
    words = words_of(guesser(), guesser().look(HOUSE), Holder(HOLDER.words, 3, own_place=1))
    assert not words[1].any()


@pytest.mark.parametrize("is_there", [True, False])
def test_what_cannot_be_named_is_likely_only_where_nothing_else_fits(is_there: bool) -> None:
    named = HOLDER.words[0] if not is_there else (("quickdraw/house",), *HOLDER.words[0][1:])
    words = words_of(guesser(), guesser().look(HOUSE), Holder((((),) * 7, named)))
    assert bool(words[1].sum() > 0.8) is is_there
    assert words[0, 0] > 0
    assert len(set(words[0].tolist())) == 1


def test_hotter_is_less_sure() -> None:
    look = guesser().look(HOUSE)
    cold, hot = (words_of(guesser(), Look(look.numbers, t), HOLDER).max() for t in (0.5, 3.0))
    assert cold > hot


def test_at_a_table_words_that_nobody_drew_are_likelier_and_nothing_is_so_sure() -> None:
    words = (("quickdraw/house",), ("openmoji/hut",), *HOLDER.words[0][2:])
    exam, table = (
        words_of(guesser(), guesser().look(HOUSE), Holder((words,)), trust)[0]
        for trust in (FAMILIAR, ANYTHING)
    )
    assert exam.argmax() == table.argmax() == 0
    assert table[1] > exam[1]
    assert table[0] < exam[0]


def test_one_drawing_alone_is_as_its_words() -> None:
    words = words_of(guesser(), guesser().look(HOUSE), HOLDER)
    assert np.allclose(numbers_of([words])[0], words.sum(axis=0), atol=1e-4)


@given(st.lists(likely, min_size=1, max_size=4))
def test_the_numbers_are_as_if_every_way_were_tried(rows: list[list[float]]) -> None:
    each = [np.array([row], dtype=np.float32) / sum(row) for row in rows]
    expected = np.zeros((len(rows), len(NUMBERS)))
    for way in permutations(range(len(NUMBERS)), len(rows)):
        chance = np.prod([each[place][0, number] for place, number in enumerate(way)])
        for place, number in enumerate(way):
            expected[place, number] += chance
    expected /= expected.sum(axis=1, keepdims=True)
    assert np.allclose(numbers_of(each), expected, atol=1e-3)


def test_what_one_draws_the_other_does_not() -> None:
    sure = np.array([[0.97, 0.005, 0.005, 0.005, 0.005, 0.005, 0.005]], dtype=np.float32)
    torn = np.array([[0.5, 0.4, 0.02, 0.02, 0.02, 0.02, 0.02]], dtype=np.float32)
    first, second = numbers_of([sure, torn])
    assert first.argmax() == 0
    assert second.argmax() == 1
    assert second[1] == pytest.approx(0.78, abs=0.05)
