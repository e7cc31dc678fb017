"""The server can't find a table for a while: seated players wait, everyone else gets an error."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.browser_user import DESKTOP, PHONE, Device
from tests.browser.conftest import NewUser
from tests.browser.server_process import ServerProcess

MISSING = "can’t find your table"
BACK_MS = 60_000  # the client retries every 15 to 45 s


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_temporarily_missing_table(
    new_user: NewUser, server: ServerProcess, tmp_path: Path, size: tuple[int, int]
) -> None:
    """A seated player gets a notice and reconnects, even after a reload; a newcomer is turned away."""
    ada, ben = new_user("Ada", Device(size)), new_user("Ben", Device(size))
    code = ada.make_table()
    server.kill()
    server.start(tmp_path)
    expect(ada.page.get_by_role("status").filter(has_text=MISSING)).to_be_visible(timeout=BACK_MS)
    expect(ada.page.get_by_role("button", name="Home")).to_be_visible()
    ada.page.reload()
    expect(ada.page.get_by_text(MISSING)).to_be_visible()
    expect(ada.page.get_by_role("button", name="Home")).to_be_visible()
    ben.page.goto(f"/t/{code}")
    expect(ben.page.get_by_text("No table with that code")).to_be_visible()
    ben.ignore_errors("404")
    server.kill()
    server.start()
    ada.page.get_by_role("button", name="Try now").click()
    expect(ada.page.locator("footer button.main, footer button.plain").first).to_be_visible(timeout=BACK_MS)


def test_leaving_a_missing_table(new_user: NewUser, server: ServerProcess, tmp_path: Path) -> None:
    """The home button forgets the table."""
    ada = new_user("Ada")
    ada.make_table()
    server.kill()
    server.start(tmp_path)
    ada.page.reload()
    ada.page.get_by_role("button", name="Home").click()
    expect(ada.page.locator(".new button")).to_be_visible()
    assert ada.page.evaluate("localStorage.getItem('pictomania.table')") == ""
    server.kill()
    server.start()
