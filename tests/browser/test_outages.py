"""A log that is away in the middle of a round: a real NATS server, frozen for some seconds."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.browser_user import DESKTOP, PHONE, BrowserUser, Device
from tests.browser.conftest import SeatUsers
from tests.browser.server_process import ServerProcess
from tests.log.nats_server import NatsServer, nats_server

PATIENCE_S = 3.0  # instead of ten
ACROSS, ACROSS_INK = ((0.2, 0.2), (0.8, 0.2)), (20, 20, 80, 20)
DOWN, BOTH_INK = ((0.5, 0.2), (0.5, 0.8)), (20, 20, 80, 80)
SENTENCE = "can’t save right now"


@pytest.fixture
def nats(tmp_path: Path) -> Iterator[NatsServer]:
    """A NATS server."""
    with nats_server(tmp_path) as nats:
        yield nats


@pytest.fixture
def server(tmp_path: Path, nats: NatsServer) -> Iterator[ServerProcess]:
    """A server of its own, whose log is in NATS."""
    server = ServerProcess(tmp_path, nats=nats.url, patience_s=PATIENCE_S)
    yield server
    server.close()


def lay(user: BrowserUser, artist: int, number: int) -> None:
    """Lay your first card, but don't wait for it to arrive."""
    user.page.locator(f"[data-artist='{artist}'] button.cover:visible").last.click()
    user.page.locator(f"[data-hand] li:nth-child({number}) button:visible").click()
    user.page.locator("dialog[open] button.main").click()


def card(user: BrowserUser, artist: int, guesser: int) -> Locator:
    """A card on a pile."""
    return user.page.locator(f"[data-artist='{artist}'] [data-laid-by='{guesser}']").first


def test_a_round_without_a_log(nats: NatsServer, seat_users: SeatUsers) -> None:
    """A guess waits visibly and counts in the end; drawing goes on; everyone is told why nothing happens."""
    users = seat_users(Device(), Device(PHONE, touch=True), Device(DESKTOP))
    ada, ben, cleo = users
    ada.draw(ACROSS)
    with nats.stalled():
        lay(ada, 1, 4)
        lay_again = ada.page.locator("[data-hand] li:nth-child(4) button:visible")
        coming = ada.page.locator("[data-artist='1'] [data-coming]").first
        expect(coming).to_be_visible()
        expect(lay_again).to_be_disabled()
        expect(ada.page.locator("section.still[data-artist='0']")).to_be_visible()
        expect(ada.page.get_by_text("Saving…")).to_be_visible()
        for user in (ada, cleo):
            expect(user.page.get_by_text(SENTENCE)).to_be_hidden()
        shoot(users, "waiting")
        cleo.draw(ACROSS)
        for user in users:
            expect(user.page.get_by_text(SENTENCE)).to_be_visible()
        ben.page.reload()
        ben.wait_for_phase("drawing")
        expect(ben.page.get_by_text(SENTENCE)).to_be_visible()
        ben.draw(ACROSS)
        shoot(users, "away")
        for user in users:
            user.wait_for_ink(0, ACROSS_INK)
            user.wait_for_ink(2, ACROSS_INK)
            user.check_accessibility("away")
        ada.wait_for_ink(1, ACROSS_INK)
        lay(cleo, 0, 3)
        expect(cleo.page.get_by_role("alert").filter(has_text="Try again")).to_be_visible()
        expect(cleo.page.locator("[data-hand] li:nth-child(3) button")).to_be_enabled()
        cleo.draw(DOWN)
        ada.wait_for_ink(2, BOTH_INK)
        expect(card(ben, 1, 0)).not_to_be_attached()
        expect(coming).to_be_visible()
    for user in users:
        expect(card(user, 1, 0)).to_be_attached()
        expect(user.page.get_by_text(SENTENCE)).to_be_hidden()
    expect(coming).not_to_be_attached()
    cleo.guess(1, 4 if cleo.number != 4 else 5)


def shoot(users: list[BrowserUser], name: str) -> None:
    if "SHOTS" in os.environ:
        for user in users:
            user.page.screenshot(path=f"{os.environ['SHOTS']}/{name}-{user.name}.png")
