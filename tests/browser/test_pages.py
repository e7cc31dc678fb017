"""The pages around a game: home, help, lobby, gallery and replay."""

import gzip
import re
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Request, expect

from tests.browser.browser_user import DESKTOP, PHONE, TABLET, BrowserUser, Device
from tests.browser.checkout import LANGUAGES
from tests.browser.conftest import NewUser, SeatUsers
from tests.browser.game_flow import advance_to, gather_users, skip_rounds

MAX_HOME_BYTES = 80_000  # of gzipped JavaScript
DEVICES = [
    Device(size, language, dark=place % 2 == 1)
    for place, (size, language) in enumerate(zip(cycle((PHONE, TABLET, DESKTOP)), LANGUAGES, strict=False))
]


@pytest.mark.parametrize("device", DEVICES, ids=lambda device: device.language)
def test_pages_are_accessible_and_fit_the_screen(new_user: NewUser, device: Device) -> None:
    ada = new_user("Ada", device)
    for path in ("/", "/help", "/t/00000000", "/g/20260101-0123456789ABCDEFGHJKMN", "/nowhere"):
        ada.page.goto(path)
        ada.page.locator("h1").first.wait_for()
        ada.page.wait_for_timeout(500)  # for lazily loaded parts
        ada.check_accessibility(path)
        overflow = ada.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert overflow <= 0, f"{path} scrolls sideways"
    ada.ignore_errors("404")


def test_home_page_is_small(new_user: NewUser) -> None:
    ada = new_user("Ada")
    requests: list[Request] = []
    ada.page.on("requestfinished", lambda request: requests.append(request))  # noqa: PLW0108 (Playwright sets attributes on it)
    ada.page.goto("/")
    ada.page.wait_for_load_state("networkidle")
    responses = [request.response() for request in requests if request.url.endswith(".js")]
    sizes = [len(gzip.compress(response.body())) for response in responses if response is not None]
    assert 0 < sum(sizes) < MAX_HOME_BYTES, sizes


def test_missing_name_and_wrong_codes(new_user: NewUser) -> None:
    ada = new_user("Ada")
    ada.page.goto("/")
    ada.page.get_by_role("button", name="New table").click()
    expect(ada.page.get_by_text("Enter your name first.")).to_be_visible()
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_label("Code or link").fill("cat")
    ada.page.get_by_role("button", name="Join").click()
    expect(ada.page.get_by_text("Enter the eight-character code, or paste the link.")).to_be_visible()
    ada.page.get_by_label("Code or link").fill("http://elsewhere/t/abcd-efgh")
    ada.page.get_by_role("button", name="Join").click()
    ada.page.wait_for_url(re.compile("/t/ABCDEFGH"))
    expect(ada.page.get_by_text("No table with that code.")).to_be_visible()
    ben = new_user("Ben")
    code = ben.make_table()
    expect(ada.page.get_by_label("Code or link")).to_have_value("ABCDEFGH")
    ada.page.get_by_label("Code or link").fill(code)
    ada.page.get_by_role("button", name="Join").click()
    ada.wait_for_lobby()
    ada.ignore_errors("404")


@pytest.fixture
def users(new_user: NewUser) -> list[BrowserUser]:
    """Three users in the lobby."""
    return gather_users(new_user, [Device(), Device(), Device()])


def test_deck_errors_are_shown_in_the_users_language(new_user: NewUser, tmp_path: Path) -> None:
    ada = new_user("Ada", Device(PHONE, "es"))
    ada.make_table()
    ada.page.get_by_text("Subir un archivo…").click()
    deck = tmp_path / "deck.txt"
    deck.write_text("uno\ndos")
    ada.page.locator("input[type=file]").set_input_files(deck)
    error = ada.page.get_by_text("Línea 1: aquí hay 2 palabras, pero una cara lleva siete.")
    expect(error).to_be_visible()
    ada.ignore_errors("422")


def test_closing_the_chat_and_muting_sounds(users: Sequence[BrowserUser]) -> None:
    ada, page = users[0], users[0].page
    page.get_by_label("First edition").check(force=True)
    ada.advance()
    ada.wait_for_phase("choosing")
    page.get_by_role("button", name="Chat").click()
    page.get_by_role("complementary", name="Chat").get_by_role("button", name="Close").click()
    expect(page.get_by_role("complementary", name="Chat")).to_have_count(0)
    expect(page.get_by_role("button", name="Chat")).to_be_focused()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("switch", name="Sounds")).to_be_checked()
    page.get_by_text("Sounds", exact=True).click()
    expect(page.get_by_role("switch", name="Sounds")).not_to_be_checked()


