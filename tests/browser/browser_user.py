"""A user with a browser: page object for everything a person does on our pages.

Mostly independent of the language: finds the next step by the main button, and sheets and cards by position.
"""

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    StorageState,
    expect,
)
from playwright.sync_api import TimeoutError as PlaywrightTimeout

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Bounding box of the ink on a sheet, as fractions of the sheet: left, top, right, bottom.
INK_BOUNDS = """paper => {
    let [left, top, right, bottom] = [1, 1, 0, 0];
    for (const canvas of paper.querySelectorAll("canvas")) {
        const { width, height } = canvas;
        if (!width || !height) continue;
        const copy = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
        copy.drawImage(canvas, 0, 0);
        const pixels = copy.getImageData(0, 0, width, height).data;
        for (let at = 3; at < pixels.length; at += 4) {
            if (pixels[at] < 128) continue;
            const x = ((at >> 2) % width) / width;
            const y = Math.floor((at >> 2) / width) / height;
            [left, top] = [Math.min(left, x), Math.min(top, y)];
            [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
        }
    }
    return [left, top, right, bottom];
}"""
# Waits for the next frame and for the transitions that it starts: colours in between have poor contrast.
SETTLED = """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
    const finite = each => each.effect.getComputedTiming().endTime < Infinity;
    done(Promise.allSettled(document.getAnimations().filter(finite).map(each => each.finished)));
}))).then(() => null)"""
MAIN_BUTTON = "button.main:visible"
HAS_FINISHED = "[data-centre]:not(:has(.finish)), body:not(:has([data-centre]))"  # or the phase is over
MOVE_ON_BUTTON = "button[data-move-on]:visible"  # of the host, in a reveal that plays by itself
# Browsers log these when a test stops the server or goes offline, even while a part of the page is loading.
NETWORK_ERRORS = (
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_INTERNET_DISCONNECTED",
    "Unable to preload CSS",
)
POLL_MS = 50
SOON_MS = 2_000
TIMEOUT_MS = 30_000  # for anything a page should do: a limit against hanging, also on a busy machine
PHONE, TABLET, DESKTOP = (360, 640), (820, 1180), (1440, 900)
ZIGZAG = ((0.2, 0.3), (0.5, 0.7), (0.8, 0.3))

expect.set_options(timeout=TIMEOUT_MS)


@dataclass(frozen=True)
class Device:
    """Screen, input and preferences of a user."""

    size: tuple[int, int] = DESKTOP
    language: str = "en"
    touch: bool = False
    dark: bool = False
    animated: bool = False
    newcomer: bool = False  # has never played


