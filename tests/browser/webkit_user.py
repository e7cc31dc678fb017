"""A user with WebKit: the steps of a round, with the same selectors as in `BrowserUser`."""

from collections.abc import Sequence

from tests.browser.browser_user import HAS_FINISHED, INK_BOUNDS
from tests.browser.webdriver import WebDriver, wait_until

IPHONE = (390, 844)
# Opens a link in a new window that records errors, even those of the first script on its page. WebDriver
# can't read the console, but the `window` of a new window stays the same object when the first page loads.
OPEN_LINK = """const page = window.open(arguments[0]);
    page.errors = [];
    const record = text => page.errors.push(String(text));
    page.addEventListener("error", ({ message, target }) => record(message ?? target.outerHTML), true);
    page.addEventListener("unhandledrejection", event => record(event.reason));
    page.addEventListener("securitypolicyviolation", event => record(`forbidden: ${event.blockedURI}`));
    for (const level of ["error", "warn"]) page.console[level] = (...parts) => record(parts.join(" "));"""
# Records each step that a reveal shows: its phase, and which of the drawings it is about.
RECORD_REVEAL = """window.steps = [];
    const record = () => {
        const phase = document.querySelector("[data-phase]")?.dataset.phase;
        const count = document.querySelector(".stage header .count")?.textContent;
        const step = `${phase} ${count}`;
        if (count && step !== window.steps.at(-1)) window.steps.push(step);
    };
    const everything = { attributes: true, characterData: true, childList: true, subtree: true };
    new MutationObserver(record).observe(document.body, everything);"""


class WebKitUser:
    """One user with an iPhone-sized window."""

    def __init__(self, driver: WebDriver, url: str, name: str) -> None:
        self.driver = driver
        self.name = name
        self._url = url

    # Playing.

    def join(self, code: str) -> None:
        """Follow the link in a new window, enter a name and join."""
        self.driver.go_to(f"{self._url}/healthz")
        self.driver.evaluate(OPEN_LINK, f"/t/{code}")
        self.driver.switch_to_other_window()
        self.driver.resize(*IPHONE)
        self.driver.type_text("input[autocomplete=nickname]", self.name)
        wait_until(lambda: self.size == IPHONE, "the window is as small as an iPhone")
        self.driver.click("button.main")
        self.driver.wait_for("footer button.main")

    def start_game(self) -> None:
        """Start the game, once there are enough players."""
        self.driver.click("footer button.main")

    def wait_for_phase(self, phase: str) -> None:
        """Wait until the game is in this phase."""
        self.driver.wait_for(f"[data-phase={phase}]")

    def advance(self, phase: str) -> None:
        """Press the main button of a phase until the phase is over."""

        def press() -> bool:
            self.driver.try_to_click(f"[data-phase={phase}] button.main")
            return self.phase != phase

        wait_until(press, f"{phase} is over")

    def draw(self, line: Sequence[tuple[float, float]]) -> None:
        """Draw a line with the mouse; coordinates are fractions of the sheet."""
        box = self.driver.evaluate(
            "return document.querySelector('section[data-artist] canvas').getBoundingClientRect()"
        )
        self.driver.drag([(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in line])

    def guess(self, artist: int, number: int) -> None:
        """Select the sheet, play the number and confirm, since this is a first guess."""
        self.driver.click(f"[data-artist='{artist}'] button.cover")
        self.driver.click(f"[data-hand] li:nth-child({number}) button")
        self.driver.click("dialog[open] button.main")
        self.driver.wait_for(f"[data-artist='{artist}'] [data-pile] [data-laid-by]")

    def finish(self) -> None:
        """Finish with the first token offered."""
        self.driver.click("[data-centre] .finish button")
        self.driver.click("dialog[open] .ways button:first-child")
        self.driver.wait_for(HAS_FINISHED)

    # Looking.

    @property
    def phase(self) -> str:
        """The phase shown on this page; empty outside a game."""
        return str(self.driver.evaluate("return document.querySelector('[data-phase]')?.dataset.phase ?? ''"))

    @property
    def errors(self) -> list[str]:
        """Errors and warnings since the page was opened, and requests to other hosts."""
        errors: list[str] = self.driver.evaluate("return window.errors ?? ['the page was never opened']")
        requests: list[str] = self.driver.evaluate(
            "return performance.getEntriesByType('resource').map(entry => entry.name)"
        )
        return errors + [request for request in requests if not request.startswith(self._url)]

    @property
    def size(self) -> tuple[int, int]:
        """The size of the window."""
        width, height = self.driver.evaluate("return [innerWidth, innerHeight]")
        return width, height

    def words(self) -> list[str]:
        """Read the words on the cards."""
        words: list[str] = self.driver.evaluate(
            "return [...document.querySelectorAll('.holder .word')].map(each => each.textContent)"
        )
        return words

    def ink_bounds(self, artist: int) -> list[float]:
        """Measure where the ink is on an artist's sheet: left, top, right, bottom, in percent."""
        paper = f"document.querySelector(\"[data-artist='{artist}'] .paper\")"
        bounds: list[float] = self.driver.evaluate(f"return ({INK_BOUNDS})({paper})")
        return [share * 100 for share in bounds]

    def record_reveal(self) -> None:
        """Start recording the steps of a reveal."""
        self.driver.evaluate(RECORD_REVEAL)

    def revealed(self) -> list[str]:
        """Return the recorded steps, such as "pile 2/3"."""
        steps: list[str] = self.driver.evaluate("return window.steps")
        return steps
