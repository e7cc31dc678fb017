"""Client sockets: what they accept and what closes them; the other players are never affected."""

import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from pictomania.server.net.rate_limits import RateLimits
from pictomania.server.tables import client_socket
from pictomania.wire import from_client
from pictomania.wire.json_codec import encode
from pictomania.wire.limits import MAX_FRAME_BYTES
from pictomania.wire.reactions import Reaction
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.to_client import RequestRefused
from tests.server.support.flaky_log import FlakyLog
from tests.server.support.ink_samples import line, piece
from tests.server.support.raw_client import BINARY, CLOSE, PING, PONG, TEXT, UPGRADE, connect, frame, head
from tests.server.support.running_server import open_log, run_server
from tests.server.support.socket_client import SocketClient, connect_client, hello
from tests.server.support.waiting import wait_until

HELLO = frame(TEXT, encode(hello("ANY-CODE")))
NEVER = 1e-6  # tokens per second


# Arriving.


async def test_a_socket_without_a_hello_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A silent socket is closed; one that has joined its table is not."""
    monkeypatch.setattr(client_socket, "HELLO_S", 1.0)
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        knock = head("/socket", *UPGRADE, "Origin: http://here")
        async with (
            connect(server, knock, frame(TEXT, encode(hello(code)))) as guest,
            connect_client(server) as silent,
        ):
            assert (await guest.response())[0] == 101
            polite = SocketClient(guest)
            await polite.welcome()
            assert await silent.closed() == (Close.NO_HELLO, "")
            assert await polite.has_nothing_to_read()


async def test_a_table_that_does_not_answer_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client is told to reconnect, and does not take a seat without being there."""
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real)) as server:
        code = await server.live_tables.create()
        log.hold()
        async with connect_client(server, hello(code, "Ada")) as first:
            await wait_until(lambda: log.held == [code])
            monkeypatch.setattr(client_socket, "HELLO_S", 0.05)
            async with connect_client(server, hello(code, "Ben")) as second:
                assert await second.closed() == (Close.RESTART, "")
            monkeypatch.undo()
            log.let_go()
            await first.welcome()
            async with connect_client(server, hello(code, "Cleo")) as third:
                welcome, _ = await third.welcome()
                assert [seat.name for seat in welcome.state.seats] == ["Ada", "Cleo"]


async def test_refused_joins(tmp_path: Path) -> None:
    """Each client is told why."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with connect_client(server, hello(code, "\u200b", key="k" * 32)) as nameless:
            assert await nameless.closed() == (Close.NOT_LET_IN, Reason.NAME_UNFIT)
        async with connect_client(server, hello("ZZZZZZZZ")) as lost:
            assert await lost.closed() == (Close.NO_SUCH_TABLE, "")


async def test_damaged_and_unavailable_tables(tmp_path: Path) -> None:
    """Permanently or temporarily."""
    async with open_log(tmp_path) as real, run_server(real) as server:
        damaged, fine = await server.live_tables.create(), await server.live_tables.create()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as file, file:
        file.execute("UPDATE entries SET data = x'00' WHERE \"table\" = ?", (damaged,))
    warnings = ["table quarantined"]
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real), warnings=warnings) as server:
        async with connect_client(server, hello(damaged)) as unlucky:
            assert await unlucky.closed() == (Close.DAMAGED, "")
        log.deaf_reads = 1
        async with connect_client(server, hello(fine)) as early:
            assert await early.closed() == (Close.RESTART, "")
        async with connect_client(server, hello(fine)) as later:
            await later.welcome()


# What no client of ours sends.


@pytest.mark.parametrize(
    ("frames", "why"),
    [
        ([frame(TEXT, encode(from_client.Ready(1)))], "a message before the welcome"),
        ([frame(BINARY, b"\1\0" + piece(0, line()))], "ink before the welcome"),
        ([frame(TEXT, b'{"type": "hello", "secret": ')], "Input data was truncated"),
        ([frame(TEXT, b"\xff\xfe")], "not UTF-8"),
        ([HELLO, HELLO], "a second hello"),
    ],
    ids=["too early", "ink too early", "breaks off", "no text", "hello, hello"],
)
async def test_invalid_first_messages(tmp_path: Path, frames: list[bytes], why: str) -> None:
    """The socket is closed with a reason that does not quote the message."""
    async with open_log(tmp_path) as log, run_server(log) as server, connect_client(server) as guest:
        guest.guest.send(*frames)
        assert await guest.closed() == (Close.BAD_MESSAGE, why)
        assert server.metrics.bad_messages == 1


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (frame(BINARY, encode(from_client.Leave())), "not an ink frame"),
        (frame(BINARY, b"\1\1"), "not an ink frame"),
        (frame(TEXT, b"\1\1" + piece(0, line())), "not UTF-8"),
        (frame(BINARY, b"\1\2\0\0"), "a varint that is truncated or too large"),
        (frame(BINARY, b"\1\2\0\0\0\7"), "no such mark"),
    ],
    ids=["text as ink", "no ink", "ink as text", "ink that breaks off", "ink that is none"],
)
async def test_invalid_messages_at_a_table(tmp_path: Path, bad: bytes, why: str) -> None:
    """Text as ink, ink as text, and neither; the others only see that the player is gone."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with (
            server.round(code) as people,
            connect_client(server, hello(code, key=people[2].key)) as guest,
        ):
            assert (await guest.welcome())[0].state.paper == 2
            guest.guest.send(bad)
            assert await guest.closed() == (Close.BAD_MESSAGE, why)
            state = await people[0].until(lambda state: not state.seats[2].present)
            assert [seat.present for seat in state.seats] == [True, True, False]
            assert all(sheet.is_empty for sheet in people[0].sheets)


