"""How bots draw: at a human pace, on the sheet, and never twice the same."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pictomania.bots import material
from pictomania.bots.hand import LONGEST_S, Drawn, drawn
from pictomania.bots.skills import MANNERS
from pictomania.ink import Ink, Sheet, Stroke
from pictomania.ink.stroke import LONG, SHORT
from pictomania.wire.bots import Skill
from tests.bots.shapes import HOUSE, circle, line

skills = st.sampled_from(Skill)
seeds = st.integers(0, 2**32)


def points(plan: list[Drawn]) -> list[tuple[int, int]]:
    """Where the pencil goes."""
    return [(point.x, point.y) for line in plan for point in line.points]


@given(skills, seeds, st.integers(0, 10**6))
def test_every_drawing_can_be_put_on_a_sheet(skill: Skill, seed: int, which: int) -> None:
    names = material.names()
    doodle = material.drawings(names[which % len(names)])[0]
    plan = drawn(doodle, MANNERS[skill], Random(seed))
    sheet = Sheet()
    for place, one in enumerate(plan):
        sheet.add(Ink(place, 0, (Stroke(1, one.points),)))
    assert sheet.lines_shown == len(doodle)
    assert all(0 <= x <= SHORT and 0 <= y <= LONG for x, y in points(plan))
    ticks = [point.tick for one in plan for point in one.points]
    assert ticks == sorted(ticks)


@given(skills, seeds)
def test_it_takes_as_long_as_a_person_takes(skill: Skill, seed: int) -> None:
    plan = drawn(list(HOUSE), MANNERS[skill], Random(seed))
    assert plan[0].begins >= MANNERS[skill].thinks[0]
    assert 4 < plan[-1].ends < LONGEST_S
    assert all(after.begins - before.ends > 0.3 for before, after in pairwise(plan))


def test_a_sheet_may_lie_across() -> None:
    plans = [drawn(list(HOUSE), MANNERS[Skill.HARD], Random(seed), across=True) for seed in range(20)]
    assert all(x <= LONG and y <= SHORT for plan in plans for x, y in points(plan))
    assert any(x > SHORT for plan in plans for x, _ in points(plan))


def test_better_ones_are_faster() -> None:
    ends = [drawn(list(HOUSE), MANNERS[skill], Random(1))[-1].ends for skill in Skill]
    assert ends == sorted(ends, reverse=True)


def test_it_is_never_the_same() -> None:
    random = Random(1)
    plans = [points(drawn(list(HOUSE), MANNERS[Skill.HARD], random)) for _ in range(20)]
    assert len({tuple(plan) for plan in plans}) == 20


def test_the_same_chance_draws_the_same() -> None:
    first, second = (drawn(list(HOUSE), MANNERS[Skill.HARD], Random(3)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("lines", [[line((0.2, 0.2))], [line((0, 0), (1, 1))], [circle(), line((0.5, 0.5))]])
def test_dots_and_single_lines_can_be_drawn(lines: list[object]) -> None:
    plan = drawn(lines, MANNERS[Skill.NORMAL], Random(1))  # type: ignore[arg-type]
    assert len(plan) == len(lines)
    assert all(len(one.points) >= 2 for one in plan)


def test_a_large_drawing_is_drawn_faster() -> None:
    maze = [line(*((x / 40, y) for y in (0.0, 1.0))) for x in range(41)]
    plan = drawn(maze, MANNERS[Skill.EASY], Random(1))
    assert LONGEST_S * 0.9 < plan[-1].ends < LONGEST_S
