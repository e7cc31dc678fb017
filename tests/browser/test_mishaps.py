"""Mishaps at a table: lost connections, reloads, killed servers, slips, objections."""

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from tests.browser.browser_user import DESKTOP, PHONE, SOON_MS, TIMEOUT_MS, BrowserUser, Device
from tests.browser.conftest import NewUser, SeatUsers
from tests.browser.game_flow import advance_to, skip_rounds
from tests.browser.server_process import ServerProcess

ACROSS = ((0.2, 0.2), (0.8, 0.2))
DOWN = ((0.5, 0.2), (0.5, 0.8))
BOTH = (20, 20, 80, 80)
MISSING = "can’t find your table"
RETRY_MS = 2 * 45_000 + TIMEOUT_MS  # a client waits up to 45 s before it tries again


@pytest.fixture
def users(seat_users: SeatUsers) -> list[BrowserUser]:
    """Three users in the drawing phase."""
    return seat_users(Device(), Device(), Device())


def test_reload_in_the_middle_of_a_line(users: Sequence[BrowserUser]) -> None:
    """The ink is still there for everyone, and drawing goes on."""
    ada, ben, _ = users
    ada.start_line(ACROSS)
    ben.wait_for_ink(0, (20, 20, 80, 20))
    ada.page.reload()
    ada.wait_for_phase("drawing")
    ada.wait_for_ink(0, (20, 20, 80, 20))
    ada.page.mouse.up()
    ada.draw(DOWN)
    for user in users:
        user.wait_for_ink(0, BOTH)


def test_killed_server(users: Sequence[BrowserUser], server: ServerProcess) -> None:
    """The page shows a notice, lets the user keep drawing, and loses nothing."""
    ada, ben, cleo = users
    ben.draw()
    cleo.guess(1, ben.number)
    ada.draw(ACROSS)
    server.kill()
    notice = ada.page.get_by_role("status").filter(has_text="Connection lost")
    expect(notice).to_be_visible()
    ada.draw(DOWN)
    ada.wait_for_ink(0, BOTH)
    server.start()
    expect(notice).to_be_hidden()
    for user in users:
        user.wait_for_ink(0, BOTH)
    expect(ada.page.locator("[data-artist='1'] [data-laid-by='2']")).to_be_attached()
    ada.guess(2, next(number for number in range(1, 8) if number != ada.number))
    for user in users:
        user.finish(take_token=False)
    ada.wait_for_phase("word")


def test_network_failure(seat_users: SeatUsers) -> None:
    ada, ben = seat_users(Device(), Device())
    ada.context.set_offline(True)
    ada.page.evaluate("dispatchEvent(new Event('offline'))")
    ada.draw(ACROSS)
    ada.context.set_offline(False)
    ada.draw(DOWN)
    ben.wait_for_ink(0, BOTH)


def test_second_tab(users: Sequence[BrowserUser]) -> None:
    """The newer tab gets the seat; the older one says so and can take it back."""
    ada = users[0]
    ada.draw(ACROSS)
    first, second = ada.page, ada.new_page(ada.page.url.split("/t/")[0])
    second.goto(first.url)
    ada.page = second
    ada.wait_for_ink(0, (20, 20, 80, 20))
    expect(first.get_by_text("Your seat is open in another tab")).to_be_visible()
    first.get_by_role("button", name="Play here instead").click()
    ada.page = first
    ada.draw(DOWN)
    for user in users:
        user.wait_for_ink(0, BOTH)
    expect(second.get_by_text("Your seat is open in another tab")).to_be_visible()


def test_first_guess_and_finish_need_confirmation(seat_users: SeatUsers) -> None:
    """Escape cancels both dialogs, and drawing goes on."""
    (ada,) = seat_users(Device())
    ada.draw(ACROSS)
    ada.page.locator("[data-artist='1'] button.cover").click()
    ada.page.locator("[data-hand] li:nth-child(3) button").click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("locks your drawing")
    ada.page.keyboard.press("Escape")
    ada.page.locator("[data-centre] .finish button").click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("can’t draw or guess")
    ada.page.keyboard.press("Escape")
    ada.draw(DOWN)
    ada.wait_for_ink(0, BOTH)


