"""Play games on a phone, a tablet and a desktop, with and without bots, and take screenshots of every screen.

    python -m scripts.screenshots [FOLDER]     default: /tmp/pictomania-screens

Covers both themes and several languages. Files are named after screen, size and theme.
"""

import argparse
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.browser_user import DESKTOP, PHONE, TABLET, BrowserUser, Device
from tests.browser.checkout import LANGUAGES
from tests.browser.chromium import launch_chromium
from tests.browser.drawings import DRAWINGS
from tests.browser.game_flow import advance_to, while_drawing
from tests.browser.server_process import ServerProcess

SIZES = {"phone": PHONE, "tablet": TABLET, "desktop": DESKTOP}
BOTS_JOIN_MS = 5_000  # the bot process has to start
BOTS_DRAW_MS = 12_000
AWAY_MS = 60_000  # until a bot can stand in for an absent player
DISCONNECTED_MS = 3_000
RECONNECT_MS = 20_000


class Camera:
    """Takes a screenshot of each user's screen into a folder."""

    def __init__(self, folder: Path, *, is_dark: bool) -> None:
        self.is_dark = is_dark
        self._folder = folder
        self._theme = "dark" if is_dark else "light"

    def __call__(self, screen: str, users: Sequence[BrowserUser]) -> None:
        """Take one screenshot per user."""
        for size, user in zip(SIZES, users, strict=True):
            user.page.wait_for_timeout(700)  # for animations to end
            user.page.screenshot(path=self._folder / f"{screen}-{size}-{self._theme}.png")
        print(screen, self._theme)


def open_browsers(browser: Browser, url: str, take: Camera, languages: Sequence[str]) -> list[BrowserUser]:
    """Open a browser of each size."""
    devices = [
        Device(size, language, touch=size != DESKTOP, dark=take.is_dark, animated=True)
        for size, language in zip(SIZES.values(), languages, strict=True)
    ]
    names = ("Ada", "Benjamin", "Cleo")
    return [BrowserUser(browser, url, name, device) for name, device in zip(names, devices, strict=True)]


def play_game(take: Camera, users: Sequence[BrowserUser], edition: str) -> None:
    """Play a game from the home page to the replay."""
    for screen, path in (("home", "/"), ("help", "/help"), ("credits", "/help#credits")):
        for user in users:
            user.page.goto(path)
        take(screen, users)
    join(take, users)
    if edition == "first":
        users[0].page.locator("input[type=radio]").first.check(force=True)
        take("lobby-first", users)
    users[0].advance()
    if edition == "first":
        users[0].wait_for_phase("choosing")
        for user in users[1:]:
            user.page.locator("button.card").nth(1).click()
        take("choosing", users)
        users[0].page.locator("button.card").first.click()
    for user in users:
        user.wait_for_phase("reading")
    take("reading", users)
    draw(take, users, edition)
    reveal(take, users)
    finish_game(take, users, 3 if edition == "second" else 4)


def join(take: Camera, users: Sequence[BrowserUser]) -> None:
    """Make a table and join it."""
    code = users[0].make_table()
    for user in users[1:]:
        user.page.goto(f"/t/{code}")
    take("joining", users)
    for user in users[1:]:
        user.join(code)
    take("lobby", users)
    for user in users[1:]:
        user.advance()


def draw(take: Camera, users: Sequence[BrowserUser], edition: str) -> None:
    """Draw and guess; one guess is wrong."""
    advance_to(users, "drawing")
    take("drawing-begin", users)
    for user, drawing in zip(users, DRAWINGS, strict=False):
        for line in drawing:
            user.draw(line)
    take("drawing", users)
    take_breaks(take, users)
    numbers = [user.number for user in users]
    for user in (users[0], users[2]):
        user.page.locator("[data-artist='1'] button.cover:visible").last.click()
    if edition == "second":  # asks for confirmation
        users[2].page.locator(f"[data-hand] li:nth-child({numbers[1]}) button:visible").click()
    users[1].page.locator("[data-centre] .finish button").click()
    take("guessing", users)
    users[1].page.keyboard.press("Escape")
    users[2].page.keyboard.press("Escape")
    wrong = next(number for number in range(1, 8) if number not in numbers)
    for user in users:
        for artist in {0, 1, 2} - {user.seat}:
            user.guess(artist, wrong if (user.seat, artist) == (1, 2) else numbers[artist])
    take("guessed", users)
    for user in users:  # in the first edition, the last token ends the phase
        while_drawing(user, partial(user.finish, take_token=True))


def take_breaks(take: Camera, users: Sequence[BrowserUser]) -> None:
    """Open the menu, sit out and come back, and pause the game as a player asked for."""
    for user in users:
        user.page.locator("[popovertarget]").last.click()
    users[0].page.locator(".menu li button").last.click()
    take("menu", users)
    users[0].page.keyboard.press("Escape")
    users[1].page.locator(".choices button").first.click()
    users[2].page.locator(".choices button").nth(1).click()
    users[0].page.locator(".notices button").wait_for()
    take("sitting-out", users)
    users[1].page.locator(".notices button").click()
    users[0].page.locator(".notices button").click()
    for user in users:
        user.page.locator("h1:visible").wait_for()
    take("paused", users)
    users[0].page.locator("main button.main").click()
    for user in users:
        user.sheet().wait_for()


