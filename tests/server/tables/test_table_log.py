"""The log of a table: compacted when it is large, limited by a quota, and quiet about an outage."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pictomania.log import Conflict
from pictomania.rules import Phase
from pictomania.server.metrics import Metrics
from pictomania.server.net.rate_limits import RateLimits
from pictomania.server.tables import table_log
from pictomania.server.tables.live_table import LiveTable
from pictomania.server.tables.table_log import Outage, TableLog
from pictomania.table.entries import decode_entry
from pictomania.wire import from_client
from pictomania.wire.reasons import Reason
from pictomania.wire.to_client import RequestRefused
from tests.server.support.flaky_log import Fault, FlakyLog
from tests.server.support.ink_samples import line
from tests.server.support.random_client import RandomClient, is_over, play
from tests.server.support.running_server import MUCH, begin, open_log, run_server
from tests.server.support.waiting import wait_until

NEVER = 1e-6


async def nobody(code: str, entries: Sequence[bytes]) -> Sequence[bytes] | None:
    """Have no time to condense anything."""
    assert code
    assert entries
    return None


async def half(code: str, entries: Sequence[bytes]) -> Sequence[bytes]:
    """Make little of much."""
    assert code
    return [entries[-1]]


def is_bulky(log: TableLog) -> bool:
    """Ask, as often as a test likes."""
    return log.is_bulky


def is_compacted(log: TableLog) -> bool:
    """Ask, as often as a test likes."""
    return log.is_compacted


async def test_compaction(tmp_path: Path) -> None:
    """It replaces many entries by a few, and appends continue behind them."""
    async with open_log(tmp_path) as log:
        position = await log.append("A", 0, [bytes(50_000), b"last"])
        mine = TableLog("A", position, 50_004, log, Outage())
        assert not is_bulky(mine)
        await mine.append([bytes(20_000)], Metrics())
        assert is_bulky(mine)
        await mine.compact(half)
        await mine.append([b"meanwhile"], Metrics())
        assert is_compacted(mine)
        await mine.rewrite(Metrics())
        assert not is_compacted(mine)
        assert [data for _, data in await log.read("A")] == [bytes(20_000), b"meanwhile"]
        assert not is_bulky(mine)
        await mine.append([b"next"], Metrics())
        assert [data for _, data in await log.read("A")] == [bytes(20_000), b"meanwhile", b"next"]


async def test_compaction_that_is_not_worth_it(tmp_path: Path) -> None:
    """Or cannot be read, or compacted, stays as it is, and is not tried again at once."""
    async with open_log(tmp_path) as real:
        position = await real.append("A", 0, [bytes(90_000)])
        mine = TableLog("A", position, 90_000, log := FlakyLog(real), Outage())
        assert is_bulky(mine)
        await mine.compact(half)
        assert not is_bulky(mine)
        await mine.append([bytes(70_000)], Metrics())
        log.deaf_reads = 1
        await mine.compact(half)
        await mine.compact(nobody)
        assert not is_compacted(mine)
        await mine.compact(half)
        log.deaf_reads = 1
        await mine.rewrite(Metrics())
        assert not is_compacted(mine)
        assert [len(data) for _, data in await log.read("A")] == [90_000, 70_000]


async def test_compaction_of_a_table_of_another_server(tmp_path: Path) -> None:
    """Then nothing is compacted."""
    async with open_log(tmp_path) as log:
        await log.append("A", 0, [bytes(90_000), b"", b"theirs"])
        mine = TableLog("A", 2, 90_000, log, Outage())
        await mine.compact(half)
        with pytest.raises(Conflict):
            await mine.rewrite(Metrics())
        assert len(await log.read("A")) == 3


async def test_a_long_evening_takes_little_space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds are compacted as they end, games dropped once archived; everything can be loaded."""
    monkeypatch.setattr(table_log, "BULKY_BYTES", 2_000)
    async with open_log(tmp_path) as log:
        async with run_server(log) as server:
            code = await server.live_tables.create()
            async with server.party(code) as people:
                for _ in range(3):
                    await begin(people)
                    for _ in range(30):
                        people[0].draw(line())
                    await play(
                        [RandomClient(client, seed) for seed, client in enumerate(people)],
                        lambda: is_over(people[0]),
                    )
                    await wait_until(lambda: not server.live_table(code)._archiving)
                    people[0].send(from_client.ReturnToLobby())
                    await people[0].until(lambda state: state.view is None)
                    people[1].send(from_client.SetReady(True))
                    await people[0].until(lambda state: state.seats[1].ready)
                    people[1].send(from_client.Chat("x" * 100))
                    while len(await log.read(code)) > 60:
                        pass  # until it is compacted
            kinds = {type(decode_entry(data)).__name__ for _, data in await log.read(code)}
            assert "LogCompacted" in kinds
            games = [name for name in await log.tables() if name.startswith("game_")]
            assert len(games) == 3
        async with run_server(log) as server:
            found = await server.live_tables.find(code)
            assert isinstance(found, LiveTable)
            assert [seat.name for seat in found.session.table.seats] == ["Ada", "Ben", "Cleo"]
            assert found.session.table.game is None


