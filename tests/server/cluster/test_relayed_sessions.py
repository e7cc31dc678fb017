"""Clients whose table is on another node: they notice nothing."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import ClientSession

from pictomania.server.cluster import relayed_socket
from pictomania.server.cluster.node import Node
from pictomania.server.net import outbox
from pictomania.server.net.rate_limits import RateLimits
from pictomania.server.tables import client_socket, live_tables
from pictomania.wire import from_client
from pictomania.wire.frames import encode_ink_from_client
from pictomania.wire.json_codec import encode
from pictomania.wire.reactions import Reaction
from pictomania.wire.reasons import Close
from tests.log.nats_server import NatsServer
from tests.server.cluster.support.nodes import new_name, run_http_node, run_node, two_nodes
from tests.server.support.ink_samples import grown, line, piece
from tests.server.support.raw_client import (
    BINARY,
    CLOSE,
    PING,
    PONG,
    TEXT,
    UPGRADE,
    RawClient,
    claim,
    connect,
    frame,
    head,
)
from tests.server.support.running_server import RunningServer, begin
from tests.server.support.slow_reader import slow_reader, woken
from tests.server.support.socket_client import hello
from tests.server.support.waiting import event_loop_turns, wait_until

KNOCK = head("/socket", *UPGRADE, "Origin: http://here")
NAMES = ("Ada", "Ben", "Cleo")


async def test_a_round_through_another_node(nats: NatsServer) -> None:
    """People on both nodes draw and guess at one table."""
    async with two_nodes(nats) as (a, b):
        code = await a.live_tables.create()
        async with b.client(code, "Ada") as ada, a.client(code, "Ben") as ben, b.client(code, "Cleo") as cleo:
            people = [ada, ben, cleo]
            await begin(people)
            assert code not in b.live_tables.tables
            for seat, artist in enumerate(people):
                artist.draw(line(5 + seat))
                for viewer in people:
                    await wait_until(lambda: viewer.sheets[seat].marks == [line(5 + seat)])  # noqa: B023


async def test_a_client_that_leaves_while_its_table_is_looked_up(nats: NatsServer) -> None:
    """There is nothing to relay any more."""
    async with two_nodes(nats) as (a, b):
        code = await a.live_tables.create()
        directory, looking_up, may_answer = b.live_tables.directory, asyncio.Event(), asyncio.Event()
        owner = directory.owner

        async def answer_late(code: str, *, again: bool = False) -> Node | None:
            looking_up.set()
            await may_answer.wait()
            return await owner(code, again=again)

        b.patch.setattr(directory, "owner", answer_late)
        async with connect(b, KNOCK, frame(TEXT, encode(hello(code)))) as guest:
            assert (await guest.response())[0] == 101
            await looking_up.wait()
            guest.send(frame(CLOSE, (1000).to_bytes(2, "big")))
            assert await guest.close_code() == 1000
        may_answer.set()
        await wait_until(lambda: not b.live_tables.is_in_use(code))
        await event_loop_turns()
        assert b.metrics.gauges["links"][1]() == 0


async def test_a_house_bot_whose_table_is_on_another_node(nats: NatsServer) -> None:
    """Its table has moved, so it has to go; the new owner invites a bot of its own."""
    name = new_name()
    async with run_http_node(nats, name, "a") as a, run_node(nats, name, "b") as b:
        code = await b.live_tables.create()
        port, _, token = a.running.bot_process.url.rpartition("/?")
        async with ClientSession() as session, session.ws_connect(f"{port}/socket?{token}") as bot:
            await bot.send_str(encode(hello(code)).decode())
            await bot.receive()
            assert bot.close_code == Close.RESTART


# The same session at a table of this node, and at one of another node.


@dataclass
class Witness:
    """A client that keeps everything it gets, but for the time."""

    guest: RawClient
    frames: list[tuple[int, Any]] = field(default_factory=list)

    def send(self, *messages: from_client.FromClient) -> None:
        """Send messages."""
        self.guest.send(*(frame(TEXT, encode(message)) for message in messages))

    async def read(self, count: int = 1) -> None:
        """Keep the next frames."""
        for _ in range(count):
            opcode, payload = await self.guest.frame()
            self.frames.append((opcode, timeless(json.loads(payload)) if opcode == TEXT else payload))

    async def read_until(self, is_last: Callable[[Any], bool]) -> None:
        """Keep frames up to one with a text like this."""
        await self.read()
        while not (self.frames[-1][0] == TEXT and is_last(self.frames[-1][1])):
            await self.read()


def timeless(value: Any) -> Any:
    """A message without what depends on the clock."""
    if isinstance(value, dict):
        return {key: timeless(part) for key, part in value.items() if key not in ("clock", "game", "when")}
    return [timeless(part) for part in value] if isinstance(value, list) else value


def in_phase(phase: str) -> Callable[[Any], bool]:
    """Whether a message is a state of this phase."""
    return lambda message: (message.get("view") or {}).get("phase") == phase


async def meet(people: list[Witness], code: str) -> None:
    """Let everybody join."""
    for seat, (who, name) in enumerate(zip(people, NAMES, strict=True)):
        assert (await who.guest.response())[0] == 101
        who.send(hello(code, name))
        await who.read(2)  # the welcome and the sheets
        for other in people[:seat]:
            await other.read()


async def all_read_until(people: list[Witness], is_last: Callable[[Any], bool]) -> None:
    """Let everybody read up to such a message."""
    for who in people:
        await who.read_until(is_last)


async def a_session(server: RunningServer, code: str) -> list[list[tuple[int, Any]]]:
    """Three people meet, talk, play up to the drawing, draw, and do what is not allowed; then they leave."""
    async with (
        connect(server, KNOCK) as first,
        connect(server, KNOCK) as second,
        connect(server, KNOCK) as third,
    ):
        people = [Witness(guest) for guest in (first, second, third)]
        await meet(people, code)
        ada, ben, cleo = people
        ada.send(from_client.Chat("hello"))
        await all_read_until(people, lambda message: message["type"] == "chat")
        ben.send(from_client.React(Reaction.WOW))
        await all_read_until(people, lambda message: message["type"] == "reaction")
        ben.send(from_client.Begin(), from_client.Ready(99), from_client.RequestTicket())
        await ben.read(2)
        ben.guest.send(frame(PING, b"there?"))
        await ben.read_until(lambda message: message["type"] == "ticket")
        ben.frames[-1] = (TEXT, "a ticket")
        await ben.read()
        ada.send(from_client.Begin())
        await all_read_until(people, in_phase("reading"))
        for who in people:
            stop = who.frames[-1][1]["stop"]
            who.send(from_client.Ready(stop))
            for other in people:
                await other.read()
        for who in people:
            assert in_phase("drawing")(who.frames[-1][1])
        paper = cleo.frames[-1][1]["paper"]
        cleo.guest.send(frame(BINARY, encode_ink_from_client(paper, piece(0, line()))))
        for who in people:
            await who.read(2)  # the ink, and that Cleo has drawn
        cleo.send(from_client.Resync())
        await cleo.read(2)
        ben.send(from_client.Chat("psst"))
        await ben.read_until(lambda message: message["type"] == "refused")
        ada.send(from_client.Leave())
        while ada.frames[-1][0] != CLOSE:
            await ada.read()
        assert await ada.guest.rest() == b""
        return [who.frames for who in people]


async def test_a_relayed_client_gets_what_a_local_one_gets(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Frame by frame, in the same order: only times, and what is drawn by lot for good, differ."""
    heard = []
    for place in range(2):
        monkeypatch.setattr(live_tables, "_random", random.Random(7))
        async with two_nodes(nats) as nodes:
            code = await nodes[0].live_tables.create()
            heard.append(await a_session(nodes[place], code))
            assert code not in nodes[1].live_tables.tables
    local, remote = heard
    assert local == remote
    assert all(len(frames) > 9 for frames in local)


