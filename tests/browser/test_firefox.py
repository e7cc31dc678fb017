"""A whole game in Firefox."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from tests.browser.browser_user import DESKTOP, PHONE, Device
from tests.browser.conftest import NewUser
from tests.browser.game_flow import advance_to, click_to, gather_users, play_round, skip_rounds


@pytest.fixture
def firefox(playwright: Playwright) -> Iterator[Browser]:
    """Launch Debian's Firefox."""
    browser = playwright.firefox.launch(channel="moz-firefox", executable_path="/usr/bin/firefox-esr")
    yield browser
    browser.close()


def test_three_players_in_firefox(new_user: NewUser, firefox: Browser) -> None:
    devices = [Device(DESKTOP, "en"), Device(DESKTOP, "fr"), Device(PHONE, "ru")]
    users = gather_users(lambda name, device: new_user(name, device, firefox), devices)
    users[0].advance()
    click_to(users, "drawing")
    play_round(users)
    skip_rounds(users, 3)
    advance_to(users, "over")
    assert users[0].stars() == users[1].stars() == users[2].stars()
