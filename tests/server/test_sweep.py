"""Forgetting: what nobody has come to for long, and never what somebody may still want to look at."""

import asyncio
import logging
from pathlib import Path

import pytest

from pictomania.server import sweep
from pictomania.server.archive import PREFIX, Damaged
from pictomania.server.hosting import Hosting
from pictomania.server.sweep import Sweep
from pictomania.table import facts
from pictomania.table.record import entry
from tests.server.later import HOUR_MS, Later, tables
from tests.server.served import opened, until
from tests.server.shaky import ShakyLog

A, B, C, D = "AAAAAAAA", "BBBBBBBB", "CCCCCCCC", "DDDDDDDD"


async def _happened(hosting: Hosting, code: str, *hours_ago: float) -> None:
    """Let something have happened at a table so many hours ago."""
    now = hosting.time.ms()
    story: list[facts.Any] = [facts.Opened(now - round(ago * HOUR_MS), code) for ago in hours_ago[:1]]
    story += [facts.Spoken(now - round(ago * HOUR_MS), "Ada", None, "hm") for ago in hours_ago[1:]]
    await hosting.log.append(code, 0, [entry(fact) for fact in story])


async def test_old_tables_and_old_games(tmp_path: Path) -> None:
    """What counts is when something happened last."""
    async with opened(tmp_path) as log:
        hosting = tables(log, time := Later())
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


async def test_a_table_that_is_here_stays(tmp_path: Path) -> None:
    """However long nothing has happened; and when it is put away, it is as old as it is."""
    async with opened(tmp_path) as log:
        hosting = tables(log, Later())
        await _happened(hosting, A, 99)
        assert await hosting.find(A) is not None
        sweeper = Sweep(hosting, 24)
        assert await sweeper.sweep() == (0, 0)
        del hosting.tables[A]
        assert await sweeper.sweep() == (1, 0)


async def test_somebody_was_there_between_two_sweeps(tmp_path: Path) -> None:
    """What is remembered of a table from the last time says nothing against it."""
    async with opened(tmp_path) as log:
        hosting = tables(log, time := Later())
        await _happened(hosting, A, 23.9)
        sweeper = Sweep(hosting, 24)
        assert await sweeper.sweep() == (0, 0)
        time.passed_ms = HOUR_MS
        await log.append(A, 1, [entry(facts.Spoken(time.ms(), "Ada", None, "back again"))])
        assert await sweeper.sweep() == (0, 0)
        time.passed_ms = 26 * HOUR_MS
        assert await sweeper.sweep() == (1, 0)


async def test_somebody_comes_at_this_very_moment(tmp_path: Path) -> None:
    """A table that is being read back is not swept away under them."""
    async with opened(tmp_path) as real:
        hosting = tables(log := ShakyLog(real), Later())
        await _happened(hosting, A, 99)
        log.hold_reads()
        sweeping = asyncio.create_task(Sweep(hosting, 24).sweep())
        await until(lambda: log.reads == [A])
        coming = asyncio.create_task(hosting.find(A))
        await until(lambda: log.reads == [A, A])
        log.let_go_reads()
        assert await sweeping == (0, 0)
        assert await coming is hosting.tables[A]
        assert await real.tables() == [A]


async def test_what_cannot_be_read_is_left_alone(tmp_path: Path) -> None:
    """At the end, in the middle, or in a way that only shows when somebody comes."""
    async with opened(tmp_path) as log:
        hosting = tables(log, Later())
        await _happened(hosting, A, 99)
        await log.append(A, 1, [b"damaged"])
        await _happened(hosting, B, 99)
        await log.append(B, 1, [b"damaged", entry(facts.Spoken(1, "Ada", None, "hm"))])
        await _happened(hosting, C, 99)
        await log.append(C, 1, [entry(facts.Renamed(1, 5, "Nobody"))])
        with pytest.raises(Damaged):
            await hosting.find(C)
        await _happened(hosting, D, 99)
        sweeper = Sweep(hosting, 24)
        assert await sweeper.sweep() == (1, 0)
        assert await sweeper.sweep() == (0, 0)
        assert await log.tables() == [A, B, C]


async def test_what_is_gone_already(tmp_path: Path) -> None:
    """Nothing is lost by forgetting it once more."""
    async with opened(tmp_path) as real:
        hosting = tables(log := ShakyLog(real), Later())
        await _happened(hosting, A, 1)
        log.ghosts = [B]
        assert await Sweep(hosting, 24).sweep() == (1, 0)
        assert await real.tables() == [A]


async def test_sweeping_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Again and again, also after a log did not answer; and only what was done is worth a word."""
    monkeypatch.setattr(sweep, "FIRST_S", 0.001)
    monkeypatch.setattr(sweep, "EVERY_S", 0.001)
    caplog.set_level(logging.INFO)
    async with opened(tmp_path) as real:
        hosting = tables(log := ShakyLog(real), Later())
        await _happened(hosting, A, 99)
        log.deaf_reads = 1
        sweeping = asyncio.create_task(Sweep(hosting, 24).run())
        await until(lambda: "swept" in caplog.messages)
        await _happened(hosting, B, 99)
        await until(lambda: caplog.messages.count("swept") == 2)
        looks = log.looks
        await until(lambda: log.looks > looks + 4)  # and finds nothing; each sweep asks twice
        sweeping.cancel()
        assert caplog.messages == ["nothing can be swept now", "swept", "swept"]
        assert await real.tables() == []
