"""Browsers, a server, and users whose browsers report no errors."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from pictomania.rules import EditionName
from tests.browser.browser_user import BrowserUser, Device
from tests.browser.chromium import launch_chromium
from tests.browser.game_flow import NAMES
from tests.browser.prepared_table import PreparedTable
from tests.browser.server_process import ServerProcess

BOT_PACE = 16.0  # times human speed

NewUser = Callable[..., BrowserUser]
SeatUsers = Callable[..., list[BrowserUser]]


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = launch_chromium(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Start one server for all tests: tables are independent of each other."""
    server = ServerProcess(tmp_path_factory.mktemp("server"), BOT_PACE)
    yield server
    server.close()


@pytest.fixture
def new_user(chromium: Browser, server: ServerProcess) -> Iterator[NewUser]:
    """Create users; at the end, check that no browser reported an error or sent a request to another host."""
    users: list[BrowserUser] = []

    def create(name: str, device: Device | None = None, browser: Browser = chromium) -> BrowserUser:
        users.append(BrowserUser(browser, server.url, name, device or Device()))
        return users[-1]

    with ExitStack() as stack:
        yield create
        for user in users:
            stack.callback(user.close)
    errors = [error for user in users for error in user.errors]
    assert not errors, "\n".join(errors)
    assert [url for user in users for url in user.foreign_requests] == []


@pytest.fixture
def seat_users(new_user: NewUser, server: ServerProcess) -> Iterator[SeatUsers]:
    """Seat a user per device at a table in the drawing phase; clients keep the other seats."""
    with ExitStack() as stack:

        def seat(
            *devices: Device, seats: int = 3, edition: EditionName = EditionName.SECOND
        ) -> list[BrowserUser]:
            users = [new_user(name, device) for name, device in zip(NAMES, devices, strict=False)]
            table = PreparedTable(server.url, NAMES[:seats], edition)
            stack.callback(table.close)
            for user, client in zip(users, table.clients, strict=False):  # all pages load at the same time
                user.take_seat(table.code, client.key)
            for user in users:
                user.wait_for_phase("drawing")
            return users

        yield seat