def reveal(take: Camera, users: Sequence[BrowserUser]) -> None:
    """Go through the reveal, with an objection that the others reject."""
    users[0].wait_for_phase("word")
    hold(users[1], users)
    take("word", users)
    users[1].page.locator("button[aria-haspopup=dialog]").last.click()
    take("objecting", users)
    users[1].page.locator("dialog[open] li button").nth(1).click()
    users[2].page.locator("[data-vote]").first.wait_for()
    take("objection", users)
    users[2].page.locator("[data-vote]").last.click()
    advance_to(users, "pile")
    hold(users[0], users)
    take("pile", users)
    advance_to(users, "scores")
    users[2].page.locator("tbody button").first.click()
    take("scores", users)


def hold(holder: BrowserUser, users: Sequence[BrowserUser]) -> None:
    """Stop the reveal, and show at once what it still has to show at this stop."""
    holder.page.locator("[data-hold]").click()
    for user in users:
        for _ in range(2):  # who ended the drawing, and its word
            user.page.keyboard.press("Space")


def finish_game(take: Camera, users: Sequence[BrowserUser], rounds: int) -> None:
    """Play the remaining rounds quickly, then show the end and the replay."""
    for turn in range(rounds):
        advance_to(users, "drawing")
        quick_round(users, turn)
    advance_to(users, "praising")
    take("praising", users)
    users[0].page.locator("li button.plain.wide").first.click()
    advance_to(users, "over")
    take("over", users)
    link = users[0].page.locator("a.watch").get_attribute("href")
    for user in users:
        user.page.goto(str(link))
        user.page.wait_for_timeout(6_000)
    take("replay", users)


def quick_round(users: Sequence[BrowserUser], turn: int) -> None:
    """Play a round without guesses."""
    for seat, user in enumerate(users):
        user.wait_for_phase("drawing")
        for line in DRAWINGS[(turn + seat) % len(DRAWINGS)]:
            user.draw(line)
    for user in users:
        user.finish(take_token=False)
    advance_to(users, "scores")


def play_with_bots(
    take: Camera, users: Sequence[BrowserUser], dov: BrowserUser, server: ServerProcess
) -> None:
    """Play a round with two bots and a stand-in for an absent player; the server goes down and comes back."""
    host = users[0].page
    code = users[0].make_table()
    for user in (*users[1:], dov):
        user.join(code)
    for _ in range(2):
        host.locator("li.free button").click()
    host.wait_for_timeout(BOTS_JOIN_MS)
    take("bots-lobby", users)
    users[0].advance()
    advance_to([*users, dov], "drawing")
    dov.page.goto("about:blank")
    for user, drawing in zip(users, DRAWINGS, strict=False):
        for line in drawing:
            user.draw(line)
    host.locator("[data-artist='3'] button.cover:visible").click()  # enlarges it on a phone
    stand_in = host.locator("[data-artist='3'] .absent button").first
    stand_in.wait_for(timeout=AWAY_MS)
    take("bots-away", users)
    stand_in.click()
    host.wait_for_timeout(BOTS_DRAW_MS)
    take("bots-drawing", users)
    for user in users:
        user.page.locator("[popovertarget]").last.click()
    take("bots-menu", users)
    for user in users:
        user.page.keyboard.press("Escape")
    server.kill()
    host.wait_for_timeout(DISCONNECTED_MS)
    take("lost", users)
    server.start()
    for user in users:
        expect(user.page.locator(".bar .dot")).to_have_count(0, timeout=RECONNECT_MS)
        while_drawing(user, partial(user.finish, take_token=True))
    advance_to(users, "pile")
    hold(users[0], users)
    take("bots-pile", users)
    advance_to(users, "scores")
    take("bots-scores", users)


def main() -> None:
    """Take all screenshots."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "folder", nargs="?", type=Path, default=Path(tempfile.gettempdir()) / "pictomania-screens"
    )
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = ServerProcess(Path(data))
        browser = launch_chromium(playwright)
        for is_dark, languages, edition in (
            (False, ("en", "en", "en"), "second"),
            (True, [*LANGUAGES[1:], *LANGUAGES[:2]][: len(SIZES)], "first"),
        ):
            take = Camera(folder, is_dark=is_dark)
            users = open_browsers(browser, server.url, take, languages)
            play_game(take, users, edition)
            dov = BrowserUser(browser, server.url, "Dov", Device(DESKTOP))
            play_with_bots(take, users, dov, server)
            for user in (*users, dov):
                user.close()
        browser.close()
        server.close()
    print(folder)


if __name__ == "__main__":
    main()
