"""Plays in three browsers of three sizes, among people and with bots, and takes a picture of every screen.

    python -m scripts.screenshots [FOLDER]     by default /tmp/pictomania-screens

In light and in dark, in all four languages; a picture is called after its screen, size and theme.
"""

import argparse
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.drawings import ALL
from tests.browser.house import House
from tests.browser.person import DESKTOP, PHONE, TABLET, Kind, Person
from tests.browser.play import look_on, unless_over

SIZES = {"phone": PHONE, "tablet": TABLET, "desktop": DESKTOP}
BOTS_COME_MS = 5_000  # their process has to start
BOTS_DRAW_MS = 12_000
AWAY_MS = 60_000  # somebody has to be away for a while before they are replaced
LOST_MS = 3_000
BACK_MS = 20_000


class Photographer:
    """Takes pictures of three people's screens."""

    def __init__(self, folder: Path, *, is_dark: bool) -> None:
        """Put them into a folder."""
        self.is_dark = is_dark
        self._folder = folder
        self._theme = "dark" if is_dark else "light"

    def __call__(self, screen: str, people: Sequence[Person]) -> None:
        """One picture of each screen."""
        for size, person in zip(SIZES, people, strict=True):
            person.page.wait_for_timeout(700)  # whatever moves has arrived
            person.page.screenshot(path=self._folder / f"{screen}-{size}-{self._theme}.png")
        print(screen, self._theme)


def three(browser: Browser, url: str, take: Photographer, languages: Sequence[str]) -> list[Person]:
    """One person for each size."""
    kinds = [
        Kind(size, language, touch=size != DESKTOP, dark=take.is_dark, moves=True)
        for size, language in zip(SIZES.values(), languages, strict=True)
    ]
    names = ("Ada", "Benjamin", "Cleo")
    return [Person(browser, url, name, kind) for name, kind in zip(names, kinds, strict=True)]


def game(take: Photographer, people: Sequence[Person], edition: str) -> None:
    """A game from the first page to the last."""
    for screen, place in (("home", "/"), ("help", "/help"), ("credits", "/help#credits")):
        for person in people:
            person.page.goto(place)
        take(screen, people)
    come(take, people)
    if edition == "first":
        people[0].page.locator("input[type=radio]").first.check(force=True)
        take("lobby-first", people)
    people[0].goes_on()
    if edition == "first":
        people[0].sees("choosing")
        take("choosing", people)
        people[0].page.locator("button.card").first.click()
    for person in people:
        person.sees("reading")
    take("reading", people)
    draw(take, people, edition)
    reveal(take, people)
    end(take, people, 3 if edition == "second" else 4)


def come(take: Photographer, people: Sequence[Person]) -> None:
    """To the lobby."""
    code = people[0].makes_table()
    for person in people[1:]:
        person.page.goto(f"/t/{code}")
    take("joining", people)
    for person in people[1:]:
        person.comes(code)
    take("lobby", people)
    for person in people[1:]:
        person.goes_on()


def draw(take: Photographer, people: Sequence[Person], edition: str) -> None:
    """A round in which one guess is wrong."""
    look_on(people, until="drawing")
    take("drawing-begin", people)
    for person, drawing in zip(people, ALL, strict=False):
        for line in drawing:
            person.draws(line)
    take("drawing", people)
    numbers = [person.number for person in people]
    for person in (people[0], people[2]):
        person.page.locator("[data-artist='1'] button.cover:visible").last.click()
    if edition == "second":  # which asks first
        people[2].page.locator(f"[data-hand] li:nth-child({numbers[1]}) button:visible").click()
    people[1].page.locator("[data-centre] .finish button").click()
    take("guessing", people)
    people[1].page.keyboard.press("Escape")
    people[2].page.keyboard.press("Escape")
    wrong = next(number for number in range(1, 8) if number not in numbers)
    for person in people:
        for artist in {0, 1, 2} - {person.seat}:
            person.guesses(artist, wrong if (person.seat, artist) == (1, 2) else numbers[artist])
    take("guessed", people)
    for person in people:  # in the first edition, the last token ends it
        unless_over(person, partial(person.finishes, takes=True))


