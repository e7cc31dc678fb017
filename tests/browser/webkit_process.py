"""WebKit with a virtual screen, in its own processes.

WebKitGTK has the engine of Safari, and so of almost every browser on an iPhone. Playwright can't control it:
it needs a patched WebKit, which Debian doesn't have.
"""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.error import URLError
from urllib.request import urlopen

from tests.browser.server_process import free_port
from tests.browser.webdriver import WebDriver, wait_until

# Without its toolbar, a window can be as narrow as a phone. Scripts open windows to record their errors.
ARGUMENTS = ("--automation", "--full-screen", "--javascript-can-open-windows-automatically=true")

# Painting in threads with OpenGL crashes in Mesa's software renderer from time to time.
PAINT_WITHOUT_OPENGL = {"WEBKIT_SKIA_ENABLE_CPU_RENDERING": "1"}


@contextmanager
def start_webkit() -> Iterator[WebDriver]:
    """Start a screen, a driver and a browser; end all of them afterwards."""
    with ExitStack() as stack:
        display = _start_screen(stack)
        port = free_port()
        environment = os.environ | PAINT_WITHOUT_OPENGL | {"DISPLAY": display}
        driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"], env=environment, start_new_session=True
        )
        stack.callback(driver.wait)
        stack.callback(os.killpg, driver.pid, signal.SIGKILL)  # with the browser and its processes
        url = f"http://127.0.0.1:{port}"
        wait_until(lambda: _is_up(url), "the driver answers")
        yield WebDriver(url, {"webkitgtk:browserOptions": {"args": ARGUMENTS}})


def _start_screen(stack: ExitStack) -> str:
    """Start an X server that only has a screen in memory, and return its display, the first free one."""
    reading, writing = os.pipe()
    with os.fdopen(reading) as chosen:
        command = ["Xvfb", "-displayfd", str(writing), "-nolisten", "tcp"]
        server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        stack.callback(server.wait)
        stack.callback(server.terminate)
        number = chosen.readline().strip()
    assert number, "Xvfb exited on startup"
    return f":{number}"


def _is_up(url: str) -> bool:
    try:
        with urlopen(f"{url}/status", timeout=1):  # noqa: S310 (our own driver)
            return True
    except (URLError, OSError):
        return False
