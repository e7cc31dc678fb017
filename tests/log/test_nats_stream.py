"""Requests to a stream of NATS: pages, errors, and answers that nobody expects."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import islice

import pytest

from pictomania.log import Conflict, Unavailable, nats_stream
from pictomania.log.nats_connection import NatsConnection
from pictomania.log.nats_setup import NatsSettings, open_stream
from pictomania.log.nats_stream import NatsRefusal, NatsStream
from tests.log.fake_nats import Answer, fake_nats, refusal, reply, with_headers
from tests.log.nats_server import NatsServer


@asynccontextmanager
async def real_stream(nats: NatsServer, name: str) -> AsyncIterator[NatsStream]:
    """A new stream on a real server."""
    connection = await NatsConnection.open([nats.url], None, 30.0)
    try:
        yield (await open_stream(connection, NatsSettings([nats.url], name=name)))[0]
    finally:
        await connection.close()


@asynccontextmanager
async def fake_stream(answer: Answer) -> AsyncIterator[NatsStream]:
    """A stream on a fake server."""
    async with fake_nats(answer) as fake:
        connection = await NatsConnection.open([fake.url], None, 30.0)
        try:
            yield NatsStream(connection, "s")
        finally:
            await connection.close()


async def test_pages(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Limited by messages or by bytes, they bring what one request would."""
    async with real_stream(nats, "pages") as stream:
        for number in range(10):
            await stream.publish(f"pages.log.{'ab'[number % 2]}", bytes(100 * number))
        whole = await stream.range("pages.log.a", 1, 10)
        assert [message.seq for message in whole] == [1, 3, 5, 7, 9]
        assert [len(message.data) for message in whole] == [0, 200, 400, 600, 800]
        assert {message.subject for message in whole} == {"pages.log.a"}
        for messages, size in ((2, 1000), (1000, 1), (1, 1)):
            monkeypatch.setattr(nats_stream, "PAGE_MESSAGES", messages)
            monkeypatch.setattr(nats_stream, "PAGE_BYTES", size)
            assert await stream.range("pages.log.a", 1, 10) == whole
            assert await stream.range("pages.log.a", 2, 6) == whole[1:3]
            assert [message.seq for message in await stream.range("pages.*.*", 3, 5)] == [3, 4, 5]
            assert await stream.range("pages.log.a", 10, 12) == []
            assert await stream.range("pages.log.a", 10, 9) == []


async def test_single_messages(nats: NatsServer) -> None:
    async with real_stream(nats, "single") as stream:
        assert await stream.last("single.log.a") is None
        assert await stream.next("single.log.a", 1) is None
        first = await stream.publish("single.log.a", b"\xff")
        last = await stream.publish("single.log.a", b"")
        for found, number, data in (
            (await stream.last("single.log.a"), last, b""),
            (await stream.next("single.log.a", first), first, b"\xff"),
            (await stream.next("single.log.a", last), last, b""),
        ):
            assert found is not None
            assert (found.seq, found.subject, found.data) == (number, "single.log.a", data)
        await stream.delete(last)
        found = await stream.last("single.log.a")
        assert found is not None
        assert found.seq == first


async def test_a_message_of_another_stream(nats: NatsServer) -> None:
    """It is not stored there by mistake."""
    async with real_stream(nats, "mine") as stream, real_stream(nats, "theirs") as other:
        with pytest.raises(NatsRefusal, match="expected stream does not match"):
            await stream.publish("theirs.log.a", b"x")
        assert await other.last("theirs.log.a") is None


async def test_pages_of_subjects() -> None:
    """NATS lists 100,000 at a time."""
    names = [f"s.log.{number}" for number in range(7)]

    def answer(_subject: str, data: bytes) -> Sequence[bytes]:
        offset = json.loads(data)["offset"]
        page = dict.fromkeys(islice(names, offset, offset + 3), 1)
        return reply({"state": {"subjects": page}, "total": len(names), "offset": offset})

    async with fake_stream(answer) as stream:
        assert await stream.subjects("s.log.*") == names


async def test_subjects_that_disappear() -> None:
    """The last page may be empty."""
    pages = [{"state": {"subjects": {"a": 1}}, "total": 2}, {"state": {}}]
    async with fake_stream(lambda *_: reply(pages.pop(0))) as stream:
        assert await stream.subjects("*") == ["a"]


async def test_a_wrong_last_message_is_a_conflict() -> None:
    async with fake_stream(lambda *_: refusal(10071, "wrong last sequence: 5")) as stream:
        with pytest.raises(Conflict, match="wrong last sequence: 5"):
            await stream.publish("a", b"", last=3)


@pytest.mark.parametrize("end", [refusal(10071), reply({"seq": 4})], ids=["conflict", "stored"])
async def test_a_subject_that_is_busy(end: Sequence[bytes]) -> None:
    """NATS may answer before it is quite done; so this is no conflict, but perhaps leads to one."""
    answers = [refusal(10164, "wrong last sequence")] * 3
    async with fake_stream(lambda *_: answers.pop() if answers else end) as stream:
        try:
            assert await stream.publish("a", b"", last=3) == 4
        except Conflict:
            assert end == refusal(10071)
        assert answers == []


@pytest.mark.parametrize("code", [10008, 10023, 10047, 10077, 10163, 10167, 99999])
async def test_other_refusals_are_unavailable(code: int) -> None:
    async with fake_stream(lambda *_: refusal(code, "not now")) as stream:
        for call in (stream.publish("a", b"", last=3), stream.last("a"), stream.subjects("*")):
            with pytest.raises(Unavailable, match="NATS refused: not now"):
                await call


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"seq": "x"}', b"\xff"])
async def test_an_answer_that_cannot_be_understood(data: bytes) -> None:
    async with fake_stream(lambda *_: [data]) as stream:
        with pytest.raises(Unavailable, match="an answer of NATS cannot be understood"):
            await stream.publish("a", b"")


@pytest.mark.parametrize("head", [" 408 Bad Request", " 500"])
async def test_a_range_that_is_refused(head: str) -> None:
    async with fake_stream(lambda *_: [with_headers(head)]) as stream:
        with pytest.raises(Unavailable, match=r"NATS refused: (Bad Request|500)"):
            await stream.range("a", 1, 2)


async def test_one_of_twenty_publishers_wins(nats: NatsServer) -> None:
    """Over two connections, in a hundred rounds."""
    async with real_stream(nats, "race") as one, real_stream(nats, "race") as other:
        last = 0
        for _ in range(100):
            tries = [stream.publish("race.log.a", b"x", last) for stream in (one, other) for _ in range(10)]
            ends = await asyncio.gather(*tries, return_exceptions=True)
            (last,) = [end for end in ends if isinstance(end, int)]
            assert sum(isinstance(end, Conflict) for end in ends) == 19