def reveal(take: Photographer, people: Sequence[Person]) -> None:
    """With an objection that the others do not share."""
    people[0].sees("word")
    take("word", people)
    people[1].page.locator("button[aria-haspopup=dialog]").last.click()
    take("objecting", people)
    people[1].page.locator("dialog[open] li button").nth(1).click()
    people[2].page.locator(".asked button").first.wait_for()
    take("objection", people)
    people[2].page.locator(".asked button").last.click()
    look_on(people, until="pile")
    take("pile", people)
    look_on(people, until="scores")
    people[2].page.locator("tbody button").first.click()
    take("scores", people)


def end(take: Photographer, people: Sequence[Person], rounds: int) -> None:
    """The other rounds quickly, the end, and the game once more."""
    for turn in range(rounds):
        look_on(people, until="drawing")
        quick_round(people, turn)
    look_on(people, until="praising")
    take("praising", people)
    people[0].page.locator("li button.plain.wide").first.click()
    look_on(people, until="over")
    take("over", people)
    link = people[0].page.locator("a.watch").get_attribute("href")
    for person in people:
        person.page.goto(str(link))
        person.page.wait_for_timeout(6_000)
    take("replay", people)


def quick_round(people: Sequence[Person], turn: int) -> None:
    """A round in which all draw and nobody guesses."""
    for place, person in enumerate(people):
        person.sees("drawing")
        for line in ALL[(turn + place) % len(ALL)]:
            person.draws(line)
    for person in people:
        person.finishes(takes=False)
    look_on(people, until="scores")


def with_bots(take: Photographer, people: Sequence[Person], dov: Person, house: House) -> None:
    """A round among two bots, and somebody for whom a third one plays; the server is lost and found again."""
    host = people[0].page
    code = people[0].makes_table()
    for person in (*people[1:], dov):
        person.comes(code)
    for _ in range(2):
        host.locator("li.free button").click()
    host.wait_for_timeout(BOTS_COME_MS)
    take("bots-lobby", people)
    people[0].goes_on()
    look_on([*people, dov], until="drawing")
    dov.page.goto("about:blank")
    for person, drawing in zip(people, ALL, strict=False):
        for line in drawing:
            person.draws(line)
    host.locator("[data-artist='3'] button.cover:visible").click()  # on a phone it is small before
    stand_in = host.locator("[data-artist='3'] .absent button").first
    stand_in.wait_for(timeout=AWAY_MS)
    take("bots-away", people)
    stand_in.click()
    host.wait_for_timeout(BOTS_DRAW_MS)
    take("bots-drawing", people)
    for person in people:
        person.page.locator("[popovertarget]").last.click()
    take("bots-menu", people)
    for person in people:
        person.page.keyboard.press("Escape")
    house.kill()
    host.wait_for_timeout(LOST_MS)
    take("lost", people)
    house.start()
    for person in people:
        expect(person.page.locator(".bar .dot")).to_have_count(0, timeout=BACK_MS)
        unless_over(person, partial(person.finishes, takes=True))
    for phase in ("pile", "scores"):
        look_on(people, until=phase)
        take(f"bots-{phase}", people)


def main() -> None:
    """Take all pictures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "folder", nargs="?", type=Path, default=Path(tempfile.gettempdir()) / "pictomania-screens"
    )
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(Path(data))
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=list(FLAGS))
        for is_dark, languages, edition in (
            (False, ("en", "en", "en"), "second"),
            (True, ("es", "fr", "ru"), "first"),
        ):
            take = Photographer(folder, is_dark=is_dark)
            people = three(browser, house.url, take, languages)
            game(take, people, edition)
            dov = Person(browser, house.url, "Dov", Kind(DESKTOP))
            with_bots(take, people, dov, house)
            for person in (*people, dov):
                person.close()
        browser.close()
        house.close()
    print(folder)


if __name__ == "__main__":
    main()
