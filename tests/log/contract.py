"""The contract of `EventLog`; each implementation tests it with a subclass that has `open`."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pictomania.log import MAX_ENTRY_BYTES, Conflict, EventLog, Unavailable

INVALID_NAMES = ["", "a.b", "a b", "*", ">", "a/b", "a\n", "\ud800", "é", "x" * 65]


class Contract:
    """The tests; independent of the implementation."""

    async def open(self, folder: Path) -> EventLog:
        """Open the log stored in, or named after, `folder`; the same folder gives the same log."""
        raise NotImplementedError

    @asynccontextmanager
    async def opened(self, folder: Path) -> AsyncIterator[EventLog]:
        """Open the log and close it at the end."""
        log = await self.open(folder)
        try:
            yield log
        finally:
            await log.close()

    async def test_a_new_log_is_empty(self, tmp_path: Path) -> None:
        """A table without entries does not exist."""
        async with self.opened(tmp_path) as log:
            assert await log.tables() == []
            assert await log.read("a") == []

    async def test_reading_what_was_appended(self, tmp_path: Path) -> None:
        """In order, at increasing positions, the last of which `append` returned."""
        async with self.opened(tmp_path) as log:
            first = await log.append("a", 0, [b"one"])
            second = await log.append("a", first, [b"two", b"", b"\0\xff"])
            positions, data = zip(*await log.read("a"), strict=True)
            assert data == (b"one", b"two", b"", b"\0\xff")
            assert list(positions) == sorted(set(positions))
            assert (positions[0], positions[-1]) == (first, second)
            assert first > 0

    async def test_reading_after_a_position(self, tmp_path: Path) -> None:
        async with self.opened(tmp_path) as log:
            position = await log.append("a", 0, [b"one", b"two"])
            last = await log.append("a", position, [b"three"])
            whole = await log.read("a")
            for index, (after, _) in enumerate(whole):
                assert await log.read("a", after) == whole[index + 1 :]
            assert await log.read("a", last) == []

    async def test_a_stale_host_is_refused(self, tmp_path: Path) -> None:
        """A host that has not seen the last entry may not append, and nothing is stored."""
        async with self.opened(tmp_path) as log:
            first = await log.append("a", 0, [b"one"])
            await log.append("a", first, [b"two"])
            for expected in (0, first):
                with pytest.raises(Conflict):
                    await log.append("a", expected, [b"stale", b"stale"])
            assert await data_of(log, "a") == [b"one", b"two"]

    async def test_a_position_in_the_future_is_refused(self, tmp_path: Path) -> None:
        """A log has no gaps, not even at the beginning."""
        async with self.opened(tmp_path) as log:
            with pytest.raises(Conflict):
                await log.append("a", 1, [b"future"])
            position = await log.append("a", 0, [b"one"])
            for expected in (position + 1, position + 1000, -1):
                with pytest.raises(Conflict):
                    await log.append("a", expected, [b"future"])
            assert await data_of(log, "a") == [b"one"]

    async def test_one_of_twenty_racers_wins(self, tmp_path: Path) -> None:
        """Every time, and only the winner's entries are stored."""
        async with self.opened(tmp_path) as log:
            position, stored = 0, []
            for _ in range(10):
                racers = [[b"%d" % racer, b"again"] for racer in range(20)]
                tries = [log.append("a", position, entries) for entries in racers]
                ends = await asyncio.gather(*tries, return_exceptions=True)
                (winner,) = [racer for racer, end in enumerate(ends) if isinstance(end, int)]
                assert sum(isinstance(end, Conflict) for end in ends) == 19
                stored += racers[winner]
                position = (await log.read("a"))[-1][0]
                assert ends[winner] == position
            assert await data_of(log, "a") == stored

    async def test_large_entries(self, tmp_path: Path) -> None:
        """A full sheet fits, and so does the largest entry."""
        sheets = [bytes(range(256)) * 240, b"x" * MAX_ENTRY_BYTES]
        async with self.opened(tmp_path) as log:
            await log.append("a", await log.append("a", 0, sheets[:1]), sheets[1:])
            assert await data_of(log, "a") == sheets

    async def test_tables_are_independent(self, tmp_path: Path) -> None:
        """Similar names are different tables."""
        names = ["B", "a", "a-1", "a_1", "b", "0", "x" * 64]
        async with self.opened(tmp_path) as log:
            await asyncio.gather(*(log.append(name, 0, [name.encode(), b"more"]) for name in names))
            assert await log.tables() == sorted(names)
            for name in names:
                assert await data_of(log, name) == [name.encode(), b"more"]

    async def test_many_tables_at_once(self, tmp_path: Path) -> None:
        """Each keeps its order."""
        async with self.opened(tmp_path) as log:

            async def play(table: str) -> None:
                position = 0
                for number in range(5):
                    position = await log.append(table, position, [f"{table} {number}".encode()])

            tables = [f"t{number}" for number in range(50)]
            await asyncio.gather(*map(play, tables))
            for table in tables:
                assert await data_of(log, table) == [f"{table} {number}".encode() for number in range(5)]

    async def test_no_reader_sees_half_an_append(self, tmp_path: Path) -> None:
        async with self.opened(tmp_path) as log:

            async def write() -> None:
                position = 0
                for _ in range(20):
                    position = await log.append("a", position, [b"guess", b"ink", b"ink"])

            writing = asyncio.create_task(write())
            seen = {0}
            while not writing.done():
                seen.add(len(await log.read("a")))
            await writing
            assert {length % 3 for length in seen} == {0}
            assert len(await log.read("a")) == 60

    async def test_appending_to_a_trimmed_table(self, tmp_path: Path) -> None:
        """Only the entries up to the position are gone; the end stays the same."""
        async with self.opened(tmp_path) as log:
            position = await log.append("a", 0, [b"one", b"two"])
            other = await log.append("b", 0, [b"one"])
            last = await log.append("a", position, [b"three", b"four"])
            await log.trim("a", position)
            assert [data for _, data in await log.read("a")] == [b"three", b"four"]
            assert (await log.read("a"))[-1][0] == last
            assert await log.read("b") == [(other, b"one")]
            with pytest.raises(Conflict):
                await log.append("a", 0, [b"again"])
            await log.append("a", last, [b"five"])
        async with self.opened(tmp_path) as log:
            assert [data for _, data in await log.read("a")] == [b"three", b"four", b"five"]

    async def test_the_end_of_a_table_is_never_trimmed(self, tmp_path: Path) -> None:
        """Its next writer would not know the position."""
        async with self.opened(tmp_path) as log:
            last = await log.append("a", 0, [b"one", b"two"])
            await log.trim("a", last + 9)
            await log.trim("never-there", 5)
            assert await log.read("a") == [(last, b"two")]
            assert await log.tables() == ["a"]

    async def test_a_dropped_table_is_gone(self, tmp_path: Path) -> None:
        """It starts from position 0, its old host is refused, and other tables stay."""
        async with self.opened(tmp_path) as log:
            position = await log.append("a", 0, [b"one", b"two"])
            await log.append("b", 0, [b"other"])
            await log.drop("a")
            await log.drop("never-there")
            assert await log.read("a") == []
            assert await log.tables() == ["b"]
            with pytest.raises(Conflict):
                await log.append("a", position, [b"ghost"])
            await log.append("a", 0, [b"fresh"])
            assert await data_of(log, "a") == [b"fresh"]
            assert await data_of(log, "b") == [b"other"]

    async def test_reopening(self, tmp_path: Path) -> None:
        """Appending continues at the same position."""
        async with self.opened(tmp_path) as log:
            position = await log.append("a", 0, [b"one", b"two"])
            await log.append("b", 0, [b"other"])
            before = await log.read("a")
        async with self.opened(tmp_path) as log:
            assert await log.tables() == ["a", "b"]
            assert await log.read("a") == before
            with pytest.raises(Conflict):
                await log.append("a", 0, [b"stale"])
            await log.append("a", position, [b"three"])
            assert await data_of(log, "a") == [b"one", b"two", b"three"]

    async def test_closing_stores_pending_entries(self, tmp_path: Path) -> None:
        """Their callers get an answer too."""
        log = await self.open(tmp_path)
        tries = [asyncio.ensure_future(log.append(f"t{number}", 0, [b"last"])) for number in range(20)]
        await asyncio.sleep(0)  # let each start
        await log.close()
        assert all(await asyncio.gather(*tries))
        async with self.opened(tmp_path) as log:
            assert len(await log.tables()) == 20

    async def test_a_closed_log_is_unavailable(self, tmp_path: Path) -> None:
        """Closing it again is fine."""
        log = await self.open(tmp_path)
        await asyncio.gather(log.close(), log.close())
        await log.close()
        for call in (
            log.append("a", 0, [b"late"]),
            log.read("a"),
            log.tables(),
            log.drop("a"),
            log.trim("a", 1),
        ):
            with pytest.raises(Unavailable):
                await call

    async def test_a_cancelled_caller_affects_no_others(self, tmp_path: Path) -> None:
        """Its entries are stored as a whole or not at all; the rest of the batch is stored."""
        async with self.opened(tmp_path) as log:
            tries = [asyncio.ensure_future(log.append(f"t{number}", 0, [b"1", b"2"])) for number in range(40)]
            await asyncio.sleep(0)  # let each start
            for cancelled in tries[::2]:
                cancelled.cancel()
            ends = await asyncio.gather(*tries, return_exceptions=True)
            assert all(isinstance(end, asyncio.CancelledError) for end in ends[::2])
            assert all(isinstance(end, int) for end in ends[1::2])
            for number in range(40):
                stored = await data_of(log, f"t{number}")
                assert stored == [b"1", b"2"] or (number % 2 == 0 and stored == [])

    @pytest.mark.parametrize("name", INVALID_NAMES, ids=ascii)
    async def test_invalid_table_names(self, tmp_path: Path, name: str) -> None:
        async with self.opened(tmp_path) as log:
            for call in (log.append(name, 0, [b"x"]), log.read(name), log.drop(name), log.trim(name, 1)):
                with pytest.raises(ValueError, match="invalid table name"):
                    await call

    @pytest.mark.parametrize("entries", [[], [b"x", b"x" * (MAX_ENTRY_BYTES + 1)]], ids=["none", "too large"])
    async def test_invalid_entries(self, tmp_path: Path, entries: Sequence[bytes]) -> None:
        async with self.opened(tmp_path) as log:
            with pytest.raises(ValueError, match=r"nothing to append|more than 1000000 bytes"):
                await log.append("a", 0, entries)
            assert await log.read("a") == []


async def data_of(log: EventLog, table: str) -> list[bytes]:
    """The entries of a table, without positions."""
    return [data for _, data in await log.read(table)]
