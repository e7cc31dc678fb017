"""What the game asks before something can't be undone, while the table goes on."""

from playwright.sync_api import expect

from pictomania.rules import EditionName
from tests.browser.browser_user import DESKTOP, PHONE, TABLET, Device
from tests.browser.conftest import SeatUsers


def test_finish_dialog_offers_the_next_token(seat_users: SeatUsers) -> None:
    """In the first edition, the best token left changes while a player decides."""
    devices = (Device(PHONE, touch=True), Device(DESKTOP), Device(TABLET))
    users = ada, ben, _ = seat_users(*devices, seats=4, edition=EditionName.FIRST)
    ada.draw()
    ben.draw()
    ada.page.locator("[data-centre] .finish button").click()
    dialog = ada.page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Take the 3-star token")).to_be_visible()
    ben.finish(take_token=True)
    expect(dialog.get_by_role("alert")).to_have_text("Someone already took that token.")
    expect(dialog.get_by_role("button", name="Take the 3-star token")).to_have_count(0)
    expect(dialog.get_by_role("button", name="Finish without a token")).to_be_visible()
    ada.check_accessibility("finish dialog after a token was taken")
    dialog.get_by_role("button", name="Take the 2-star token").click()
    for user in users:
        stamp = user.page.locator("[data-artist='0'] .stamp:visible").first
        expect(stamp.get_by_role("img", name="2 stars")).to_be_visible()


def test_token_chosen_on_the_table_is_taken_by_another_player(seat_users: SeatUsers) -> None:
    """The dialog of a single token then offers all that are left."""
    ada, ben = seat_users(Device(), Device())
    ada.draw()
    ben.draw()
    ada.page.get_by_role("button", name="Take the 1-star token").click()
    choices = ada.page.locator("dialog[open] .ways button")
    expect(choices).to_have_count(1)
    ben.page.get_by_role("button", name="Take the 1-star token").click()
    ben.page.locator("dialog[open] .ways button").click()
    expect(choices).to_have_text(["Take the 2-star token", "Finish without a token"])
    choices.first.click()
    expect(ada.page.get_by_text("You’re done!")).to_be_visible()


def test_first_guess_warns_of_a_blank_sheet(seat_users: SeatUsers) -> None:
    ada, ben = seat_users(Device(PHONE, touch=True), Device())
    for user in (ada, ben):
        user.page.locator("[data-artist='2'] button.cover:visible").last.click()
        user.page.locator("[data-hand] li:nth-child(3) button:visible").click()
        dialog = user.page.get_by_role("dialog", name="Your sheet is blank")
        expect(dialog).to_contain_text("you can’t take a black token")
        user.check_accessibility("blank sheet")
        dialog.get_by_role("button", name="Keep drawing").click()
    ben.draw()
    ben.page.locator("[data-hand] li:nth-child(3) button").click()  # the drawing is still selected
    expect(ben.page.get_by_role("dialog", name="Your first guess")).to_be_visible()
