"""What painting costs a browser: one sheet and six, new and nearly full, while people draw for a while.

    .venv/bin/python bench/paint.py [--seconds 20]

Runs the benchmark page of the browser client (web/src/drawing/bench) in Debian's Chromium, without a graphics
card.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

WEB = Path(__file__).parents[1] / "web"
PORT = 5199
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


def main() -> int:
    """Measure and report; 1 if six sheets cost more than twice as much as one, or full ones more than new."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=int, default=20)
    seconds = parser.parse_args().seconds
    node = Path(sys.executable).with_name("node")
    vite: list[str | Path] = [node, "node_modules/vite/bin/vite.js", "--port", str(PORT), "--strictPort"]
    with (
        subprocess.Popen(vite, cwd=WEB, stdout=subprocess.DEVNULL, start_new_session=True) as server,  # noqa: S603
        sync_playwright() as playwright,
    ):
        try:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            for _ in range(50):
                try:
                    page.goto(
                        f"http://localhost:{PORT}/static/src/drawing/bench/index.html?seconds={seconds}"
                    )
                    break
                except Exception:  # noqa: BLE001 (until the server is there)
                    page.wait_for_timeout(200)
            page.wait_for_function("Array.isArray(window.figures)", timeout=(seconds + 20) * 4_000)
            figures = page.evaluate("window.figures")
            browser.close()
        finally:
            os.killpg(server.pid, signal.SIGKILL)  # it is a process that starts another one
    for figure in figures:
        print(json.dumps(figure))
    # 95 of 100 frames: browsers do other things now and then.
    one, six, full_one, full_six = (figure["p95_ms"] for figure in figures)
    print(f"six sheets cost {six / one:.2f} times one; nearly full ones {full_six / six:.2f} times new ones")
    return int(six > 2 * one or full_six > 1.5 * six or full_one > 1.5 * one)


if __name__ == "__main__":
    sys.exit(main())
