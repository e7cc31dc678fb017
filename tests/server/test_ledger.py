"""What addresses have used up is not forgotten by a restart."""

import asyncio
from pathlib import Path

import pytest

from pictomania.server import ledger as room
from pictomania.server.credit import Credits
from pictomania.server.ledger import NAME, Ledger
from tests.server.later import Later
from tests.server.served import opened
from tests.server.shaky import ShakyLog


async def test_a_restart_changes_nothing(tmp_path: Path) -> None:
    """Whoever has used up everything has to wait as long as without it; others begin with all of it."""
    now = asyncio.get_running_loop().time()
    used = Credits(1 / 3600, 3)
    assert [used.spend("1.2.3.4", now) for _ in range(4)] == [True, True, True, False]
    used.spend("5.6.7.8", now)
    async with opened(tmp_path) as log:
        await Ledger(log, Later(), {"tables": used}).write()
        again, other = Credits(1 / 3600, 3), Credits(1, 1)
        await Ledger(log, Later(), {"tables": again, "decks": other}).read()
        now = asyncio.get_running_loop().time()
        assert not again.spend("1.2.3.4", now)
        assert [again.spend("5.6.7.8", now) for _ in range(3)] == [True, True, False]
        assert again.spend("9.9.9.9", now)
        assert other.spend("1.2.3.4", now)
        later = Later()
        later.passed_ms = 4 * 3600_000
        paid = Credits(1 / 3600, 3)
        await Ledger(log, later, {"tables": paid}).read()
        assert len(paid) == 0


async def test_nothing_is_written_twice(tmp_path: Path) -> None:
    """And nothing is kept of what is paid."""
    used = Credits(1 / 3600, 3)
    used.spend("1.2.3.4", asyncio.get_running_loop().time())
    async with opened(tmp_path) as log:
        ledger = Ledger(log, Later(), {"tables": used})
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


async def test_a_ledger_that_cannot_be_read(tmp_path: Path) -> None:
    """Or written is no reason not to serve."""
    async with opened(tmp_path) as real:
        log = ShakyLog(real)
        await log.append(NAME, 0, [b"{"])
        credits_ = Credits(1, 1)
        ledger = Ledger(log, Later(), {"tables": credits_})
        await ledger.read()
        log.deaf_reads = 1
        await ledger.read()
        credits_.spend("1.2.3.4", asyncio.get_running_loop().time() + 1000)
    await ledger.write()  # the log is closed
    assert len(credits_) == 1


async def test_it_is_written_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Since a server may be killed."""
    monkeypatch.setattr(room, "EVERY_S", 0.01)
    used = Credits(1 / 3600, 3)
    used.spend("1.2.3.4", asyncio.get_running_loop().time())
    async with opened(tmp_path) as log:
        task = asyncio.create_task(Ledger(log, Later(), {"tables": used}).run())

        async def is_written() -> bool:
            return bool(await log.read(NAME))

        while not await is_written():
            pass
        task.cancel()