def test_refused_guess_gives_the_reason(seat_users: SeatUsers) -> None:
    (ada,) = seat_users(Device())
    ada.guess(1, 3)
    ada.page.locator("[data-artist='1'] button.cover").click()
    ada.page.keyboard.press("4")
    reason = "You’ve already guessed this drawing."
    expect(ada.page.get_by_role("alert").filter(has_text=reason)).to_be_visible()


def test_dragging_a_card_onto_a_sheet(seat_users: SeatUsers) -> None:
    (ada,) = seat_users(Device())
    card = ada.page.locator("[data-hand] li:nth-child(2) button").bounding_box()
    sheet = ada.page.locator(".tile[data-artist='2']").bounding_box()
    assert card is not None
    assert sheet is not None
    ada.page.mouse.move(card["x"] + 20, card["y"] + 20)
    ada.page.mouse.down()
    ada.page.mouse.move(sheet["x"] + 60, sheet["y"] + 90, steps=8)
    ada.page.mouse.up()
    ada.page.get_by_role("button", name="Play 2 on Cleo’s pile").click()
    expect(ada.page.locator("[data-artist='2'] [data-laid-by='0']").first).to_be_attached()


def test_rejected_and_upheld_objections(users: Sequence[BrowserUser]) -> None:
    """The page shows the outcome; an upheld objection returns all guesses on the drawing."""
    ada, ben, cleo = users
    for user in users:
        user.draw()
    ben.guess(0, ada.number)
    for user in users:
        user.finish(take_token=False)
    ada.wait_for_phase("word")
    cleo.page.get_by_role("button", name="Objection").click()
    cleo.page.get_by_role("dialog").get_by_role("button", name="It’s the wrong word").click()
    ben.page.get_by_role("button", name="No, it’s fine").click()
    for user in users:
        expect(user.page.get_by_text("Objection overruled")).to_be_visible()
    ben.page.get_by_role("button", name="Objection").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="letters or digits").click()
    cleo.page.get_by_role("button", name="Agreed, it doesn’t count").click()
    for user in users:
        expect(user.page.get_by_text("The drawing doesn’t count")).to_be_visible()
    advance_to(users, "scores")
    assert ada.stars() == [-3, -3, -3] * 2  # Ben's correct guess was returned


def test_admitted_wrong_word(users: Sequence[BrowserUser]) -> None:
    ada = users[0]
    for user in users:
        user.draw()
        user.finish(take_token=False)
    ada.wait_for_phase("word")
    ada.page.get_by_role("button", name="Hold on").click()
    for user in users[1:]:
        expect(user.page.get_by_text("Ada needs a moment.")).to_be_visible()
    ada.page.get_by_role("button", name="I drew the wrong word").click()
    for user in users:
        expect(user.page.get_by_text("The drawing doesn’t count")).to_be_visible()
    advance_to(users, "scores")
    ada.page.get_by_role("button", name="Take it back").click()
    for user in users:
        expect(user.page.get_by_text("It’s the wrong word")).to_be_hidden()


def test_objection_at_the_scores(users: Sequence[BrowserUser]) -> None:
    """Until the scores are confirmed, any drawing can still be found at fault."""
    ada, ben, cleo = users
    for user in users:
        user.draw()
    ben.guess(0, ada.number)
    for user in users:
        user.finish(take_token=False)
    advance_to(users, "scores")
    assert ada.stars() == [-1, -1, -3] * 2
    cleo.page.get_by_role("button", name="Something wrong with a drawing?").click()
    cleo.page.get_by_role("dialog").get_by_role("button", name="Ada").click()
    cleo.page.get_by_role("dialog").get_by_role("button", name="letters or digits").click()
    ben.page.get_by_role("button", name="Agreed, it doesn’t count").click()
    for user in users:
        expect(user.page.get_by_text("Ada’s drawing doesn’t count.").last).to_be_visible()
    assert ada.stars() == [-3, -3, -3] * 2


