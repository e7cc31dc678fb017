"""Clients that draw the most expensive ink for other players' browsers, as fast as the server allows."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress

from pictomania.client import Client
from pictomania.ink import Clear, Mark, Point, SheetFull, Stroke, Undo
from pictomania.ink.sheet import MAX_STROKE_POINTS
from tests.browser.prepared_table import PreparedTable

RIGHT, BOTTOM = 3071, 4095
STEP = 63  # the largest step along an axis that fits into a byte
WIDEST = 3
MAX_POINT_BYTES = 5
BURST_BYTES, BYTES_PER_S = 220_000, 3_500  # the server's rate limit for one artist's ink


def long_strokes(strokes: int) -> Iterator[Mark]:
    """Strokes from corner to corner with alternating pressure: each step is a curve of fifty segments."""
    for number in range(strokes):
        points = (
            Point(*((0, number % 99) if turn % 2 else (RIGHT, BOTTOM)), 255 * (turn % 2), turn)
            for turn in range(25)
        )
        yield Stroke(WIDEST, tuple(points))


def dense_strokes(strokes: int, length: int = MAX_STROKE_POINTS) -> Iterator[Mark]:
    """Strokes of many points going back and forth with alternating pressure: seven segments per point."""
    for number in range(strokes):
        x, y = 97 * number % (RIGHT - 2 * STEP), 89 * number % (BOTTOM - 2 * STEP)
        yield Stroke(
            WIDEST,
            tuple(
                Point(x + STEP * (turn % 2), y + STEP * (turn % 2), 255 * (turn % 2), turn)
                for turn in range(length)
            ),
        )


def clear_and_undo(strokes: int, times: int) -> Iterator[Mark]:
    """Short strokes, all cleared and restored over and over."""
    yield from dense_strokes(strokes, 2)
    for _ in range(times):
        yield Clear()
        yield Undo()


def worst_case_ink() -> Iterator[Mark]:
    """Mix all of these, then keep drawing until the sheet is full."""
    yield from clear_and_undo(300, 20)
    yield from long_strokes(50)
    yield from dense_strokes(40, 1_000)
    yield from long_strokes(5)
    while True:
        yield from dense_strokes(1, 500)


class HostileArtists(PreparedTable):
    """Clients in all seats of a table in the drawing phase; each draws on demand."""

    def __init__(self, url: str, seats: int) -> None:
        """Make a table for this many clients."""
        self._tasks: list[Future[None]] = []
        super().__init__(url, [f"Hostile {number}" for number in range(seats)])

    def close(self) -> None:
        """Stop drawing and disconnect."""
        for task in self._tasks:
            task.cancel()
        super().close()

    def draw(self, seat: int, marks: Callable[[], Iterator[Mark]]) -> None:
        """Start drawing in one seat, until its sheet is full."""
        drawing = self._draw(self.clients[seat], marks())
        self._tasks.append(asyncio.run_coroutine_threadsafe(drawing, self._loop))

    def is_full(self, seat: int) -> bool:
        """Check that everyone has stopped drawing and that the others have received all ink of one seat."""

        async def is_received() -> bool:
            artist, onlooker = self.clients[seat], self.clients[seat - 1]
            return artist.paper.mine.end == onlooker.sheets[seat].end

        return all(task.done() for task in self._tasks) and self._run(is_received())

    async def _draw(self, client: Client, marks: Iterator[Mark]) -> None:
        sent = 0
        with suppress(SheetFull):
            for mark in marks:
                client.draw(mark)
                size = len(mark.points) * MAX_POINT_BYTES if isinstance(mark, Stroke) else 1
                sent += size
                await asyncio.sleep(size / BYTES_PER_S if sent > BURST_BYTES else 0)
