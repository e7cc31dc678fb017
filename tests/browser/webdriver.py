"""Client for the W3C WebDriver protocol (https://www.w3.org/TR/webdriver2/), as far as our tests need it."""

import base64
import json
import time
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # key of an element reference, fixed by the standard
TIMEOUT_S = 60.0  # for anything a page should do: a limit against hanging, also on a busy machine
POLL_S = 0.05
LAST_VISIBLE = """[...document.querySelectorAll(arguments[0])]
    .filter(each => each.checkVisibility({ visibilityProperty: true })).at(-1)"""
# An element that can be used now: a click on one that moves may miss it.
USABLE = f"""const found = {LAST_VISIBLE};
    const moves = each => each.playState === "running" && each.effect.target.contains(found);
    return !found || found.disabled || document.getAnimations().some(moves) ? null : found;"""


class WebDriverError(Exception):
    """The driver could not run a command, for example because an element is covered by another."""


class WebDriver:
    """One browser session. Selectors stand for the last visible element that they match."""

    def __init__(self, url: str, capabilities: dict[str, Any]) -> None:
        """Start a session at the driver that listens at `url`."""
        self._url = url
        reply = self._send("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self._url = f"{url}/session/{reply['sessionId']}"

    # Windows.

    def go_to(self, url: str) -> None:
        """Load a page, and wait until it has loaded."""
        self._send("POST", "/url", {"url": url})

    def resize(self, width: int, height: int) -> None:
        """Set the size of the current window."""
        self._send("POST", "/window/rect", {"width": width, "height": height})

    def switch_to_other_window(self) -> None:
        """Switch to the second of two windows."""
        current = self._send("GET", "/window")
        (other,) = set(self._send("GET", "/window/handles")) - {current}
        self._send("POST", "/window", {"handle": other})

    def screenshot(self, file: Path) -> None:
        """Save what the window shows as PNG."""
        file.write_bytes(base64.b64decode(self._send("GET", "/screenshot")))

    # Reading.

    def evaluate(self, script: str, *arguments: object) -> Any:
        """Run the body of a JavaScript function with these `arguments`, and return what it returns."""
        return self._send("POST", "/execute/sync", {"script": script, "args": arguments})

    def is_visible(self, selector: str) -> bool:
        """Whether an element is visible."""
        return bool(self.evaluate(f"return Boolean({LAST_VISIBLE})", selector))

    def wait_for(self, selector: str) -> None:
        """Wait until an element is visible."""
        wait_until(lambda: self.is_visible(selector), f"{selector} is visible")

    # Acting.

    def click(self, selector: str) -> None:
        """Click an element, once it is visible, enabled and at rest, and nothing covers it."""
        wait_until(lambda: self.try_to_click(selector), f"{selector} can be clicked")

    def try_to_click(self, selector: str) -> bool:
        """Click an element, if that is possible now; return whether it was."""
        return self._act(selector, "click", {})

    def type_text(self, selector: str, text: str) -> None:
        """Type into a field, once it is visible."""
        wait_until(lambda: self._act(selector, "value", {"text": text}), f"{selector} takes text")

    def drag(self, points: Sequence[tuple[float, float]]) -> None:
        """Press the mouse button at the first of these points of the window, and release it at the last."""
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0} for x, y in points]
        press, release = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
        actions = [moves[0], press, *moves[1:], release]
        self._send("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": actions}]})

    def _act(self, selector: str, action: str, body: dict[str, str]) -> bool:
        with suppress(WebDriverError):
            if (found := self.evaluate(USABLE, selector)) is not None:
                self._send("POST", f"/element/{found[ELEMENT]}/{action}", body)
                return True
        return False

    def _send(self, method: str, path: str = "", body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._url + path, data, method=method)  # noqa: S310 (our own driver)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_S) as response:  # noqa: S310
                return json.load(response)["value"]
        except HTTPError as error:
            problem = json.load(error)["value"]
            raise WebDriverError(f"{problem['error']}: {problem['message']}") from error


def wait_until(is_done: Callable[[], bool], condition: str) -> None:
    """Poll until something is the case."""
    deadline_s = time.monotonic() + TIMEOUT_S
    while not is_done():
        assert time.monotonic() < deadline_s, f"it never happened that {condition}"
        time.sleep(POLL_S)