# How sockets end.

Ending = Callable[[RunningServer, RawClient, str], Awaitable[None]]


def sends(*data: bytes) -> Ending:
    """An ending that a client causes by what it sends."""

    async def end(_: RunningServer, guest: RawClient, __: str) -> None:
        guest.send(*data)

    return end


def says(*messages: from_client.FromClient) -> Ending:
    """An ending that a client causes by what it says."""
    return sends(*(frame(TEXT, encode(message)) for message in messages))


async def is_replaced(server: RunningServer, _: RawClient, code: str) -> None:
    """The seat is opened in another tab."""
    async with connect(server, KNOCK, frame(TEXT, encode(hello(code, "Rob")))) as other:
        assert (await other.response())[0] == 101
        await other.frame()


async def is_removed(_: RunningServer, __: RawClient, ___: str) -> None:
    """The host does that."""


ENDINGS: dict[str, Ending] = {
    "leaves": says(from_client.Leave()),
    "replaced": is_replaced,
    "removed": is_removed,
    "nonsense": sends(frame(TEXT, b"{")),
    "a second hello": says(hello("AAAAAAAA")),
    "no ink": sends(frame(BINARY, b"\1\1")),
    "a fragment": sends(frame(TEXT, b"{", first=0), frame(TEXT, encode(from_client.Chat("late")))),
    "an unmasked frame": sends(frame(TEXT, b"{}", mask=b"")),
    "a frame that is too large": sends(b"\x82\xff" + claim(2**20)[1:]),
    "too much": says(*[from_client.Chat("hello")] * 9),
    "says goodbye": sends(frame(CLOSE, b"\x03\xe8"), frame(TEXT, encode(from_client.Chat("late")))),
    "closes without a code": sends(frame(PONG, b"unasked"), frame(CLOSE)),
}


