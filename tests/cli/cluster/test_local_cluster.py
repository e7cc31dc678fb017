"""A cluster in this process: everything comes up, comes up again, and stops."""

import asyncio
import io
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from aiohttp import ClientSession

from pictomania.cli.cluster import local_cluster as module
from pictomania.cli.cluster import nats_servers
from pictomania.cli.cluster.display import Display
from pictomania.cli.cluster.local_cluster import ClusterSettings, LocalCluster
from pictomania.cli.cluster.nats_servers import CannotStart
from pictomania.client import Client
from tests.server.support.waiting import wait_until


@asynccontextmanager
async def run_cluster(settings: ClusterSettings) -> AsyncIterator[tuple[LocalCluster, io.StringIO]]:
    """Run a cluster, with what it prints; everything is up."""
    out, is_open = io.StringIO(), asyncio.Event()
    cluster = await LocalCluster.start(settings, Display(out, seldom_s=0))
    try:
        watching = asyncio.ensure_future(cluster.watch(is_open.set))
        waiting = asyncio.ensure_future(is_open.wait())
        await asyncio.wait((watching, waiting), return_when=asyncio.FIRST_COMPLETED)
        assert not watching.done(), watching.result()
        yield cluster, out
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
    finally:
        await cluster.stop()


async def test_a_whole_cluster(tmp_path: Path) -> None:
    """Two players meet through different nodes; a node that dies comes back; everything stops in order."""
    settings = ClusterSettings(tmp_path, nodes=2, nats_servers=1, host="127.0.0.1", public_url=None)
    async with run_cluster(settings) as (cluster, out):
        url = f"http://127.0.0.1:{cluster.balancer.port}"
        async with ClientSession() as session, session.post(f"{url}/api/tables") as answer:
            code = (await answer.json())["code"]
        async with (
            Client(url, code, name="Ada") as ada,
            Client(url, code, name="Ben"),
        ):
            await ada.until(lambda state: len(state.seats) == 2)
            await wait_until(lambda: "1 tables, 2 players, 0 relayed" in out.getvalue())
            await wait_until(lambda: "0 tables, 0 players, 1 relayed" in out.getvalue())
            node = cluster.nodes[0]
            address, process = node.address, node.child.process
            assert process is not None
            process.kill()
            await wait_until(lambda: "node-1 down" in out.getvalue())
            assert address not in cluster.balancer.nodes
            await wait_until(lambda: node.address != address and node.address in cluster.balancer.nodes)
    assert out.getvalue().count("starting it again") == 1
    stopped = [child.process for child in (*(each.child for each in cluster.nodes), *cluster.nats)]
    assert [process is not None and process.returncode for process in stopped[:2]] == [0, 0]
    assert stopped[2] is not None
    assert stopped[2].returncode is not None
    log = (tmp_path / "logs" / "node-2.log").read_text()
    assert '"what": "stopped"' in log


async def test_a_cluster_that_does_not_come_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "START_S", 0.01)
    settings = ClusterSettings(
        tmp_path, nodes=1, nats_servers=1, host="127.0.0.1", public_url="http://x.example/"
    )
    with pytest.raises(CannotStart, match=r"not everything is up after 0\.01 s; .*/logs says why"):
        async with run_cluster(settings):
            pass


async def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(
            CannotStart, match=f"cannot listen on 127.0.0.1, port {port}: Address already in use"
        ):
            await LocalCluster.start(
                ClusterSettings(tmp_path, host="127.0.0.1", port=port), Display(io.StringIO())
            )
    assert not (tmp_path / "logs").exists()


async def test_without_the_nats_server_the_port_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nats_servers, "PACKAGE", "no-such-package")
    settings = ClusterSettings(tmp_path, host="127.0.0.1")
    for _ in range(2):
        with pytest.raises(CannotStart, match="the NATS server is missing"):
            await LocalCluster.start(settings, Display(io.StringIO()))
