"""The pages around a game: the first one, the help, the lobby, what is left of a game."""

import gzip
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Request, expect

from tests.browser.conftest import Come
from tests.browser.person import DESKTOP, PHONE, TABLET, Kind, Person
from tests.browser.play import gather, look_on

FIRST_PAGE_BYTES = 80_000  # of packed JavaScript at most
KINDS = [
    Kind(size, language, dark=dark)
    for size, language, dark in (
        (PHONE, "en", False),
        (TABLET, "es", True),
        (DESKTOP, "fr", False),
        (PHONE, "ru", True),
    )
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.language)
def test_everybody_can_use_the_pages_around_a_game(come: Come, kind: Kind) -> None:
    ada = come("Ada", kind)
    for path in ("/", "/help", "/t/00000000", "/g/20260101-0123456789ABCDEFGHJKMN", "/nowhere"):
        ada.page.goto(path)
        ada.page.locator("h1").first.wait_for()
        ada.page.wait_for_timeout(500)  # for what is fetched later
        ada.can_be_used_by_all(path)
        wide = ada.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{path} can be scrolled sideways"
    ada.complaints = [said for said in ada.complaints if "404" not in said]  # of what is nowhere


def test_the_first_page_is_light(come: Come) -> None:
    ada = come("Ada")
    asked: list[Request] = []
    ada.page.on("requestfinished", lambda request: asked.append(request))  # noqa: PLW0108 (Playwright marks it)
    ada.page.goto("/")
    ada.page.wait_for_load_state("networkidle")
    answers = [request.response() for request in asked if request.url.endswith(".js")]
    sizes = [len(gzip.compress(answer.body())) for answer in answers if answer is not None]
    assert 0 < sum(sizes) < FIRST_PAGE_BYTES, sizes


def test_a_name_and_a_code_are_asked_for_kindly(come: Come) -> None:
    ada = come("Ada")
    ada.page.goto("/")
    ada.page.get_by_role("button", name="New table").click()
    expect(ada.page.get_by_text("First tell us your name.")).to_be_visible()
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_label("Code or link").fill("cat")
    ada.page.get_by_role("button", name="Join").click()
    expect(ada.page.get_by_text("A code has eight characters")).to_be_visible()
    ada.page.get_by_label("Code or link").fill("http://elsewhere/t/abcd-efgh")
    ada.page.get_by_role("button", name="Join").click()
    ada.page.wait_for_url(re.compile("/t/ABCDEFGH"))
    expect(ada.page.get_by_text("There is no such table.")).to_be_visible()
    ben = come("Ben")
    code = ben.makes_table()
    expect(ada.page.get_by_label("Code or link")).to_have_value("ABCDEFGH")  # to be mended
    ada.page.get_by_label("Code or link").fill(code)
    ada.page.get_by_role("button", name="Join").click()
    ada.sees_lobby()
    ada.complaints = [said for said in ada.complaints if "404" not in said]


@pytest.fixture
def people(come: Come) -> list[Person]:
    """Three in the lobby."""
    return gather(come, [Kind(), Kind(), Kind()])


def test_a_deck_that_is_wrong_is_explained_in_the_own_language(come: Come, tmp_path: Path) -> None:
    ada = come("Ada", Kind(PHONE, "es"))
    ada.makes_table()
    ada.page.get_by_text("Traer un archivo…").click()
    wrong = tmp_path / "ours.txt"
    wrong.write_text("uno\ndos")
    ada.page.locator("input[type=file]").set_input_files(wrong)
    told = ada.page.get_by_text("Línea 1: aquí hay 2 palabras, pero una cara lleva siete.")
    expect(told).to_be_visible()
    ada.complaints = [said for said in ada.complaints if "422" not in said]


def test_talk_is_closed_where_it_is_and_sounds_are_a_switch(people: Sequence[Person]) -> None:
    ada, page = people[0], people[0].page
    ada.goes_on()
    ada.sees("reading")
    page.get_by_role("button", name="Talk").click()
    page.get_by_role("complementary", name="Talk").get_by_role("button", name="Close").click()
    expect(page.get_by_role("complementary", name="Talk")).to_have_count(0)
    expect(page.get_by_role("button", name="Talk")).to_be_focused()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("switch", name="Sounds")).to_be_checked()
    page.get_by_text("Sounds", exact=True).click()
    expect(page.get_by_role("switch", name="Sounds")).not_to_be_checked()


def test_what_the_host_can_do(people: Sequence[Person]) -> None:
    """Settings are seen by all at once; somebody is sent away, and the table handed over."""
    ada, ben, cleo = people
    ada.page.get_by_label("First edition").check(force=True)
    for person in (ben, cleo):
        expect(person.page.get_by_text("Five rounds, six cards.")).to_be_visible()
    ada.page.get_by_role("button", name="What to do with Cleo").click()
    ada.page.get_by_role("button", name="Send Cleo away").click()
    expect(cleo.page.get_by_text("The host has sent you away from this table.")).to_be_visible()
    ada.page.get_by_role("button", name="What to do with Ben").click()
    ada.page.get_by_role("button", name="Make Ben the host").click()
    expect(ben.page.get_by_text("Three players are needed.")).to_be_visible()


