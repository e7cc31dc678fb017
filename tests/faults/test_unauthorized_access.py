"""Unauthorized access: other origins, guessed codes, and other clients' keys and seats."""

from pathlib import Path

import pytest

from pictomania.table.identity.codes import hash_key
from pictomania.wire import from_client
from pictomania.wire.reasons import Close
from pictomania.wire.to_client import TicketIssued
from tests.server.support.http_server import run_http_server
from tests.server.support.raw_client import TEXT, UPGRADE, connect, frame, head
from tests.server.support.running_server import open_log, run_server
from tests.server.support.socket_client import connect_client, hello

ORIGINS = (
    *(None, "", "null", "http://evil.example", "http://here.evil.example", "http://evilhere"),
    *("https://here", "http://here:8000", "http://here/", "http://evil.example, http://here"),
)


@pytest.mark.parametrize("origin", ORIGINS, ids=str)
async def test_pages_of_other_origins_get_no_socket(tmp_path: Path, origin: str | None) -> None:
    """Nor do requests without an origin."""
    fields = [] if origin is None else [f"Origin: {origin}"]
    async with open_log(tmp_path) as log, run_server(log) as server:
        async with connect(server, head("/socket", *UPGRADE, *fields)) as guest:
            assert await guest.response() == (403, b"")
            assert await guest.rest() == b""
        async with connect_client(server, hello(await server.live_tables.create())) as ours:
            await ours.welcome()


async def test_codes_cannot_be_guessed_through_sockets(tmp_path: Path) -> None:
    """Wrong codes count over HTTP and sockets; then a valid code gets the same response as a wrong one."""
    async with run_http_server(tmp_path, wrong_codes_per_minute=2, origins=("http://here",)) as house:
        code = await house.new_table()
        async with connect_client(house, hello(code)) as known:
            await known.welcome()
            assert (await house.ask("/api/tables/ZZZZZZZZ")).error == (404, "no-such-table")
            for typed in ("YYYYYYYY", code):
                async with connect_client(house, hello(typed, "Eve")) as guesser:
                    assert await guesser.closed() == (Close.NO_SUCH_TABLE, "")
            assert await known.has_nothing_to_read()
        assert [seat.name for seat in house.live_table(code).session.table.seats] == ["Rob"]


def contents(folder: Path) -> bytes:
    """Return the contents of all files while the server runs."""
    return b"".join(file.read_bytes() for file in folder.iterdir())


async def test_no_file_contains_a_key_or_a_ticket(tmp_path: Path) -> None:
    """Files contain only hashes."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people:
            people[0].send(from_client.RequestTicket())
            ticket = (await people[0].receive(TicketIssued)).ticket
            async with server.client(code, "Phone", ticket=ticket) as phone:
                keys = [phone.key, *(who.key for who in people)]
        stored = contents(tmp_path)
    assert hash_key(code, keys[0]).encode() in stored
    for secret in (*keys, ticket):
        assert secret.encode() not in stored


async def test_a_key_opens_one_seat_at_one_table(tmp_path: Path) -> None:
    """At another table it has no seat, and its hash is not a key."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code, other = await server.live_tables.create(), await server.live_tables.create()
        async with server.round(code) as people, server.client(other, "Zoe") as zoe:
            for typed, key in ((code, hash_key(code, people[0].key)), (code, zoe.key)):
                async with connect_client(server, hello(typed, "Eve", key=key)) as eve:
                    assert (await eve.welcome())[0].state.seat is None
            async with connect_client(server, hello(other, "Eve", key=people[0].key)) as eve:
                assert (await eve.welcome())[0].state.seat == 1
            assert people[0].state.seats[0].present
            assert zoe.state.seats[0].present


async def test_only_the_key_identifies_the_sender(tmp_path: Path) -> None:
    """Other fields of a message are ignored."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with (
            server.round(code) as people,
            connect_client(server, hello(code, key=people[2].key)) as cleo,
        ):
            await cleo.welcome()
            claims = f'"seat": 0, "member": 0, "name": "Ada", "key": "{people[0].key}"'
            message = f'{{"type": "finish", "stop": {people[0].state.stop}, {claims}}}'
            cleo.guest.send(frame(TEXT, message.encode()))
            state = await people[0].until(
                lambda state: state.view is not None and state.view.players[2].finished
            )
            assert state.view is not None
            assert [player.finished for player in state.view.players] == [False, False, True]
