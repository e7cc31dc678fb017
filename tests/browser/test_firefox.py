"""The same game in Firefox."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from tests.browser.conftest import Come
from tests.browser.person import DESKTOP, PHONE, Kind
from tests.browser.play import gather, look_on, play_round


@pytest.fixture
def firefox(playwright: Playwright) -> Iterator[Browser]:
    """Debian's Firefox."""
    browser = playwright.firefox.launch(channel="moz-firefox", executable_path="/usr/bin/firefox-esr")
    yield browser
    browser.close()


def test_three_play_in_firefox(come: Come, firefox: Browser) -> None:
    kinds = [Kind(DESKTOP, "en"), Kind(DESKTOP, "fr"), Kind(PHONE, "ru")]
    people = gather(lambda name, kind: come(name, kind, firefox), kinds)
    people[0].goes_on()
    for turn in range(4):
        look_on(people, until="drawing")
        play_round(people, quickly=turn > 0)
    look_on(people, until="over")
    assert people[0].stars() == people[1].stars() == people[2].stars()
