"""A whole game without a mouse: every step is reached with the keyboard, and heard."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Come
from tests.browser.house import House
from tests.browser.robots import Robots

MOST_TABS = 80


def tab_to(page: Page, what: Callable[[str], bool]) -> None:
    """Press Tab until what has the focus is called so."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if what(_focused(page)):
            return
    raise AssertionError(f"never reached; at last {_focused(page)}")


def _focused(page: Page) -> str:
    """What a screen reader would call it, roughly."""
    name: str = page.evaluate(
        """() => {
            const it = document.activeElement;
            const label = it.labels?.[0]?.textContent ?? "";
            return (it.getAttribute("aria-label") ?? (label || it.textContent)).trim();
        }"""
    )
    return name


def press(page: Page, name: str) -> None:
    """Reach a button and press it."""
    tab_to(page, lambda focused: focused.startswith(name))
    page.keyboard.press("Enter")


def test_a_game_with_the_keyboard_alone(come: Come, house: House) -> None:
    ada = come("Ada")
    page = ada.page
    page.goto("/")
    tab_to(page, lambda focused: focused == "Your name")
    page.keyboard.type("Ada")
    press(page, "New table")
    ada.sees_lobby()
    robots = Robots(house.url, page.url.rsplit("/", 1)[1], ["Rob", "Bot"])
    try:
        expect(page.get_by_role("button", name="Begin")).to_be_enabled()
        press(page, "Begin")
        for _ in range(4):
            _round(ada.page, ada.sees)
        ada.sees("praising")
        press(page, "The coolest!" if _can_praise(page) else "Skip the vote")
        ada.sees("over")
        press(page, "Play again")
        ada.sees_lobby()
    finally:
        robots.close()


def _round(page: Page, sees: Callable[..., None]) -> None:
    sees("reading")
    press(page, "Ready")
    sees("drawing")
    # A letter chooses a drawing, a digit lays a card; the first guess is asked about.
    own = page.locator("[data-own-number]").first.get_attribute("data-own-number")
    one, other = [digit for digit in "123" if digit != own][:2]
    page.keyboard.press("g")
    page.keyboard.press(one)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    press(page, f"Lay {one} on")
    expect(dialog).to_be_hidden()
    page.keyboard.press("h")
    page.keyboard.press(other)
    expect(page.locator("[data-laid-by='0']")).to_have_count(2)
    press(page, "Finish")
    press(page, "Finish without a token")
    sees("word")
    while page.locator("[data-phase=word], [data-phase=pile]").count():
        page.keyboard.press("Enter")
        page.wait_for_timeout(50)
    sees("scores")
    page.keyboard.press("Enter")


def _can_praise(page: Page) -> bool:
    return page.get_by_role("button", name="Vote for").count() > 0
