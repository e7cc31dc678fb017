"""All tables of a server: created, found, parked, loaded, left alone when damaged, and closed."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event
from zlib import crc32

import pytest

from pictomania.log import Unavailable
from pictomania.server.tables import live_table, live_tables
from pictomania.server.tables.archive import Damaged
from pictomania.server.tables.live_table import LiveTable
from pictomania.table import facts
from pictomania.table.entries import VERSION, decode_entry, encode_entry
from pictomania.table.table import Table
from pictomania.wire import from_client
from pictomania.wire.reasons import Close
from tests.server.support.flaky_log import Fault, FlakyLog
from tests.server.support.ink_samples import grown, line
from tests.server.support.running_server import begin, open_log, run_server
from tests.server.support.socket_client import connect_client, hello
from tests.server.support.waiting import event_loop_turns, wait_until

# Making and finding.


async def test_a_table_is_stored_before_its_code_is_returned(tmp_path: Path) -> None:
    """And a code is never given out twice."""
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real)) as server:
        log.faults = [Fault.CONFLICT]
        code = await server.live_tables.create()
        (taken, _, _), (made, expected, entries) = log.asked
        assert (made, expected) == (code, 0)
        assert taken != code
        assert await real.read(code) == [(1, entries[0])]
        assert decode_entry(entries[0]) == facts.TableOpened(server.table(code).at, code)
        assert await server.live_tables.find(taken) is None
        assert server.metrics.tables_made == 1
        log.faults = [Fault.NO_ANSWER]
        with pytest.raises(Unavailable):
            await server.live_tables.create()


async def test_a_table_is_loaded_once(tmp_path: Path) -> None:
    """However many clients join at once."""
    async with open_log(tmp_path) as real, run_server(real) as server:
        code = await server.live_tables.create()
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real)) as server:
        found = await asyncio.gather(*(server.live_tables.find(code) for _ in range(9)))
        assert {table.code for table in found if isinstance(table, LiveTable)} == {code}
        assert len({id(table) for table in found}) == 1
        assert await server.live_tables.find(code) is found[0]
        assert log.reads.count(code) == 1
        assert server.metrics.tables_resumed == 1


async def test_a_cancelled_lookup_does_not_affect_the_others(tmp_path: Path) -> None:
    """Loading continues for the other callers."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
    async with open_log(tmp_path) as log, run_server(log) as server:
        impatient, patient = (asyncio.create_task(server.live_tables.find(code)) for _ in range(2))
        await asyncio.sleep(0)  # not a wait: a turn for each to start
        assert server.live_tables.is_in_use(code)
        impatient.cancel()
        assert (await patient) is server.live_table(code)
        assert impatient.cancelled()


async def test_tables_are_loaded_a_few_at_a_time(tmp_path: Path) -> None:
    """After a restart, tables are loaded a few at a time."""
    async with open_log(tmp_path) as real, run_server(real) as server:
        codes = [await server.live_tables.create() for _ in range(3 * live_tables.MAX_RESUMING)]
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real)) as server:
        log.reads.clear()
        log.hold_reads()
        finding = asyncio.gather(*(server.live_tables.find(code) for code in codes))
        await wait_until(lambda: bool(log.reads))
        await event_loop_turns()
        assert len(log.reads) == live_tables.MAX_RESUMING
        log.let_go_reads()
        assert [isinstance(table, LiveTable) and table.code for table in await finding] == codes


async def test_loading_a_long_table_does_not_block_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It happens in a thread."""
    replay, is_begun, may_end = live_tables._replay, Event(), Event()

    def slow(code: str, entries: list[bytes]) -> tuple[Table, str | None]:
        is_begun.set()
        may_end.wait()
        return replay(code, entries)

    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
    async with open_log(tmp_path) as log, run_server(log) as server:
        monkeypatch.setattr(live_tables, "_replay", slow)
        finding = asyncio.create_task(server.live_tables.find(code))
        try:
            await wait_until(is_begun.is_set)
            async with server.party(await server.live_tables.create(), 2) as (ada, ben):
                ada.send(from_client.Chat("meanwhile"))
                await wait_until(lambda: len(ben.chat) == 1)
        finally:
            may_end.set()
        assert await finding is server.live_table(code)


# Parking.


async def test_an_empty_table_is_parked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is parked, and a player who comes back finds everything as it was."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people:
            monkeypatch.setattr(live_table, "PARK_MS", 0)
            people[1].draw(line())
            people[1].extend_line(line(since=line()))
            await wait_until(lambda: people[0].sheets[1].end == (0, 10))
            await people[1].until(lambda state: state.view is not None and state.view.players[1].drawn)
            assert code in server.live_tables.tables
        await wait_until(lambda: code not in server.live_tables.tables)
        monkeypatch.undo()
        async with server.client(code, "Ben", key=people[1].key) as ben:
            assert ben.view == people[1].view
            assert [seat.present for seat in ben.state.seats] == [False, True, False]
            await wait_until(lambda: ben.paper.mine.marks == [grown(line(), line(since=line()))])
        assert server.metrics.tables_resumed == 1


async def test_a_table_that_waits_for_the_log_is_not_parked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise unstored facts would be lost."""
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real)) as server:
        code = await server.live_tables.create()
        there = server.live_table(code)
        async with connect_client(server, hello(code)) as guest:
            await guest.welcome()
            monkeypatch.setattr(live_table, "PARK_MS", 0)
            log.hold()
            guest.send(from_client.SetReady(True))
            await wait_until(lambda: log.held == [code])
        await wait_until(lambda: there.empty_since is not None)
        now = server.live_tables.clock.ms()
        await wait_until(lambda: server.live_tables.clock.ms() > now + 20)
        assert not there.can_be_parked(server.live_tables.clock.ms())
        log.let_go()
        await wait_until(lambda: code not in server.live_tables.tables)
        assert len(await real.read(code)) == 3


