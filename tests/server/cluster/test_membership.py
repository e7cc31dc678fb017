"""Nodes as members of a cluster: their names, their health, and what each does only for itself."""

import asyncio
import socket
from pathlib import Path

import msgspec
import pytest

from pictomania.log import Conflict, Unavailable, Unusable
from pictomania.log.nats import NatsLog
from pictomania.server.cluster import secret
from pictomania.server.cluster.directory import LocalDirectory
from pictomania.server.cluster.nats_directory import NatsDirectory
from pictomania.server.cluster.node import Node
from pictomania.server.config import Config
from pictomania.server.http import api
from pictomania.server.net.port import CannotListen
from pictomania.server.other_nodes import OtherNodes
from pictomania.server.run import open_log
from pictomania.server.tables import live_tables, sweep
from pictomania.server.tables.sweep import Sweep
from tests.log.nats_server import NatsServer
from tests.ports import free_port
from tests.server.cluster.support.nodes import new_name, node_of, open_nats_log, run_http_node
from tests.server.support.offline_tables import HOUR_MS, AdjustableClock
from tests.server.support.waiting import wait_until

# Names and addresses.


async def test_a_name_is_unique(nats: NatsServer) -> None:
    """A second node of the same name is refused, until the first one is stopping."""
    name = new_name()
    async with run_http_node(nats, name, "a") as a, run_http_node(nats, name, "b"):
        with pytest.raises(Unusable) as refused:
            async with run_http_node(nats, name, "a"):
                pass
        sentence = f"a node called a runs at {node_of(a).inside}; --node gives this one another name"
        assert str(refused.value) == sentence
    async with run_http_node(nats, name, "a"):
        pass


