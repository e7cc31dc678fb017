"""Browsers, a server, and people who complain about nothing."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.house import House
from tests.browser.person import Kind, Person

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

BOT_PACE = 16.0  # nobody here wants to wait for bots

Come = Callable[..., Person]


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives browsers."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Debian's Chromium."""
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=list(FLAGS))
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all: tables do not know of each other."""
    house = House(tmp_path_factory.mktemp("house"), BOT_PACE)
    yield house
    house.close()


@pytest.fixture
def come(chromium: Browser, house: House) -> Iterator[Come]:
    """Brings people; in the end none of their browsers has complained, or asked anybody else for anything."""
    people: list[Person] = []

    def one(name: str, kind: Kind | None = None, browser: Browser = chromium) -> Person:
        people.append(Person(browser, house.url, name, kind or Kind()))
        return people[-1]

    with ExitStack() as stack:
        yield one
        for person in people:
            stack.callback(person.close)
    complaints = [complaint for person in people for complaint in person.complaints]
    assert not complaints, "\n".join(complaints)
    assert [address for person in people for address in person.strangers] == []
