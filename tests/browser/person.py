"""Somebody before a browser, who sees what is on the page and does what people do there.

Most of it works in every language: the one thing to do now is the main button, sheets and cards are known by
their places.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from playwright.sync_api import TimeoutError as TookTooLong

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
AXE_KINDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Where ink is on a sheet, as shares of it: left, top, right and bottom.
INK = """paper => {
    let [left, top, right, bottom] = [1, 1, 0, 0];
    for (const canvas of paper.querySelectorAll("canvas")) {
        const { width, height } = canvas;
        if (!width || !height) continue;
        const copy = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
        copy.drawImage(canvas, 0, 0);
        const dots = copy.getImageData(0, 0, width, height).data;
        for (let at = 3; at < dots.length; at += 4) {
            if (dots[at] < 128) continue;
            const x = ((at >> 2) % width) / width;
            const y = Math.floor((at >> 2) / width) / height;
            [left, top] = [Math.min(left, x), Math.min(top, y)];
            [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
        }
    }
    return [left, top, right, bottom];
}"""
MAIN = "button.main:visible"
SOON_MS = 2_000
PHONE, TABLET, DESKTOP = (360, 640), (820, 1180), (1440, 900)
ZIGZAG = ((0.2, 0.3), (0.5, 0.7), (0.8, 0.3))


@dataclass(frozen=True)
class Kind:
    """What they have before them."""

    size: tuple[int, int] = DESKTOP
    language: str = "en"
    touch: bool = False
    dark: bool = False
    moves: bool = False  # are there animations?


class Person:
    """One page in a browser of its own, as far as cookies and the like go."""

    def __init__(self, browser: Browser, url: str, name: str, kind: Kind) -> None:
        """Sit down before it."""
        width, height = kind.size
        self.name = name
        self.kind = kind
        self.context: BrowserContext = browser.new_context(
            base_url=url,
            viewport={"width": width, "height": height},
            locale=kind.language,
            has_touch=kind.touch,
            color_scheme="dark" if kind.dark else "light",
            reduced_motion="no-preference" if kind.moves else "reduce",
        )
        self.context.set_default_timeout(20_000)
        self.complaints: list[str] = []
        self.strangers: list[str] = []  # requests that left the server's own address
        self.page = self.new_page(url)

    def new_page(self, url: str) -> Page:
        """Open one more tab."""
        page = self.context.new_page()
        page.on("console", lambda said: self._hear(said.type, said.text))
        page.on("pageerror", lambda error: self.complaints.append(f"{self.name}: {error}"))
        page.on(
            "request", lambda asked: None if asked.url.startswith(url) else self.strangers.append(asked.url)
        )
        return page

    def _hear(self, kind: str, text: str) -> None:
        # A server that is down cannot be reached, and browsers say so by themselves.
        if kind in ("error", "warning") and "ERR_CONNECTION_REFUSED" not in text:
            self.complaints.append(f"{self.name}: {text}")

    # Coming.

    def makes_table(self) -> str:
        """Make a table and tell its code."""
        self.page.goto("/")
        self.page.locator("input[autocomplete=nickname]").fill(self.name)
        self.page.locator(".new button").click()
        self.page.wait_for_url(re.compile(r"/t/\w{8}"))
        self.sees_lobby()
        return self.page.url.rsplit("/", 1)[1]

    def comes(self, code: str) -> None:
        """Follow the link, and say a name if need be."""
        self.page.goto(f"/t/{code}")
        self.page.locator("input[autocomplete=nickname]").fill(self.name)
        self.main_button().click()
        self.sees_lobby()

    def sees_lobby(self) -> None:
        """Wait for the lobby."""
        expect(self.page.locator("footer button.main, footer button.plain").first).to_be_visible()

    # Where things are.

    def main_button(self) -> Locator:
        """The one thing to do now."""
        return self.page.locator(MAIN).last

    def sees(self, *phases: str) -> None:
        """Wait until the game has come so far."""
        places = ", ".join(f"[data-phase={phase}]" for phase in phases)
        expect(self.page.locator(places)).to_be_visible()

    @property
    def phase(self) -> str:
        """How far the game is, for this page; empty, where there is none."""
        found: str = self.page.evaluate("document.querySelector('[data-phase]')?.dataset.phase ?? ''")
        return found

    @property
    def seat(self) -> int:
        """Whose sheet is the own one."""
        return int(self.page.locator("section[data-artist]").first.get_attribute("data-artist") or -1)

    @property
    def number(self) -> int:
        """The own number, as it stands beside the word."""
        return int(self.page.locator("[data-own-number]").first.get_attribute("data-own-number") or 0)

    def sheet(self) -> Locator:
        """The own sheet."""
        return self.page.locator("section[data-artist] canvas").last

    # Playing.

    def goes_on(self) -> None:
        """Be ready, or whatever else brings the table on; it may go on without it in the same moment.

        Then nothing is pressed: the same button means something else by now.
        """
        phase = self.phase
        button = self.page.locator(f"[data-phase={phase}] button.main:visible" if phase else MAIN).last
        with suppress(TookTooLong):
            if button.count() and button.is_enabled(timeout=SOON_MS):
                button.click(timeout=SOON_MS)

    def draws(self, line: Sequence[tuple[float, float]] = ZIGZAG) -> None:
        """Draw a line with a mouse, by shares of the sheet."""
        self.begins_line(line)
        self.page.mouse.up()

    def begins_line(self, line: Sequence[tuple[float, float]] = ZIGZAG) -> None:
        """Draw a line without lifting the pencil in the end."""
        box = self.sheet().bounding_box()
        assert box is not None
        spots = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in line]
        self.page.mouse.move(*spots[0])
        self.page.mouse.down()
        for x, y in spots[1:]:
            self.page.mouse.move(x, y, steps=6)

    def touches(self, line: Sequence[tuple[float, float]] = ZIGZAG, kind: str = "touch") -> None:
        """Draw a line with a finger, or with a pen that is pressed harder and harder."""
        box = self.sheet().bounding_box()
        assert box is not None
        wire = self.context.new_cdp_session(self.page)
        spots = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in line]
        if kind == "touch":
            for turn, (x, y) in enumerate(spots):
                what = "touchMove" if turn else "touchStart"
                wire.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": [{"x": x, "y": y}]})
            wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            return
        for turn, (x, y) in enumerate(spots):
            pen = {"x": x, "y": y, "pointerType": "pen", "force": (turn + 1) / len(spots), "buttons": 1}
            what = "mouseMoved" if turn else "mousePressed"
            wire.send("Input.dispatchMouseEvent", {"type": what, "button": "left", "clickCount": 1, **pen})
        x, y = spots[-1]
        wire.send(
            "Input.dispatchMouseEvent",
            {
                "type": "mouseReleased",
                "x": x,
                "y": y,
                "button": "left",
                "clickCount": 1,
                "pointerType": "pen",
            },
        )

    def guesses(self, artist: int, number: int) -> None:
        """Lay a card: choose the sheet, choose the number, and say yes if it is asked."""
        self.page.locator(f"[data-artist='{artist}'] button.cover:visible").last.click()
        self.page.locator(f"[data-hand] li:nth-child({number}) button:visible").click()
        sure = self.page.locator("dialog[open] button.main")
        card = self.page.locator(f"[data-artist='{artist}'] [data-pile] [data-laid-by='{self.seat}']")
        expect(sure.or_(card).first).to_be_visible()
        if sure.is_visible():
            sure.click()
        expect(card.first).to_be_attached()

    def finishes(self, *, takes: bool) -> None:
        """Finish, with the first token that is offered or without any."""
        self.page.locator("[data-centre] .finish button").click()
        ways = self.page.locator("dialog[open] .ways button")
        (ways.first if takes else ways.last).click()
        expect(self.page.locator("[data-centre] .finish")).to_have_count(0)

    # Looking.

    def ink(self, artist: int) -> list[float]:
        """Where the ink is on somebody's sheet: left, top, right, bottom, in hundredths of it."""
        paper = self.page.locator(f"[data-artist='{artist}'] .paper:visible").first
        found: list[float] = paper.evaluate(INK)
        return [round(share * 100) for share in found]

    def sees_ink(self, artist: int, where: Sequence[float]) -> None:
        """Wait until somebody's sheet looks so, give or take the width of a line."""
        found = self.ink(artist)
        for _ in range(100):
            found = self.ink(artist)
            if all(abs(one - other) <= 3 for one, other in zip(found, where, strict=True)):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"{self.name} sees ink at {found}, not at {where}")

    def can_be_used_by_all(self, where: str) -> None:
        """Complain about whatever on this screen is against the rules of accessibility."""
        self.page.evaluate(AXE.read_text())
        found = self.page.evaluate("kinds => axe.run(document, {runOnly: kinds})", AXE_KINDS)
        self.complaints += [
            f"{where}: {rule['id']}: {node['html'][:200]} {node['failureSummary']}"
            for rule in found["violations"]
            for node in rule["nodes"]
        ]

    def stars(self) -> list[int]:
        """The last column of the score sheet, as it is read."""
        cells = self.page.locator("td.total").all_inner_texts()
        return [int(cell.replace("\N{MINUS SIGN}", "-").strip()) for cell in cells]

    def close(self) -> None:
        """Go home."""
        self.context.close()
