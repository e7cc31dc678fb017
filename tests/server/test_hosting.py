"""All tables of a server: made, found, parked, read back, left alone when damaged, and closed in order."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event
from zlib import crc32

import pytest

from pictomania.log import Unavailable
from pictomania.server import hosted, hosting
from pictomania.server.archive import Damaged
from pictomania.table import facts
from pictomania.table.record import VERSION, entry, fact
from pictomania.table.table import Table
from pictomania.wire import from_client as say
from pictomania.wire.reasons import Close
from tests.server.caller import caller, hello
from tests.server.inks import grown, line
from tests.server.served import begin, opened, served, turns, until
from tests.server.shaky import Fault, ShakyLog

# Making and finding.


async def test_a_table_is_stored_before_its_code_is_told(tmp_path: Path) -> None:
    """And a code that is taken is not given away again."""
    async with opened(tmp_path) as real, served(log := ShakyLog(real)) as server:
        log.faults = [Fault.CONFLICT]
        code = await server.hosting.make()
        (taken, _, _), (made, expected, entries) = log.asked
        assert (made, expected) == (code, 0)
        assert taken != code
        assert await real.read(code) == [(1, entries[0])]
        assert fact(entries[0]) == facts.Opened(server.table(code).at, code)
        assert await server.hosting.find(taken) is None
        assert server.metrics.tables_made == 1
        log.faults = [Fault.NO_ANSWER]
        with pytest.raises(Unavailable):
            await server.hosting.make()


async def test_a_table_is_read_back_once(tmp_path: Path) -> None:
    """However many come to it at once; and then it is there."""
    async with opened(tmp_path) as real, served(real) as server:
        code = await server.hosting.make()
    async with opened(tmp_path) as real, served(log := ShakyLog(real)) as server:
        found = await asyncio.gather(*(server.hosting.find(code) for _ in range(9)))
        assert {table.code for table in found if table is not None} == {code}
        assert len({id(table) for table in found}) == 1
        assert await server.hosting.find(code) is found[0]
        assert log.reads.count(code) == 1
        assert server.metrics.tables_resumed == 1


async def test_one_who_gives_up_does_not_stop_the_others(tmp_path: Path) -> None:
    """A table that is being read back is read back for all."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
    async with opened(tmp_path) as log, served(log) as server:
        impatient, patient = (asyncio.create_task(server.hosting.find(code)) for _ in range(2))
        await asyncio.sleep(0)  # not a wait: a turn for each to begin
        assert server.hosting.is_in_use(code)
        impatient.cancel()
        assert (await patient) is server.hosted(code)
        assert impatient.cancelled()


async def test_all_come_back_together(tmp_path: Path) -> None:
    """After a restart a few tables are read back at a time, and all of them in the end."""
    async with opened(tmp_path) as real, served(real) as server:
        codes = [await server.hosting.make() for _ in range(3 * hosting.RESUMING_AT_ONCE)]
    async with opened(tmp_path) as real, served(log := ShakyLog(real)) as server:
        log.reads.clear()
        log.hold_reads()
        finding = asyncio.gather(*(server.hosting.find(code) for code in codes))
        await until(lambda: bool(log.reads))
        await turns()
        assert len(log.reads) == hosting.RESUMING_AT_ONCE
        log.let_go_reads()
        assert [table and table.code for table in await finding] == codes


async def test_a_table_that_is_long_to_read_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is done beside the event loop."""
    replay, is_begun, may_end = hosting._replay, Event(), Event()

    def slow(code: str, entries: list[bytes]) -> tuple[Table, str | None]:
        is_begun.set()
        may_end.wait()
        return replay(code, entries)

    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
    async with opened(tmp_path) as log, served(log) as server:
        monkeypatch.setattr(hosting, "_replay", slow)
        finding = asyncio.create_task(server.hosting.find(code))
        try:
            await until(is_begun.is_set)
            async with server.party(await server.hosting.make(), 2) as (ada, ben):
                ada.say(say.Say("meanwhile"))
                await until(lambda: len(ben.chat) == 1)
        finally:
            may_end.set()
        assert await finding is server.hosted(code)


# Parking.


async def test_a_table_that_nobody_is_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is put away, but not before; and whoever comes back finds everything as it was."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people:
            monkeypatch.setattr(hosted, "PARK_MS", 0)
            people[1].draw(line())
            people[1].go_on(line(since=line()))
            await until(lambda: people[0].sheets[1].end == (0, 10))
            await people[1].until(lambda state: state.view is not None and state.view.players[1].drawn)
            assert code in server.hosting.tables
        await until(lambda: code not in server.hosting.tables)
        monkeypatch.undo()
        async with server.client(code, "Ben", key=people[1].key) as ben:
            assert ben.view == people[1].view
            assert [seat.present for seat in ben.state.seats] == [False, True, False]
            await until(lambda: ben.paper.mine.marks == [grown(line(), line(since=line()))])
        assert server.metrics.tables_resumed == 1


async def test_a_table_that_waits_for_the_log_is_not_parked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not stored would be lost."""
    async with opened(tmp_path) as real, served(log := ShakyLog(real)) as server:
        code = await server.hosting.make()
        there = server.hosted(code)
        async with caller(server, hello(code)) as guest:
            await guest.welcome()
            monkeypatch.setattr(hosted, "PARK_MS", 0)
            log.hold()
            guest.say(say.GetReady(True))
            await until(lambda: log.held == [code])
        await until(lambda: there.empty_since is not None)
        now = server.hosting.time.ms()
        await until(lambda: server.hosting.time.ms() > now + 20)
        assert not there.is_to_be_parked(server.hosting.time.ms())
        log.let_go()
        await until(lambda: code not in server.hosting.tables)
        assert len(await real.read(code)) == 3


