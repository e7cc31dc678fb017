"""Your own sheet is the largest one on every screen, and nothing overlaps or is cut off."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.browser_user import DESKTOP, BrowserUser
from tests.browser.conftest import NewUser
from tests.browser.drawing_screen import check_layout
from tests.browser.game_flow import NAMES, advance_to
from tests.browser.scripted_players import ScriptedPlayers
from tests.browser.server_process import ServerProcess

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
        pytest.param((edition, players), marks=pytest.mark.long if players in (4, 5) else ())
        for edition in ("First edition", "Second edition")
        for players in (3, 4, 5, 6)
    ],
    ids=lambda table: f"{table[0]}, {table[1]} players",
)
def ada(new_user: NewUser, server: ServerProcess, request: pytest.FixtureRequest) -> Iterator[BrowserUser]:
    """A user who draws at a table of idle players."""
    edition, players = request.param
    ada = new_user("Ada")
    others = ScriptedPlayers(server.url, ada.make_table(), [*NAMES[1:players]], idle=True)
    expect(ada.page.locator(".seats li")).to_have_count(
        players + (players < len(NAMES))
    )  # and the free seats
    ada.page.get_by_label(edition).check(force=True)
    ada.advance()
    advance_to([ada], "drawing")
    yield ada
    others.close()


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
