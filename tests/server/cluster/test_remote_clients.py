"""Remote clients: a node treats them like its own, and one of them can't harm the others."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from picows import WSError

from pictomania.server.cluster import link as link_module
from pictomania.server.cluster.records import LINK_PATH, RecordKind, encode_opening
from pictomania.server.cluster.remote_clients import INTERNAL_ERROR
from pictomania.server.net.outbox import CLOSE, MAX_UNSENT, PONG, encode_frame
from pictomania.server.net.rate_limits import RateLimits
from pictomania.server.tables.client_socket import ClientSocket
from pictomania.wire import from_client
from pictomania.wire.json_codec import encode
from pictomania.wire.reasons import Close
from tests.log.nats_server import NatsServer
from tests.server.cluster.support.links import RecordedLink, close_frame, link_to, secret_of
from tests.server.cluster.support.nodes import inside_of, new_name, run_node
from tests.server.support.running_server import UNLIMITED, RunningServer
from tests.server.support.socket_client import hello
from tests.server.support.waiting import event_loop_turns, wait_until

HERE = encode_opening("10.0.0.1", only_seated=False)


@asynccontextmanager
async def linked_node(
    nats: NatsServer, *, warnings: tuple[str, ...] = (), rate_limits: RateLimits = UNLIMITED
) -> AsyncIterator[tuple[RunningServer, RecordedLink]]:
    """A node, and a link to it."""
    async with run_node(nats, new_name(), "a", warnings=warnings, rate_limits=rate_limits) as server:
        secret = await secret_of(server.live_tables.log)
        async with link_to(inside_of(server), secret) as link:
            yield server, link


def join(link: RecordedLink, channel: int, code: str, name: str, opening: bytes = HERE) -> None:
    """Open a channel and say hello, as a watcher."""
    link.send(RecordKind.OPENED, channel, opening)
    link.send(RecordKind.TEXT, channel, encode(hello(code, name, watch=True)))


def written(link: RecordedLink, channel: int) -> bytes:
    """All bytes for a client."""
    return b"".join(data for kind, to, data in link.got if (kind, to) == (RecordKind.WRITE, channel))


def kinds(link: RecordedLink, channel: int) -> list[int]:
    """The kinds of all records about a client."""
    return [kind for kind, to, _ in link.got if to == channel]


def welcomes(link: RecordedLink, channel: int) -> int:
    """How often a client was welcomed."""
    return written(link, channel).count(b'"type":"welcome"')


async def watchers(server: RunningServer, code: str, count: int) -> None:
    """Wait until a table has this many watchers."""
    await wait_until(lambda: len(server.live_table(code).session.watchers) == count)


async def test_clients_of_one_link(nats: NatsServer) -> None:
    """They come and go one by one, until the link is lost; and each is answered."""
    async with linked_node(nats) as (server, link):
        code = await server.live_tables.create()
        for channel, name in ((5, "Ada"), (2**32 - 1, "Ben"), (0, "Cleo")):
            join(link, channel, code, name)
            await wait_until(lambda: welcomes(link, channel) == 1)  # noqa: B023
        assert link.got[0] == (RecordKind.LIMIT, 5, MAX_UNSENT.to_bytes(4, "little"))
        link.send(RecordKind.PING, 5, b"there?")
        await wait_until(lambda: encode_frame(PONG, b"there?") in written(link, 5))
        link.send(RecordKind.ENDED, 5)
        link.send(RecordKind.ENDED, 5)
        link.send(RecordKind.PING, 5, b"gone")
        await watchers(server, code, 2)
        link.disconnect()
        await watchers(server, code, 0)


async def test_a_client_is_told_why(nats: NatsServer) -> None:
    """The close frame is the one that the node would send itself; the connection ends behind it."""
    async with linked_node(nats) as (server, link):
        join(link, 1, "AAAAAAAA", "Ada")
        await wait_until(lambda: RecordKind.CLOSE in kinds(link, 1))
        assert written(link, 1) == close_frame(Close.NO_SUCH_TABLE)
        code = await server.live_tables.create()
        join(link, 2, code, "Ben", encode_opening("10.0.0.1", only_seated=True))
        await wait_until(lambda: RecordKind.CLOSE in kinds(link, 2))
        assert written(link, 2) == close_frame(Close.NO_SUCH_TABLE)  # a stranger without a seat


async def test_the_address_pays(nats: NatsServer) -> None:
    """The one that the other node names, not that of the other node."""
    async with linked_node(nats, rate_limits=RateLimits(welcomes=(1e-6, 1))) as (server, link):
        code = await server.live_tables.create()
        for channel in range(11):  # an address has ten times as much as a key
            join(link, channel, code, f"Ada-{channel}")
        join(link, 11, code, "Ben", encode_opening("10.0.0.2", only_seated=False))
        await wait_until(lambda: written(link, 10) == close_frame(Close.TOO_MUCH))
        await wait_until(lambda: all(welcomes(link, channel) == 1 for channel in (*range(10), 11)))


async def test_a_client_that_lags(nats: NatsServer) -> None:
    """It gets nothing, and a welcome once it keeps up; others don't notice."""
    async with linked_node(nats) as (server, link):
        code = await server.live_tables.create()
        join(link, 1, code, "Ada")
        join(link, 2, code, "Ben")
        await wait_until(lambda: welcomes(link, 1) == welcomes(link, 2) == 1)
        link.send(RecordKind.LAGS, 1)
        link.send(RecordKind.TEXT, 2, encode(from_client.Chat("Bob")))
        await wait_until(lambda: b"Bob" in written(link, 2))
        assert b"Bob" not in written(link, 1)
        link.send(RecordKind.KEEPS_UP, 1)
        await wait_until(lambda: welcomes(link, 1) == 2)
        assert welcomes(link, 2) == 1


