"""The relay: links are shared, renewed and closed, and clients whose node is gone come back by themselves."""

import asyncio
import logging
import socket
from contextlib import suppress
from typing import Any

import pytest
from picows import ws_connect

from pictomania.server.cluster import records, relay
from pictomania.server.cluster.node import Node
from pictomania.server.cluster.records import RecordKind, decode_opening, encode_opening
from pictomania.server.cluster.relay import Relay, RelayLink
from pictomania.server.cluster.relayed_socket import RelayedSocket
from pictomania.server.net import even_pace
from pictomania.wire.reasons import Close
from tests.log.nats_server import NatsServer
from tests.ports import free_port
from tests.server.cluster.support.links import FakeClient, RecordedLink, SlowNode, close_frame, node_of
from tests.server.cluster.support.nodes import new_name, run_node
from tests.server.support.running_server import RunningServer
from tests.server.support.waiting import event_loop_turns, wait_until

RESTART = [close_frame(Close.RESTART), "close"]
PATIENT_S = 60.0  # on a busy machine, a connection may take a while


async def relayed(to: Relay, inside: str, *, only_seated: bool = False) -> tuple[RelayedSocket, FakeClient]:
    """A socket whose table is on a node."""
    client = FakeClient()
    end = RelayedSocket(client, "10.0.0.1")
    await to.open(end, Node("a", inside), b"hello", only_seated=only_seated)
    return end, client


async def test_all_sockets_share_a_link() -> None:
    """Also those that are opened while it is being made."""
    links: list[RecordedLink] = []
    async with node_of(links) as inside:
        to = Relay("secret")
        sockets = await asyncio.gather(*(relayed(to, inside, only_seated=bool(n % 2)) for n in range(5)))
        await wait_until(lambda: bool(links) and len(links[0].got) == 10)
        (link,) = links
        assert [decode_opening(data) for kind, _, data in link.got if kind == RecordKind.OPENED] == [
            ("10.0.0.1", bool(n % 2)) for n in range(5)
        ]
        assert to.sockets == 5
        link.write(3, data := b"for three and four")
        link.write(4, data)
        link.send(RecordKind.CLOSE, 4)
        link.send(RecordKind.CLOSE, 99)
        await wait_until(lambda: sockets[4][1].done == [data, "close"])
        assert [client.done for _, client in sockets] == [[], [], [], [data], [data, "close"]]
        sockets[4][0].disconnected()
        assert to.sockets == 4
        await wait_until(lambda: link.got[-1] == (RecordKind.ENDED, 4, b""))
        await to.close()
        await wait_until(lambda: link.events == ["lost"])


async def test_a_lost_link_closes_its_sockets() -> None:
    """The clients come back; the next one gets a new link."""
    links: list[RecordedLink] = []
    async with node_of(links) as inside:
        to = Relay("secret")
        _, client = await relayed(to, inside)
        await wait_until(lambda: bool(links) and len(links[0].got) == 2)
        links[0].disconnect()
        await wait_until(lambda: client.done == RESTART)
        assert to.sockets == 0
        await relayed(to, inside)
        await wait_until(lambda: len(links) == 2 and len(links[1].got) == 2)
        assert to.sockets == 1
        await to.close()


async def test_a_link_that_is_lost_as_soon_as_it_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket that gets the link only then is closed; the next one gets a new link."""
    connect = Relay._connect

    async def connect_and_lose(to: Relay, node: Node) -> RelayLink:
        link = await connect(to, node)
        link.disconnect()
        await wait_until(lambda: not link.is_open)
        return link

    monkeypatch.setattr(relay, "CONNECT_S", PATIENT_S)
    async with node_of([]) as inside:
        to = Relay("secret")
        with monkeypatch.context() as patch:
            patch.setattr(Relay, "_connect", connect_and_lose)
            sockets = await asyncio.gather(*(relayed(to, inside) for _ in range(3)))
        assert [client.done for _, client in sockets] == [RESTART] * 3
        _, client = await relayed(to, inside)
        assert (client.done, to.sockets) == ([], 1)
        await to.close()


async def test_a_node_that_stands_still_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its connections stay open, but it answers no pings."""
    monkeypatch.setattr(relay, "PING_AFTER_S", 0.05)
    monkeypatch.setattr(relay, "PONG_WITHIN_S", 0.05)
    links: list[RecordedLink] = []
    async with node_of(links) as inside:
        to = Relay("secret")
        _, client = await relayed(to, inside)
        await wait_until(lambda: bool(links) and len(links[0].got) == 2)
        links[0].stop_reading()
        await wait_until(lambda: client.done == RESTART)


