"""The thread that writes: batches, a bounded queue, and errors that pass."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from threading import Event

import pytest

from pictomania.log import Conflict, Unavailable
from pictomania.log.database import connected, ready
from pictomania.log.writer import LARGEST_BATCH, Work, Writer
from tests.log.disks import held

PATIENCE_S = 60.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the file lies."""
    return tmp_path / "log.db"


@asynccontextmanager
async def writing(path: Path, longest: int = 8192) -> AsyncIterator[tuple[Writer, list[str]]]:
    """A writer, and the statements that it executes."""
    statements: list[str] = []
    with closing(ready(path, PATIENCE_S)) as connection:
        connection.set_trace_callback(statements.append)
        writer = Writer(connection, path, asyncio.get_running_loop(), longest)
        try:
            yield writer, statements
        finally:
            await asyncio.to_thread(writer.stop)


def storing(number: int) -> Work:
    """Work that stores one row and returns its number."""

    def work(connection: sqlite3.Connection) -> int:
        connection.execute("INSERT INTO entries VALUES ('a', ?, x'00')", (number,))
        return number

    return work


def refused(_connection: sqlite3.Connection) -> int:
    """Work that finds somebody else's entry."""
    raise Conflict("too late")


def broken(_connection: sqlite3.Connection) -> int:
    """Work with an error in it that nobody thought of."""
    raise ZeroDivisionError("oh no")


def rows(path: Path) -> list[int]:
    """The numbers stored."""
    with closing(connected(path, "ro", PATIENCE_S)) as connection:
        return [number for (number,) in connection.execute("SELECT position FROM entries ORDER BY position")]


@asynccontextmanager
async def busy(writer: Writer) -> AsyncIterator[None]:
    """Keep the writer at work, so that whatever comes must wait."""
    begins, ends = Event(), Event()

    def work(_connection: sqlite3.Connection) -> int:
        begins.set()
        ends.wait()
        return 0

    working = asyncio.ensure_future(writer.done(work))
    await asyncio.to_thread(begins.wait)
    try:
        yield
    finally:
        ends.set()
    await working


async def begun(writer: Writer, *works: Work) -> Sequence[asyncio.Future[int]]:
    """Have work wait its turn."""
    tries = [asyncio.ensure_future(writer.done(work)) for work in works]
    await asyncio.sleep(0)  # not a wait: a turn for each to begin
    return tries


async def test_who_waits_together_is_stored_together(path: Path) -> None:
    """In one transaction, or as many as are needed with 512 in each."""
    async with writing(path) as (writer, statements):
        async with busy(writer):
            tries = await begun(writer, *map(storing, range(LARGEST_BATCH + 100)))
            statements.clear()
        assert await asyncio.gather(*tries) == list(range(LARGEST_BATCH + 100))
        places = [place for place, statement in enumerate(statements) if statement == "COMMIT"]
        assert places == [0, LARGEST_BATCH + 2, LARGEST_BATCH + 2 + 102]  # with one BEGIN before the rows
        assert rows(path) == list(range(LARGEST_BATCH + 100))


async def test_a_conflict_is_one_callers_own(path: Path) -> None:
    """The rest of the batch goes on."""
    async with writing(path) as (writer, _):
        async with busy(writer):
            tries = await begun(writer, storing(1), refused, storing(2))
        first, conflict, second = await asyncio.gather(*tries, return_exceptions=True)
        assert (first, second) == (1, 2)
        assert isinstance(conflict, Conflict)
        assert rows(path) == [1, 2]


async def test_a_full_queue_is_unavailable(path: Path) -> None:
    """At once, and nothing of it is stored; those who were let in are served."""
    async with writing(path, longest=3) as (writer, _):
        async with busy(writer):
            tries = await begun(writer, *map(storing, range(10)))
            for one in tries[3:]:
                with pytest.raises(Unavailable, match="too much is waiting to be stored"):
                    await one
            assert not any(one.done() for one in tries[:3])
        assert await asyncio.gather(*tries[:3]) == [0, 1, 2]
        assert rows(path) == [0, 1, 2]
        assert await writer.done(storing(10)) == 10


@pytest.mark.parametrize("work", [broken, storing(1)], ids=["of ours", "of SQLite"])
async def test_an_error_fails_the_whole_batch_and_passes(path: Path, work: Work) -> None:
    """Nothing of the batch is stored, everybody is told, and the next batch is none the worse."""
    async with writing(path) as (writer, _):
        async with busy(writer):
            tries = await begun(writer, storing(1), work, storing(2), refused)
        ends = await asyncio.gather(*tries, return_exceptions=True)
        assert {type(end) for end in ends} == {Unavailable}
        assert len({id(end) for end in ends}) == 4  # one traceback each
        assert rows(path) == []
        assert await writer.done(storing(3)) == 3


async def test_errors_say_what_they_are(path: Path) -> None:
    """In the words of whoever raised them."""
    async with writing(path) as (writer, _):
        with pytest.raises(Unavailable, match="nothing can be stored now: oh no"):
            await writer.done(broken)


def test_nobody_is_left_to_be_told(path: Path) -> None:
    """The event loop has gone; what waited is stored all the same."""

    async def begin() -> Writer:
        writer = Writer(connection, path, asyncio.get_running_loop(), 8192)
        await begun(writer, storing(1))
        return writer

    with closing(ready(path, PATIENCE_S)) as connection:
        with held(path):
            writer = asyncio.run(begin())
        writer.stop()
        assert rows(path) == [1]


async def test_a_file_moved_away_is_not_written_to(tmp_path: Path) -> None:
    """It could be, but nobody would find it again; when it is back, all goes on."""
    path, away = tmp_path / "log.db", tmp_path / "away.db"
    async with writing(path) as (writer, _):
        path.rename(away)
        with pytest.raises(Unavailable, match="No such file or directory"):
            await writer.done(storing(1))
        path.touch()
        with pytest.raises(Unavailable, match="another file is in the place of"):
            await writer.done(storing(2))
        away.replace(path)
        await writer.done(storing(3))
        assert rows(path) == [3]
