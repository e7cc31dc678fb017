"""The sweep deletes abandoned tables and old games, and nothing else."""

import asyncio
import logging
from pathlib import Path

import pytest

from pictomania.server.tables import sweep
from pictomania.server.tables.archive import PREFIX, Damaged
from pictomania.server.tables.live_tables import LiveTables
from pictomania.server.tables.sweep import Sweep
from pictomania.table import facts
from pictomania.table.entries import encode_entry
from tests.server.support.flaky_log import FlakyLog
from tests.server.support.offline_tables import HOUR_MS, AdjustableClock, offline_tables
from tests.server.support.running_server import open_log
from tests.server.support.waiting import wait_until

A, B, C, D = "AAAAAAAA", "BBBBBBBB", "CCCCCCCC", "DDDDDDDD"


async def _happened(hosting: LiveTables, code: str, *hours_ago: float) -> None:
    """Store facts with these ages at a table."""
    now = hosting.clock.ms()
    story: list[facts.AnyFact] = [
        facts.TableOpened(now - round(ago * HOUR_MS), code) for ago in hours_ago[:1]
    ]
    story += [facts.ChatSent(now - round(ago * HOUR_MS), "Ada", None, "hm") for ago in hours_ago[1:]]
    await hosting.log.append(code, 0, [encode_entry(fact) for fact in story])


async def test_old_tables_and_old_games(tmp_path: Path) -> None:
    """The last activity counts."""
    async with open_log(tmp_path) as log:
        hosting = offline_tables(log, time := AdjustableClock())
        await _happened(hosting, A, 30, 25)
        await _happened(hosting, B, 30, 23)
        await _happened(hosting, C, 1)
        await log.append(f"{PREFIX}20200229-{'0' * 22}", 0, [b"G"])
        sweeper = Sweep(hosting, 24)
        assert await sweeper.sweep() == (1, 1)
        assert await log.tables() == [B, C]
        assert await sweeper.sweep() == (0, 0)
        time.passed_ms = 2 * HOUR_MS
        assert await sweeper.sweep() == (1, 0)
        assert await log.tables() == [C]


async def test_a_live_table_stays(tmp_path: Path) -> None:
    """However long it was inactive; once parked, its age counts."""
    async with open_log(tmp_path) as log:
        hosting = offline_tables(log, AdjustableClock())
        await _happened(hosting, A, 99)
        assert await hosting.find(A) is not None
        sweeper = Sweep(hosting, 24)
        assert await sweeper.sweep() == (0, 0)
        del hosting.tables[A]
        assert await sweeper.sweep() == (1, 0)


async def test_activity_between_two_sweeps(tmp_path: Path) -> None:
    """A cached age does not count against it."""
    async with open_log(tmp_path) as log:
        hosting = offline_tables(log, time := AdjustableClock())
        await _happened(hosting, A, 23.9)
        sweeper = Sweep(hosting, 24)
        assert await sweeper.sweep() == (0, 0)
        time.passed_ms = HOUR_MS
        await log.append(A, 1, [encode_entry(facts.ChatSent(time.ms(), "Ada", None, "back again"))])
        assert await sweeper.sweep() == (0, 0)
        time.passed_ms = 26 * HOUR_MS
        assert await sweeper.sweep() == (1, 0)


async def test_a_table_that_is_being_loaded_stays(tmp_path: Path) -> None:
    """A table that is being loaded is not deleted."""
    async with open_log(tmp_path) as real:
        hosting = offline_tables(log := FlakyLog(real), AdjustableClock())
        await _happened(hosting, A, 99)
        log.hold_reads()
        sweeping = asyncio.create_task(Sweep(hosting, 24).sweep())
        await wait_until(lambda: log.reads == [A])
        coming = asyncio.create_task(hosting.find(A))
        await wait_until(lambda: log.reads == [A, A])
        log.let_go_reads()
        assert await sweeping == (0, 0)
        assert await coming is hosting.tables[A]
        assert await real.tables() == [A]


async def test_damaged_tables_are_left_alone(tmp_path: Path) -> None:
    """With damage at the end, in the middle, or visible only when it is loaded."""
    async with open_log(tmp_path) as log:
        hosting = offline_tables(log, AdjustableClock())
        await _happened(hosting, A, 99)
        await log.append(A, 1, [b"damaged"])
        await _happened(hosting, B, 99)
        await log.append(B, 1, [b"damaged", encode_entry(facts.ChatSent(1, "Ada", None, "hm"))])
        await _happened(hosting, C, 99)
        await log.append(C, 1, [encode_entry(facts.NameChanged(1, 5, "Nobody"))])
        with pytest.raises(Damaged):
            await hosting.find(C)
        await _happened(hosting, D, 99)
        sweeper = Sweep(hosting, 24)
        assert await sweeper.sweep() == (1, 0)
        assert await sweeper.sweep() == (0, 0)
        assert await log.tables() == [A, B, C]


async def test_a_table_that_is_already_gone(tmp_path: Path) -> None:
    """Deleting it again does no harm."""
    async with open_log(tmp_path) as real:
        hosting = offline_tables(log := FlakyLog(real), AdjustableClock())
        await _happened(hosting, A, 1)
        log.ghosts = [B]
        assert await Sweep(hosting, 24).sweep() == (1, 0)
        assert await real.tables() == [A]


async def test_the_sweep_repeats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Also after a failed read; only actual deletions are logged."""
    monkeypatch.setattr(sweep, "FIRST_S", 0.001)
    monkeypatch.setattr(sweep, "EVERY_S", 0.001)
    caplog.set_level(logging.INFO)
    async with open_log(tmp_path) as real:
        hosting = offline_tables(log := FlakyLog(real), AdjustableClock())
        await _happened(hosting, A, 99)
        log.deaf_reads = 1
        sweeping = asyncio.create_task(Sweep(hosting, 24).run())
        await wait_until(lambda: "swept" in caplog.messages)
        await _happened(hosting, B, 99)
        await wait_until(lambda: caplog.messages.count("swept") == 2)
        looks = log.looks
        await wait_until(lambda: log.looks > looks + 4)  # without finding anything; each sweep reads twice
        sweeping.cancel()
        assert caplog.messages == ["sweep failed", "swept", "swept"]
        assert await real.tables() == []
