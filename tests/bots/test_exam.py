"""How drawings are put to the guesser."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from pictomania.bots.exam import SHARES, Exam, Mark, Paper, Report, _sides, holder_with, part_of, spots_of
from pictomania.bots.guesser import guesser
from pictomania.bots.material import drawings
from pictomania.words import Language
from tests.bots.shapes import line


@pytest.mark.parametrize(
    "word", ["quickdraw/cat", "cat", "tu-berlin/cat", "gato", "Кошка", "CAT", "TU-Berlin/CAT"]
)
def test_a_word_is_found_by_many_names(word: str) -> None:
    sides = _sides()
    found = {sides[spot.side][2].ideas[spot.nth].word(Language.EN) for spot in spots_of(word)}
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
    assert spots_of(name) == spots_of(same) != ()


def test_what_is_not_on_our_cards_is_nowhere() -> None:
    assert spots_of("zzyzx") == ()


@pytest.mark.parametrize("cards", [3, 6])
def test_a_holder_has_the_word_and_no_word_twice(cards: int) -> None:
    spot = spots_of("cat")[0]
    for seed in range(30):
        sides = holder_with(spot, cards, Random(seed))
        assert sides[0] == spot.side
        assert len(sides) == cards
        assert len({_sides()[side][0] for side in sides}) == cards
        assert len({_sides()[side][1] for side in sides}) == 1
        words = [word for side in sides for word in _sides()[side][2].words(Language.EN)]
        assert len(set(words)) == len(words)


def test_a_part_of_a_drawing_has_that_share_of_its_ink() -> None:
    drawing = [line((0, 0), (10, 0)), line((0, 1), (10, 1), (20, 1))]
    for share in (0.1, 0.3, 1 / 3, 0.5, 0.9, 1.0):
        part = part_of(drawing, share)
        ink = sum(float(np.hypot(*np.diff(one, axis=0).T).sum()) for one in part)
        assert ink == pytest.approx(30 * share, abs=0.01)


def test_a_dot_has_no_parts() -> None:
    assert len(part_of([line((1, 1))], 0.5)) == 1


def test_an_exam_is_the_same_every_time() -> None:
    words = ("cat", "apple", "airplane", "bicycle", "guitar", "octopus")
    papers = [Paper(tuple(drawings(f"quickdraw/{word}")[0]), spots_of(word)) for word in words]
    seen: list[int] = []
    first = Exam(guesser(), 3, 4, 1).held(papers, seen.append)
    assert first.marks == Exam(guesser(), 3, 4, 1).held(papers, seen.append).marks
    assert seen == [1, 2, 3, 4, 5, 6] * 2
    assert first.drawings == 6
    assert set(first.marks) == set(SHARES)
    assert first.words() > 0.8 > first.words(0.25)


def test_the_figures_of_a_report() -> None:
    marks = [Mark(1, 1, 0.95, 1), Mark(0, 1, 0.91, 0), Mark(0.5, 0, 0.05, 0), Mark(1, 1, 1.0, 1)]
    report = Report(4, {1.0: marks})
    assert report.words() == 0.625
    assert report.numbers() == 0.75
    assert report.words_as_played() == 0.5
    honesty = report.honesty()
    assert Counter(count for *_, count in honesty) == Counter({0: 8, 1: 1, 3: 1})
    assert honesty[9] == pytest.approx((0.9533, 2 / 3, 3), abs=1e-3)
