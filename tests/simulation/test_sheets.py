"""Simulated perception: more ink makes a drawing clearer, and harder words are confused more often."""

from random import Random

import pytest

from pictomania.rules import Fault
from pictomania.simulation.sheets import Impression, SimulatedSheet, look, seems_at_fault


def sheet(ink: float = 20.0, level: int = 1, fault: Fault | None = None) -> SimulatedSheet:
    return SimulatedSheet(shows=3, level=level, speed=1.0, fault=fault, ink=ink)


def impressions(of: SimulatedSheet, skill: float = 0.9, looks: int = 2000) -> list[Impression]:
    random = Random(1)
    seen = (look(of, skill, 0.0, random) for _ in range(looks))
    return [impression for impression in seen if impression is not None]


def share_right(of: SimulatedSheet, skill: float = 0.9) -> float:
    seen = impressions(of, skill)
    return sum(impression.number == 3 for impression in seen) / len(seen)


def test_ink_flows_while_the_pen_is_down() -> None:
    drawn = SimulatedSheet(shows=3, level=1, speed=2.0)
    drawn.put_pen_down(10.0)
    assert drawn.ink_at(15.0) == 10.0
    drawn.lift_pen(15.0)
    assert drawn.ink_at(99.0) == 10.0
    drawn.put_pen_down(100.0)
    assert drawn.ink_at(101.0) == 12.0
    drawn.lift_pen(101.0)
    drawn.wipe()
    assert drawn.clarity(200.0) == 0.0


def test_lifting_a_lifted_pen_changes_nothing() -> None:
    drawn = sheet(ink=5.0)
    drawn.lift_pen(50.0)
    assert drawn.ink == 5.0


def test_an_empty_sheet_is_never_recognised() -> None:
    assert impressions(sheet(ink=0.0)) == []


def test_more_ink_is_recognised_more_often_and_more_accurately() -> None:
    little, much = sheet(ink=4.0, level=3), sheet(ink=60.0, level=3)
    assert len(impressions(little)) < len(impressions(much))
    assert share_right(little) < share_right(much)


def test_a_skilled_player_errs_less() -> None:
    assert share_right(sheet(level=4), skill=0.6) < share_right(sheet(level=4), skill=1.0)


def test_harder_levels_are_confused_more_often() -> None:
    shares = [share_right(sheet(level=level)) for level in (1, 2, 3, 4)]
    assert shares == sorted(shares, reverse=True)


def test_confidence_is_capped() -> None:
    assert max(seen.confidence for seen in impressions(sheet(ink=1e6), skill=1.0)) == 0.97


def test_a_confused_player_sees_any_number() -> None:
    assert {seen.number for seen in impressions(sheet(ink=4.0, level=4))} == {1, 2, 3, 4, 5, 6, 7}


@pytest.mark.parametrize("fault", [Fault.WRITING, Fault.HINT])
def test_cheating_makes_a_drawing_clearer(fault: Fault) -> None:
    assert sheet(fault=fault).clarity(0.0) > sheet().clarity(0.0)
    assert sheet(fault=Fault.OTHER_WORD).clarity(0.0) == sheet().clarity(0.0)


def test_a_fault_is_noticed_half_of_the_time() -> None:
    random = Random(1)
    noticed = [seems_at_fault(sheet(fault=Fault.HINT), random) for _ in range(1000)]
    assert set(noticed) == {None, Fault.HINT}
    assert 400 < noticed.count(Fault.HINT) < 600


def test_a_faultless_drawing_is_rarely_suspected() -> None:
    random = Random(1)
    noticed = [seems_at_fault(sheet(), random) for _ in range(5000)]
    assert 0 < 5000 - noticed.count(None) < 50
    assert set(noticed) == {None, Fault.OTHER_WORD, Fault.TALK}