# Damage.


async def test_a_damaged_table_is_left_alone(tmp_path: Path) -> None:
    """It cannot be joined, its log is not changed, and all other tables go on."""
    async with open_log(tmp_path) as real, run_server(real) as server:
        damaged, fine = await server.live_tables.create(), await server.live_tables.create()
        async with server.party(damaged), server.party(fine):
            pass
    _flip_a_bit(tmp_path, damaged, 2)
    before = _entries(tmp_path, damaged)
    warnings = ["table quarantined"]
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real), warnings=warnings) as server:
        for _ in range(3):
            with pytest.raises(Damaged):
                await server.live_tables.find(damaged)
        assert log.reads.count(damaged) == 1
        assert server.live_tables.damaged == {damaged}
        assert server.metrics.tables_quarantined == 1
        async with server.party(fine) as people:
            await people[0].until(lambda state: len(state.seats) == 6)
    assert _entries(tmp_path, damaged) == before


async def test_data_of_a_newer_server_is_left_alone(tmp_path: Path) -> None:
    """The table is left for that server."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code, fine = await server.live_tables.create(), await server.live_tables.create()
        newer = bytes((VERSION + 1,)) + encode_entry(facts.ChatSent(1, "Ada", None, "from afar"))[5:]
        await log.append(code, 1, [crc32(newer).to_bytes(4, "big") + newer])
        before = await log.read(code)
    warnings = ["table quarantined"]
    async with open_log(tmp_path) as log, run_server(log, warnings=warnings) as server:
        async with connect_client(server, hello(code)) as early, connect_client(server, hello(fine)) as guest:
            assert await early.closed() == (Close.DAMAGED, "")
            await guest.welcome()
        assert await log.read(code) == before


async def test_a_failed_read_is_not_damage(tmp_path: Path) -> None:
    """The table may be available again in a moment."""
    async with open_log(tmp_path) as real, run_server(real) as server:
        code = await server.live_tables.create()
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real)) as server:
        log.deaf_reads = 1
        with pytest.raises(Unavailable):
            await server.live_tables.find(code)
        assert await server.live_tables.find(code) is not None
        assert not server.live_tables.damaged


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


async def test_closing_stores_everything(tmp_path: Path) -> None:
    """Everything is stored, down to the last point, and all clients are told to reconnect."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.party(code) as people, connect_client(server, hello(code, watch=True)) as guest:
            await begin(people)
            server.patch.setattr(live_tables, "STORE_TICKS", 1_000_000)
            people[1].draw(line())
            await people[1].until(lambda state: state.view is not None and state.view.players[1].drawn)
            people[1].extend_line(line(since=line()))
            await wait_until(lambda: people[0].sheets[1].end == (0, 10))
            assert server.live_table(code).session.has_unstored_ink
            await server.live_tables.close()
            assert await guest.closed() == (Close.RESTART, "")
            entries = [decode_entry(data) for _, data in await log.read(code)]
            assert isinstance(entries[-1], facts.InkDrawn)
    async with open_log(tmp_path) as log, run_server(log) as server:
        found = await server.live_tables.find(code)
        assert isinstance(found, LiveTable)
        assert found.session.table.sheets[1].marks == [grown(line(), line(since=line()))]


async def test_stalls_are_measured(tmp_path: Path) -> None:
    """The longest stall is a metric."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        await wait_until(lambda: server.metrics.longest_stall_ms > 0)
        begun = server.live_tables.clock.ms()
        while server.live_tables.clock.ms() < begun + 60:
            pass
        await wait_until(lambda: server.metrics.longest_stall_ms > 50)
