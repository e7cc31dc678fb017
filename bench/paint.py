"""What painting costs a browser: one sheet and six, new, nearly full and hostile, while people draw.

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
HOSTILE_MS = 4.0  # of a frame
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


def main() -> int:
    """Measure and report; 1 if six sheets cost more than twice as much as one, full ones more than new, or
    hostile ones more than a frame can spare.
    """
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
            page.wait_for_function(
                "Array.isArray(window.figures)", polling=500, timeout=(seconds + 40) * 6_000
            )
            figures = page.evaluate("window.figures")
            browser.close()
        finally:
            os.killpg(server.pid, signal.SIGKILL)  # it is a process that starts another one
    for figure in figures:
        print(json.dumps(figure))
    # 95 of 100 frames: browsers do other things now and then.
    one, six, full_one, full_six, hostile_one, hostile_six = (figure["p95_ms"] for figure in figures)
    print(f"six sheets cost {six / one:.2f} times one; nearly full ones {full_six / six:.2f} times new ones")
    print(f"hostile sheets cost {hostile_one} ms of a frame, or {hostile_six} ms if there are six")
    is_held_up = max(hostile_one, hostile_six) > HOSTILE_MS
    return int(six > 2 * one or full_six > 1.5 * six or full_one > 1.5 * one or is_held_up)


if __name__ == "__main__":
    sys.exit(main())