async def test_nodes_that_cannot_be_reached(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The client tries again; so does the relay, at the next client."""
    monkeypatch.setattr(relay, "CONNECT_S", 0.1)
    to, port = Relay("secret"), free_port()
    with socket.create_server(("127.0.0.1", 0)) as silent, caplog.at_level(logging.WARNING):
        for unreachable in (port, silent.getsockname()[1]) * 2:
            _, client = await relayed(to, f"127.0.0.1:{unreachable}")
            assert client.done == RESTART
    assert caplog.messages == ["node not reached"] * 4
    assert to.sockets == 0


async def test_a_link_that_opens_too_late_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody uses it, so it must not live on pings."""
    monkeypatch.setattr(relay, "PING_AFTER_S", 0.05)
    monkeypatch.setattr(relay, "PONG_WITHIN_S", 0.05)
    node = SlowNode()

    async def connect_too_briefly(*args: Any, **options: Any) -> None:
        connecting = asyncio.ensure_future(ws_connect(*args, **options))
        await node.was_asked.wait()
        connecting.cancel()
        await asyncio.wait((connecting,))
        raise TimeoutError

    monkeypatch.setattr(relay, "CONNECT_S", PATIENT_S)
    monkeypatch.setattr(relay, "ws_connect", connect_too_briefly)
    async with node.running() as inside:
        _, client = await relayed(Relay("secret"), inside)
        assert client.done == RESTART
        node.may_accept.set()
        assert await node.received == b""


async def test_a_link_that_opens_when_time_is_up_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may just have opened, before its sockets know that."""

    async def connect_too_late(*args: Any, **options: Any) -> None:
        await ws_connect(*args, **options)
        raise TimeoutError

    monkeypatch.setattr(relay, "CONNECT_S", PATIENT_S)
    monkeypatch.setattr(relay, "ws_connect", connect_too_late)
    links: list[RecordedLink] = []
    async with node_of(links) as inside:
        _, client = await relayed(Relay("secret"), inside)
        assert client.done == RESTART
        await wait_until(lambda: bool(links) and links[0].events == ["lost"])


async def test_a_congested_link_stops_reading_from_clients() -> None:
    """Until it is relieved; clients that are added meanwhile have to wait, too."""
    links: list[RecordedLink] = []
    async with node_of(links) as inside:
        to = Relay("secret")
        end, client = await relayed(to, inside)
        await wait_until(lambda: bool(links) and links[0].is_open)
        links[0].stop_reading()
        sent = 0
        while client.is_reading:
            end.receive(RecordKind.TEXT, bytes(60_000))
            sent += 1
            await asyncio.sleep(0)
        _, other = await relayed(to, inside)
        assert not other.is_reading
        links[0].read_again()
        await wait_until(lambda: client.is_reading and other.is_reading)
        await wait_until(lambda: len(links[0].got) == sent + 4)
        await to.close()


async def test_closing_takes_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that not all clients come back at once; and no socket is opened meanwhile."""
    monkeypatch.setattr(even_pace, "FEW", 1)
    monkeypatch.setattr(relay, "CLOSING_S", 1.0)
    links: list[RecordedLink] = []
    async with node_of(links) as inside, node_of([]) as other:
        to = Relay("secret")
        clients = [(await relayed(to, inside))[1] for _ in range(4)]
        opening = asyncio.ensure_future(relayed(to, other))
        await event_loop_turns()
        closing = asyncio.ensure_future(to.close())
        seen: list[int] = []
        while not closing.done():
            closed = sum(client.done == RESTART for client in clients)
            seen += [closed] if closed not in seen else []
            await asyncio.sleep(0)
        assert seen == sorted(seen)
        assert len(seen) >= 3
        assert [client.done for client in clients] == [RESTART] * 4
        assert (await opening)[1].done == RESTART
        assert (await relayed(to, inside))[1].done == RESTART
        await wait_until(lambda: links[0].events == ["lost"])


async def test_numbers_of_channels_begin_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """After four thousand million sockets; those that are still open keep theirs."""
    monkeypatch.setattr(records, "CHANNELS", 3)
    monkeypatch.setattr(relay, "CHANNELS", 3)
    link, channels = RelayLink(Node("a", "")), []
    for _ in range(4):
        channels.append(link.add(RelayedSocket(FakeClient(), ""), "", only_seated=False))
        with suppress(IndexError):
            link.end(channels[-2] if len(channels) != 2 else 99)
    assert channels == [0, 1, 2, 1]
    assert set(link.sockets) == {0, 1}


async def test_records_of_a_later_release() -> None:
    """They are ignored."""
    links: list[RecordedLink] = []
    async with node_of(links) as inside:
        to = Relay("secret")
        _, client = await relayed(to, inside)
        await wait_until(lambda: bool(links) and len(links[0].got) == 2)
        assert links[0].got[0] == (RecordKind.OPENED, 0, encode_opening("10.0.0.1", only_seated=False))
        links[0].send(99, 0, b"new")
        links[0].send(RecordKind.WRITE, 0, b"data")
        await wait_until(lambda: client.done == [b"data"])
        await to.close()


async def test_gauges(nats: NatsServer) -> None:
    """How many clients have their table elsewhere, and how many links that takes."""
    name = new_name()
    async with run_node(nats, name, "a") as a, run_node(nats, name, "b") as b:
        code = await a.live_tables.create()

        def gauges(node: RunningServer) -> list[float]:
            return [node.metrics.gauges[gauge][1]() for gauge in ("tables", "relayed", "links")]

        assert [gauges(a), gauges(b)] == [[1, 0, 0], [0, 0, 0]]
        async with b.client(code, "Ada"), b.client(code, "Ben"), a.client(code, "Cleo"):
            assert [gauges(a), gauges(b)] == [[1, 0, 0], [0, 2, 1]]
        await wait_until(lambda: gauges(b) == [0, 0, 1])  # the link stays