def test_what_the_host_can_do(users: Sequence[BrowserUser]) -> None:
    """Everyone sees changed settings at once; the host can remove a player and hand over the table."""
    ada, ben, cleo = users
    ada.page.get_by_label("First edition").check(force=True)
    for user in (ben, cleo):
        expect(user.page.get_by_text("Five rounds, six cards.")).to_be_visible()
    ada.page.get_by_role("button", name="Options for Cleo").click()
    ada.page.get_by_role("button", name="Remove Cleo").click()
    expect(cleo.page.get_by_text("The host removed you from this table.")).to_be_visible()
    ada.page.get_by_role("button", name="Options for Ben").click()
    ada.page.get_by_role("button", name="Make Ben the host").click()
    expect(ben.page.get_by_text("You need at least three players.")).to_be_visible()


def test_levels_have_the_colours_of_the_edition(new_user: NewUser) -> None:
    ada = new_user("Ada")
    ada.make_table()
    ada.page.locator("label", has_text="Choose now").click()
    levels = ada.page.get_by_role("radiogroup", name="Round 1").locator("label span")

    def tones(edition: str) -> list[str]:
        ada.page.get_by_label(edition).check(force=True)
        colours: list[str] = levels.evaluate_all("all => all.map(one => getComputedStyle(one).borderColor)")
        return colours

    first, second = tones("First edition"), tones("Second edition")
    assert len({*first}) == len({*second}) == 4
    assert (first[0], first[1]) == (second[0], second[2])  # green and orange
    assert len({*first, *second}) == 6


def test_chat_in_the_lobby(new_user: NewUser) -> None:
    ada, ben = gather_users(new_user, [Device(), Device()])
    ada.page.get_by_placeholder("Say something").fill("<b>hello</b>, Ben")
    ada.page.keyboard.press("Enter")
    expect(ben.page.get_by_text("<b>hello</b>, Ben")).to_be_visible()


def test_refused_chat_line_stays_in_its_field(users: Sequence[BrowserUser]) -> None:
    ada = users[0]
    field = ada.page.get_by_placeholder("Say something")
    field.fill("\N{RIGHT-TO-LEFT OVERRIDE}hello")
    field.press("Enter")
    expect(ada.page.get_by_text("You can’t send that here.")).to_be_visible()
    expect(field).to_have_value("\N{RIGHT-TO-LEFT OVERRIDE}hello")
    field.fill("hello")
    field.press("Enter")
    expect(field).to_have_value("")
    expect(ada.page.get_by_role("log", name="Chat")).to_contain_text("hello")


def test_moving_to_another_device(users: Sequence[BrowserUser], new_user: NewUser) -> None:
    """The link moves the seat and its name; the first device gives up the seat."""
    ada = users[0]
    ada.page.get_by_role("button", name="Move to another device").click()
    link = ada.page.get_by_label("The link that moves your seat").input_value()
    phone = new_user("", Device(PHONE, touch=True))
    phone.page.goto(f"http://{link}")
    phone.wait_for_lobby()
    expect(phone.page.get_by_role("listitem").filter(has_text="Ada").filter(has_text="you")).to_be_visible()
    expect(ada.page.get_by_text("Your seat is open in another tab")).to_be_visible()
    phone.advance()
    phone.wait_for_phase("reading")
    phone.page.reload()
    phone.wait_for_phase("reading")


def test_watching(seat_users: SeatUsers, new_user: NewUser) -> None:
    """A latecomer sees all sheets but no secret word."""
    ada, ben = seat_users(Device(), Device())
    watcher = new_user("Wim")
    watcher.page.goto(ada.page.url)
    watcher.page.get_by_label("Your name").fill("Wim")
    watcher.page.get_by_role("button", name="Just watch").click()
    watcher.wait_for_phase("drawing")
    ben.draw(((0.2, 0.2), (0.8, 0.8)))
    watcher.wait_for_ink(1, (20, 20, 80, 80))
    assert watcher.page.locator("[data-own-number], [data-hand]").count() == 0
    watcher.check_accessibility("watching")
    assert ada.phase == "drawing"


def test_help_opens_over_the_game(seat_users: SeatUsers) -> None:
    """Closing it leaves the game as it was."""
    (ada,) = seat_users(Device())
    ada.draw(((0.2, 0.2), (0.8, 0.8)))
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("button", name="How to play").click()
    dialog = ada.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Scoring", exact=True)).to_be_visible()
    ada.check_accessibility("help over a game")
    ada.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    ada.wait_for_ink(0, (20, 20, 80, 80))


