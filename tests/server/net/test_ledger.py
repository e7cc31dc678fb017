"""The ledger: what addresses have used up survives a restart."""

import asyncio
from pathlib import Path

import pytest

from pictomania.log.eventlog import MAX_ENTRY_BYTES
from pictomania.server.net import ledger as room
from pictomania.server.net.ledger import NAME, Ledger
from pictomania.server.net.token_bucket import TokenBuckets
from tests.server.support.flaky_log import FlakyLog
from tests.server.support.offline_tables import AdjustableClock
from tests.server.support.running_server import open_log


async def test_a_restart_changes_nothing(tmp_path: Path) -> None:
    """An empty budget refills as if nothing had happened; unknown addresses start full."""
    now = asyncio.get_running_loop().time()
    used = TokenBuckets(1 / 3600, 3)
    assert [used.spend("1.2.3.4", now) for _ in range(4)] == [True, True, True, False]
    used.spend("5.6.7.8", now)
    async with open_log(tmp_path) as log:
        await Ledger(log, AdjustableClock(), {"tables": used}).write()
        again, other = TokenBuckets(1 / 3600, 3), TokenBuckets(1, 1)
        await Ledger(log, AdjustableClock(), {"tables": again, "decks": other}).read()
        now = asyncio.get_running_loop().time()
        assert not again.spend("1.2.3.4", now)
        assert [again.spend("5.6.7.8", now) for _ in range(3)] == [True, True, False]
        assert again.spend("9.9.9.9", now)
        assert other.spend("1.2.3.4", now)
        later = AdjustableClock()
        later.passed_ms = 4 * 3600_000
        paid = TokenBuckets(1 / 3600, 3)
        await Ledger(log, later, {"tables": paid}).read()
        assert len(paid) == 0


async def test_the_ledger_is_written_only_when_it_changed(tmp_path: Path) -> None:
    """And debts that are paid off are dropped."""
    used, clock = TokenBuckets(1 / 3600, 3), AdjustableClock()
    clock.passed_ms = (
        500 - clock.ms()
    ) % 1000  # times are saved in seconds: keep away from where they change
    used.spend("1.2.3.4", asyncio.get_running_loop().time())
    async with open_log(tmp_path) as log:
        ledger = Ledger(log, clock, {"tables": used})
        await ledger.write()
        (first,) = await log.read(NAME)
        await log.drop(NAME)
        await ledger.write()
        assert await log.read(NAME) == []
        used.spend("5.6.7.8", asyncio.get_running_loop().time())
        await ledger.write()
        (second,) = await log.read(NAME)
        assert b"5.6.7.8" not in first[1]
        assert b"5.6.7.8" in second[1]


async def test_several_servers_write_one_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each debt the larger one counts, also if both write at once; what is paid is dropped."""
    now = asyncio.get_running_loop().time()
    ours, theirs, clock = TokenBuckets(1 / 3600, 3), TokenBuckets(1 / 3600, 3), AdjustableClock()
    ours.spend("1.2.3.4", now)
    ours.spend("5.6.7.8", now, 3)
    theirs.spend("1.2.3.4", now, 2)
    async with open_log(tmp_path) as log:
        one, other = (
            Ledger(log, clock, {"tables": ours}),
            Ledger(log, clock, {"tables": theirs, "new": theirs}),
        )
        read = log.read

        async def read_and_be_late(table: str, after: int = 0) -> list[tuple[int, bytes]]:
            """Let the other server write between reading and writing."""
            found = await read(table, after)
            monkeypatch.setattr(log, "read", read)
            await other.write()
            return found

        monkeypatch.setattr(log, "read", read_and_be_late)
        await one.write()
        assert len(await log.read(NAME)) == 1
        tables, new = TokenBuckets(1 / 3600, 3), TokenBuckets(1 / 3600, 3)
        await Ledger(log, clock, {"tables": tables, "new": new}).read()
        now = asyncio.get_running_loop().time()
        for who, left in (("1.2.3.4", 1), ("5.6.7.8", 0), ("9.9.9.9", 3)):
            assert [tables.spend(who, now) for _ in range(4)] == [count < left for count in range(4)]
        assert [new.spend("1.2.3.4", now) for _ in range(2)] == [True, False]
        clock.passed_ms = 4 * 3600_000
        ours.spend("7.7.7.7", now)
        await one.write()
        ((_, written),) = await log.read(NAME)
        assert b"7.7.7.7" in written
        assert b'"new":{}' in written


async def test_a_ledger_with_too_many_debts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each budget the largest are kept, from all servers."""
    monkeypatch.setattr(room, "MAX_DEBTS", 8)
    now, clock = asyncio.get_running_loop().time(), AdjustableClock()
    async with open_log(tmp_path) as log:
        for first in (0, 1):
            decks, tables = TokenBuckets(1, 1_000_000), TokenBuckets(1, 1_000_000)
            tables.spend("9.9.9.9", now, 1000)
            for number in range(first, 10, 2):
                decks.spend(f"1.2.3.{number}", now, 10_000 * (1 + number))
            await Ledger(log, clock, {"decks": decks, "tables": tables}).write()
        decks, tables = TokenBuckets(1, 1_000_000), TokenBuckets(1, 1_000_000)
        await Ledger(log, clock, {"decks": decks, "tables": tables}).read()
    assert sorted(decks.debts(now)) == ["1.2.3.6", "1.2.3.7", "1.2.3.8", "1.2.3.9"]
    assert list(tables.debts(now)) == ["9.9.9.9"]


async def test_the_largest_ledger(tmp_path: Path) -> None:
    """It is one entry, however many addresses the servers know, and however long these are."""
    now, clock = asyncio.get_running_loop().time(), AdjustableClock()
    async with open_log(tmp_path) as log:
        for server in range(0x1000, 0x4000, 0x1000):
            used = TokenBuckets(1 / 3600, 3)
            for number in range(server, server + 0x1000):
                used.spend(f"ffff:ffff:ffff:{number:x}::/64", now)
            await Ledger(log, clock, dict.fromkeys(("decks", "stored", "tables"), used)).write()
        ((_, written),) = await log.read(NAME)
    assert MAX_ENTRY_BYTES // 2 < len(written) <= MAX_ENTRY_BYTES


async def test_an_unreadable_ledger_is_ignored(tmp_path: Path) -> None:
    """A ledger that cannot be read or written does not stop the server."""
    async with open_log(tmp_path) as real:
        log = FlakyLog(real)
        await log.append(NAME, 0, [b"{"])
        credits_ = TokenBuckets(1, 1)
        ledger = Ledger(log, AdjustableClock(), {"tables": credits_})
        await ledger.read()
        log.deaf_reads = 1
        await ledger.read()
        credits_.spend("1.2.3.4", asyncio.get_running_loop().time() + 1000)
    await ledger.write()  # the log is closed
    assert len(credits_) == 1


async def test_the_ledger_is_written_regularly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Because a server may be killed."""
    monkeypatch.setattr(room, "SAVE_EVERY_S", 0.01)
    used = TokenBuckets(1 / 3600, 3)
    used.spend("1.2.3.4", asyncio.get_running_loop().time())
    async with open_log(tmp_path) as log:
        task = asyncio.create_task(Ledger(log, AdjustableClock(), {"tables": used}).run())

        async def is_written() -> bool:
            return bool(await log.read(NAME))

        while not await is_written():
            pass
        task.cancel()
