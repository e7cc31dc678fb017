"""Planned strokes: at a human pace, on the sheet, and never twice the same."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pictomania.bots import drawing_library
from pictomania.bots.skills import PROFILES
from pictomania.bots.stroke_planner import MAX_DRAWING_S, TimedStroke, plan_strokes
from pictomania.ink import InkPiece, Sheet, Stroke
from pictomania.ink.stroke import LONG, SHORT
from pictomania.wire.bots import Skill
from tests.bots.shapes import HOUSE, circle, line

skills = st.sampled_from(Skill)
seeds = st.integers(0, 2**32)


def points(plan: list[TimedStroke]) -> list[tuple[int, int]]:
    """Return all points of a plan."""
    return [(point.x, point.y) for line in plan for point in line.points]


@given(skills, seeds, st.integers(0, 10**6))
def test_every_drawing_fits_on_a_sheet(skill: Skill, seed: int, which: int) -> None:
    tags = drawing_library.tags()
    doodle = drawing_library.drawings(tags[which % len(tags)])[0]
    plan = plan_strokes(doodle, PROFILES[skill], Random(seed))
    sheet = Sheet()
    for place, one in enumerate(plan):
        sheet.add(InkPiece(place, 0, (Stroke(1, one.points),)))
    assert sheet.visible_count == len(doodle)
    assert all(0 <= x <= SHORT and 0 <= y <= LONG for x, y in points(plan))
    ticks = [point.tick for one in plan for point in one.points]
    assert ticks == sorted(ticks)


@given(skills, seeds)
def test_drawing_takes_a_human_time(skill: Skill, seed: int) -> None:
    plan = plan_strokes(list(HOUSE), PROFILES[skill], Random(seed))
    assert plan[0].starts_at >= PROFILES[skill].thinking_s[0]
    assert 4 < plan[-1].ends_at < MAX_DRAWING_S
    assert all(after.starts_at - before.ends_at > 0.3 for before, after in pairwise(plan))


def test_plans_for_a_sheet_in_landscape_format() -> None:
    plans = [
        plan_strokes(list(HOUSE), PROFILES[Skill.HARD], Random(seed), landscape=True) for seed in range(20)
    ]
    assert all(x <= LONG and y <= SHORT for plan in plans for x, y in points(plan))
    assert any(x > SHORT for plan in plans for x, _ in points(plan))


def test_better_bots_draw_faster() -> None:
    ends = [plan_strokes(list(HOUSE), PROFILES[skill], Random(1))[-1].ends_at for skill in Skill]
    assert ends == sorted(ends, reverse=True)


def test_plans_differ() -> None:
    random = Random(1)
    plans = [points(plan_strokes(list(HOUSE), PROFILES[Skill.HARD], random)) for _ in range(20)]
    assert len({tuple(plan) for plan in plans}) == 20


def test_the_same_seed_gives_the_same_plan() -> None:
    first, second = (plan_strokes(list(HOUSE), PROFILES[Skill.HARD], Random(3)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("lines", [[line((0.2, 0.2))], [line((0, 0), (1, 1))], [circle(), line((0.5, 0.5))]])
def test_dots_and_single_lines(lines: list[object]) -> None:
    plan = plan_strokes(lines, PROFILES[Skill.NORMAL], Random(1))  # type: ignore[arg-type]
    assert len(plan) == len(lines)
    assert all(len(one.points) >= 2 for one in plan)


def test_a_complex_drawing_is_sped_up() -> None:
    maze = [line(*((x / 40, y) for y in (0.0, 1.0))) for x in range(41)]
    plan = plan_strokes(maze, PROFILES[Skill.EASY], Random(1))
    assert MAX_DRAWING_S * 0.9 < plan[-1].ends_at < MAX_DRAWING_S
