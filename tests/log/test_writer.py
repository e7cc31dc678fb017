"""The writer thread: group commit, a bounded queue, and recovery from errors."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from threading import Event

import pytest

from pictomania.log import Conflict, Unavailable
from pictomania.log.database import connect, open_database
from pictomania.log.writer import MAX_BATCH, LogWriter, Write
from tests.log.disks import write_locked

TIMEOUT_S = 60.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Path of the database."""
    return tmp_path / "log.db"


@asynccontextmanager
async def writing(path: Path, max_pending: int = 8192) -> AsyncIterator[tuple[LogWriter, list[str]]]:
    """A writer, and the SQL statements it executes."""
    statements: list[str] = []
    with closing(open_database(path, TIMEOUT_S)) as connection:
        connection.set_trace_callback(statements.append)
        writer = LogWriter(connection, path, asyncio.get_running_loop(), max_pending)
        try:
            yield writer, statements
        finally:
            await asyncio.to_thread(writer.stop)


def insert(number: int) -> Write:
    """A write that inserts one row and returns its number."""

    def write(connection: sqlite3.Connection) -> int:
        connection.execute("INSERT INTO entries VALUES ('a', ?, x'00')", (number,))
        return number

    return write


def conflicting(_connection: sqlite3.Connection) -> int:
    """A write that finds another process's entry."""
    raise Conflict("too late")


def failing(_connection: sqlite3.Connection) -> int:
    """A write with an unexpected error."""
    raise ZeroDivisionError("oh no")


def rows(path: Path) -> list[int]:
    """The stored numbers."""
    with closing(connect(path, "mode=ro", TIMEOUT_S)) as connection:
        return [number for (number,) in connection.execute("SELECT position FROM entries ORDER BY position")]


@asynccontextmanager
async def busy(writer: LogWriter) -> AsyncIterator[None]:
    """Keep the writer busy, so that other writes stay pending."""
    started, proceed = Event(), Event()

    def write(_connection: sqlite3.Connection) -> int:
        started.set()
        proceed.wait()
        return 0

    first = asyncio.ensure_future(writer.write(write))
    await asyncio.to_thread(started.wait)
    try:
        yield
    finally:
        proceed.set()
    await first


async def start_writes(writer: LogWriter, *writes: Write) -> Sequence[asyncio.Future[int]]:
    """Queue writes."""
    futures = [asyncio.ensure_future(writer.write(write)) for write in writes]
    await asyncio.sleep(0)  # let each start
    return futures


async def test_pending_writes_are_committed_together(path: Path) -> None:
    """In one transaction, or several of up to 512 writes."""
    async with writing(path) as (writer, statements):
        async with busy(writer):
            futures = await start_writes(writer, *map(insert, range(MAX_BATCH + 100)))
            statements.clear()
        assert await asyncio.gather(*futures) == list(range(MAX_BATCH + 100))
        places = [place for place, statement in enumerate(statements) if statement == "COMMIT"]
        assert places == [0, MAX_BATCH + 2, MAX_BATCH + 2 + 102]  # with one BEGIN before the rows
        assert rows(path) == list(range(MAX_BATCH + 100))


async def test_a_conflict_affects_only_its_caller(path: Path) -> None:
    """The rest of the batch is stored."""
    async with writing(path) as (writer, _):
        async with busy(writer):
            futures = await start_writes(writer, insert(1), conflicting, insert(2))
        first, conflict, second = await asyncio.gather(*futures, return_exceptions=True)
        assert (first, second) == (1, 2)
        assert isinstance(conflict, Conflict)
        assert rows(path) == [1, 2]


async def test_a_full_queue_is_unavailable(path: Path) -> None:
    """Writes beyond the limit fail at once; those before it are stored."""
    async with writing(path, max_pending=3) as (writer, _):
        async with busy(writer):
            futures = await start_writes(writer, *map(insert, range(10)))
            for one in futures[3:]:
                with pytest.raises(Unavailable, match="too many writes are pending"):
                    await one
            assert not any(one.done() for one in futures[:3])
        assert await asyncio.gather(*futures[:3]) == [0, 1, 2]
        assert rows(path) == [0, 1, 2]
        assert await writer.write(insert(10)) == 10


@pytest.mark.parametrize("write", [failing, insert(1)], ids=["ours", "SQLite's"])
async def test_an_error_fails_the_whole_batch_but_not_the_next(path: Path, write: Write) -> None:
    """Nothing of the batch is stored, every caller gets an error, and the next batch works."""
    async with writing(path) as (writer, _):
        async with busy(writer):
            futures = await start_writes(writer, insert(1), write, insert(2), conflicting)
        results = await asyncio.gather(*futures, return_exceptions=True)
        assert {type(result) for result in results} == {Unavailable}
        assert len({id(result) for result in results}) == 4  # one traceback each
        assert rows(path) == []
        assert await writer.write(insert(3)) == 3


async def test_errors_have_a_message(path: Path) -> None:
    async with writing(path) as (writer, _):
        with pytest.raises(Unavailable, match="nothing can be stored now: oh no"):
            await writer.write(failing)


def test_pending_writes_are_stored_after_the_loop_is_closed(path: Path) -> None:
    async def start() -> LogWriter:
        writer = LogWriter(connection, path, asyncio.get_running_loop(), 8192)
        await start_writes(writer, insert(1))
        return writer

    with closing(open_database(path, TIMEOUT_S)) as connection:
        with write_locked(path):
            writer = asyncio.run(start())
        writer.stop()
        assert rows(path) == [1]


async def test_a_moved_file_is_not_written_to(tmp_path: Path) -> None:
    """Its entries would be lost; writes work again once it is back."""
    path, away = tmp_path / "log.db", tmp_path / "away.db"
    async with writing(path) as (writer, _):
        path.rename(away)
        with pytest.raises(Unavailable, match="No such file or directory"):
            await writer.write(insert(1))
        path.touch()
        with pytest.raises(Unavailable, match="was replaced by another file"):
            await writer.write(insert(2))
        away.replace(path)
        await writer.write(insert(3))
        assert rows(path) == [3]
