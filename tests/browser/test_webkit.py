"""A whole round in WebKit, in a window of the size of an iPhone."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from pictomania.client import Client
from pictomania.ink import Sheet
from pictomania.ink.stroke import CORNER
from pictomania.rules import Phase
from pictomania.wire.to_client import State
from tests.browser.browser_user import ZIGZAG
from tests.browser.prepared_table import make_table
from tests.browser.scripted_players import ScriptedPlayers
from tests.browser.server_process import ServerProcess
from tests.browser.webdriver import wait_until
from tests.browser.webkit_process import start_webkit
from tests.browser.webkit_user import WebKitUser

ADA = 0  # the seat of the host, who comes first
WIDTH, HEIGHT = 3072, 4096  # of a sheet
HOUSE = ((700, 3200), (700, 1600), (1100, 900), (1972, 900), (2372, 1600), (2372, 3200), (700, 3200))
# Left, top, right and bottom, in percent of the sheet.
HOUSE_BOUNDS = (23, 22, 77, 78)
ZIGZAG_BOUNDS = (20, 30, 80, 70)
STEPS = [f"{phase} {artist}/3" for artist in (1, 2, 3) for phase in ("word", "pile")]


@pytest.fixture
def ada(server: ServerProcess) -> Iterator[WebKitUser]:
    """Start WebKit for one user; at the end, check that the page had no errors and used no other host."""
    with start_webkit() as driver:
        user = WebKitUser(driver, server.url, "Ada")
        yield user
        assert user.errors == []


def follow_host(client: Client, state: State) -> None:
    """Draw a house, guess the host's drawing, be ready and finish after the host; let the reveal play."""
    view = state.view
    if view is None or view.may is None or view.phase in (Phase.WORD, Phase.PILE):
        return
    host = view.players[view.host]
    if view.may.draw and client.paper.mine.is_empty:
        client.draw_line(HOUSE)
    if host.drawn and view.host in view.may.guess and all(card.guesser != view.seat for card in host.pile):
        client.guess(view.host, view.may.numbers[0])
    elif host.finished and view.may.finish:
        client.finish()
    elif host.ready and view.may.ready:
        client.ready()


def word_of(client: Client) -> tuple[int, int]:
    """Return the seat of a client and the number of its word."""
    assert client.view is not None
    assert client.view.seat is not None
    word = client.view.players[client.view.seat].word
    assert word is not None
    return client.view.seat, word.number


def has_bounds(seen: Sequence[float], expected: Sequence[float]) -> bool:
    """Whether ink is where it is expected, give or take the width of a line."""
    return all(abs(one - other) <= 3 for one, other in zip(seen, expected, strict=True))


def bounds_of(sheet: Sheet) -> tuple[float, float, float, float]:
    """Measure where the ink is on a sheet that a client received."""
    points = [point for stroke in sheet.strokes for point in stroke.points] or [CORNER]
    xs, ys = [point.x / WIDTH * 100 for point in points], [point.y / HEIGHT * 100 for point in points]
    return min(xs), min(ys), max(xs), max(ys)


def test_whole_round_in_webkit(ada: WebKitUser, server: ServerProcess, tmp_path: Path) -> None:
    """Join by link, read, draw, guess and finish; the reveal plays by itself; then the next round begins.

    Saves a few screenshots in the test's temporary folder.
    """
    code = make_table(server.url)
    ada.join(code)
    with closing(ScriptedPlayers(server.url, code, ["Ben", "Cleo"], follow_host)) as others:
        ben = others.clients[0]
        ada.start_game()
        ada.wait_for_phase("reading")
        cards = others.run(ben.until(lambda state: state.view is not None)).words
        assert sorted(ada.words()) == sorted(word for words in cards.values() for word in words)
        ada.advance("reading")

        ada.wait_for_phase("drawing")
        ada.draw(ZIGZAG)
        others.run(ben.until(lambda _: has_bounds(bounds_of(ben.sheets[ADA]), ZIGZAG_BOUNDS)))
        seat, number = word_of(ben)
        wait_until(lambda: has_bounds(ada.ink_bounds(seat), HOUSE_BOUNDS), "Ada sees Ben's drawing")
        ada.driver.screenshot(tmp_path / "drawing.png")
        ada.guess(seat, number)
        ada.driver.screenshot(tmp_path / "guess.png")
        ada.record_reveal()
        ada.finish()

        ada.wait_for_phase("pile")
        ada.driver.screenshot(tmp_path / "reveal.png")
        ada.wait_for_phase("scores")
        ada.driver.screenshot(tmp_path / "scores.png")
        assert ada.revealed() == STEPS
        ada.advance("scores")
        ada.wait_for_phase("reading")
