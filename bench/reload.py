"""Measure how soon a reloaded page responds on a phone-class CPU, with blank and with full hostile sheets.

    .venv/bin/python -m bench.reload [--runs 7] [--throttle 4]

Drives Debian's Chromium with its CPU throttled. Filling six sheets at the server's rate limit takes about two
minutes.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.browser.browser_user import PHONE
from tests.browser.chromium import launch_chromium
from tests.browser.hostile_artists import HostileArtists, worst_case_ink
from tests.browser.server_process import ServerProcess
from tests.browser.test_hostile_ink import SEATS, TIME_TO_INTERACTIVE

TARGET_MS = 1_000
FULL_S = 240
SETTLED_MS = 4_000
# From the start of loading until the last noticeable gap between two frames.
SMOOTH = """ms => new Promise(done => {
    let [last, smooth] = [performance.now(), performance.now()];
    const frame = () => {
        const now = performance.now();
        if (now - last > 100) smooth = now;
        last = now;
        if (now < ms) requestAnimationFrame(frame);
        else done(smooth);
    };
    requestAnimationFrame(frame);
})"""
# CPU speed in loops per millisecond, to compare the throttled CPU with a phone's.
SPEED = """() => {
    const begin = performance.now();
    let sum = 0, loops = 0;
    while (performance.now() - begin < 300) {
        for (let i = 0; i < 1e4; i++) sum += Math.sqrt(i);
        loops += 1e4;
    }
    return loops / (performance.now() - begin) + (sum < 0);
}"""


def main() -> int:
    """Measure and report; 1 if the page with full sheets takes longer than the target."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--throttle", type=float, default=4.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(Path(folder))
        blank, full = HostileArtists(server.url, SEATS), HostileArtists(server.url, SEATS)
        try:
            fill(full)
            browser = launch_chromium(playwright)
            figures = measure(
                browser, server.url, {"blank": blank, "full": full}, options.runs, options.throttle
            )
        finally:
            blank.close()
            full.close()
            server.close()
    print(json.dumps(figures, indent=1))
    return int(figures["full"]["answers_ms"] > TARGET_MS)


def fill(artists: HostileArtists) -> None:
    """Fill all sheets with ink."""
    for seat in range(SEATS):
        artists.draw(seat, worst_case_ink)
    until = time.monotonic() + FULL_S
    while not all(artists.is_full(seat) for seat in range(SEATS)):
        if time.monotonic() > until:
            sys.exit("the sheets don't fill up")
        time.sleep(1)


def measure(
    browser: Browser, url: str, tables: dict[str, HostileArtists], runs: int, throttle: float
) -> dict[str, dict[str, float]]:
    """Reload the page of each table in turn; medians of all runs but the first, which fills caches."""
    pages = {name: take_seat(browser, url, table) for name, table in tables.items()}
    answers: dict[str, list[float]] = {name: [] for name in pages}
    smooth: dict[str, list[float]] = {name: [] for name in pages}
    speeds = []
    for run in range(runs + 1):
        for name, (page, session) in pages.items():
            page.bring_to_front()
            session.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
            page.reload(wait_until="commit")
            answered = page.evaluate(TIME_TO_INTERACTIVE)
            settled = page.evaluate(SMOOTH, SETTLED_MS)
            speeds.append(page.evaluate(SPEED))
            session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
            page.goto("about:blank")
            page.go_back(wait_until="commit")
            print(f"{name}: answers after {answered:.0f} ms, smooth after {settled:.0f} ms", file=sys.stderr)
            if run:
                answers[name].append(answered)
                smooth[name].append(settled)
    return {
        name: {
            "answers_ms": statistics.median(answers[name]),
            "slowest_answer_ms": max(answers[name]),
            "smooth_ms": statistics.median(smooth[name]),
            "loops_per_ms": statistics.median(speeds),
        }
        for name in pages
    }


def take_seat(browser: Browser, url: str, table: HostileArtists) -> tuple[Page, CDPSession]:
    """Open a page in the first seat of a table."""
    context = browser.new_context(
        base_url=url,
        viewport={"width": PHONE[0], "height": PHONE[1]},
        has_touch=True,
        reduced_motion="reduce",
    )
    stored = {"key": table.clients[0].key, "name": "Ada", "table": table.code}
    for name, value in stored.items():
        context.add_init_script(f"localStorage.setItem('pictomania.{name}', {json.dumps(value)})")
    page = context.new_page()
    page.goto(f"/t/{table.code}")
    page.wait_for_selector("[data-phase=drawing]")
    return page, context.new_cdp_session(page)


if __name__ == "__main__":
    sys.exit(main())