async def test_a_table_that_has_stored_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the game itself goes on: chat is refused, and pencils are used up."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people:
            monkeypatch.setattr(table_log, "MAX_TABLE_BYTES", 10)
            people[0].draw(line())
            for artist in people:
                assert await artist.receive(RequestRefused) == RequestRefused("ink", Reason.PENCIL_USED_UP)
            people[0].draw(line(7))
            people[1].send(from_client.Rename("Bob"))
            assert await people[1].receive(RequestRefused) == RequestRefused("rename", Reason.STORAGE_FULL)
            people[1].finish()
            people[2].finish()
            people[0].finish()
            await people[0].until(
                lambda state: state.view is not None and state.view.phase is not Phase.DRAWING
            )
            assert server.table(code).sheets[0].marks in ([line()], [])


async def test_a_key_that_has_stored_too_much(tmp_path: Path) -> None:
    """Other keys are not affected."""
    rate_limits = RateLimits(disk_bytes=(NEVER, 300), chat=MUCH, actions=MUCH)
    async with open_log(tmp_path) as log, run_server(log, rate_limits=rate_limits) as server:
        code = await server.live_tables.create()
        async with server.party(code) as people:
            people[0].send(from_client.Chat("x" * 200))
            await wait_until(lambda: len(people[0].chat) == 1)
            people[0].send(from_client.Chat("y" * 200))
            assert await people[0].receive(RequestRefused) == RequestRefused("chat", Reason.STORAGE_FULL)
            people[1].send(from_client.Chat("I may."))
            await wait_until(lambda: [said.text for said in people[2].chat][-1:] == ["I may."])


# Appends in doubt.


@asynccontextmanager
async def table_with_faults(folder: Path, *faults: Fault) -> AsyncIterator[tuple[TableLog, FlakyLog]]:
    """A table with two entries whose next appends fail."""
    async with open_log(folder) as real:
        position = await real.append("A", 0, [b"one", b"two"])
        log = FlakyLog(real)
        log.faults = list(faults)
        yield TableLog("A", position, 6, log, Outage()), log


@pytest.mark.parametrize(
    "faults",
    [
        [Fault.NO_ANSWER, Fault.CONFLICT],
        [Fault.NO_ANSWER, Fault.CONFLICT, Fault.CONFLICT, Fault.STORED_WITHOUT_ANSWER],
        [Fault.STORED_WITHOUT_ANSWER],
        [Fault.STORED_WITHOUT_ANSWER, Fault.NO_ANSWER],
    ],
    ids=["still being stored", "stored later", "stored", "stored and silent"],
)
async def test_an_append_in_doubt_is_stored_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, faults: list[Fault]
) -> None:
    """Even if the log says first that there is another one: it may be our own."""
    monkeypatch.setattr(table_log, "RETRY_S", 0)
    async with table_with_faults(tmp_path, *faults) as (mine, log):
        await mine.append([b"three", b"four"], Metrics())
        await mine.append([b"five"], Metrics())
        assert [data for _, data in await log.read("A")] == [b"one", b"two", b"three", b"four", b"five"]


async def append_theirs(log: FlakyLog) -> None:
    """Another server appends."""
    await log.append("A", 2, [b"three", b"theirs"])


async def drop(log: FlakyLog) -> None:
    """Another server deletes the table."""
    await log.drop("A")


async def compact_theirs(log: FlakyLog) -> None:
    """Another server replaces everything."""
    await log.append("A", 2, [b"three", b"four"])
    await log.trim("A", 2)


@pytest.mark.parametrize("takes_over", [append_theirs, drop, compact_theirs])
async def test_a_table_taken_over_while_an_append_is_in_doubt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, takes_over: Callable[[FlakyLog], Awaitable[None]]
) -> None:
    """It is lost, however long one waits."""
    monkeypatch.setattr(table_log, "RETRY_S", 0)
    async with table_with_faults(tmp_path) as (mine, log):
        await takes_over(log)
        log.faults = [Fault.NO_ANSWER]
        before = await log.read("A")
        with pytest.raises(Conflict):
            await mine.append([b"three", b"four"], Metrics())
        assert await log.read("A") == before


async def test_a_table_taken_over_is_lost_at_once(tmp_path: Path) -> None:
    """Without doubt nothing is read again."""
    async with table_with_faults(tmp_path) as (mine, log):
        await append_theirs(log)
        with pytest.raises(Conflict):
            await mine.append([b"three", b"theirs"], Metrics())
        assert log.reads == []


async def test_an_outage_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    """However many tables retry; and so is its end."""
    outage = Outage()
    caplog.set_level("INFO")
    outage.ended()
    for _ in range(100):
        outage.failed("A", "no answer")
    outage.ended()
    outage.ended()
    await asyncio.sleep(0)
    said = [record.getMessage() for record in caplog.records]
    assert said == ["log unavailable", "log available again"]


async def test_how_long_outages_are() -> None:
    """From the first failure to the end, and all of them together."""
    outage = Outage()
    assert (outage.current_s, outage.total_s) == (0, 0)
    outage.failed("A", "no answer")
    outage.failed("B", "no answer")
    await wait_until(lambda: outage.current_s > 0)
    assert outage.total_s >= outage.current_s
    outage.ended()
    first_s = outage.total_s
    assert first_s > 0
    assert outage.current_s == 0
    assert outage.total_s == first_s
    outage.failed("A", "no answer")
    await wait_until(lambda: outage.total_s > first_s)
