"""Probabilities of words and numbers."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pictomania.bots.guesser import Prediction, guesser
from pictomania.bots.inference import FAMILIAR, UNFAMILIAR, Holder, number_probabilities, word_probabilities
from pictomania.bots.lexicon import tags_of
from pictomania.rules import NUMBERS
from pictomania.words import house_deck
from tests.bots.shapes import HOUSE

SIDES = [side for card in house_deck().cards for side in card.sides if side.bots][:3]
HOLDER = Holder(tuple(tags_of(side.words("en")) for side in SIDES))
weights = st.lists(st.floats(1e-3, 1), min_size=7, max_size=7)


def test_word_probabilities_sum_to_one() -> None:
    words = word_probabilities(guesser(), guesser().predict(HOUSE), HOLDER)
    assert words.shape == (3, 7)
    assert np.isclose(words.sum(), 1)
    assert (words >= 0).all()


def test_the_bots_own_number_is_ruled_out() -> None:
    words = word_probabilities(guesser(), guesser().predict(HOUSE), Holder(HOLDER.words, own_number=3))
    assert not words[:, 2].any()
    assert np.isclose(words.sum(), 1)


def test_the_bots_own_card_is_ruled_out_if_given() -> None:
    words = word_probabilities(guesser(), guesser().predict(HOUSE), Holder(HOLDER.words, 3, own_place=1))
    assert not words[1].any()


@pytest.mark.parametrize("is_there", [True, False])
def test_words_without_outputs_are_likely_only_if_nothing_else_fits(is_there: bool) -> None:
    named = HOLDER.words[0] if not is_there else (("quickdraw/house",), *HOLDER.words[0][1:])
    words = word_probabilities(guesser(), guesser().predict(HOUSE), Holder((((),) * 7, named)))
    assert bool(words[1].sum() > 0.8) is is_there
    assert words[0, 0] > 0
    assert len(set(words[0].tolist())) == 1


def test_a_higher_temperature_is_less_confident() -> None:
    prediction = guesser().predict(HOUSE)
    cold, hot = (
        word_probabilities(guesser(), Prediction(prediction.logits, t), HOLDER).max() for t in (0.5, 3.0)
    )
    assert cold > hot


def test_unfamiliar_trust_favours_icon_only_words_and_is_less_confident() -> None:
    words = (("quickdraw/house",), ("openmoji/hut",), *HOLDER.words[0][2:])
    familiar, unfamiliar = (
        word_probabilities(guesser(), guesser().predict(HOUSE), Holder((words,)), trust)[0]
        for trust in (FAMILIAR, UNFAMILIAR)
    )
    assert familiar.argmax() == unfamiliar.argmax() == 0
    assert unfamiliar[1] > familiar[1]
    assert unfamiliar[0] < familiar[0]


def test_numbers_of_a_single_drawing_are_the_sums_of_its_words() -> None:
    words = word_probabilities(guesser(), guesser().predict(HOUSE), HOLDER)
    assert np.allclose(number_probabilities([words])[0], words.sum(axis=0), atol=1e-4)


@given(st.lists(weights, min_size=1, max_size=4))
def test_number_probabilities_equal_brute_force(rows: list[list[float]]) -> None:
    each = [np.array([row], dtype=np.float32) / sum(row) for row in rows]
    expected = np.zeros((len(rows), len(NUMBERS)))
    for deal in permutations(range(len(NUMBERS)), len(rows)):
        weight = np.prod([each[place][0, number] for place, number in enumerate(deal)])
        for place, number in enumerate(deal):
            expected[place, number] += weight
    expected /= expected.sum(axis=1, keepdims=True)
    assert np.allclose(number_probabilities(each), expected, atol=1e-3)


def test_a_number_taken_by_one_artist_is_unlikely_for_the_other() -> None:
    sure = np.array([[0.97, 0.005, 0.005, 0.005, 0.005, 0.005, 0.005]], dtype=np.float32)
    torn = np.array([[0.5, 0.4, 0.02, 0.02, 0.02, 0.02, 0.02]], dtype=np.float32)
    first, second = number_probabilities([sure, torn])
    assert first.argmax() == 0
    assert second.argmax() == 1
    assert second[1] == pytest.approx(0.78, abs=0.05)
