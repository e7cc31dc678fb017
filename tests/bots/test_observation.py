"""When a bot is confident enough to guess."""

from random import Random

import numpy as np

from pictomania.bots.arrays import FloatArray
from pictomania.bots.observation import MIN_WATCHING_S, Observation
from pictomania.bots.skills import PROFILES
from pictomania.rules import NUMBERS
from pictomania.wire.bots import Skill

HAND = NUMBERS
PROFILE = PROFILES[Skill.HARD]


def sure_of(number: int, probability: float = 0.95) -> FloatArray:
    """Give one number this probability; the others share the rest."""
    probabilities = np.full(7, (1 - probability) / 6, dtype=np.float32)
    probabilities[NUMBERS.index(number)] = probability
    return probabilities


def observed(strokes: int = 3, now: float = 10.0) -> Observation:
    """Observe a drawing that has been there for a while."""
    observation = Observation()
    observation.note_ink((1, 5), 1, 0.0)
    observation.note_ink((strokes - 1, 5), strokes, now)
    return observation


def test_a_long_enough_streak_leads_to_a_guess_after_a_reaction_time() -> None:
    observation = observed()
    for look in range(PROFILE.confirmations):
        observation.decide(HAND, PROFILE, Random(1), 10.0 + look)
        assert observation.guess_at is None
        observation.update(sure_of(4), HAND, PROFILE, 10.0 + look, False)
    observation.decide(HAND, PROFILE, Random(1), 12.0)
    assert observation.guess == 4
    assert observation.guess_at is not None
    assert observation.guess_at > 12.3


def test_a_change_of_candidate_resets_the_streak() -> None:
    observation = observed()
    for look in range(8):
        observation.update(sure_of(4 + look % 2), HAND, PROFILE, 10.0 + look, False)
        observation.decide(HAND, PROFILE, Random(1), 10.0 + look)
    assert observation.guess_at is None


def test_doubt_revokes_a_decision() -> None:
    observation = observed()
    for look in range(4):
        observation.update(sure_of(4), HAND, PROFILE, 10.0 + look, False)
    observation.decide(HAND, PROFILE, Random(1), 14.0)
    observation.update(sure_of(4, 0.5), HAND, PROFILE, 14.5, False)
    assert observation.guess_at is None
    assert observation.streak == 0


def test_a_growing_first_stroke_is_not_guessed() -> None:
    observation = Observation()
    observation.note_ink((0, 9), 1, 0.0)
    for now in (0.5, 1.0, 2.0, 3.0, MIN_WATCHING_S - 0.1):
        observation.note_ink((0, int(9 + now * 10)), 1, now)
        observation.update(sure_of(2, 0.999), HAND, PROFILE, now, False)
        assert observation.streak == 0


def test_a_single_stroke_that_stays_alone_counts_as_a_drawing() -> None:
    observation = Observation()
    observation.note_ink((0, 9), 1, 0.0)
    observation.update(sure_of(2), HAND, PROFILE, MIN_WATCHING_S + 0.1, False)
    assert observation.streak == 1


def test_a_finished_drawing_needs_less_confidence() -> None:
    observation = observed()
    observation.update(sure_of(2, 0.5), HAND, PROFILE, 20.0, False)
    assert observation.streak == 0
    observation.update(sure_of(2, 0.5), HAND, PROFILE, 20.0, True)
    assert observation.streak == 1


def test_numbers_no_longer_in_hand_are_ignored() -> None:
    observation = observed()
    observation.update(sure_of(2), (1, 3), PROFILE, 20.0, False)
    assert observation.candidate in (1, 3)
    assert observation.streak == 0


def test_easy_bots_sometimes_lay_the_second_best() -> None:
    profile, laid = PROFILES[Skill.EASY], set()
    for seed in range(40):
        observation = observed()
        for look in range(profile.confirmations):
            observation.update(sure_of(4, 0.98), HAND, profile, 10.0 + look, False)
        observation.decide(HAND, profile, Random(seed), 20.0)
        laid.add(observation.guess)
    assert 4 in laid
    assert len(laid) > 1


def test_defaults_before_the_first_prediction() -> None:
    assert Observation().probability(3) == 0
    assert Observation().idle_for(5.0) == 5