def test_token_of_a_black_sheep_whose_drawing_does_not_count(users: Sequence[BrowserUser]) -> None:
    """In the second edition, it goes back instead of counting against them (R53)."""
    ada, ben, _ = users
    for user in users:
        user.draw()
    ada.guess(1, next(number for number in range(1, 8) if number != ben.number))
    for user in users:
        user.finish(take_token=user is ada)
    ada.wait_for_phase("word")
    ada.page.get_by_role("button", name="I drew the wrong word").click()
    advance_to(users, "scores")
    for user in users:
        expect(user.page.locator("#sheep")).to_contain_text("the black token goes back and counts 0")


def test_changing_the_language_during_a_game(seat_users: SeatUsers) -> None:
    """Only this user's page and word cards change."""
    ada, ben = seat_users(Device(), Device())
    word = ben.page.locator(".mine strong").inner_text()
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.locator("[popover] select").select_option(label="Русский")
    expect(ada.page.locator("html")).to_have_attribute("lang", "ru")
    expect(ada.page.locator(".mine strong")).to_have_text(re.compile("[\u0430-\u044f]"))
    assert ben.page.locator(".mine strong").inner_text() == word


def test_rotating_a_phone(seat_users: SeatUsers) -> None:
    """The drawing stays the same."""
    ada, ben = seat_users(Device(PHONE, touch=True), Device(DESKTOP))
    ada.draw(ACROSS)
    ada.draw(DOWN)
    ada.page.set_viewport_size({"width": 640, "height": 360})
    ada.wait_for_ink(0, BOTH)
    ben.wait_for_ink(0, BOTH)
    ada.draw(((0.1, 0.9), (0.3, 0.9)))
    ben.wait_for_ink(0, (10, 20, 80, 90))


def test_another_game_at_the_same_table(users: Sequence[BrowserUser]) -> None:
    """After the last round, everyone returns to the lobby and plays again."""
    skip_rounds(users, 4)
    advance_to(users, "over")
    users[0].advance()
    for user in users:
        user.wait_for_lobby()
    users[0].advance()
    advance_to(users, "drawing")
    users[0].draw(ACROSS)
    users[1].wait_for_ink(0, (20, 20, 80, 20))


# A table that the server can't find for a while.


def test_temporarily_missing_table(new_user: NewUser, server: ServerProcess, tmp_path: Path) -> None:
    """Seated players get a notice and reconnect, even after a reload; a newcomer is turned away."""
    ada, ben, cleo = new_user("Ada", Device(PHONE)), new_user("Ben", Device(DESKTOP)), new_user("Cleo")
    code = ada.make_table()
    ben.join(code)
    server.kill()
    server.start(tmp_path)
    for user in (ada, ben):
        expect(user.page.get_by_role("status").filter(has_text=MISSING)).to_be_visible(timeout=RETRY_MS)
        expect(user.page.get_by_role("button", name="Home")).to_be_visible()
        user.page.reload()
        expect(user.page.get_by_text(MISSING)).to_be_visible()
        expect(user.page.get_by_role("button", name="Home")).to_be_visible()
    cleo.page.goto(f"/t/{code}")
    expect(cleo.page.get_by_text("No table with that code")).to_be_visible()
    cleo.ignore_errors("404")
    server.kill()
    server.start()
    for user in (ada, ben):
        with suppress(PlaywrightTimeout):  # a page that has found the table by itself has no such button
            user.page.get_by_role("button", name="Try now").click(timeout=SOON_MS)
        user.wait_for_lobby(RETRY_MS)


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
