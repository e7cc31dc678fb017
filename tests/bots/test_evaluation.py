"""The evaluation of the guesser on labelled drawings."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from pictomania.bots.drawing_library import drawings
from pictomania.bots.evaluation import (
    SHARES,
    Evaluation,
    GradedGuess,
    LabelledDrawing,
    Report,
    _sides,
    find_ideas,
    prefix_of,
    random_holder,
)
from pictomania.bots.guesser import guesser
from tests.bots.shapes import line


@pytest.mark.parametrize(
    "word", ["quickdraw/cat", "cat", "tu-berlin/cat", "gato", "Кошка", "CAT", "TU-Berlin/CAT"]
)
def test_an_idea_is_found_by_many_names(word: str) -> None:
    sides = _sides()
    found = {sides[idea.side][2].ideas[idea.position].word("en") for idea in find_ideas(word)}
    assert "cat" in found


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("The Great Wall of China", "the great wall of china"),
        ("floor_lamp", "floor lamp"),
        ("t shirt", "t-shirt"),
    ],
)
def test_case_and_dashes_do_not_matter(name: str, same: str) -> None:
    assert find_ideas(name) == find_ideas(same) != ()


def test_an_unknown_name_finds_nothing() -> None:
    assert find_ideas("zzyzx") == ()


@pytest.mark.parametrize("cards", [3, 6])
def test_a_random_holder_contains_the_idea_and_no_word_twice(cards: int) -> None:
    idea = find_ideas("cat")[0]
    for seed in range(30):
        sides = random_holder(idea, cards, Random(seed))
        assert sides[0] == idea.side
        assert len(sides) == cards
        assert len({_sides()[side][0] for side in sides}) == cards
        assert len({_sides()[side][1] for side in sides}) == 1
        words = [word for side in sides for word in _sides()[side][2].words("en")]
        assert len(set(words)) == len(words)


def test_a_prefix_has_the_requested_share_of_ink() -> None:
    drawing = [line((0, 0), (10, 0)), line((0, 1), (10, 1), (20, 1))]
    for share in (0.1, 0.3, 1 / 3, 0.5, 0.9, 1.0):
        prefix = prefix_of(drawing, share)
        ink = sum(float(np.hypot(*np.diff(stroke, axis=0).T).sum()) for stroke in prefix)
        assert ink == pytest.approx(30 * share, abs=0.01)


def test_a_dot_is_its_own_prefix() -> None:
    assert len(prefix_of([line((1, 1))], 0.5)) == 1


def test_an_evaluation_is_deterministic() -> None:
    words = ("cat", "apple", "airplane", "bicycle", "guitar", "octopus")
    labelled = [LabelledDrawing(tuple(drawings(f"quickdraw/{word}")[0]), find_ideas(word)) for word in words]
    progress: list[int] = []
    first = Evaluation(guesser(), 3, 4, 1).run(labelled, progress.append)
    assert first.guesses == Evaluation(guesser(), 3, 4, 1).run(labelled, progress.append).guesses
    assert progress == [1, 2, 3, 4, 5, 6] * 2
    assert first.drawings == 6
    assert set(first.guesses) == set(SHARES)
    assert first.word_accuracy() > 0.8 > first.word_accuracy(0.25)


def test_report_figures() -> None:
    guesses = [
        GradedGuess(1, 1, 0.95, 1),
        GradedGuess(0, 1, 0.91, 0),
        GradedGuess(0.5, 0, 0.05, 0),
        GradedGuess(1, 1, 1.0, 1),
    ]
    report = Report(4, {1.0: guesses})
    assert report.word_accuracy() == 0.625
    assert report.number_accuracy() == 0.75
    assert report.table_accuracy() == 0.5
    calibration = report.calibration()
    assert Counter(count for *_, count in calibration) == Counter({0: 8, 1: 1, 3: 1})
    assert calibration[9] == pytest.approx((0.9533, 2 / 3, 3), abs=1e-3)
