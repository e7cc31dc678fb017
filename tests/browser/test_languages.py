"""Languages that lag behind, and languages with long words."""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pictomania.words import house_deck
from tests.browser.browser_user import SETTLED, BrowserUser, Device
from tests.browser.checkout import WEB, add_languages
from tests.browser.conftest import BOT_PACE, NewUser
from tests.browser.game_flow import click_to, gather_users, play_round
from tests.browser.overflow import misfits
from tests.browser.server_process import ServerProcess

FIXTURES = WEB / "tests/texts/ui"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Start a server whose pages speak the languages of tests, too."""
    source = add_languages(tmp_path_factory.mktemp("checkout"), FIXTURES.glob("*.ts"))
    server = ServerProcess(tmp_path_factory.mktemp("data"), BOT_PACE, source)
    yield server
    server.close()


def words_on_cards(user: BrowserUser) -> list[str]:
    """List the words on the cards that are shown."""
    words: list[str] = user.page.locator("article ol .word").all_inner_texts()
    return words


def test_new_language_without_cards(new_user: NewUser) -> None:
    """Its readers have their own texts, English for the rest, and the host's cards."""
    ada, ben, cleo = gather_users(new_user, [Device(language=tag) for tag in ("es", "sr-Latn-RS", "en")])
    root = ben.page.locator("html")
    expect(root).to_have_attribute("lang", "sr-Latn")
    expect(root).to_have_attribute("dir", "ltr")
    expect(ben.page.get_by_text("3 slobodna mesta")).to_be_visible()
    expect(ben.page.get_by_role("button", name="Leave table")).to_be_visible()
    for user in (ada, cleo):
        expect(user.page.get_by_role("listitem").filter(has_text="Ben")).to_contain_text("Srpski (latinica)")
    ada.advance()
    click_to([ada, ben, cleo], "drawing")
    sides = [side for card in house_deck().cards for side in card.sides]
    ours = {word for side in sides for word in side.words("es")}
    assert set(words_on_cards(ben)) <= ours
    assert words_on_cards(ben) == words_on_cards(ada) != words_on_cards(cleo)
    for words in ben.page.locator("article ol").all():
        expect(words).to_have_attribute("lang", "es")


def long_deck() -> str:
    """Write a deck of words as long as ours may be, without any space."""
    words = (
        f"{first}{second}geschwindigkeitsbegrenzung".capitalize() for first in "bdfgk" for second in "aeiouäö"
    )
    return "# language: de\n" + "\n\n".join("\n".join(islice(words, 7)) for _ in "bdfgk")


SMALL = Device((320, 568), "en-XA", touch=True)


def test_long_words_on_a_small_phone(new_user: NewUser, tmp_path: Path) -> None:
    """Nothing is cut off where all words are longer than in English, on the page and on the cards."""
    users = gather_users(new_user, [SMALL, Device(), Device()])
    ada, page = users[0], users[0].page
    found: dict[str, list[str]] = {}

    def inspect(_: Sequence[BrowserUser], screen: str) -> None:
        page.evaluate(SETTLED)
        found.setdefault(screen, []).extend(misfits(page))

    deck = tmp_path / "deck.txt"
    deck.write_text(long_deck())
    for details in page.locator("summary").all():
        details.click()
    page.locator("input[type=file]").set_input_files(deck)
    expect(page.locator("fieldset input[type=radio][disabled]")).to_have_count(0)
    inspect(users, "lobby")
    ada.advance()
    for phase in ("reading", "drawing"):
        click_to(users, phase)
        inspect(users, phase)
    page.locator("header [popovertarget]").last.click()
    inspect(users, "menu")
    page.keyboard.press("Escape")
    page.locator("[data-centre] .finish button").click()
    inspect(users, "finish")
    page.keyboard.press("Escape")
    play_round(users, inspect)
    inspect(users, "scores")
    for path in ("/", "/help"):
        page.goto(path)
        page.locator("h1").first.wait_for()
        page.wait_for_timeout(500)  # for lazily loaded parts
        inspect(users, path)
    listed = [f"{screen}: {text}" for screen, texts in found.items() for text in texts]
    assert not listed, "\n".join(listed)
