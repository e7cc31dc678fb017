"""A whole game without a mouse: every step can be reached and done with the keyboard."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.browser_user import POLL_MS, BrowserUser
from tests.browser.conftest import NewUser
from tests.browser.game_flow import advance_to, skip_rounds
from tests.browser.scripted_players import ScriptedPlayers
from tests.browser.server_process import ServerProcess

MAX_TABS = 80


def tab_to(page: Page, is_target: Callable[[str], bool]) -> None:
    """Press Tab until the focused element has the wanted name."""
    for _ in range(MAX_TABS):
        page.keyboard.press("Tab")
        if is_target(_focused_name(page)):
            return
    raise AssertionError(f"never reached; focus is on {_focused_name(page)}")


def _focused_name(page: Page) -> str:
    """Approximate the accessible name of the focused element."""
    name: str = page.evaluate(
        """() => {
            const element = document.activeElement;
            const label = element.labels?.[0]?.textContent ?? "";
            return (element.getAttribute("aria-label") ?? (label || element.textContent)).trim();
        }"""
    )
    return name


def press(page: Page, name: str) -> None:
    """Tab to a button and press it."""
    tab_to(page, lambda focused: focused.startswith(name))
    page.keyboard.press("Enter")


def press_anywhere(user: BrowserUser, target: str) -> None:
    """Press Enter until the next phase; one that comes right after the last phase doesn't count."""
    while user.phase != target:
        user.page.keyboard.press("Enter")
        user.page.wait_for_timeout(POLL_MS)


def test_whole_game_with_the_keyboard_only(new_user: NewUser, server: ServerProcess) -> None:
    """All but the second to the last round, which are the same as the first."""
    ada = new_user("Ada")
    page = ada.page
    page.goto("/")
    tab_to(page, lambda name: name == "Your name")
    page.keyboard.type("Ada")
    press(page, "New table")
    ada.wait_for_lobby()
    others = ScriptedPlayers(server.url, page.url.rsplit("/", 1)[1], ["Ben", "Cleo"])
    try:
        expect(page.get_by_role("button", name="Start game")).to_be_enabled()
        press(page, "Start game")
        _play_round(ada)
        skip_rounds([ada], 3)
        press_anywhere(ada, "praising")
        ada.wait_for_phase("praising")
        press(page, "Coolest!" if _can_vote(page) else "Skip the vote")
        ada.wait_for_phase("over")
        press(page, "Play again")
        ada.wait_for_lobby()
    finally:
        others.close()


def _play_round(user: BrowserUser) -> None:
    page = user.page
    user.wait_for_phase("reading")
    press(page, "I’m ready")
    user.wait_for_phase("drawing")
    # A letter picks a drawing, a digit plays a card; the first guess needs confirmation.
    own = page.locator("[data-own-number]").first.get_attribute("data-own-number")
    one, other = [digit for digit in "123" if digit != own][:2]
    page.keyboard.press("g")
    page.keyboard.press(one)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    press(page, f"Play {one} on")
    expect(dialog).to_be_hidden()
    page.keyboard.press("h")
    page.keyboard.press(other)
    expect(page.locator("[data-laid-by='0']")).to_have_count(2)
    press(page, "Finish")
    press(page, "Finish without a token")
    user.wait_for_phase("word")
    page.keyboard.press("Enter")  # shows the word at once
    advance_to([user], "scores")


def _can_vote(page: Page) -> bool:
    return page.get_by_role("button", name="Vote for").count() > 0
