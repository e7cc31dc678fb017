"""Strangers at the port: pages of other sites, codes that are guessed, keys and seats that are others'."""

from pathlib import Path

import pytest

from pictomania.table.codes import hashed
from pictomania.wire import from_client as say
from pictomania.wire.reasons import Close
from pictomania.wire.to_client import TicketIssued
from tests.server.caller import caller, hello
from tests.server.http_house import opened_house
from tests.server.served import opened, served
from tests.server.visitor import TEXT, UPGRADE, frame, head, visitor

ORIGINS = (
    *(None, "", "null", "http://evil.example", "http://here.evil.example", "http://evilhere"),
    *("https://here", "http://here:8000", "http://here/", "http://evil.example, http://here"),
)


@pytest.mark.parametrize("origin", ORIGINS, ids=str)
async def test_pages_of_other_sites_get_no_socket(tmp_path: Path, origin: str | None) -> None:
    """Nor does whoever does not say which page asks."""
    fields = [] if origin is None else [f"Origin: {origin}"]
    async with opened(tmp_path) as log, served(log) as server:
        async with visitor(server, head("/socket", *UPGRADE, *fields)) as guest:
            assert await guest.answer() == (403, b"")
            assert await guest.rest() == b""
        async with caller(server, hello(await server.hosting.make())) as ours:
            await ours.welcome()


async def test_codes_are_not_guessed_through_sockets(tmp_path: Path) -> None:
    """Wrong ones count wherever they are tried; then a right one is answered like a wrong one."""
    async with opened_house(tmp_path, wrong_codes_per_minute=2, origins=("http://here",)) as house:
        code = await house.new_table()
        async with caller(house, hello(code)) as known:
            await known.welcome()
            assert (await house.ask("/api/tables/ZZZZZZZZ")).error == (404, "no-such-table")
            for typed in ("YYYYYYYY", code):
                async with caller(house, hello(typed, "Eve")) as guesser:
                    assert await guesser.closed() == (Close.NO_SUCH_TABLE, "")
            assert await known.is_told_nothing()
        assert [seat.name for seat in house.hosted(code).sitting.table.seats] == ["Rob"]


def contents(folder: Path) -> bytes:
    """Everything in all files, as it is while a server runs."""
    return b"".join(file.read_bytes() for file in folder.iterdir())


async def test_no_key_and_no_ticket_is_in_any_file(tmp_path: Path) -> None:
    """Only hashes are, and those are of no use."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people:
            people[0].say(say.AskTicket())
            ticket = (await people[0].reply(TicketIssued)).ticket
            async with server.client(code, "Phone", ticket=ticket) as phone:
                keys = [phone.key, *(who.key for who in people)]
        stored = contents(tmp_path)
    assert hashed(code, keys[0]).encode() in stored
    for secret in (*keys, ticket):
        assert secret.encode() not in stored


async def test_a_key_opens_one_seat_at_one_table(tmp_path: Path) -> None:
    """At another table it is anybody's, and what the server remembers of it is no key at all."""
    async with opened(tmp_path) as log, served(log) as server:
        code, other = await server.hosting.make(), await server.hosting.make()
        async with server.round(code) as people, server.client(other, "Zoe") as zoe:
            for typed, key in ((code, hashed(code, people[0].key)), (code, zoe.key)):
                async with caller(server, hello(typed, "Eve", key=key)) as eve:
                    assert (await eve.welcome())[0].state.seat is None
            async with caller(server, hello(other, "Eve", key=people[0].key)) as eve:
                assert (await eve.welcome())[0].state.seat == 1
            assert people[0].state.seats[0].present
            assert zoe.state.seats[0].present


async def test_whose_word_it_is_says_the_key_alone(tmp_path: Path) -> None:
    """Whatever else stands in a message."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people, caller(server, hello(code, key=people[2].key)) as cleo:
            await cleo.welcome()
            claims = f'"seat": 0, "member": 0, "name": "Ada", "key": "{people[0].key}"'
            message = f'{{"type": "finish", "stop": {people[0].state.stop}, {claims}}}'
            cleo.guest.say(frame(TEXT, message.encode()))
            state = await people[0].until(
                lambda state: state.view is not None and state.view.players[2].finished
            )
            assert state.view is not None
            assert [player.finished for player in state.view.players] == [False, False, True]
