"""A player's first game starts with a learning round, unless they turn it off."""

from playwright.sync_api import expect

from tests.browser.browser_user import PHONE, BrowserUser, Device
from tests.browser.conftest import NewUser
from tests.browser.game_flow import advance_to, gather_users, skip_rounds

LOBBY = "Round 1 is a learning round"
ROUND = "no black sheep this round"


def play_now(user: BrowserUser) -> None:
    user.page.get_by_role("button", name="Play against bots now").click()
    user.wait_for_phase("reading")


def test_first_game_against_bots(new_user: NewUser) -> None:
    """The home page says so once; games against bots never show the lobby."""
    ada = new_user("Ada", Device(PHONE, touch=True, newcomer=True))
    ada.page.goto("/")
    expect(ada.page.get_by_role("switch", name="Learning round first")).to_be_checked()
    ada.check_accessibility("home page of a newcomer")
    play_now(ada)
    expect(ada.page.get_by_text(ROUND)).to_be_visible()
    ada.check_accessibility("learning round")
    ada.page.goto("/")
    expect(ada.page.get_by_role("button", name="Play against bots now")).to_be_visible()
    expect(ada.page.get_by_role("switch")).to_have_count(0)
    play_now(ada)
    expect(ada.page.get_by_text(ROUND)).to_have_count(0)


def test_learning_round_turned_off_at_home(new_user: NewUser) -> None:
    ada = new_user("Ada", Device(newcomer=True))
    ada.page.goto("/")
    ada.page.get_by_text("Learning round first").click()
    play_now(ada)
    expect(ada.page.get_by_text(ROUND)).to_have_count(0)


def test_first_table_of_a_newcomer(new_user: NewUser) -> None:
    """Everyone in the lobby is told; the next game at the table has no learning round."""
    users = gather_users(new_user, [Device(newcomer=True), Device(), Device(PHONE, touch=True)])
    ada = users[0]
    for user in users:
        expect(user.page.get_by_text(LOBBY)).to_be_visible()
        user.check_accessibility("lobby with a learning round")
    ada.advance()
    for user in users:
        user.wait_for_phase("reading")
        expect(user.page.get_by_text(ROUND)).to_be_visible()
    for turn in range(4):
        skip_rounds(users, 1)
        expect(ada.page.get_by_text("Learning round")).to_have_count(0 if turn else 2)  # also in the header
    advance_to(users, "over")
    ada.advance()
    for user in users:
        user.wait_for_lobby()
        expect(user.page.get_by_text(LOBBY)).to_have_count(0)


def test_host_turns_the_learning_round_off(new_user: NewUser) -> None:
    ada, ben = new_user("Ada", Device(newcomer=True)), new_user("Ben")
    ben.join(ada.make_table())
    expect(ben.page.get_by_text(LOBBY)).to_be_visible()
    ada.page.get_by_role("button", name="Turn it off").click()
    for user in (ada, ben):
        expect(user.page.get_by_text(LOBBY)).to_have_count(0)
    expect(ada.page.get_by_label("Learning round first")).not_to_be_checked()