async def test_a_congested_link(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is written to; afterwards clients that missed something are welcomed, unless they lag."""
    monkeypatch.setattr(link_module, "MAX_UNSENT", 20_000)
    async with linked_node(nats) as (server, link):
        code = await server.live_tables.create()
        for channel, name in ((1, "Ada"), (2, "Ben"), (3, "Cleo")):
            join(link, channel, code, name)
        await wait_until(lambda: all(welcomes(link, channel) == 1 for channel in (1, 2, 3)))
        outboxes = server.live_table(code).outboxes
        link.stop_reading()
        async with server.client(code, "Dov") as dov:
            remote = [outbox for member, outbox in outboxes.items() if member.name != "Dov"]
            while not all(outbox.is_lagging for outbox in remote):
                dov.send(from_client.Chat("x" * 200))
                await event_loop_turns()
        link.send(RecordKind.LAGS, 2)
        link.send(RecordKind.LAGS, 3)
        link.send(RecordKind.KEEPS_UP, 3)
        join(link, 4, code, "Emma")
        await watchers(server, code, 4)  # what the other node sends is still read
        assert all(outbox.is_lagging for outbox in remote)
        link.read_again()
        await wait_until(lambda: all(welcomes(link, channel) == 2 for channel in (1, 3)))
        await wait_until(lambda: welcomes(link, 4) == 1)
        assert welcomes(link, 2) == 1
        link.send(RecordKind.KEEPS_UP, 2)
        await wait_until(lambda: welcomes(link, 2) == 2)


async def test_a_crash_ends_one_socket(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it would if the client were here; those behind the same link stay."""

    def crash(*_: object) -> None:
        raise RuntimeError("a bug")

    async with linked_node(nats, warnings=("the socket of a remote client crashed",)) as (server, link):
        code = await server.live_tables.create()
        join(link, 1, code, "Ada")
        join(link, 2, code, "Ben")
        await watchers(server, code, 2)
        with monkeypatch.context() as patch:
            patch.setattr(ClientSocket, "_receive_ping", crash)
            link.send(RecordKind.PING, 1, b"there?")
            await wait_until(lambda: RecordKind.CLOSE in kinds(link, 1))
        assert written(link, 1).endswith(encode_frame(CLOSE, INTERNAL_ERROR))
        link.send(RecordKind.PING, 2, b"there?")
        await wait_until(lambda: encode_frame(PONG, b"there?") in written(link, 2))


async def test_records_of_a_later_release(nats: NatsServer) -> None:
    """They are ignored: adjacent releases work together during a rolling upgrade."""
    async with linked_node(nats) as (server, link):
        code = await server.live_tables.create()
        join(link, 1, code, "Ada")
        link.send(99, 1, b"new")
        link.send(RecordKind.OPENED, 2, bytes((0xFE,)) + HERE[1:] + b"more")
        link.send(RecordKind.TEXT, 2, encode(hello(code, "Ben", watch=True)))
        await watchers(server, code, 2)


async def test_an_opening_that_makes_no_sense(nats: NatsServer, caplog: pytest.LogCaptureFixture) -> None:
    """It ends the link."""
    async with linked_node(nats, warnings=("another node sends what this one cannot read",)) as (_, link):
        with caplog.at_level(logging.ERROR):
            link.send(RecordKind.OPENED, 1)
            await wait_until(lambda: link.events == ["lost"])


@pytest.mark.parametrize(
    ("path", "stolen"),
    [(LINK_PATH, ""), (LINK_PATH, "x"), (LINK_PATH, "\u20ac"), ("/link/0", None), ("/socket", None)],
    ids=["no secret", "wrong secret", "not ASCII", "another version", "another path"],
)
async def test_strangers_get_no_link(nats: NatsServer, path: str, stolen: str | None) -> None:
    """Neither without the secret, nor by another path than that of this version."""
    async with run_node(nats, new_name(), "a") as server:
        secret = await secret_of(server.live_tables.log) if stolen is None else stolen
        with pytest.raises(WSError, match=r"40[034]"):
            async with link_to(inside_of(server), secret, path):
                pass
