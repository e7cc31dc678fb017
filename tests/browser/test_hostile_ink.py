"""Others draw what costs a browser most: the page of somebody who looks on goes on as if nothing happened.

Everything is compared with the same page on the same machine while nobody draws.
"""

import json
from collections.abc import Iterator

import pytest

from tests.browser.conftest import Come
from tests.browser.house import House
from tests.browser.person import PHONE, Kind, Person
from tests.browser.vandals import Vandals, worst

SEATS = 6
QUIET_MS, ATTACK_MS = 1_500, 5_000
FULL_MS = 150_000  # that it may take, at the server's pace, to fill a sheet
FEWEST_FRAMES = 0.5  # of those that come when nobody draws; without slices it was a fiftieth
SLOWEST_RELOAD = 4  # times as long; without slices it was seventy times
FRAMES = """ms => new Promise(done => {
    let [frames, begin] = [0, performance.now()];
    const frame = () => {
        frames += 1;
        const passed = performance.now() - begin;
        if (passed < ms) requestAnimationFrame(frame);
        else done(frames / passed);
    };
    requestAnimationFrame(frame);
})"""
# From the beginning of loading until a sheet is there that can be chosen, and answers when it is.
ANSWERED = """() => new Promise(done => {
    const look = () => {
        const cover = document.querySelector("[data-phase=drawing] [data-artist] button.cover");
        if (!cover) return requestAnimationFrame(look);
        const chosen = () => document.querySelector("button.cover[aria-pressed=true]");
        cover.click();
        const wait = () => chosen() ? done(performance.now()) : setTimeout(() => requestAnimationFrame(wait));
        wait();
    };
    look();
})"""


@pytest.fixture
def vandals(house: House) -> Iterator[Vandals]:
    """Six who draw when they are told to."""
    vandals = Vandals(house.url, SEATS)
    yield vandals
    vandals.close()


def sits_down(person: Person, vandals: Vandals) -> None:
    """Take over the first seat, as after a reload."""
    kept = {"key": vandals.people[0].key, "name": person.name, "table": vandals.code}
    for name, value in kept.items():
        person.context.add_init_script(f"localStorage.setItem('pictomania.{name}', {json.dumps(value)})")
    person.page.goto(f"/t/{vandals.code}")
    person.sees("drawing")


def reloads(person: Person) -> float:
    """Load the page again; how long it takes until it answers, in milliseconds."""
    person.page.reload(wait_until="commit")
    answered: float = person.page.evaluate(ANSWERED)
    return answered


@pytest.mark.parametrize("kind", [Kind(), Kind(PHONE, touch=True)], ids=["desk", "pocket"])
def test_frames_keep_coming_and_a_reload_is_quick(come: Come, vandals: Vandals, kind: Kind) -> None:
    """While five artists draw the worst they can, one draws, looks and guesses as ever."""
    ada = come("Ada", kind)
    sits_down(ada, vandals)
    quick = reloads(ada)
    quiet = ada.page.evaluate(FRAMES, QUIET_MS)
    for seat in range(1, SEATS):
        vandals.draw(seat, worst)
    assert ada.page.evaluate(FRAMES, ATTACK_MS) > FEWEST_FRAMES * quiet
    assert reloads(ada) < SLOWEST_RELOAD * quick
    ada.page.reload()  # so that no sheet is chosen, which covers one's own in a pocket
    ada.sees("drawing")
    ada.draws(((0.2, 0.2), (0.8, 0.2)))
    ada.sees_ink(0, (20, 20, 80, 20))
    assert ada.page.evaluate(FRAMES, QUIET_MS) > FEWEST_FRAMES * quiet


@pytest.mark.long
def test_full_sheets(come: Come, vandals: Vandals, house: House) -> None:
    """Six sheets as full as the server allows, one's own among them."""
    for seat in range(SEATS):
        vandals.draw(seat, worst)
    ada = come("Ada")
    peace = Vandals(house.url, SEATS)
    sits_down(ada, peace)
    quick, quiet = reloads(ada), ada.page.evaluate(FRAMES, QUIET_MS)
    peace.close()
    for _ in range(FULL_MS // 1_000):
        if all(vandals.is_full(seat) for seat in range(SEATS)):
            break
        ada.page.wait_for_timeout(1_000)
    else:
        pytest.fail("sheets do not become full")
    sits_down(ada, vandals)
    assert reloads(ada) < SLOWEST_RELOAD * quick
    assert ada.page.evaluate(FRAMES, ATTACK_MS) > FEWEST_FRAMES * quiet