class BrowserUser:
    """One user with a page in a separate browser context (its own cookies and storage)."""

    def __init__(self, browser: Browser, url: str, name: str, device: Device) -> None:
        width, height = device.size
        self.name = name
        self.device = device
        self.context: BrowserContext = browser.new_context(
            base_url=url,
            viewport={"width": width, "height": height},
            locale=device.language,
            has_touch=device.touch,
            color_scheme="dark" if device.dark else "light",
            reduced_motion="no-preference" if device.animated else "reduce",
            storage_state=None if device.newcomer else _has_played(url),
        )
        self.context.set_default_timeout(TIMEOUT_MS)
        self.errors: list[str] = []
        self.foreign_requests: list[str] = []  # requests to other hosts
        self.page = self.new_page(url)

    def new_page(self, url: str) -> Page:
        """Open another tab."""
        page = self.context.new_page()
        page.on("console", self._record)
        page.on("pageerror", lambda error: self.errors.append(f"{self.name}: {error}"))
        page.on(
            "request",
            lambda request: (
                None if request.url.startswith(url) else self.foreign_requests.append(request.url)
            ),
        )
        return page

    def _record(self, message: ConsoleMessage) -> None:
        is_expected = any(error in message.text for error in NETWORK_ERRORS)
        if message.type in ("error", "warning") and not is_expected:
            self.errors.append(f"{self.name}: {message.text} ({message.location['url']})")

    def ignore_errors(self, containing: str) -> None:
        """Forget recorded errors that a test expects."""
        self.errors = [error for error in self.errors if containing not in error]

    # Joining.

    def make_table(self) -> str:
        """Make a table and return its code."""
        self.page.goto("/")
        self.page.locator("input[autocomplete=nickname]").fill(self.name)
        self.page.locator(".new button").click()
        self.page.wait_for_url(re.compile(r"/t/\w{8}"))
        self.wait_for_lobby()
        return self.page.url.rsplit("/", 1)[1]

    def join(self, code: str) -> None:
        """Follow the link, enter a name and join."""
        self.page.goto(f"/t/{code}")
        self.page.locator("input[autocomplete=nickname]").fill(self.name)
        self.main_button().click()
        self.wait_for_lobby()

    def take_seat(self, code: str, key: str) -> None:
        """Start loading the page of a seat, as after a reload."""
        stored = {"key": key, "name": self.name, "table": code}
        for name, value in stored.items():
            self.context.add_init_script(f"localStorage.setItem('pictomania.{name}', {json.dumps(value)})")
        self.page.goto(f"/t/{code}", wait_until="commit")

    def wait_for_lobby(self, timeout_ms: float = TIMEOUT_MS) -> None:
        lobby = self.page.locator("footer button.main, footer button.plain").first
        expect(lobby).to_be_visible(timeout=timeout_ms)

    # Finding things.

    def main_button(self) -> Locator:
        """Locate the button for the next step."""
        return self.page.locator(MAIN_BUTTON).last

    def wait_for_phase(self, *phases: str) -> None:
        """Wait until the game is in one of these phases."""
        selector = ", ".join(f"[data-phase={phase}]" for phase in phases)
        expect(self.page.locator(selector)).to_be_visible()

    @property
    def phase(self) -> str:
        """The phase shown on this page; empty outside a game."""
        phase: str = self.page.evaluate("document.querySelector('[data-phase]')?.dataset.phase ?? ''")
        return phase

    @property
    def seat(self) -> int:
        """The seat of this user."""
        return int(self.page.locator("section[data-artist]").first.get_attribute("data-artist") or -1)

    @property
    def number(self) -> int:
        """The number dealt to this user, as shown beside the word."""
        return int(self.page.locator("[data-own-number]").first.get_attribute("data-own-number") or 0)

    def sheet(self) -> Locator:
        """Locate this user's own sheet."""
        return self.page.locator("section[data-artist] canvas").last

    # Playing.

    def advance(self) -> None:
        """Press the main button, unless the table moves on first: then the button means something else."""
        phase = self.phase
        scope = f"[data-phase={phase}] " if phase else ""
        button = self.page.locator(f"{scope}{MAIN_BUTTON}, {scope}{MOVE_ON_BUTTON}").last
        with suppress(PlaywrightTimeout):
            if button.count() and button.is_enabled(timeout=SOON_MS):
                button.click(timeout=SOON_MS)

    def draw(self, line: Sequence[tuple[float, float]] = ZIGZAG) -> None:
        """Draw a line with the mouse; coordinates are fractions of the sheet."""
        self.start_line(line)
        self.page.mouse.up()

    def start_line(self, line: Sequence[tuple[float, float]] = ZIGZAG) -> None:
        """Draw a line with the mouse and keep the button down at its end."""
        first, *rest = self._on_page(line)
        self.page.mouse.move(*first)
        self.page.mouse.down()
        for x, y in rest:
            self.page.mouse.move(x, y, steps=6)

    def draw_with_finger(self, line: Sequence[tuple[float, float]] = ZIGZAG) -> None:
        """Draw a line with touch events."""
        session = self.context.new_cdp_session(self.page)
        for step, (x, y) in enumerate(self._on_page(line)):
            event = "touchMove" if step else "touchStart"
            session.send("Input.dispatchTouchEvent", {"type": event, "touchPoints": [{"x": x, "y": y}]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def draw_with_pen(self, line: Sequence[tuple[float, float]] = ZIGZAG) -> None:
        """Draw a line with a pen, pressing harder and harder."""
        session = self.context.new_cdp_session(self.page)
        points = self._on_page(line)
        pen = {"pointerType": "pen", "button": "left", "clickCount": 1}
        for step, (x, y) in enumerate(points):
            event = "mouseMoved" if step else "mousePressed"
            force = (step + 1) / len(points)
            session.send(
                "Input.dispatchMouseEvent",
                {"type": event, "x": x, "y": y, "force": force, "buttons": 1, **pen},
            )
        x, y = points[-1]
        session.send("Input.dispatchMouseEvent", {"type": "mouseReleased", "x": x, "y": y, **pen})

    def _on_page(self, line: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        """Convert fractions of the sheet to page coordinates."""
        box = self.sheet().bounding_box()
        assert box is not None
        return [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in line]

    def guess(self, artist: int, number: int) -> None:
        """Select the sheet, play the number, and confirm if asked."""
        self.page.locator(f"[data-artist='{artist}'] button.cover:visible").last.click()
        self.page.locator(f"[data-hand] li:nth-child({number}) button:visible").click()
        confirm = self.page.locator("dialog[open] button.main")
        card = self.page.locator(f"[data-artist='{artist}'] [data-pile] [data-laid-by='{self.seat}']")
        expect(confirm.or_(card).first).to_be_visible()
        if confirm.is_visible():
            confirm.click()
        expect(card.first).to_be_attached()

    def finish(self, *, take_token: bool) -> None:
        """Finish with the first token offered, or without one; again if another player was faster."""
        choices = self.page.locator("dialog[open] .ways button")
        has_finished = self.page.locator(HAS_FINISHED)
        refusal = self.page.locator(".refusals p:not(.note)")
        deadline_s = monotonic() + TIMEOUT_MS / 1000
        while not has_finished.count():
            assert monotonic() < deadline_s, f"{self.name} never finishes"
            with suppress(PlaywrightTimeout):  # what a refusal was about may be over by now
                self.page.locator("[data-centre] .finish button").click(timeout=SOON_MS)
                (choices.first if take_token else choices.last).click(timeout=SOON_MS)
                expect(has_finished.or_(refusal).first).to_be_visible()

    # Looking.

    def ink_bounds(self, artist: int) -> list[float]:
        """Measure where the ink is on an artist's sheet: left, top, right, bottom, in percent."""
        paper = self.page.locator(f"[data-artist='{artist}'] .paper:visible").first
        bounds: list[float] = paper.evaluate(INK_BOUNDS)
        return [round(share * 100) for share in bounds]

    def wait_for_ink(self, artist: int, bounds: Sequence[float]) -> None:
        """Wait until an artist's ink has these bounds, give or take the width of a line."""
        for _ in range(TIMEOUT_MS // POLL_MS):
            seen = self.ink_bounds(artist)
            if all(abs(actual - expected) <= 3 for actual, expected in zip(seen, bounds, strict=True)):
                return
            self.page.wait_for_timeout(POLL_MS)
        raise AssertionError(f"{self.name} sees ink at {self.ink_bounds(artist)}, not at {bounds}")

    def check_accessibility(self, screen: str) -> None:
        """Run axe on this screen and record every violation as an error."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text())
        self.page.evaluate(SETTLED)
        report = self.page.evaluate("tags => axe.run(document, {runOnly: tags})", AXE_TAGS)
        self.errors += [
            f"{screen}: {rule['id']}: {node['html'][:200]} {node['failureSummary']}"
            for rule in report["violations"]
            for node in rule["nodes"]
        ]

    def stars(self) -> list[int]:
        """Read the totals in the last column of the score sheet."""
        cells = self.page.locator("td.total").all_inner_texts()
        return [int(cell.replace("\N{MINUS SIGN}", "-").strip()) for cell in cells]

    def close(self) -> None:
        self.context.close()


def _has_played(url: str) -> StorageState:
    """Return the storage of a browser in which games were played before: no learning round by default."""
    return {
        "cookies": [],
        "origins": [{"origin": url, "localStorage": [{"name": "pictomania.played", "value": "yes"}]}],
    }
