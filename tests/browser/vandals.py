"""Artists without a browser who draw what costs others most, as fast as the server lets them."""

import asyncio
import json
import threading
import urllib.request
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import AsyncExitStack, suppress
from typing import TypeVar

from pictomania.client import Client
from pictomania.ink import Mark, Point, SheetFull, Stroke, Undo, Wipe
from pictomania.ink.sheet import MOST_POINTS_OF_A_STROKE
from pictomania.rules import Phase
from pictomania.wire import from_client as say

T = TypeVar("T")

RIGHT, BOTTOM = 3071, 4095
STEP = 63  # along an axis: as far as a byte reaches, and free
WIDEST = 3
SOON_S = 30.0
POINT_BYTES = 5  # at most
AT_ONCE, PACE = 220_000, 3_500  # bytes, and then bytes a second, that the server lets one artist draw


def far(lines: int) -> Iterator[Mark]:
    """Lines from corner to corner, pressed harder and softer: each step is a curve of fifty pieces."""
    for number in range(lines):
        points = (
            Point(*((0, number % 99) if turn % 2 else (RIGHT, BOTTOM)), 255 * (turn % 2), turn)
            for turn in range(25)
        )
        yield Stroke(WIDEST, tuple(points))


def dense(lines: int, length: int = MOST_POINTS_OF_A_STROKE) -> Iterator[Mark]:
    """Lines of many points that go to and fro, pressed harder and softer: seven pieces a point."""
    for number in range(lines):
        x, y = 97 * number % (RIGHT - 2 * STEP), 89 * number % (BOTTOM - 2 * STEP)
        yield Stroke(
            WIDEST,
            tuple(
                Point(x + STEP * (turn % 2), y + STEP * (turn % 2), 255 * (turn % 2), turn)
                for turn in range(length)
            ),
        )


def storm(lines: int, times: int) -> Iterator[Mark]:
    """Short lines, all taken off and put back again and again."""
    yield from dense(lines, 2)
    for _ in range(times):
        yield Wipe()
        yield Undo()


def worst() -> Iterator[Mark]:
    """A bit of everything, up to what the server takes from one artist at once."""
    yield from storm(300, 20)
    yield from far(50)
    yield from dense(40, 1_000)
    yield from far(5)
    while True:
        yield from dense(1, 500)


class Vandals:
    """Six seats at a table, all in the phase of drawing; they draw when they are told to."""

    def __init__(self, url: str, seats: int) -> None:
        """Come to a table, and begin a game."""
        request = urllib.request.Request(f"{url}/api/tables", method="POST", headers={"Origin": url})  # noqa: S310
        with urllib.request.urlopen(request, timeout=SOON_S) as answer:  # noqa: S310 (it is ours)
            self.code: str = json.load(answer)["code"]
        self.people: list[Client] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._stack = AsyncExitStack()
        self._drawing: list[Future[None]] = []
        self._do(self._come(url, seats))

    def close(self) -> None:
        """Go home."""
        for drawing in self._drawing:
            drawing.cancel()
        self._do(self._stack.aclose())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def draw(self, seat: int, marks: Callable[[], Iterator[Mark]]) -> None:
        """Let one of them draw until the sheet is full."""
        drawing = self._draw(self.people[seat], marks())
        self._drawing.append(asyncio.run_coroutine_threadsafe(drawing, self._loop))

    def is_full(self, seat: int) -> bool:
        """Whether one of them has no room left, and others have seen all of it."""

        async def is_seen() -> bool:
            artist, onlooker = self.people[seat], self.people[seat - 1]
            return artist.paper.mine.end == onlooker.sheets[seat].end

        return all(drawing.done() for drawing in self._drawing) and self._do(is_seen())

    def _do(self, what: Coroutine[object, object, T]) -> T:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(SOON_S)

    async def _come(self, url: str, seats: int) -> None:
        for number in range(seats):
            client = Client(url, self.code, name=f"Vandal {number}", bot=False)
            self.people.append(await self._stack.enter_async_context(client))
        self.people[0].say(say.Begin())
        await asyncio.gather(*(_until_drawing(client) for client in self.people))

    async def _draw(self, client: Client, marks: Iterator[Mark]) -> None:
        sent = 0
        with suppress(SheetFull):
            for mark in marks:
                client.draw(mark)
                size = len(mark.points) * POINT_BYTES if isinstance(mark, Stroke) else 1
                sent += size
                await asyncio.sleep(size / PACE if sent > AT_ONCE else 0)


async def _until_drawing(client: Client) -> None:
    async for state in client:
        view = state.view
        if view is not None and view.phase is Phase.DRAWING:
            return
        if view is not None and view.may is not None and view.may.ready:
            client.ready()
