"""Benchmark of painting in a browser: one sheet and six; empty, nearly full and hostile; while players draw.

    .venv/bin/python -m bench.paint [--seconds 20]

Runs the browser client's benchmark page (web/src/drawing/bench) in Debian's Chromium, without a GPU.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.chromium import launch_chromium

WEB = Path(__file__).parents[1] / "web"
PORT = 5199
HOSTILE_MS = 4.0  # budget per frame


def main() -> int:
    """Run the benchmark; return 1 if six sheets cost more than twice as much as one, full sheets cost much
    more than empty ones, or hostile sheets exceed the budget of a frame.
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
            browser = launch_chromium(playwright)
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            for _ in range(50):
                try:
                    page.goto(
                        f"http://localhost:{PORT}/static/src/drawing/bench/index.html?seconds={seconds}"
                    )
                    break
                except Exception:  # noqa: BLE001 (until the server is up)
                    page.wait_for_timeout(200)
            page.wait_for_function(
                "Array.isArray(window.figures)", polling=500, timeout=(seconds + 40) * 6_000
            )
            figures = page.evaluate("window.figures")
            browser.close()
        finally:
            os.killpg(server.pid, signal.SIGKILL)  # vite runs in a child process
    for figure in figures:
        print(json.dumps(figure))
    # The median frame, in which people draw: catching up with what was there before takes many frames.
    one, six, full_one, full_six, *_ = (figure["median_ms"] for figure in figures)
    print(
        f"six sheets cost {six / one:.2f} times one; nearly full ones {full_six / six:.2f} times empty ones"
    )
    # The 99th percentile, since browsers are sometimes busy with other things.
    *_, hostile_one, hostile_six = (figure["p99_ms"] for figure in figures)
    print(f"one hostile sheet costs {hostile_one} ms of a frame, six cost {hostile_six} ms")
    is_over_budget = max(hostile_one, hostile_six) > HOSTILE_MS
    return int(six > 2 * one or full_six > 1.5 * six or full_one > 1.5 * one or is_over_budget)


if __name__ == "__main__":
    sys.exit(main())
