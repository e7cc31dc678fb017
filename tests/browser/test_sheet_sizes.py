"""Your own sheet is the largest one on every screen, and nothing overlaps or is cut off."""

import pytest

from pictomania.rules import EditionName
from tests.browser.browser_user import DESKTOP, BrowserUser, Device
from tests.browser.conftest import SeatUsers
from tests.browser.drawing_screen import check_layout

SIZES = (
    (320, 480),
    (360, 640),
    (568, 320),
    (844, 390),
    (600, 900),
    (640, 600),
    (700, 700),
    (768, 1024),
    (800, 600),
    (1024, 600),
    (1024, 768),
    (1280, 660),
    (1366, 768),
    (1600, 620),
    (1920, 1080),
    (1080, 1920),
    (2560, 1080),
    (3840, 2160),
    (2160, 3840),
)


@pytest.fixture(
    params=[
        pytest.param((edition, seats), marks=pytest.mark.long if seats in (4, 5) else ())
        for edition in EditionName
        for seats in (3, 4, 5, 6)
    ],
    ids=lambda table: f"{table[0]} edition, {table[1]} players",
)
def ada(seat_users: SeatUsers, request: pytest.FixtureRequest) -> BrowserUser:
    """A user who draws at a table of idle players."""
    edition, seats = request.param
    (ada,) = seat_users(Device(), seats=seats, edition=edition)
    return ada


def check_sizes(user: BrowserUser) -> None:
    """Check all sizes, and return to the first."""
    for width, height in (*SIZES, DESKTOP):
        user.page.set_viewport_size({"width": width, "height": height})
        check_layout(user.page)


def test_your_sheet_is_the_largest(ada: BrowserUser) -> None:
    check_sizes(ada)
    ada.page.get_by_role("button", name="Rotate the sheet").click()
    check_sizes(ada)
    ada.draw()
    ada.finish(take_token=True)  # the tools make way for a note
    check_sizes(ada)