def test_talking_in_the_lobby(people: Sequence[Person]) -> None:
    ada, ben, _ = people
    ada.page.get_by_placeholder("Say something").fill("<b>hello</b>, Ben")
    ada.page.keyboard.press("Enter")
    expect(ben.page.get_by_text("<b>hello</b>, Ben")).to_be_visible()


def test_going_on_on_another_device(people: Sequence[Person], come: Come) -> None:
    """The link takes the seat along, with its name, and the first device lets go."""
    ada = people[0]
    ada.page.get_by_role("button", name="Move to another device").click()
    link = ada.page.get_by_label("The link that takes your seat along").input_value()
    phone = come("", Kind(PHONE, touch=True))
    phone.page.goto(f"http://{link}")
    phone.sees_lobby()
    expect(phone.page.get_by_role("listitem").filter(has_text="Ada").filter(has_text="you")).to_be_visible()
    expect(ada.page.get_by_text("Your seat was opened somewhere else.")).to_be_visible()
    phone.goes_on()
    phone.sees("reading")
    phone.page.reload()
    phone.sees("reading")


def test_watching(people: Sequence[Person], come: Come) -> None:
    """Somebody who comes late watches, sees all sheets, and no secret word."""
    ada, ben, cleo = people
    ada.goes_on()
    look_on(people, until="drawing")
    watcher = come("Wim")
    watcher.page.goto(ada.page.url)
    watcher.page.get_by_label("Your name").fill("Wim")
    watcher.page.get_by_role("button", name="Just watch").click()
    watcher.sees("drawing")
    ben.draws(((0.2, 0.2), (0.8, 0.8)))
    watcher.sees_ink(1, (20, 20, 80, 80))
    assert watcher.page.locator("[data-own-number], [data-hand]").count() == 0
    watcher.can_be_used_by_all("watching")
    assert cleo.phase == "drawing"


def test_the_help_lies_above_the_game(people: Sequence[Person]) -> None:
    """And leaves everything below as it was."""
    ada = people[0]
    ada.goes_on()
    look_on(people, until="drawing")
    ada.draws(((0.2, 0.2), (0.8, 0.8)))
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("button", name="How to play").click()
    help_ = ada.page.get_by_role("dialog")
    expect(help_.get_by_role("heading", name="Scoring", exact=True)).to_be_visible()
    ada.can_be_used_by_all("help above a game")
    ada.page.keyboard.press("Escape")
    expect(help_).to_be_hidden()
    ada.sees_ink(0, (20, 20, 80, 80))


def test_what_is_left_of_a_game(people: Sequence[Person]) -> None:
    """Every drawing can be seen again line by line and saved; and by its link, the whole game."""
    ada, ben, _ = people
    ada.goes_on()
    for turn in range(4):
        look_on(people, until="drawing")
        if not turn:
            ada.draws(((0.2, 0.2), (0.8, 0.8)))
        for person in people:
            person.finishes(takes=False)
        look_on(people, until="scores")
    look_on(people, until="praising")
    ben.page.get_by_role("button", name="The coolest!").first.click()
    look_on(people, until="over")
    expect(ada.page.get_by_role("heading", name="The coolest drawing")).to_be_visible()
    ada.page.locator("#gallery ~ * button, [aria-labelledby=gallery] button").first.click()
    dialog = ada.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    ada.can_be_used_by_all("a drawing of the gallery")
    for form in ("SVG", "PNG", "animation"):
        with ada.page.expect_download() as download:
            dialog.get_by_role("link", name=form).click()
        assert download.value.path().stat().st_size > 200
    ada.page.keyboard.press("Escape")
    address = ada.page.locator("a.watch").get_attribute("href")
    stranger = ben.new_page(ada.page.url.split("/t/")[0])
    stranger.goto(str(address))
    expect(stranger.get_by_role("slider")).to_be_visible()
    stranger.get_by_role("button", name="Play").click()
    expect(stranger.get_by_role("button", name="Pause")).to_be_visible()
    stranger.get_by_role("slider").press("End")
    expect(stranger.get_by_text("the end").first).to_be_visible()
    ben.page = stranger
    ben.can_be_used_by_all("replay")


def test_words_are_hidden_from_those_who_look_over_a_shoulder(people: Sequence[Person]) -> None:
    """The screen shows a word only while it is asked to."""
    ada = people[0]
    ada.page.get_by_text("More settings").click()
    ada.page.get_by_label("Secret words are hidden").check(force=True)
    ada.goes_on()
    look_on(people, until="drawing")
    for person in people:
        assert person.page.locator("[data-own-number]").count() == 0
    word = ada.page.get_by_role("button", name="Show the word")
    word.focus()
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("[data-own-number]")).to_be_visible()


def test_a_part_of_the_page_that_does_not_come(come: Come) -> None:
    """As after an update of the server: the page says so, and a reload brings it."""
    ada = come("Ada")
    ada.page.goto("/")
    ada.page.route(re.compile(r"/assets/Help-.*\.js"), lambda route: route.abort())
    ada.page.get_by_role("link", name="How to play").click()
    expect(ada.page.get_by_text("The server does not answer.")).to_be_visible()
    ada.page.unroute_all()
    ada.page.get_by_role("button", name="Load the page again").click()
    expect(ada.page.get_by_role("heading", name="Scoring", exact=True)).to_be_visible()
    ada.complaints = [said for said in ada.complaints if "ERR_FAILED" not in said]
