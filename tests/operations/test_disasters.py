"""What docs/operations.md says to do after a disk of NATS is lost: it brings everything back."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from pictomania.log import EventLog
from pictomania.log.nats import NatsLog
from pictomania.log.nats_setup import NatsSettings
from tests.log.nats_server import NatsServer, nats_servers

TABLES = [f"T{number:02}" for number in range(20)]


async def contents(log: EventLog) -> dict[str, list[tuple[int, bytes]]]:
    """Everything in a log."""
    return {table: await log.read(table) for table in await log.tables()}


async def fill(servers: Sequence[NatsServer]) -> dict[str, list[tuple[int, bytes]]]:
    """Store something; return everything."""
    log = await NatsLog.open(NatsSettings([server.url for server in servers]))
    try:
        for table in TABLES:
            position = await log.append(table, 0, [b"first"])
            await log.append(table, position, [table.encode(), b"last"])
        return await contents(log)
    finally:
        await log.close()


async def go_on(servers: Sequence[NatsServer]) -> dict[str, list[tuple[int, bytes]]]:
    """Return everything that is there, after checking that more can be stored."""
    log = await NatsLog.open(NatsSettings([server.url for server in servers], patience_s=60))
    try:
        found = await contents(log)
        await log.append("more", found["more"][-1][0] if "more" in found else 0, [b"more"])
        found.pop("more", None)
        return found
    finally:
        await log.close()


def store(folder: Path, server: NatsServer) -> Path:
    """Where a server keeps its data."""
    return folder / server.name


async def test_an_empty_disk(tmp_path: Path) -> None:
    """A server gets everything from the two others; then one of these may go."""
    with nats_servers(tmp_path, 3) as servers:
        before = await fill(servers)
        servers[2].kill()
        shutil.rmtree(store(tmp_path, servers[2]))
        assert await go_on(servers[:2]) == before  # so they are in sync
        servers[2].start()
        assert await go_on(servers) == before


@pytest.mark.parametrize("survivor", range(3))
async def test_two_lost_disks(tmp_path: Path, survivor: int) -> None:
    """The store of the third server is copied to them; it may lack what was stored last."""
    with nats_servers(tmp_path, 3) as servers:
        before = await fill(servers)
        for server in servers:
            server.kill()
        for server in servers:
            if server is not servers[survivor]:
                shutil.rmtree(store(tmp_path, server))
                shutil.copytree(store(tmp_path, servers[survivor]), store(tmp_path, server))
        for server in servers:
            server.launch()
        for server in servers:
            server.wait_until_ready()
        found = await go_on(servers)
    assert list(found) == TABLES
    assert all(found[table] == before[table][: len(found[table])] for table in TABLES)
