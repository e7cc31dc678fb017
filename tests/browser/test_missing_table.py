"""A server that does not find a table for a while: who has a seat there waits, everybody else is told."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.house import House
from tests.browser.person import DESKTOP, PHONE, Kind

MISSING = "can\u2019t find your table"
BACK_MS = 60_000  # it is looked for every thirty seconds, give or take a half


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_table_that_is_missing_for_a_while(
    come: Come, house: House, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Who had a seat is told and comes back, also by loading the page again; a stranger is sent away."""
    ada, ben = come("Ada", Kind(size)), come("Ben", Kind(size))
    code = ada.makes_table()
    house.kill()
    house.start(tmp_path)
    expect(ada.page.get_by_role("status").filter(has_text=MISSING)).to_be_visible()
    expect(ada.page.get_by_role("button", name="Home")).to_be_visible()
    ada.page.reload()
    expect(ada.page.get_by_text(MISSING)).to_be_visible()
    expect(ada.page.get_by_role("button", name="Home")).to_be_visible()
    ben.page.goto(f"/t/{code}")
    expect(ben.page.get_by_text("There is no such table")).to_be_visible()
    ben.complaints.clear()  # browsers complain about every 404
    house.kill()
    house.start()
    ada.page.get_by_role("button", name="Try now").click()
    expect(ada.page.locator("footer button.main, footer button.plain").first).to_be_visible(timeout=BACK_MS)


def test_giving_up_a_table_that_is_missing(come: Come, house: House, tmp_path: Path) -> None:
    """The way home leads there, and nothing leads back."""
    ada = come("Ada")
    ada.makes_table()
    house.kill()
    house.start(tmp_path)
    ada.page.reload()
    ada.page.get_by_role("button", name="Home").click()
    expect(ada.page.locator(".new button")).to_be_visible()
    assert ada.page.evaluate("localStorage.getItem('pictomania.table')") == ""
    house.kill()
    house.start()
