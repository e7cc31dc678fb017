"""Drawing with fingers, pens and palms on a real sheet."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.browser_user import TABLET, BrowserUser, Device
from tests.browser.conftest import SeatUsers

ACROSS = tuple((0.2 + step / 20, 0.2) for step in range(13))
DOWN = tuple((0.5, 0.2 + step / 20) for step in range(13))


@pytest.fixture
def users(seat_users: SeatUsers) -> list[BrowserUser]:
    """Two users in the drawing phase, one of them on a tablet."""
    return seat_users(Device(TABLET, touch=True), Device())


def test_finger_draws_without_scrolling(users: Sequence[BrowserUser]) -> None:
    ada, ben = users
    ada.draw_with_finger(ACROSS)
    ada.draw_with_finger(DOWN)
    for user in (ada, ben):
        user.wait_for_ink(0, (20, 20, 80, 80))
    assert ada.page.evaluate("scrollY") == 0


def test_palm_is_ignored_once_a_pen_was_used(users: Sequence[BrowserUser]) -> None:
    ada, ben = users
    ada.draw_with_pen(ACROSS)
    ben.wait_for_ink(0, (20, 20, 80, 20))
    ada.draw_with_finger(DOWN)
    ada.draw_with_pen(((0.3, 0.5), (0.6, 0.5), (0.7, 0.5)))
    ben.wait_for_ink(0, (20, 20, 80, 50))


def test_undo_and_redo_lines_and_clearing(users: Sequence[BrowserUser]) -> None:
    ada, ben = users
    ada.draw(ACROSS)
    ada.draw(DOWN)
    ben.wait_for_ink(0, (20, 20, 80, 80))
    tools = ada.page.get_by_role("toolbar")
    tools.get_by_role("button", name="Undo").click()
    ben.wait_for_ink(0, (20, 20, 80, 20))
    tools.get_by_role("button", name="Redo").click()
    ben.wait_for_ink(0, (20, 20, 80, 80))
    tools.get_by_role("button", name="Clear").click()
    ben.wait_for_ink(0, (100, 100, 0, 0))
    tools.get_by_role("button", name="Undo").click()
    ben.wait_for_ink(0, (20, 20, 80, 80))


def test_eraser_removes_a_line(users: Sequence[BrowserUser]) -> None:
    ada, ben = users
    ada.draw(ACROSS)
    ada.draw(((0.2, 0.7), (0.8, 0.7)))
    ada.page.get_by_role("toolbar").get_by_role("button", name="Eraser").click()
    ada.draw(((0.5, 0.6), (0.5, 0.8)))
    for user in (ada, ben):
        user.wait_for_ink(0, (20, 20, 80, 20))


def test_only_an_empty_sheet_can_be_rotated(users: Sequence[BrowserUser]) -> None:
    """The other players see the rotated sheet too."""
    ada, ben = users
    rotate = ada.page.get_by_role("toolbar").get_by_role("button", name="Rotate")
    rotate.click()
    expect(ben.page.locator(".tile[data-artist='0'] .paper.landscape")).to_be_visible()
    ada.draw(ACROSS)
    ben.wait_for_ink(0, (20, 20, 80, 20))
    expect(rotate).to_have_attribute("aria-disabled", "true")
