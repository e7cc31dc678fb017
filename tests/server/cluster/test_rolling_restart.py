"""A rolling restart: a node stops in the middle of a round, and nobody loses a stroke or a guess."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from picows import WSTransport

from pictomania.client import Client
from pictomania.client.connection import ClientConnection
from pictomania.ink import Stroke
from pictomania.server.net import even_pace
from pictomania.server.tables import live_tables
from pictomania.wire.reasons import Close
from tests.log.nats_server import NatsServer
from tests.server.cluster.support.balancer import Balancer, balance
from tests.server.cluster.support.nodes import new_name, run_node
from tests.server.support.ink_samples import line
from tests.server.support.running_server import NAMES, begin
from tests.server.support.waiting import wait_until

LINES = 30


class Person:
    """Draws many lines and then guesses, until everything is there."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.drawn: list[Stroke] = []
        self.guesses: dict[int, int] = {}  # what was seen on a pile, by artist

    async def play(self) -> None:
        """Draw and guess."""
        for size in range(LINES):
            self.drawn.append(line(5 + size))
            self.client.draw(self.drawn[-1])
            await self.client.wait(0.005)
        while self._piles_left:
            artist = self._piles_left[0]
            if self._view.may.numbers and artist in self._view.may.guess:
                self.client.guess(artist, self._view.may.numbers[0])
            await self.client.wait(0.05)
            self._look()

    @property
    def _view(self):  # type: ignore[no-untyped-def] # of the client
        assert self.client.view is not None
        return self.client.view

    @property
    def _piles_left(self) -> list[int]:
        return [seat for seat in range(3) if seat not in (self.client.state.seat, *self.guesses)]

    def _look(self) -> None:
        """A guess that was seen once never disappears, and never changes."""
        seen = self.on_piles()
        assert seen.items() >= self.guesses.items()
        self.guesses = seen

    def on_piles(self) -> dict[int, int]:
        """The guesses of this person, by artist."""
        seat = self.client.state.seat
        return {
            artist: card.number
            for artist, player in enumerate(self._view.players)
            for card in player.pile
            if card.guesser == seat
        }


async def join(stack: AsyncExitStack, balancer: Balancer, code: str) -> list[Person]:
    """Let three people join through the balancer."""
    return [
        Person(await stack.enter_async_context(Client(balancer.url, code, name=name, bot=False)))
        for name in NAMES[:3]
    ]


@pytest.mark.parametrize("stops", ["owner", "relay"])
async def test_a_node_stops_in_the_middle_of_a_round(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch, stops: str
) -> None:
    """Its sockets are closed with 1012; the clients are back at once, whichever node they come to."""
    codes: list[int] = []

    def closed(connection: ClientConnection, transport: WSTransport) -> None:
        codes.append(connection.code)
        on_ws_disconnected(connection, transport)

    on_ws_disconnected = ClientConnection.on_ws_disconnected
    name = new_name()
    async with AsyncExitStack() as staying, AsyncExitStack() as stopping:
        node = {"owner": stopping, "relay": staying}[stops]
        owner = await node.enter_async_context(run_node(nats, name, "a"))
        node = {"owner": staying, "relay": stopping}[stops]
        other = await node.enter_async_context(run_node(nats, name, "b"))
        code = await owner.live_tables.create()
        async with balance(owner.port, other.port) as balancer, AsyncExitStack() as stack:
            people = await join(stack, balancer, code)
            await begin([person.client for person in people])
            assert 0 < other.metrics.gauges["relayed"][1]() < 3
            monkeypatch.setattr(ClientConnection, "on_ws_disconnected", closed)
            playing = [asyncio.ensure_future(person.play()) for person in people]
            await wait_until(lambda: all(len(person.drawn) >= LINES // 3 for person in people))
            loop = asyncio.get_running_loop()
            began = loop.time()
            await stopping.aclose()
            assert loop.time() - began < 10
            for task in playing:
                await task
            assert set(codes) == {Close.RESTART}
            stays = other if stops == "owner" else owner
            await wait_until(lambda: all(person.client.is_connected for person in people))
            for seat, artist in enumerate(people):
                for viewer in people:
                    await wait_until(
                        lambda: viewer.client.sheets[seat].marks == artist.drawn  # noqa: B023
                    )
                assert artist.on_piles() == artist.guesses
                assert len(artist.guesses) == 2
            assert code in stays.live_tables.tables
            monkeypatch.undo()


async def test_the_tables_of_a_stopping_node_go_one_by_one(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So not all clients come back at once; each table goes on until its turn."""
    monkeypatch.setattr(even_pace, "FEW", 1)
    monkeypatch.setattr(live_tables, "CLOSING_S", 1.0)
    name = new_name()
    async with run_node(nats, name, "a") as a, run_node(nats, name, "b") as b:
        codes = [await a.live_tables.create() for _ in range(5)]
        async with AsyncExitStack() as stack:
            people = [await stack.enter_async_context(a.client(code, "Ada")) for code in codes]
            closing = asyncio.ensure_future(a.live_tables.close())
            owned = []
            while not closing.done():
                owned.append(sum(not live.is_lost for live in a.live_tables.tables.values()))
                await asyncio.sleep(0)
            assert owned == sorted(owned, reverse=True)
            assert len(set(owned)) >= 3
            keys = [client.key for client in people]
        for code, key in zip(codes, keys, strict=True):
            async with b.client(code, "Ada", key=key) as ada:
                assert ada.state.seat == 0