@pytest.mark.parametrize(
    "bad",
    [
        frame(TEXT, b"{", first=0),
        frame(BINARY, b"\1", first=0),
        frame(0, b"}"),
        frame(TEXT, b"{}", first=0xC0),
        frame(TEXT, b"{}", first=0xA0),
        frame(TEXT, b"{}", first=0x90),
    ],
    ids=["a beginning", "ink in parts", "an end", "compressed", "reserved", "reserved too"],
)
async def test_fragments_are_refused(tmp_path: Path, bad: bytes) -> None:
    """Our clients send no fragments and no compressed frames."""
    async with open_log(tmp_path) as log, run_server(log) as server, connect_client(server) as guest:
        guest.guest.send(bad)
        assert await guest.closed() == (Close.UNSUPPORTED, "")


async def test_nothing_is_ever_decompressed(tmp_path: Path) -> None:
    """Compression is not negotiated, and compressed frames are refused."""
    packer = zlib.compressobj(9, wbits=-15)
    bomb = b"".join(packer.compress(bytes(1_000_000)) for _ in range(50)) + packer.flush()
    assert len(bomb) < MAX_FRAME_BYTES
    offer = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"
    knock = head("/socket", *UPGRADE, "Origin: http://here", offer)
    async with open_log(tmp_path) as log, run_server(log) as server:
        async with connect(server, knock, frame(TEXT, bomb, first=0xC0)) as guest:
            answer, _, rest = (await guest.rest()).partition(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 101 ")
        assert b"extensions" not in answer.lower()
        assert rest == bytes((0x80 | CLOSE, 2)) + int(Close.UNSUPPORTED).to_bytes(2, "big")


async def test_nothing_is_handled_after_an_invalid_message(tmp_path: Path) -> None:
    """Even in the same packet."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with connect_client(server) as guest:
            guest.guest.send(frame(TEXT, b"?"), frame(TEXT, encode(hello(code))))
            assert (await guest.closed())[0] is Close.BAD_MESSAGE
        async with connect_client(server, hello(code, "Ada")) as ada:
            await ada.welcome()
            assert [seat.name for seat in server.table(code).seats] == ["Ada"]
            assert server.metrics.messages == 2


# What belongs to sockets.


async def test_pings_are_answered(tmp_path: Path) -> None:
    """With the same payload; an unsolicited pong does no harm."""
    async with open_log(tmp_path) as log, run_server(log) as server, connect_client(server) as guest:
        guest.guest.send(frame(PONG, b"what?"), frame(PING, b"are you there?"))
        assert await guest.guest.frame() == (PONG, b"are you there?")


async def test_too_many_pings(tmp_path: Path) -> None:
    """They are not answered, and eventually the socket is closed."""
    rate_limits = RateLimits(requests=(NEVER, 2), strikes=(NEVER, 3))
    async with open_log(tmp_path) as log, run_server(log, rate_limits=rate_limits) as server:
        code = await server.live_tables.create()
        async with connect_client(server, hello(code)) as guest:
            await guest.welcome()
            guest.guest.send(*(frame(PING, b"%d" % number) for number in range(6)))
            assert [await guest.guest.frame() for _ in range(2)] == [(PONG, b"0"), (PONG, b"1")]
            assert await guest.closed() == (Close.TOO_MUCH, "")


async def test_too_many_pings_before_the_hello(tmp_path: Path) -> None:
    """They are charged to the address."""
    rate_limits = RateLimits(requests=(NEVER, 0.25), strikes=(NEVER, 0.375))
    async with (
        open_log(tmp_path) as log,
        run_server(log, rate_limits=rate_limits) as server,
        connect_client(server) as guest,
    ):
        guest.guest.send(*(frame(PING, b"%d" % number) for number in range(6)))
        assert [await guest.guest.frame() for _ in range(2)] == [(PONG, b"0"), (PONG, b"1")]
        assert await guest.closed() == (Close.TOO_MUCH, "")


@pytest.mark.parametrize("farewell", [b"", b"\x03\xe8", b"\x03\xe9bye"], ids=["no code", "1000", "1001"])
async def test_a_client_that_closes_the_socket(tmp_path: Path, farewell: bytes) -> None:
    """The reply has a valid code, and later frames are ignored."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.client(code, "Ada") as ada, connect_client(server, hello(code)) as guest:
            await guest.welcome()
            guest.guest.send(frame(CLOSE, farewell), frame(TEXT, encode(from_client.Rename("Ghost"))))
            assert await guest.guest.close_code() == 1000
            await ada.until(lambda state: [seat.present for seat in state.seats] == [True, False])
            assert [seat.name for seat in ada.state.seats] == ["Ada", "Rob"]


# Too much.


@pytest.mark.parametrize(
    ("rate_limits", "message", "other"),
    [
        (
            RateLimits(chat=(NEVER, 2), strikes=(NEVER, 3)),
            from_client.Chat("hello"),
            from_client.Rename("Bob"),
        ),
        (
            RateLimits(requests=(NEVER, 2), strikes=(NEVER, 3)),
            from_client.SetReady(True),
            from_client.Chat("Bob"),
        ),
        (RateLimits(actions=(NEVER, 2), strikes=(NEVER, 3)), from_client.Ready(0), from_client.Chat("Bob")),
    ],
    ids=["chat", "requests", "actions"],
)
async def test_messages_are_rate_limited(
    tmp_path: Path, rate_limits: RateLimits, message: from_client.FromClient, other: from_client.FromClient
) -> None:
    """Messages over the limit are refused, others are not; a client that does not stop is closed."""
    async with open_log(tmp_path) as log, run_server(log, rate_limits=rate_limits) as server:
        code = await server.live_tables.create()
        async with server.client(code, "Ada") as ada, connect_client(server, hello(code)) as guest:
            await guest.welcome()
            guest.send(*[message] * 5, other)
            refused: list[RequestRefused] = []
            while len(refused) < 3:
                refusal = await guest.next(RequestRefused)
                refused += [refusal] if refusal.reason == Reason.TOO_MUCH else []
            assert {about.about for about in refused} == {str(type(message).__struct_config__.tag)}
            await wait_until(lambda: "Bob" in (ada.state.seats[1].name, *(said.text for said in ada.chat)))
            guest.send(message)
            assert await guest.closed() == (Close.TOO_MUCH, "")
            await ada.until(lambda state: not state.seats[1].present)
            assert server.metrics.refused_messages == 3


async def test_chat_and_reactions_share_a_limit(tmp_path: Path) -> None:
    """They share one rate limit."""
    async with open_log(tmp_path) as log, run_server(log, rate_limits=RateLimits(chat=(NEVER, 2))) as server:
        code = await server.live_tables.create()
        async with connect_client(server, hello(code)) as guest:
            await guest.welcome()
            guest.send(
                from_client.Chat("one"), from_client.React(Reaction.WOW), from_client.React(Reaction.CLAP)
            )
            assert await guest.next(RequestRefused) == RequestRefused("react", Reason.TOO_MUCH)


# Over and over.


async def test_reconnecting_resets_nothing(tmp_path: Path) -> None:
    """Budgets belong to the key."""
    rate_limits = RateLimits(chat=(NEVER, 3), strikes=(NEVER, 9))
    async with open_log(tmp_path) as log, run_server(log, rate_limits=rate_limits) as server:
        code = await server.live_tables.create()
        async with server.client(code, "Ada") as ada:
            for _ in range(4):
                async with connect_client(server, hello(code)) as guest:
                    await guest.welcome()
                    guest.send(
                        from_client.Chat("hello"), from_client.Chat("hello"), from_client.Rename("Bob")
                    )
                    await ada.until(lambda state: state.seats[1].name == "Bob")
                    guest.send(from_client.Rename("Rob"))
                    await ada.until(lambda state: state.seats[1].name == "Rob")
            assert [said.text for said in ada.chat] == ["hello"] * 3


async def test_new_keys_are_charged_to_the_address(tmp_path: Path) -> None:
    """Messages are refused without a strike against the key, which may not be to blame."""
    rate_limits = RateLimits(chat=(NEVER, 1), strikes=(NEVER, 0.125))
    async with open_log(tmp_path) as log, run_server(log, rate_limits=rate_limits) as server:
        code = await server.live_tables.create()
        async with server.client(code, "Ada") as ada:
            for number in range(9):
                async with connect_client(server, hello(code, key=f"{number:032}", watch=True)) as guest:
                    await guest.welcome()
                    guest.send(from_client.Chat(f"line {number}"))
                    if number == 8:
                        assert await guest.next(RequestRefused) == RequestRefused("chat", Reason.TOO_MUCH)
                    else:
                        await wait_until(lambda number=number: len(ada.chat) == number + 1)  # type: ignore[misc]


@pytest.mark.parametrize(
    "rate_limits",
    [RateLimits(welcomes=(NEVER, 3)), RateLimits(welcome_bytes=(NEVER, 1))],
    ids=["the number", "the bytes"],
)
async def test_too_many_welcomes(tmp_path: Path, rate_limits: RateLimits) -> None:
    """A client that says hello too often is closed, and may come back later."""
    async with open_log(tmp_path) as log, run_server(log, rate_limits=rate_limits) as server:
        code = await server.live_tables.create()
        codes: list[int] = []
        while Close.TOO_MUCH not in codes:
            async with connect_client(server, hello(code)) as guest:
                opcode, payload = await guest.guest.frame()
                codes += [int.from_bytes(payload[:2], "big")] if opcode == CLOSE else [0]
        assert 0 < codes.count(0) <= 3


async def test_too_many_welcomes_for_one_address(tmp_path: Path) -> None:
    """With any key."""
    async with (
        open_log(tmp_path) as log,
        run_server(log, rate_limits=RateLimits(welcomes=(NEVER, 1))) as server,
    ):
        code = await server.live_tables.create()
        for number in range(10):
            async with connect_client(server, hello(code, key=f"{number:032}", watch=True)) as guest:
                await guest.welcome()
        async with connect_client(server, hello(code, key="k" * 32, watch=True)) as guest:
            assert await guest.closed() == (Close.TOO_MUCH, "")


async def test_resyncs_are_rate_limited(tmp_path: Path) -> None:
    """It is refused like anything else over a limit."""
    async with (
        open_log(tmp_path) as log,
        run_server(log, rate_limits=RateLimits(welcomes=(NEVER, 3))) as server,
    ):
        code = await server.live_tables.create()
        async with connect_client(server, hello(code)) as guest:
            await guest.welcome()
            guest.send(*[from_client.Resync()] * 3)
            assert await guest.next(RequestRefused) == RequestRefused("resync", Reason.TOO_MUCH)
