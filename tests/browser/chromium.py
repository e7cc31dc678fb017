"""Debian's Chromium without its user interface, which would take a third of the time."""

import shutil

from playwright.sync_api import Browser, Playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def launch_chromium(playwright: Playwright) -> Browser:
    """Launch the browser that `scripts/browsers.sh` installs."""
    program = shutil.which("chromium-headless-shell")
    return playwright.chromium.launch(executable_path=program, args=list(FLAGS))