FEWER_TOKENS = "There’s one fewer token than players"
TOKEN_FOR_EACH = "There’s one token per player"


def test_help_describes_the_chosen_rules(new_user: NewUser) -> None:
    ada = new_user("Ada")
    ada.page.goto("/help")
    help_text = ada.page.locator("main")
    expect(help_text).to_contain_text(TOKEN_FOR_EACH)
    ada.page.get_by_label("More competitive").check(force=True)
    expect(help_text).to_contain_text(FEWER_TOKENS)
    ada.page.get_by_label("First edition").check(force=True)
    expect(help_text).to_contain_text("Six cards are laid out")
    ada.page.get_by_label("One card").check(force=True)
    expect(help_text).to_contain_text("One card is laid out")


def test_help_at_a_table_follows_its_variants_and_settings(users: Sequence[BrowserUser]) -> None:
    ada, ben, _ = users
    ada.page.get_by_label("More competitive").check(force=True)
    ada.page.get_by_text("More settings").click()
    ada.page.get_by_label("Allow erasing").uncheck(force=True)
    ben.page.evaluate("location.hash = 'help'")
    dialog = ben.page.get_by_role("dialog")
    expect(dialog).to_contain_text(FEWER_TOKENS)
    expect(dialog).to_contain_text("Erasing is off at this table")
    expect(dialog.locator("tr[aria-current]")).to_contain_text("3")
    dialog.get_by_label("More competitive").uncheck(force=True)
    expect(dialog).to_contain_text(TOKEN_FOR_EACH)
    ben.check_accessibility("help with other rules than the table's")
    dialog.get_by_role("button", name="Show this table’s rules").click()
    expect(dialog).to_contain_text(FEWER_TOKENS)
    ada.page.get_by_label("More competitive").uncheck(force=True)
    expect(dialog).to_contain_text(TOKEN_FOR_EACH)


def test_gallery_and_replay(seat_users: SeatUsers) -> None:
    """Every drawing can be saved; the link replays the whole game."""
    users = ada, ben, _ = seat_users(Device(), Device(), Device())
    ada.draw(((0.2, 0.2), (0.8, 0.8)))
    skip_rounds(users, 4)
    advance_to(users, "praising")
    ben.page.get_by_role("button", name="Coolest!").first.click()
    advance_to(users, "over")
    expect(ada.page.get_by_role("heading", name="The coolest drawing")).to_be_visible()
    ada.page.locator("#gallery ~ * button, [aria-labelledby=gallery] button").first.click()
    dialog = ada.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    ada.check_accessibility("gallery drawing")
    for file_format in ("SVG", "PNG", "Animation"):
        with ada.page.expect_download() as download:
            dialog.get_by_role("link", name=file_format).click()
        assert download.value.path().stat().st_size > 200
    ada.page.keyboard.press("Escape")
    replay_url = ada.page.locator("a.watch").get_attribute("href")
    replay = ben.new_page(ada.page.url.split("/t/")[0])
    replay.goto(str(replay_url))
    expect(replay.get_by_role("slider")).to_be_visible()
    replay.get_by_role("button", name="Play").click()
    expect(replay.get_by_role("button", name="Pause")).to_be_visible()
    replay.get_by_role("slider").press("End")
    expect(replay.get_by_text("the end").first).to_be_visible()
    ben.page = replay
    ben.check_accessibility("replay")


def test_hidden_words_show_on_request(users: Sequence[BrowserUser]) -> None:
    ada = users[0]
    ada.page.get_by_text("More settings").click()
    ada.page.get_by_label("Hide secret words").check(force=True)
    ada.advance()
    advance_to(users, "drawing")
    for user in users:
        assert user.page.locator("[data-own-number]").count() == 0
    word = ada.page.get_by_role("button", name="Show word")
    word.focus()
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("[data-own-number]")).to_be_visible()


def test_missing_chunk_offers_a_reload(new_user: NewUser) -> None:
    """As after a server update: the page shows an error, and a reload fixes it."""
    ada = new_user("Ada")
    ada.page.goto("/")
    ada.page.route(re.compile(r"/assets/Help-.*\.js"), lambda route: route.abort())
    ada.page.get_by_role("link", name="How to play").click()
    expect(ada.page.get_by_text("Can’t reach the server.")).to_be_visible()
    ada.page.unroute_all()
    ada.page.get_by_role("button", name="Reload").click()
    expect(ada.page.get_by_role("heading", name="Scoring", exact=True)).to_be_visible()
    ada.ignore_errors("ERR_FAILED")
