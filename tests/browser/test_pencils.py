"""Fingers, pens and palms on a real sheet."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.person import TABLET, Kind, Person
from tests.browser.play import gather, look_on

ACROSS = tuple((0.2 + step / 20, 0.2) for step in range(13))
DOWN = tuple((0.5, 0.2 + step / 20) for step in range(13))


@pytest.fixture
def people(come: Come) -> list[Person]:
    """Three who draw, one of them on a tablet."""
    people = gather(come, [Kind(TABLET, touch=True), Kind(), Kind()])
    people[0].goes_on()
    look_on(people, until="drawing")
    return people


def test_a_finger_draws_and_nothing_scrolls(people: Sequence[Person]) -> None:
    ada, ben, _ = people
    ada.touches(ACROSS)
    ada.touches(DOWN)
    for person in (ada, ben):
        person.sees_ink(0, (20, 20, 80, 80))
    assert ada.page.evaluate("scrollY") == 0


def test_once_a_pen_was_seen_a_palm_draws_nothing(people: Sequence[Person]) -> None:
    ada, ben, _ = people
    ada.touches(ACROSS, "pen")
    ben.sees_ink(0, (20, 20, 80, 20))
    ada.touches(DOWN)
    ada.touches(((0.3, 0.5), (0.6, 0.5), (0.7, 0.5)), "pen")
    ben.sees_ink(0, (20, 20, 80, 50))


def test_what_was_drawn_can_be_taken_back_and_done_again(people: Sequence[Person]) -> None:
    """Wiping too."""
    ada, ben, _ = people
    ada.draws(ACROSS)
    ada.draws(DOWN)
    ben.sees_ink(0, (20, 20, 80, 80))
    tools = ada.page.get_by_role("toolbar")
    tools.get_by_role("button", name="Take back").click()
    ben.sees_ink(0, (20, 20, 80, 20))
    tools.get_by_role("button", name="Do again").click()
    ben.sees_ink(0, (20, 20, 80, 80))
    tools.get_by_role("button", name="Wipe").click()
    ben.sees_ink(0, (100, 100, 0, 0))
    tools.get_by_role("button", name="Take back").click()
    ben.sees_ink(0, (20, 20, 80, 80))


def test_rubbing_out_a_line(people: Sequence[Person]) -> None:
    ada, ben, _ = people
    ada.draws(ACROSS)
    ada.draws(((0.2, 0.7), (0.8, 0.7)))
    ada.page.get_by_role("toolbar").get_by_role("button", name="Rubber").click()
    ada.draws(((0.5, 0.6), (0.5, 0.8)))
    for person in (ada, ben):
        person.sees_ink(0, (20, 20, 80, 20))


def test_a_sheet_that_lies_across(people: Sequence[Person]) -> None:
    """Is turned while it is empty, and everybody sees it so."""
    ada, ben, _ = people
    turn = ada.page.get_by_role("toolbar").get_by_role("button", name="Turn")
    turn.click()
    expect(ben.page.locator(".tile[data-artist='0'] .paper.across")).to_be_visible()
    ada.draws(ACROSS)
    ben.sees_ink(0, (20, 20, 80, 20))
    expect(turn).to_have_attribute("aria-disabled", "true")