async def test_a_start_that_is_cancelled(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The inside port is free again."""
    is_asking = asyncio.Event()

    async def ask(_: NatsDirectory) -> list[Node]:
        is_asking.set()
        await asyncio.Event().wait()
        return []

    monkeypatch.setattr(NatsDirectory, "other_nodes", ask)
    port = free_port()
    config = Config(nats=(nats.url,), inside=f"127.0.0.1:{port}")
    async with open_nats_log(nats, new_name()) as log:
        meeting = asyncio.ensure_future(OtherNodes.meet(config, log, lambda _: True))
        await is_asking.wait()
        meeting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await meeting
    socket.create_server(("127.0.0.1", port)).close()


async def test_a_node_is_named_after_its_machine(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """In characters that need no quoting; nodes of one machine differ by their ports."""
    monkeypatch.setattr(socket, "gethostname", lambda: 'my "box"\n\\é')
    name = new_name()
    async with run_http_node(nats, name, "") as a, run_http_node(nats, name, "") as b:
        for server in (a, b):
            node = node_of(server)
            assert node.name == f"my--box-----{node.inside.rpartition(':')[2]}"
        text = (await b.ask("/metrics")).body.decode()
        samples = [line for line in text.splitlines() if not line.startswith("#")]
        assert samples
        assert all(f'node="{node_of(b).name}"' in line for line in samples)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
async def test_an_inside_address(nats: NatsServer, host: str) -> None:
    """Other nodes are told the address as it was given, with the port."""
    shown = f"[{host}]" if ":" in host else host
    name = new_name()
    async with (
        run_http_node(nats, name, "a", inside=f"{shown}:0") as a,
        run_http_node(nats, name, "b", inside=f"{shown}:0") as b,
    ):
        assert node_of(a).inside.rpartition(":")[0] == shown
        code = await a.live_tables.create()
        assert (await b.ask(f"/api/tables/{code}")).status == 200


async def test_an_inside_port_in_use(nats: NatsServer) -> None:
    """One sentence says what to change."""
    async with run_http_node(nats, new_name(), "a") as a:
        inside = node_of(a).inside
        with pytest.raises(CannotListen) as refused:
            async with run_http_node(nats, new_name(), "b", inside=inside):
                pass
        sentence = f"cannot listen on {inside}: Address already in use; --inside chooses another"
        assert str(refused.value) == sentence


@pytest.mark.parametrize("host", ["192.0.2.1", "nowhere.invalid", "a" * 70])
async def test_an_inside_address_of_another_machine(nats: NatsServer, host: str) -> None:
    """One sentence again."""
    with pytest.raises(CannotListen) as refused:
        async with run_http_node(nats, new_name(), "a", inside=f"{host}:1"):
            pass
    assert str(refused.value).startswith(f"cannot listen on {host}:1: ")
    assert str(refused.value).endswith("; --inside chooses another")


async def test_nats_that_fails_at_the_start(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The operator gets a sentence."""
    async with open_nats_log(nats, new_name()) as log:

        async def fail(_: object, table: str, after: int = 0) -> list[tuple[int, bytes]]:
            raise Unavailable(f"no answer about {table} after {after}")

        monkeypatch.setattr(NatsLog, "read", fail)
        monkeypatch.setattr(secret, "PATIENCE_S", 0.0)
        with pytest.raises(Unusable, match="no answer about cluster"):
            await OtherNodes.meet(Config(nats=(nats.url,)), log, lambda _: True)


def test_what_nodes_say_of_themselves() -> None:
    """The bytes, which nodes of adjacent releases must understand: no field is required but two."""
    node = Node("a", "10.0.0.7:8001", "0.2.0", 4)
    assert msgspec.json.encode(node) == b'{"name":"a","inside":"10.0.0.7:8001","version":"0.2.0","reads":4}'
    old, new = (
        b'{"name":"a","inside":"h:1"}',
        b'{"name":"a","inside":"h:1","version":"9","reads":5,"later":[{}]}',
    )
    assert msgspec.json.decode(old, type=Node) == Node("a", "h:1", "", 0)
    assert msgspec.json.decode(new, type=Node) == Node("a", "h:1", "9", 5)


# Health.


async def test_nodes_check_their_health_at_once(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """They write to the same place, and none of them is disturbed."""
    monkeypatch.setattr(api, "HEALTHY_S", -1.0)
    name = new_name()
    async with run_http_node(nats, name, "a") as a, run_http_node(nats, name, "b") as b:
        answers = await asyncio.gather(*(server.ask("/healthz") for server in (a, b) for _ in range(20)))
        assert [answer.status for answer in answers] == [200] * 40
        assert api.PROBE not in await a.log.tables()


async def test_a_node_without_nats_is_not_healthy(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until NATS answers again."""
    monkeypatch.setattr(api, "HEALTHY_S", -1.0)
    async with run_http_node(nats, new_name(), "a", timeout_s=0.3) as a:
        with nats.stalled():
            assert (await a.ask("/healthz")).error == (503, "log-unavailable")
        while (await a.ask("/healthz")).status != 200:
            pass


async def test_a_stopping_node_is_not_healthy(nats: NatsServer) -> None:
    """A load balancer that asks on an open connection learns that it should ask no more."""
    async with run_http_node(nats, new_name(), "a") as a:
        assert (await a.ask("/healthz")).status == 200
        a.live_tables.stop()
        assert (await a.ask("/healthz")).error == (503, "stopping")
        assert (await a.ask("/api/tables", "POST")).error == (503, "log-unavailable")


async def test_a_table_that_was_wanted_just_before_the_end(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The node takes it, but does not keep it from others."""
    name = new_name()
    async with run_http_node(nats, name, "a") as a, run_http_node(nats, name, "b") as b:
        append = a.log.append

        async def append_late(table: str, expected: int, entries: list[bytes]) -> int:
            a.live_tables.stop()
            return await append(table, expected, entries)

        monkeypatch.setattr(a.log, "append", append_late)
        with pytest.raises(Unavailable, match="stopping"):
            await a.live_tables.create()
        (code,) = [each for each in await a.log.tables() if len(each) == 8]
        assert not a.live_tables.tables
        while (await b.ask(f"/api/tables/{code}")).status != 200:  # it answers until NATS knows otherwise
            pass
        assert code in b.live_tables.tables


# Codes and sweeping.


async def test_codes_are_unique(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A node that draws the code of another node's table draws again."""
    name = new_name()
    async with run_http_node(nats, name, "a") as a, run_http_node(nats, name, "b") as b:
        codes = iter(["AAAAAAAA", "AAAAAAAA", "BBBBBBBB"])
        monkeypatch.setattr(live_tables, "new_code", lambda _: next(codes))
        assert await a.live_tables.create() == "AAAAAAAA"
        assert await b.live_tables.create() == "BBBBBBBB"


async def test_one_node_sweeps_every_hour(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever is first, however many there are; a wrong clock stops nobody."""
    name = new_name()
    async with run_http_node(nats, name, "a") as a, run_http_node(nats, name, "b") as b:
        clock = AdjustableClock()
        for server in (a, b):
            monkeypatch.setattr(server.live_tables, "clock", clock)
        one, other = (Sweep(server.live_tables, 72) for server in (a, b))

        async def turns() -> list[bool]:
            return [await one._is_our_turn(), await other._is_our_turn()]

        assert await turns() == [True, False]
        clock.passed_ms = HOUR_MS // 2
        assert await turns() == [False, False]
        clock.passed_ms = HOUR_MS
        assert await turns() == [True, False]
        clock.passed_ms = -30 * HOUR_MS
        assert await turns() == [True, False]
        assert len(await a.log.read(sweep.TURNS)) == 1


async def test_two_nodes_want_to_sweep_at_once(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of them does."""
    async with run_http_node(nats, new_name(), "a") as a:

        async def lose(*_: object) -> int:
            raise Conflict

        with monkeypatch.context() as patch:
            patch.setattr(a.log, "append", lose)
            assert not await Sweep(a.live_tables, 72)._is_our_turn()


async def test_all_nodes_forget_what_one_has_deleted(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that has expired is nowhere any more."""
    monkeypatch.setattr(sweep, "FIRST_S", 0.001)
    monkeypatch.setattr(sweep, "EVERY_S", 0.001)
    forgotten = []
    async with run_http_node(nats, new_name(), "a") as a:

        async def not_ours() -> bool:
            return False

        sweeper = Sweep(a.live_tables, 72)
        monkeypatch.setattr(sweeper, "_is_our_turn", not_ours)
        monkeypatch.setattr(a.live_tables.archive, "forget", lambda: forgotten.append(True))
        sweeping = asyncio.create_task(sweeper.run())
        await wait_until(lambda: len(forgotten) > 1)
        sweeping.cancel()


async def test_a_log_of_one_server(nats: NatsServer, caplog: pytest.LogCaptureFixture) -> None:
    """It works, but the operator is told what that means."""
    log = await open_log(Config(nats=(nats.url,)))
    await log.close()
    assert "the log has 1 of 3 replicas, so it ends with a disk" in caplog.messages


async def test_a_server_that_is_alone() -> None:
    """It has nobody to ask."""
    alone = LocalDirectory()
    assert alone.node is None
    assert await alone.owner("AAAAAAAA") is None
    assert await alone.newer_node() is None


async def test_credentials_that_cannot_be_read(tmp_path: Path) -> None:
    """One sentence again."""
    for file in (tmp_path / "missing", tmp_path):
        with pytest.raises(Unusable, match=f"cannot read {file}"):
            await open_log(Config(nats=("nats://127.0.0.1:1",), nats_credentials=file))
