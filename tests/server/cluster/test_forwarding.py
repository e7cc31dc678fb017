"""HTTP requests in a cluster: any node answers any of them, as the node with the table does."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple

import pytest
from aiohttp import ClientSession, web

from pictomania.client import Client
from pictomania.rules import Phase
from pictomania.server.cluster import shared_budgets
from pictomania.server.cluster.node import Node
from pictomania.server.cluster.records import LINK_PATH
from pictomania.server.http import deck_uploads, forwarding
from pictomania.server.http.deck_uploads import DeckUploads
from pictomania.server.http.forwarding import SECRET
from pictomania.server.http.routes import PICTURES, TableFound
from pictomania.server.net.token_bucket import TokenBuckets
from pictomania.server.tables import lookup
from pictomania.wire import from_client
from pictomania.wire.to_client import TicketIssued
from tests.log.nats_server import NatsServer
from tests.server.cluster.support.nodes import new_name, node_of, run_http_node
from tests.server.http.test_deck_uploads import brings, chunks, deck
from tests.server.support.http_server import HttpResponse, HttpServer
from tests.server.support.quick_game import begin, play, take_seats
from tests.server.support.raw_client import UPGRADE, connect, head
from tests.server.support.waiting import wait_until

MANY = {"tables_per_hour": 1000, "wrong_codes_per_minute": 1000}
UNAVAILABLE = (503, "log-unavailable")


@asynccontextmanager
async def two_nodes(nats: NatsServer, **settings: int) -> AsyncIterator[tuple[HttpServer, HttpServer]]:
    """Two nodes of a cluster."""
    name = new_name()
    settings = MANY | settings
    async with (
        run_http_node(nats, name, "a", **settings) as a,
        run_http_node(nats, name, "b", **settings) as b,
    ):
        yield a, b


def essence(answer: HttpResponse) -> tuple[int, bytes, dict[str, str]]:
    """What a client sees of an answer, other than the date."""
    return answer.status, answer.body, {name: text for name, text in answer.headers.items() if name != "Date"}


# Tables.


async def test_any_node_looks_up_a_table(nats: NatsServer) -> None:
    """However its code is typed; and none finds what does not exist."""
    async with two_nodes(nats) as (a, b):
        code = await a.new_table()
        async with take_seats(a.url, code):
            for typed in (code, f"{code[:4].lower()}-{code[4:]}"):
                at_owner = await a.ask(f"/api/tables/{typed}")
                elsewhere = await b.ask(f"/api/tables/{typed}")
                assert essence(elsewhere) == essence(at_owner)
                assert elsewhere.read(TableFound).players == 3
                assert (await b.ask(f"/api/tables/{typed}", "HEAD")).status == 200
        for server in (a, b):
            assert (await server.ask("/api/tables/ZZZZZZZZ")).error == (404, "no-such-table")
        assert code not in b.live_tables.tables


async def test_a_deck_through_another_node(nats: NatsServer) -> None:
    """Whole or in chunks, under a name with special characters."""
    async with two_nodes(nats) as (a, b):
        code = await a.new_table()
        async with take_seats(b.url, code) as people:
            for raw in (deck(), chunks(deck())):
                query = "name=%20w%C3%B6rds%26%2F%2B%25&form=text&language=en"
                answer = await brings(b, people[0], code, raw, query=query)
                assert answer.status == 201
                assert a.live_table(code).session.table.own_deck == "wörds&/+%"


async def test_errors_arrive_unchanged(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Status, problem and headers are those of the node with the table."""
    monkeypatch.setattr(deck_uploads, "DECKS_PER_HOUR", 4)
    async with two_nodes(nats) as (a, b):
        code = await a.new_table()
        async with take_seats(a.url, code) as people:
            for who, raw, query, status in (
                (None, deck(), "name=x&form=text&language=en", 401),
                (people[1], deck(), "name=x&form=text&language=en", 403),
                (people[0], deck(), "name=x&form=prose&language=en", 400),
                (people[0], b"a, b\n" * 7, "name=x&form=text&language=en", 422),
                (people[0], b"x" * 500_001, "name=x&form=text&language=en", 413),
            ):
                answers = [await brings(server, who, code, raw, query=query) for server in (a, b)]
                assert [answer.status for answer in answers] == [status] * 2
                assert essence(answers[0]) == essence(answers[1])
            while (answer := await brings(b, people[0], code)).status == 201:
                pass
            assert answer.error == (429, "too-many-decks")
            assert essence(answer) == essence(await brings(a, people[0], code))
            assert "Retry-After" in answer.headers


