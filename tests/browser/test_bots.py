"""People and house bots at one table: whole games in browsers, and a bot standing in for a player."""

import re
from collections.abc import Sequence
from functools import partial
from time import monotonic

from playwright.sync_api import Locator, expect

from tests.browser.browser_user import DESKTOP, PHONE, TABLET, TIMEOUT_MS, BrowserUser, Device
from tests.browser.conftest import NewUser
from tests.browser.game_flow import TIMEOUT_S, advance_to, skip_rounds, while_drawing

AWAY_MS = 20_000 + TIMEOUT_MS  # a bot can stand in after 20 s


def bot_seats(user: BrowserUser) -> Locator:
    """Locate the bots' seats in the lobby."""
    return user.page.locator(".seats li").filter(has_text=re.compile(r"\bbot\b"))


def guess_once(user: BrowserUser) -> None:
    """Guess the first drawing by another player."""
    other = next(seat for seat in range(3) if seat != user.seat)
    user.guess(other, 1 if user.number != 1 else 2)


def play_round(users: Sequence[BrowserUser]) -> None:
    """Let every person draw, guess once and finish; the bots play as they like."""
    advance_to(users, "drawing")
    for user in users:
        user.draw()
    for user in users:  # a bot may take the last token first
        while_drawing(user, partial(guess_once, user))
        while_drawing(user, partial(user.finish, take_token=True))
    advance_to(users, "scores")


def test_one_click_starts_a_game_against_bots(new_user: NewUser) -> None:
    """No name and no lobby needed; the difficulty is remembered."""
    ada = new_user("", Device(PHONE, touch=True))
    page = ada.page
    page.goto("/")
    for button in ("Play against bots now", "New table", "Join"):
        expect(page.get_by_role("button", name=button)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="How to play")).to_be_in_viewport(ratio=1)
    page.get_by_role("radio", name="hard").check(force=True)
    page.reload()
    expect(page.get_by_role("radio", name="hard")).to_be_checked()
    page.get_by_role("button", name="Play against bots now").click()
    ada.wait_for_phase("reading")
    page.goto("/")
    page.get_by_role("link", name="Back to your table").click()
    ada.wait_for_phase("reading")
    page.get_by_role("button", name="Menu").click()
    for name in ("Smudge", "Doodle", "Inky"):
        expect(page.get_by_label(f"{name}’s difficulty")).to_have_value("2")
    expect(page.locator(".menu li").filter(has_text="you")).to_contain_text("Artist")
    ada.check_accessibility("menu with bots")
    page.keyboard.press("Escape")
    advance_to([ada], "drawing")
    ada.check_accessibility("drawing with bots")
    play_round([ada])
    skip_rounds([ada], 3)
    advance_to([ada], "over")
    expect(page.get_by_text("Play again")).to_be_visible()
    assert len(ada.stars()) == 4


def test_two_people_and_two_bots_play_the_first_edition(new_user: NewUser) -> None:
    """The host adds bots and sets their difficulty; the other player sees all of it."""
    ada, ben = new_user("Ada"), new_user("Ben", Device(TABLET, touch=True, dark=True))
    code = ada.make_table()
    ben.join(code)
    ada.page.get_by_label("First edition").check(force=True)
    for _ in range(3):
        ada.page.get_by_role("button", name="Add a bot").click()
    expect(bot_seats(ben)).to_have_count(3)
    expect(ada.page.get_by_text("joining…")).to_have_count(0)
    ada.page.get_by_label("Smudge’s difficulty").select_option("hard")
    ada.page.get_by_role("button", name="Options for Inky").click()
    ada.page.get_by_role("button", name="Remove Inky").click()
    expect(bot_seats(ben)).to_have_count(2)
    expect(bot_seats(ben).filter(has_text="hard")).to_have_count(1)
    expect(bot_seats(ben).filter(has_text="normal")).to_have_count(1)
    assert ben.page.locator(".seats select, .seats button:has-text('Add a bot')").count() == 0
    for user in (ada, ben):
        expect(user.page.get_by_text("we only use cards they can draw")).to_be_visible()
        user.check_accessibility("lobby with bots")
    ada.advance()
    ada.wait_for_phase("choosing")
    assert ada.page.locator("button.card").count() == 4
    for user in (ada, ben):
        user.check_accessibility("choosing with bots")
    play_round([ada, ben])
    assert ada.stars() == ben.stars()


def test_bot_stands_in_until_the_player_returns(new_user: NewUser) -> None:
    ada, ben, cleo = (
        new_user("Ada"),
        new_user("Ben", Device(PHONE, touch=True)),
        new_user("Cleo", Device(DESKTOP)),
    )
    code = ada.make_table()
    for user in (ben, cleo):
        user.join(code)
    ada.advance()
    advance_to([ada, ben, cleo], "drawing")
    cleo.page.goto("about:blank")
    sheet = ada.page.locator("[data-artist='2']").first
    sheet.get_by_role("button", name="Let a bot play for Cleo").click(timeout=AWAY_MS)
    for user in (ada, ben):
        user.page.get_by_role("button", name="Menu").click()
        expect(user.page.locator(".menu").get_by_text("A bot is playing for Cleo")).to_be_visible()
        user.check_accessibility("menu with a stand-in bot")
        user.page.keyboard.press("Escape")
    drawn_sheet = sheet.get_by_role("button", name=re.compile("^Cleo’s sheet(?!, still empty)"))
    expect(drawn_sheet).to_be_attached()
    cleo.page.goto(f"/t/{code}")
    cleo.wait_for_phase("drawing", "word")
    ada.page.get_by_role("button", name="Menu").click()
    expect(ada.page.locator(".menu").get_by_text("A bot is playing for Cleo")).to_have_count(0)
    ada.page.get_by_role("button", name="Options for Cleo").click()
    expect(ada.page.get_by_role("button", name="Make Cleo the host")).to_be_visible()  # she's back
    ada.page.keyboard.press("Escape")
    deadline_s = monotonic() + TIMEOUT_S
    while any(user.phase == "drawing" for user in (ada, ben, cleo)) and monotonic() < deadline_s:
        for user in (ada, ben, cleo):
            if user.page.locator("[data-centre] .finish button").count():
                user.finish(take_token=False)
    advance_to([ada, ben, cleo], "scores")


def test_credits_name_the_sources_of_the_bots(new_user: NewUser) -> None:
    """The home page links to the credits; external links open in a new tab."""
    ada = new_user("Ada", Device(PHONE, touch=True))
    ada.page.goto("/")
    ada.page.get_by_role("link", name="Credits").click()
    expect(ada.page.get_by_role("heading", name="Credits")).to_be_in_viewport()
    for name in ("OpenMoji", "The Quick, Draw! Dataset"):
        expect(ada.page.get_by_role("link", name=name)).to_have_attribute("target", "_blank")
    expect(ada.page.get_by_role("heading", name="Playing with bots")).to_be_attached()
