"""Skill profiles and personalities."""

from pictomania.bots.skills import PERSONALITIES, PROFILES, profile_of
from pictomania.wire.bots import BOT_COLOURS, Skill


def test_every_house_bot_has_its_own_personality() -> None:
    assert list(PERSONALITIES) == list(BOT_COLOURS)
    for skill in Skill:
        assert len({profile_of(skill, name) for name in BOT_COLOURS}) == len(BOT_COLOURS)


def test_skill_outweighs_personality() -> None:
    for name in BOT_COLOURS:
        speeds = [profile_of(skill, name).speed for skill in Skill]
        assert speeds == sorted(speeds)


def test_a_stand_in_has_no_personality() -> None:
    assert profile_of(Skill.EASY, "Ada") == PROFILES[Skill.EASY]
