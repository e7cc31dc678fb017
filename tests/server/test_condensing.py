"""Condensing the record of a table in a worker process."""

from dataclasses import replace

import pytest

from pictomania.server import jobs
from pictomania.server.condensing import condensing_in
from pictomania.server.metrics import Metrics
from pictomania.server.workers import Workers
from pictomania.table import facts
from pictomania.table.condense import condensed
from pictomania.table.record import entry

CODE = "ABCDEFGH"
STORED = [entry(facts.Opened(1, CODE))]


async def test_a_table_is_condensed() -> None:
    workers = Workers(Metrics())
    try:
        fewer = await condensing_in(workers)(CODE, STORED)
        assert fewer == condensed(CODE, STORED) == jobs.condense_table([CODE.encode(), *STORED])
    finally:
        await workers.close()


async def test_a_table_that_cannot_be_condensed_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Because it takes too much, or because nobody has time."""
    monkeypatch.setattr(jobs, "GAME", replace(jobs.GAME, answer_bytes=1))
    workers = Workers(Metrics())
    condense = condensing_in(workers)
    try:
        assert await condense(CODE, STORED) is None
    finally:
        await workers.close()
    assert await condense(CODE, STORED) is None
