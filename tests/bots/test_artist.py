"""The choice of a drawing for a word."""

from random import Random

from pictomania.bots.artist import plan_drawing
from pictomania.bots.skills import PROFILES
from pictomania.wire.bots import Skill

PROFILE = PROFILES[Skill.NORMAL]


def test_a_word_without_drawings_gives_an_empty_plan() -> None:
    assert plan_drawing((), PROFILE, Random(1)) == []
    assert plan_drawing(("quickdraw/no such thing",), PROFILE, Random(1)) == []


def test_an_icon_is_used_if_there_is_no_doodle() -> None:
    assert plan_drawing(("tabler/sailboat",), PROFILE, Random(1))


def test_plans_vary_between_doodles_and_icons() -> None:
    random = Random(1)
    counts = {len(plan_drawing(("quickdraw/cat", "openmoji/cat"), PROFILE, random)) for _ in range(40)}
    assert len(counts) > 3
