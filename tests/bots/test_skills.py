"""Who the bots are."""

from pictomania.bots.skills import MANNERS, TEMPERS, manner_of
from pictomania.wire.bots import PERSONS, Skill


def test_everybody_has_a_temper_of_their_own() -> None:
    assert list(TEMPERS) == list(PERSONS)
    for skill in Skill:
        assert len({manner_of(skill, name) for name in PERSONS}) == len(PERSONS)


def test_a_temper_is_less_than_a_skill() -> None:
    for name in PERSONS:
        speeds = [manner_of(skill, name).speed for skill in Skill]
        assert speeds == sorted(speeds)


def test_in_somebody_elses_seat_it_has_none() -> None:
    assert manner_of(Skill.EASY, "Ada") == MANNERS[Skill.EASY]