@pytest.mark.parametrize("ending", ENDINGS)
async def test_a_relayed_socket_ends_like_a_local_one(nats: NatsServer, ending: str) -> None:
    """With the same close frame, to the byte; and what follows the last frame is not handled."""
    ends: list[list[tuple[int, bytes]]] = []
    rate_limits = RateLimits(chat=(1e-6, 1), strikes=(1e-6, 3))
    async with two_nodes(nats, rate_limits=rate_limits) as (a, b):
        for server in (a, b):
            code = await a.live_tables.create()
            async with a.party(code) as people, connect(server, KNOCK) as guest:
                guest.send(frame(TEXT, encode(hello(code, "Rob"))))
                assert (await guest.response())[0] == 101
                frames = [await guest.frame(), await guest.frame()]
                if ending == "removed":
                    people[0].send(from_client.Remove("Rob"))
                await ENDINGS[ending](server, guest, code)
                while frames[-1][0] != CLOSE:
                    frames.append(await guest.frame())
                assert await guest.rest() == b""
                ends.append([(opcode, data) for opcode, data in frames[2:] if opcode != TEXT])
                await people[0].until(lambda state: not (len(state.seats) > 3 and state.seats[3].present))
                assert "late" not in [said.text for said in people[0].chat]
    assert ends[0] == ends[1]


async def test_relayed_ink_with_a_gap(nats: NatsServer) -> None:
    """It closes the socket, as if it were here."""
    async with two_nodes(nats) as (a, b):
        for server in (a, b):
            code = await a.live_tables.create()
            async with a.round(code) as people, connect(server, KNOCK) as guest:
                guest.send(frame(TEXT, encode(hello(code, key=people[2].key))))
                assert (await guest.response())[0] == 101
                await guest.frame()
                await guest.frame()
                paper = a.table(code).paper
                guest.send(frame(BINARY, encode_ink_from_client(paper, piece(2, line()))))
                assert await guest.close_code() == Close.OUT_OF_STEP


@pytest.mark.parametrize("first", [hello("AAAAAAAA"), hello("AAAAAAAA", "\u200b", key="k" * 32), None])
async def test_joins_that_are_refused(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch, first: from_client.Hello | None
) -> None:
    """With the same reason: there is no such table, the name is unfit, or nobody says hello."""
    monkeypatch.setattr(client_socket, "HELLO_S", 0.1)
    ends = []
    async with two_nodes(nats) as (a, b):
        code = await a.live_tables.create()
        for server in (a, b):
            async with connect(server, KNOCK) as guest:
                assert (await guest.response())[0] == 101
                if first is not None:
                    table = code if first.name == "\u200b" else first.table
                    guest.send(frame(TEXT, encode(hello(table, first.name, key=first.key))))
                ends.append(await guest.frame())
                assert await guest.rest() == b""
    assert ends[0] == ends[1]
    assert ends[0][0] == CLOSE


# Slow readers.


@pytest.mark.parametrize("reads_again", [True, False])
async def test_a_relayed_client_that_does_not_read(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch, reads_again: bool
) -> None:
    """It is skipped, and welcomed again or closed, as if it were here; nobody else notices."""
    for module in (outbox, relayed_socket):
        monkeypatch.setattr(module, "MAX_UNSENT", 20_000)
    monkeypatch.setattr(live_tables, "SLOW_S", 60 if reads_again else 0.05)
    async with two_nodes(nats) as (a, b):
        code = await a.live_tables.create()
        async with b.client(code, "Ada") as ada, slow_reader(b, code) as sleeper:
            await ada.until(lambda state: state.watchers == 1)
            (outbox_of_sleeper,) = (
                outbox for member, outbox in a.live_table(code).outboxes.items() if member.name == "Zzz"
            )
            while not outbox_of_sleeper.has_skipped and ada.state.watchers:
                ada.send(from_client.Chat("x" * 200))
                await event_loop_turns()
            if reads_again:
                async with woken(sleeper) as guest:
                    assert (await guest.guest.response())[0] == 101
                    await guest.welcome()
                    await guest.welcome()
            else:
                await ada.until(lambda state: state.watchers == 0)
            assert (a.metrics.lag_welcomes, a.metrics.slow_closed) == ((1, 0) if reads_again else (0, 1))


async def test_a_client_that_draws_too_much_is_held_back(nats: NatsServer) -> None:
    """The owner stops reading its ink, and what it draws arrives later, whole."""
    rate_limits = RateLimits(ink=(400, 16))
    async with two_nodes(nats, rate_limits=rate_limits) as (a, b):
        code = await a.live_tables.create()
        async with b.party(code) as people:
            await begin(people)
            drawn = line()
            people[0].draw(drawn)
            for _ in range(99):
                people[0].extend_line(line(since=drawn))
                drawn = grown(drawn, line(since=drawn))
                await asyncio.sleep(0)
            await wait_until(lambda: people[1].sheets[0].marks == [drawn])