# Damage.


async def test_a_damaged_table_is_left_alone(tmp_path: Path) -> None:
    """Nobody gets to it and nothing is done to its record; all other tables go on."""
    async with opened(tmp_path) as real, served(real) as server:
        damaged, fine = await server.hosting.make(), await server.hosting.make()
        async with server.party(damaged), server.party(fine):
            pass
    _flip_a_bit(tmp_path, damaged, 2)
    before = _entries(tmp_path, damaged)
    complaints = ["a table cannot be read and is left alone"]
    async with opened(tmp_path) as real, served(log := ShakyLog(real), complaints=complaints) as server:
        for _ in range(3):
            with pytest.raises(Damaged):
                await server.hosting.find(damaged)
        assert log.reads.count(damaged) == 1
        assert server.hosting.damaged == {damaged}
        assert server.metrics.tables_quarantined == 1
        async with server.party(fine) as people:
            await people[0].until(lambda state: len(state.seats) == 6)
    assert _entries(tmp_path, damaged) == before


async def test_a_record_of_a_newer_server_is_not_guessed_at(tmp_path: Path) -> None:
    """Its table waits for that server, and loses nothing until then."""
    async with opened(tmp_path) as log, served(log) as server:
        code, fine = await server.hosting.make(), await server.hosting.make()
        newer = bytes((VERSION + 1,)) + entry(facts.Spoken(1, "Ada", None, "from afar"))[5:]
        await log.append(code, 1, [crc32(newer).to_bytes(4, "big") + newer])
        before = await log.read(code)
    complaints = ["a table cannot be read and is left alone"]
    async with opened(tmp_path) as log, served(log, complaints=complaints) as server:
        async with caller(server, hello(code)) as early, caller(server, hello(fine)) as guest:
            assert await early.closed() == (Close.DAMAGED, "")
            await guest.welcome()
        assert await log.read(code) == before


async def test_a_log_that_cannot_be_read_is_no_damage(tmp_path: Path) -> None:
    """The table may be found in a moment."""
    async with opened(tmp_path) as real, served(real) as server:
        code = await server.hosting.make()
    async with opened(tmp_path) as real, served(log := ShakyLog(real)) as server:
        log.deaf_reads = 1
        with pytest.raises(Unavailable):
            await server.hosting.find(code)
        assert await server.hosting.find(code) is not None
        assert not server.hosting.damaged


def _flip_a_bit(folder: Path, code: str, position: int) -> None:
    with closing(sqlite3.connect(folder / "tables.sqlite3")) as file, file:
        where = (code, position)
        ((data,),) = file.execute('SELECT data FROM entries WHERE "table" = ? AND position = ?', where)
        flipped = data[:9] + bytes([data[9] ^ 1]) + data[10:]
        file.execute('UPDATE entries SET data = ? WHERE "table" = ? AND position = ?', (flipped, *where))


def _entries(folder: Path, code: str) -> list[tuple[int, bytes]]:
    with closing(sqlite3.connect(folder / "tables.sqlite3")) as file:
        return file.execute('SELECT position, data FROM entries WHERE "table" = ?', (code,)).fetchall()


# The end.


async def test_a_server_that_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is stored, down to the last point, and everybody is told to come again."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.party(code) as people, caller(server, hello(code, watch=True)) as guest:
            await begin(people)
            monkeypatch.setattr(hosting, "STORE_TURNS", 1_000_000)
            people[1].draw(line())
            await people[1].until(lambda state: state.view is not None and state.view.players[1].drawn)
            people[1].go_on(line(since=line()))
            await until(lambda: people[0].sheets[1].end == (0, 10))
            assert server.hosted(code).sitting.has_unstored_ink
            await server.hosting.close()
            assert await guest.closed() == (Close.RESTART, "")
            entries = [fact(data) for _, data in await log.read(code)]
            assert isinstance(entries[-1], facts.Inked)
    async with opened(tmp_path) as log, served(log) as server:
        found = await server.hosting.find(code)
        assert found is not None
        assert found.sitting.table.sheets[1].marks == [grown(line(), line(since=line()))]


async def test_a_stall_is_noticed(tmp_path: Path) -> None:
    """The longest time that everything stood still is kept as a figure."""
    async with opened(tmp_path) as log, served(log) as server:
        await until(lambda: server.metrics.longest_stall_ms > 0)
        begun = server.hosting.time.ms()
        while server.hosting.time.ms() < begun + 60:
            pass
        await until(lambda: server.metrics.longest_stall_ms > 50)
