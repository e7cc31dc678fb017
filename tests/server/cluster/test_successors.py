"""A table that has left a node's memory, and its successor there, for which the node goes on answering."""

import asyncio
from collections.abc import Sequence

import pytest
from aiohttp import web

from pictomania.client import Client
from pictomania.server.cluster import nats_directory
from pictomania.server.http import deck_uploads
from pictomania.server.tables import live_table, live_tables
from tests.log.nats_server import NatsServer
from tests.server.cluster.support.nodes import new_name, node_of, run_http_node, two_nodes
from tests.server.http.test_deck_uploads import brings
from tests.server.support.waiting import wait_until


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no node take another for gone, or itself for stalled, on a busy machine."""
    monkeypatch.setattr(nats_directory, "SILENCE_S", 60.0)
    monkeypatch.setattr(live_tables, "STALL_MS", 60_000.0)


async def test_a_table_that_crashes_while_it_stores(nats: NatsServer) -> None:
    """It learns that it was taken over, which it no longer owned anyway."""
    is_storing, may_store = asyncio.Event(), asyncio.Event()
    async with two_nodes(nats, warnings=["table crashed"]) as (a, b):
        code = await a.live_tables.create()
        crashed, append = a.live_table(code), a.live_tables.log.append

        async def append_late(table: str, expected: int, entries: Sequence[bytes]) -> int:
            is_storing.set()
            await may_store.wait()
            return await append(table, expected, entries)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(a.live_tables.log, "append", append_late)
            crashed.confirm("a")
            await is_storing.wait()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(crashed, "tick", _break)
            await wait_until(lambda: crashed.is_lost)
        async with a.client(code, "Ada"):
            may_store.set()
            await wait_until(lambda: a.metrics.tables_lost == 1)
            assert a.live_table(code) is not crashed
            assert await b.live_tables.directory.owner(code) == a.live_tables.directory.node


async def test_a_table_that_crashes_again(nats: NatsServer) -> None:
    """It has left memory only a few ticks later; until then, the node may be taking it over."""
    async with two_nodes(nats, warnings=["table crashed"]) as (a, b):
        code = await a.live_tables.create()
        a.patch.setattr(live_tables, "CLOCK_TICKS", 1_000_000)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(a.live_table(code), "store_ink", _break)
            await wait_until(lambda: a.live_table(code).is_lost)
            await a.live_tables.directory.hold(code)
            before = a.metrics.tables_crashed
            await wait_until(lambda: a.metrics.tables_crashed > before)
        assert await b.live_tables.directory.owner(code) == a.live_tables.directory.node


def _break(now: int) -> None:
    raise ZeroDivisionError(now)


async def test_a_table_that_is_parked_during_an_upload(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host left meanwhile, and came back to the same node."""
    name, is_read, may_end = new_name(), asyncio.Event(), asyncio.Event()
    read = deck_uploads._body

    async def read_and_wait(request: web.Request) -> bytes:
        raw = await read(request)
        is_read.set()
        await may_end.wait()
        return raw

    async with run_http_node(nats, name, "a") as a, run_http_node(nats, name, "b") as b:
        code = await a.new_table()
        async with Client(a.url, code, name="Ada") as ada:
            with monkeypatch.context() as patch:
                patch.setattr(deck_uploads, "_body", read_and_wait)
                uploading = asyncio.create_task(brings(a, ada, code))
                await is_read.wait()
        with monkeypatch.context() as patch:
            patch.setattr(live_table, "PARK_MS", 0)
            await wait_until(lambda: code not in a.live_tables.tables)
        async with Client(a.url, code, name="Ada", key=ada.key):
            may_end.set()
            assert (await uploading).error == (503, "log-unavailable")
            assert await b.live_tables.directory.owner(code) == node_of(a)
