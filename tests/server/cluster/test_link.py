"""Links: records arrive whole and in order, however slow the other node reads."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from picows import WSMsgType

from pictomania.server.cluster import link as link_module
from pictomania.server.cluster.records import RecordKind
from tests.server.cluster.support.links import RecordedLink, link_to, node_of
from tests.server.support.waiting import wait_until


@asynccontextmanager
async def linked() -> AsyncIterator[tuple[RecordedLink, RecordedLink]]:
    """Both ends of a link: the one that opened it, and the one that accepted it."""
    accepted: list[RecordedLink] = []
    async with node_of(accepted) as inside, link_to(inside) as opened:
        await wait_until(lambda: bool(accepted) and accepted[0].is_open)
        yield opened, accepted[0]


async def test_one_message_per_turn() -> None:
    """However many records are sent in it; and nothing is sent in a turn without any."""
    async with linked() as (opened, accepted):
        for channel in range(99):
            opened.send(RecordKind.TEXT, channel, b"text")
        await wait_until(lambda: len(accepted.got) == 99)
        assert accepted.got == [(RecordKind.TEXT, channel, b"text") for channel in range(99)]
        assert accepted.messages == 1
        accepted.write(7, data := b"data")
        accepted.write(8, data)
        await wait_until(lambda: len(opened.got) == 2)
        assert opened.got == [(RecordKind.WRITE, 7, data), (RecordKind.WRITE, 8, data)]
        assert opened.messages == 1


@pytest.mark.parametrize("side", [0, 1], ids=["opened", "accepted"])
async def test_a_slow_link_loses_and_mixes_up_nothing(side: int) -> None:
    """Messages of all sizes; the sender is told when to wait, and when to go on."""
    async with linked() as ends:
        sender, reader = ends[side], ends[1 - side]
        reader.stop_reading()
        sent: list[tuple[int, int, bytes]] = []
        while "congested" not in sender.events:
            size = 40_009 * len(sent) % 700_001
            sent.append((RecordKind.BINARY, len(sent), bytes((len(sent) % 256,)) * size))
            sender.send(*sent[-1])
            if len(sent) % 3:
                await asyncio.sleep(0)
        assert sender.is_congested
        for channel in range(5):
            sent.append((RecordKind.TEXT, channel, b"more"))
            sender.send(*sent[-1])
        reader.read_again()
        await wait_until(lambda: len(reader.got) == len(sent))
        assert reader.got == sent
        await wait_until(lambda: not sender.is_congested)
        assert sender.events == ["congested", "relieved"]


async def test_what_a_lost_link_is_sent_is_dropped() -> None:
    """Also what was sent in the turn in which it was lost."""
    async with linked() as (opened, accepted):
        accepted.disconnect()
        await wait_until(lambda: opened.events == ["lost"])
        assert not opened.is_open
        opened.send(RecordKind.TEXT, 1, b"late")
        opened.write(1, b"late")
    async with linked() as (opened, accepted):
        opened.send(RecordKind.TEXT, 1, b"late")
        opened.transport.disconnect(graceful=False)
        opened.on_ws_disconnected(opened.transport)
        await wait_until(lambda: accepted.events == ["lost"])
        assert accepted.got == []


async def test_a_message_over_the_limit_is_sent_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the turn ends without another."""
    monkeypatch.setattr(link_module, "MAX_MESSAGE_BYTES", 1000)
    async with linked() as (opened, accepted):
        opened.send(RecordKind.TEXT, 1, bytes(400))
        opened.send(RecordKind.TEXT, 2, bytes(600))
        await wait_until(lambda: len(accepted.got) == 2)
        opened.send(RecordKind.TEXT, 3)
        await wait_until(lambda: len(accepted.got) == 3)
        assert accepted.messages == 2


async def test_frames_of_other_kinds() -> None:
    """Pings are answered, a close frame ends the link, and what a later release may send is ignored."""
    async with linked() as (opened, accepted):
        opened.transport.send(WSMsgType.TEXT, b"text")
        opened.transport.send_ping(b"there?")
        opened.send(RecordKind.TEXT, 1, b"one")
        await wait_until(lambda: accepted.got == [(RecordKind.TEXT, 1, b"one")])
        await wait_until(lambda: opened.messages == 1)  # the pong
        opened.transport.send_close()
        await wait_until(lambda: accepted.events == ["lost"])
        await wait_until(lambda: opened.events == ["lost"])


async def test_a_message_that_no_node_sends(caplog: pytest.LogCaptureFixture) -> None:
    """It ends the link, since nobody knows what was missed."""
    async with linked() as (opened, accepted):
        with caplog.at_level(logging.ERROR):
            opened.transport.send(WSMsgType.BINARY, b"nonsense of more than a header")
            await wait_until(lambda: accepted.events == ["lost"])
        assert caplog.messages == ["another node sends what this one cannot read"]