async def test_tickets_work_through_any_node(nats: NatsServer) -> None:
    """A player moves to another device, and that one connects to another node."""
    async with two_nodes(nats) as (a, b):
        code = await a.new_table()
        async with Client(a.url, code, name="Ada") as ada:
            ada.send(from_client.RequestTicket())
            issued = await ada.receive(TicketIssued)
            async with Client(b.url, code, name="Ada", ticket=issued.ticket) as moved:
                assert moved.state.seat == 0


# When another node does not answer.


async def test_an_owner_that_is_gone(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """It refuses connections, hangs up or says nothing: the client is told to try again, and soon."""
    monkeypatch.setattr(forwarding, "ANSWER_S", 0.2)

    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async def stop_in_the_middle(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nonly")
        await writer.drain()
        writer.close()

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        await reader.read()
        writer.close()

    async with run_http_node(nats, new_name(), "b") as b, AsyncExitStack() as stack:
        ports = []
        for behave in (hang_up, stop_in_the_middle, say_nothing):
            server = await stack.enter_async_context(await asyncio.start_server(behave, "127.0.0.1", 0))
            ports.append(server.sockets[0].getsockname()[1])
        closed = await asyncio.start_server(hang_up, "127.0.0.1", 0)
        ports.append(closed.sockets[0].getsockname()[1])
        closed.close()
        await closed.wait_closed()
        for port in ports:
            gone = Node("gone", f"127.0.0.1:{port}")

            async def owner(_: str, gone: Node = gone) -> Node:
                return gone

            with monkeypatch.context() as patch:
                patch.setattr(b.live_tables.directory, "owner", owner)
                answer = await b.ask("/api/tables/AAAAAAAA")
                assert answer.error == UNAVAILABLE
                assert answer.headers["Retry-After"] == "1"


async def test_uploads_count_until_they_are_answered(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then their bodies are in memory, however slowly the other node reads them."""
    monkeypatch.setattr(forwarding, "ANSWER_S", 100.0)
    monkeypatch.setattr(deck_uploads, "MAX_UPLOADS", 1)
    upload, asked, may_answer = DeckUploads.upload, asyncio.Event(), asyncio.Event()

    async def keep_the_first_waiting(*arguments: Any) -> web.Response:
        if not asked.is_set():
            asked.set()
            await may_answer.wait()
        return await upload(*arguments)

    monkeypatch.setattr(DeckUploads, "upload", keep_the_first_waiting)
    async with two_nodes(nats) as (a, b):
        code = await a.new_table()
        async with Client(a.url, code, name="Ada") as ada:
            first = asyncio.create_task(brings(b, ada, code))
            await asked.wait()
            assert (await brings(b, ada, code)).error == (503, "busy")
            may_answer.set()
            assert [(await each).status for each in (first, brings(b, ada, code))] == [201, 201]


async def test_an_owner_that_stops_in_the_middle_of_a_request(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client gets an answer; and the table goes on at another node."""
    asked = asyncio.Event()

    async def upload(*_: object) -> None:
        asked.set()
        await asyncio.Event().wait()

    name = new_name()
    async with run_http_node(nats, name, "b") as b:
        async with run_http_node(nats, name, "a") as a:
            code = await a.new_table()
            async with Client(a.url, code, name="Ada") as ada:
                with monkeypatch.context() as patch:
                    patch.setattr(DeckUploads, "upload", upload)
                    asking = asyncio.create_task(brings(b, ada, code))
                    await asked.wait()
        assert (await asking).error == UNAVAILABLE
        assert (await brings(b, ada, code)).status == 201
        assert code in b.live_tables.tables


async def test_a_request_is_sent_on_once(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two nodes that believe each other to be the owner don't send it to and fro."""
    async with two_nodes(nats) as (a, b):
        asked: list[str] = []

        async def owner_for_a(code: str) -> Node:
            asked.append("a")
            assert code
            return node_of(b)

        async def owner_for_b(code: str) -> Node:
            asked.append("b")
            assert code
            return node_of(a)

        monkeypatch.setattr(a.live_tables.directory, "owner", owner_for_a)
        monkeypatch.setattr(b.live_tables.directory, "owner", owner_for_b)
        assert (await b.ask("/api/tables/AAAAAAAA")).error == UNAVAILABLE
        assert asked == ["b", "a"]
        asked.clear()
        assert (await b.ask(f"/api/games/20261119-{'A' * 22}/drawings/1/0.svg")).error == UNAVAILABLE
        assert asked == ["b", "a"]


# The inside port.


async def test_the_inside_port_is_for_nodes(nats: NatsServer) -> None:
    """A stranger gets nothing there, with any secret but the right one."""
    async with two_nodes(nats) as (a, _), ClientSession() as session:
        code = await a.new_table()
        inside = f"http://{node_of(a).inside}"
        (secret,) = await a.log.read("cluster")
        for path in (f"/api/tables/{code}", "/metrics", "/healthz", LINK_PATH, "/static/index.html", "/"):
            for given in ({}, {SECRET: ""}, {SECRET: "wrong"}, {SECRET: secret[1].decode()[:-1]}):
                async with session.get(inside + path, headers=given) as answer:
                    assert answer.status == 403
        right = {SECRET: secret[1].decode()}
        for path, status in (
            (f"/api/tables/{code}", 200),
            ("/api/tables/no-code", 404),
            ("/metrics", 200),
            ("/healthz", 200),
        ):
            async with session.get(inside + path, headers=right) as answer:
                assert answer.status == status
        port = int(inside.rpartition(":")[2])
        async with connect(_Inside(port), head("/healthz", f"{SECRET}: é").replace(b"\xc3", b"")) as stranger:
            assert (await stranger.response())[0] == 403


@pytest.mark.parametrize("fields", [(), ("Authorization: Bearer wrong",), ("Authorization: Bearer \xe9",)])
async def test_a_link_needs_the_secret(nats: NatsServer, fields: tuple[str, ...]) -> None:
    """So that nobody can play at any table in the name of any address."""
    async with run_http_node(nats, new_name(), "a") as a:
        port = int(node_of(a).inside.rpartition(":")[2])
        async with connect(_Inside(port), head(LINK_PATH, *UPGRADE, *fields)) as stranger:
            assert (await stranger.response())[0] == 403
        (secret,) = await a.log.read("cluster")
        right = f"Authorization: Bearer {secret[1].decode()}"
        async with connect(_Inside(port), head("/elsewhere", *UPGRADE, right)) as stranger:
            assert (await stranger.response())[0] == 403
        async with connect(_Inside(port), head(LINK_PATH, *UPGRADE, right)) as node:
            assert (await node.response())[0] == 101


async def test_the_public_port_knows_no_secret(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who sends the headers of nodes there is a client like any other."""
    monkeypatch.setattr(lookup, "PAUSE_S", 0.0)
    async with two_nodes(nats, wrong_codes_per_minute=1) as (a, _):
        code = await a.new_table()
        (secret,) = await a.log.read("cluster")
        headers = {SECRET: secret[1].decode(), forwarding.CALLER: "9.9.9.9"}
        assert (await a.ask("/api/tables/ZZZZZZZZ", headers=headers)).status == 404
        headers[forwarding.CALLER] = "8.8.8.8"
        assert (await a.ask(f"/api/tables/{code}", headers=headers)).status == 404
        assert (await a.ask("/metrics", headers=headers)).status == 403


class _Inside(NamedTuple):
    """The inside port of a node."""

    port: int


# Limits.


@pytest.fixture
def charged(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What nodes were told to charge; they tell each other at once."""
    charges: list[float] = []
    charge = TokenBuckets.charge

    def note(buckets: TokenBuckets, who: str, now: float, cost: float) -> None:
        charge(buckets, who, now, cost)
        charges.append(cost)

    monkeypatch.setattr(TokenBuckets, "charge", note)
    monkeypatch.setattr(shared_budgets, "SEND_EVERY_S", 0.01)
    return charges


async def test_wrong_codes_count_on_all_nodes(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch, charged: list[float]
) -> None:
    """They are counted where they were asked; a seated player still gets in, through any node."""
    monkeypatch.setattr(lookup, "PAUSE_S", 0.0)
    async with two_nodes(nats, wrong_codes_per_minute=3) as (a, b):
        code = await a.live_tables.create()  # for which nobody pays
        async with Client(a.url, code, name="Ada") as ada, Client(a.url, code, name="Ben") as ben:
            for _ in range(3):
                assert (await b.ask("/api/tables/ZZZZZZZZ")).status == 404
            await wait_until(lambda: sum(charged) == 3)
            for server in (a, b):
                assert (await server.ask(f"/api/tables/{code}")).status == 404
                assert (await brings(server, "x" * 32, code)).error == (404, "no-such-table")
                assert (await brings(server, ben, code)).status == 403
                assert (await brings(server, ada, code)).status == 201


async def test_tables_count_on_all_nodes(nats: NatsServer, charged: list[float]) -> None:
    """The limit of an address is not multiplied by the number of nodes."""
    async with two_nodes(nats, tables_per_hour=2) as (a, b):
        await a.new_table()
        await a.new_table()
        await wait_until(lambda: sum(charged) == 2)
        assert (await b.ask("/api/tables", "POST")).error == (429, "too-many-tables")


# Games.


async def test_pictures_of_a_game_that_is_still_at_its_table(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While nothing is secret any more: in the last phase, and until the game is archived."""
    async with two_nodes(nats) as (a, b):
        archived, keep = asyncio.Event(), a.live_tables.archive.keep

        async def keep_later(code: str, game: str) -> None:
            await archived.wait()
            await keep(code, game)

        monkeypatch.setattr(a.live_tables.archive, "keep", keep_later)
        code = await a.new_table()
        async with take_seats(b.url, code) as people:
            begin(people)
            await play(people, Phase.READING)
            game = a.live_table(code).session.table.game_id
            drawing = f"/api/games/{game}/drawings/1/0"
            for phase, past, status in (
                (Phase.SCORES, 2, 404),
                (Phase.PRAISING, 0, 200),
                (Phase.OVER, 0, 200),
            ):
                await play(people, phase, past)
                for form in PICTURES:
                    picture = await b.ask(f"{drawing}.{form}")
                    assert picture.status == status
                    assert essence(picture) == essence(await a.ask(f"{drawing}.{form}"))
            assert [(await each.ask(f"/api/games/{game}")).status for each in (a, b)] == [404, 404]
            people[0].send(from_client.ReturnToLobby())
            await people[0].until(lambda state: state.view is None)
            archived.set()
            await wait_until(lambda: not a.live_table(code)._archiving)
            for path in (f"{drawing}.svg", f"/api/games/{game}"):
                answer = await b.ask(path)
                assert answer.status == 200
                assert essence(answer) == essence(await a.ask(path))
            assert await b.live_tables.directory.owner(str(game)) is None


async def test_a_game_is_archived_while_its_owner_is_being_looked_for(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is neither at a table nor was it in the log a moment ago."""
    async with two_nodes(nats) as (a, b):
        code = await a.new_table()
        async with take_seats(a.url, code) as people:
            begin(people)
            await play(people, Phase.OVER)
            game = str(a.live_table(code).session.table.game_id)
            await wait_until(lambda: not a.live_table(code)._archiving)
            gallery, reads = b.live_tables.archive.gallery, []

            async def gallery_after_all(game: str) -> object:
                reads.append(game)
                return None if len(reads) == 1 else await gallery(game)

            async def nobody(_: str) -> None:
                return None

            monkeypatch.setattr(b.live_tables.archive, "gallery", gallery_after_all)
            monkeypatch.setattr(b.live_tables.directory, "owner", nobody)
            assert (await b.ask(f"/api/games/{game}/drawings/1/0.svg")).status == 200
            assert reads == [game, game]


async def test_the_next_owner_has_the_pictures(nats: NatsServer) -> None:
    """Also of a game in its last phase, when its node stops."""
    name = new_name()
    async with run_http_node(nats, name, "b") as b, run_http_node(nats, name, "c") as c:
        async with run_http_node(nats, name, "a") as a:
            code = await a.new_table()
            async with take_seats(a.url, code) as people:
                begin(people)
                await play(people, Phase.PRAISING)
                game = a.live_table(code).session.table.game_id
        async with Client(c.url, code, name="Ada", key=people[0].key):
            assert code in c.live_tables.tables
            assert (await b.ask(f"/api/games/{game}/drawings/1/0.svg")).status == 200
