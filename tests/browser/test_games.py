"""Whole games in real browsers: both editions, three and six people, four languages, all sizes."""

from collections.abc import Sequence

import pytest

from tests.browser.conftest import Come
from tests.browser.person import DESKTOP, PHONE, TABLET, Kind, Person
from tests.browser.play import gather, look_on, play_round

ENGLISH, SPANISH, FRENCH, RUSSIAN = ("en", "es", "fr", "ru")
THREE = [
    Kind(DESKTOP, ENGLISH),
    Kind(TABLET, FRENCH, touch=True),
    Kind(PHONE, RUSSIAN, touch=True, dark=True),
]
SIX = [
    Kind(DESKTOP, ENGLISH),
    Kind(PHONE, SPANISH, touch=True),
    Kind(TABLET, FRENCH, touch=True),
    Kind(DESKTOP, RUSSIAN, dark=True),
    Kind(PHONE, ENGLISH, touch=True, dark=True),
    Kind((640, 360), SPANISH, touch=True),  # a phone held across
]


def play(people: Sequence[Person], edition: str, *, looks: bool = False) -> None:
    """Play a whole game; those who look, look at every screen whether everybody could use it."""
    if edition == "first":
        people[0].page.locator("input[type=radio]").first.check(force=True)
    if looks:
        _look(people, "lobby")
    people[0].goes_on()
    for turn in range(5 if edition == "first" else 4):
        first = looks and turn == 0
        for phase in ("choosing", "reading") if first else ():
            if edition == "first" or phase == "reading":
                look_on(people, until=phase)
                _look(people, phase)
        look_on(people, until="drawing")
        if first:
            _look(people, "drawing")
        play_round(people, _look if first else None, quickly=turn > 0 and len(people) > 3)
        if first:
            _look(people, "scores")
    look_on(people, until="praising")
    if looks:
        _look(people, "praising")
    look_on(people, until="over")
    if looks:
        _look(people, "over")


def _look(people: Sequence[Person], screen: str) -> None:
    for person in people[:3]:
        person.can_be_used_by_all(f"{screen}, {person.kind}")


def scores_agree(people: Sequence[Person]) -> list[int]:
    """All see the same stars."""
    seen = [person.stars() for person in people]
    assert all(stars == seen[0] for stars in seen)
    return seen[0]


def test_three_play_the_second_edition(come: Come) -> None:
    people = gather(come, THREE)
    play(people, "second", looks=True)
    assert scores_agree(people) == [24, 20, 12]


def test_six_play_the_first_edition(come: Come) -> None:
    people = gather(come, SIX)
    play(people, "first", looks=True)
    assert scores_agree(people) == sorted(scores_agree(people), reverse=True)


@pytest.mark.long
def test_three_play_the_first_edition(come: Come) -> None:
    people = gather(come, THREE)
    play(people, "first")
    scores_agree(people)


@pytest.mark.long
def test_six_play_the_second_edition(come: Come) -> None:
    people = gather(come, SIX)
    play(people, "second")
    scores_agree(people)
