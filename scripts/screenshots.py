"""Plays a game in three browsers of three sizes, and takes a picture of every screen.

    python -m scripts.screenshots [FOLDER]     by default /tmp/pictomania-screens

In light and in dark, in all four languages; a picture is called after its screen, size and theme.
"""

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.drawings import ALL
from tests.browser.house import House
from tests.browser.person import DESKTOP, PHONE, TABLET, Kind, Person
from tests.browser.play import look_on

SIZES = {"phone": PHONE, "tablet": TABLET, "desktop": DESKTOP}


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


def pictures(browser: Browser, url: str, take: Photographer, languages: Sequence[str], edition: str) -> None:
    """A game from the first page to the last."""
    kinds = [
        Kind(size, language, touch=size != DESKTOP, dark=take.is_dark, moves=True)
        for size, language in zip(SIZES.values(), languages, strict=True)
    ]
    names = ("Ada", "Benjamin", "Cleo")
    people = [Person(browser, url, name, kind) for name, kind in zip(names, kinds, strict=True)]
    for place in ("/", "/help"):
        for person in people:
            person.page.goto(place)
        take("help" if place == "/help" else "home", people)
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
    for person in people:
        person.close()


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
    for person in people:
        if person.phase == "drawing":  # in the first edition, the last token ends it
            person.finishes(takes=True)


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
    game = people[0].page.locator("a.watch").get_attribute("href")
    for person in people:
        person.page.goto(str(game))
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
        pictures(browser, house.url, Photographer(folder, is_dark=False), ("en", "en", "en"), "second")
        pictures(browser, house.url, Photographer(folder, is_dark=True), ("es", "fr", "ru"), "first")
        browser.close()
        house.close()
    print(folder)


if __name__ == "__main__":
    main()
