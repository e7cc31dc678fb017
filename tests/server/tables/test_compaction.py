"""Log compaction in a worker process."""

from dataclasses import replace

import pytest

from pictomania.server.metrics import Metrics
from pictomania.server.tables.compaction import compact_in
from pictomania.server.workers import jobs
from pictomania.server.workers.pool import WorkerPool
from pictomania.table import facts
from pictomania.table.compaction import compact
from pictomania.table.entries import encode_entry

CODE = "ABCDEFGH"
STORED = [encode_entry(facts.TableOpened(1, CODE))]


async def test_a_table_is_compacted() -> None:
    workers = WorkerPool(Metrics())
    try:
        fewer = await compact_in(workers)(CODE, STORED)
        assert fewer == compact(CODE, STORED) == jobs.compact_table([CODE.encode(), *STORED])
    finally:
        await workers.close()


async def test_a_table_that_cannot_be_compacted_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Because it takes too long, or the workers are busy."""
    monkeypatch.setattr(jobs, "GAME", replace(jobs.GAME, result_bytes=1))
    workers = WorkerPool(Metrics())
    condense = compact_in(workers)
    try:
        assert await condense(CODE, STORED) is None
    finally:
        await workers.close()
    assert await condense(CODE, STORED) is None
