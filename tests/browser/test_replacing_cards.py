"""Replacing a word card: a question first, and everyone sees who replaced which."""

from playwright.sync_api import expect

from tests.browser.browser_user import PHONE, TABLET, Device
from tests.browser.conftest import NewUser
from tests.browser.game_flow import advance_to, gather_users


def test_everyone_sees_who_replaced_a_card(new_user: NewUser) -> None:
    users = gather_users(new_user, [Device(), Device(PHONE, touch=True), Device(TABLET, dark=True)])
    ada, ben, _ = users
    ada.advance()
    for user in users:  # the announcer compares with what it announced last
        expect(user.page.get_by_role("status").filter(has_text="Read the cards.")).to_be_attached()
    card = ben.page.locator(".holder > li").nth(1)
    words = card.locator("ol").inner_text()
    card.get_by_role("button", name="Swap card B").click()
    keep = card.get_by_role("button", name="No, keep it")
    expect(keep).to_be_focused()
    ben.check_accessibility("replacing a card")
    keep.click()
    expect(card.get_by_role("button", name="Swap card B")).to_be_focused()
    assert card.locator("ol").inner_text() == words
    card.get_by_role("button", name="Swap card B").click()
    card.get_by_role("button", name="Yes, swap it").click()
    for user in users:
        expect(user.page.locator(".note")).to_have_text("Ben swapped card B.")
        expect(user.page.locator(".holder > li.new")).to_have_count(1)
    for user in users:
        expect(user.page.get_by_role("status").filter(has_text="Ben swapped card B.")).to_be_attached()
    assert card.locator("ol").inner_text() != words


def test_vote_on_a_card_needs_no_other_question(new_user: NewUser) -> None:
    """In the first edition, a second replacement is voted on."""
    users = gather_users(new_user, [Device(), Device(), Device()])
    ada, ben, cleo = users
    ada.page.get_by_label("First edition").check(force=True)
    ada.advance()
    advance_to(users, "reading")
    ben.page.get_by_role("button", name="Swap card A").click()
    ben.page.get_by_role("button", name="Yes, swap it").click()
    expect(cleo.page.locator(".note").filter(has_text="Ben swapped card A.")).to_be_visible()
    ben.page.get_by_role("button", name="Ask to swap C").click()
    for user in (ada, cleo):
        user.page.get_by_role("button", name="Yes, swap it").click()
    for user in users:
        expect(user.page.locator(".note").filter(has_text="Ben swapped card C.")).to_be_visible()
