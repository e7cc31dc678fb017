"""What a socket hears, and what it is closed for; at every turn the others at the table play on."""

import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from pictomania.server import socket
from pictomania.server.pace import Pace
from pictomania.wire import from_client as say
from pictomania.wire.gate import written
from pictomania.wire.limits import LARGEST_FRAME
from pictomania.wire.reactions import Reaction
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.to_client import Refused
from tests.server.caller import Caller, caller, hello
from tests.server.inks import line, piece
from tests.server.served import opened, served, until
from tests.server.shaky import ShakyLog
from tests.server.visitor import BINARY, CLOSE, PING, PONG, TEXT, UPGRADE, frame, head, visitor

HELLO = frame(TEXT, written(hello("WHATEVER")))
NEVER = 1e-6  # of a credit a second


# Arriving.


async def test_nobody_waits_long_for_a_hello(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket that says nothing is closed; one that is at its table is not."""
    monkeypatch.setattr(socket, "HELLO_S", 1.0)
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        knock = head("/socket", *UPGRADE, "Origin: http://here")
        async with (
            visitor(server, knock, frame(TEXT, written(hello(code)))) as guest,
            caller(server) as silent,
        ):
            assert (await guest.answer())[0] == 101
            polite = Caller(guest)
            await polite.welcome()
            assert await silent.closed() == (Close.NO_HELLO, "")
            assert await polite.is_told_nothing()


async def test_a_table_that_cannot_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has said hello is told to come again, and does not sit down without being there."""
    async with opened(tmp_path) as real, served(log := ShakyLog(real)) as server:
        code = await server.hosting.make()
        log.hold()
        async with caller(server, hello(code, "Ada")) as first:
            await until(lambda: log.held == [code])
            monkeypatch.setattr(socket, "HELLO_S", 0.05)
            async with caller(server, hello(code, "Ben")) as second:
                assert await second.closed() == (Close.RESTART, "")
            monkeypatch.undo()
            log.let_go()
            await first.welcome()
            async with caller(server, hello(code, "Cleo")) as third:
                welcome, _ = await third.welcome()
                assert [seat.name for seat in welcome.state.seats] == ["Ada", "Cleo"]


async def test_where_nobody_is_let_in(tmp_path: Path) -> None:
    """Each is told why."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with caller(server, hello(code, "\u200b", key="k" * 32)) as nameless:
            assert await nameless.closed() == (Close.NOT_LET_IN, Reason.NAME_UNFIT)
        async with caller(server, hello("ZZZZZZZZ")) as lost:
            assert await lost.closed() == (Close.NO_SUCH_TABLE, "")


async def test_a_table_that_cannot_be_read(tmp_path: Path) -> None:
    """For good, or for the moment."""
    async with opened(tmp_path) as real, served(real) as server:
        damaged, fine = await server.hosting.make(), await server.hosting.make()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as file, file:
        file.execute("UPDATE entries SET data = x'00' WHERE \"table\" = ?", (damaged,))
    complaints = ["a table cannot be read and is left alone"]
    async with opened(tmp_path) as real, served(log := ShakyLog(real), complaints=complaints) as server:
        async with caller(server, hello(damaged)) as unlucky:
            assert await unlucky.closed() == (Close.DAMAGED, "")
        log.deaf_reads = 1
        async with caller(server, hello(fine)) as early:
            assert await early.closed() == (Close.RESTART, "")
        async with caller(server, hello(fine)) as later:
            await later.welcome()


# What no client of ours sends.


@pytest.mark.parametrize(
    ("frames", "why"),
    [
        ([frame(TEXT, written(say.Ready(1)))], "a message before the welcome"),
        ([frame(BINARY, b"\1\0" + piece(0, line()))], "ink before the welcome"),
        ([frame(TEXT, b'{"type": "hello", "secret": ')], "Input data was truncated"),
        ([frame(TEXT, b"\xff\xfe")], "not UTF-8"),
        ([HELLO, HELLO], "a second hello"),
    ],
    ids=["too early", "ink too early", "breaks off", "no text", "hello, hello"],
)
async def test_bad_first_words(tmp_path: Path, frames: list[bytes], why: str) -> None:
    """The socket is closed, and told why without a word of what it said."""
    async with opened(tmp_path) as log, served(log) as server, caller(server) as guest:
        guest.guest.say(*frames)
        assert await guest.closed() == (Close.BAD_MESSAGE, why)
        assert server.metrics.bad_messages == 1


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (frame(BINARY, written(say.Leave())), "a binary message that is not ink"),
        (frame(BINARY, b"\1\1"), "a binary message that is not ink"),
        (frame(TEXT, b"\1\1" + piece(0, line())), "not UTF-8"),
        (frame(BINARY, b"\1\2\0\0"), "a number that breaks off, or is too large"),
        (frame(BINARY, b"\1\2\0\0\0\7"), "no such mark"),
    ],
    ids=["text as ink", "no ink", "ink as text", "ink that breaks off", "ink that is none"],
)
async def test_bad_words_at_a_table(tmp_path: Path, bad: bytes, why: str) -> None:
    """Text as ink, ink as text, and what is neither; all that the others see is that somebody is gone."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people, caller(server, hello(code, key=people[2].key)) as guest:
            assert (await guest.welcome())[0].state.paper == 2
            guest.guest.say(bad)
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
async def test_frames_that_are_not_whole(tmp_path: Path, bad: bytes) -> None:
    """Nobody of ours sends fragments, or compresses."""
    async with opened(tmp_path) as log, served(log) as server, caller(server) as guest:
        guest.guest.say(bad)
        assert await guest.closed() == (Close.UNSUPPORTED, "")


async def test_nothing_is_ever_inflated(tmp_path: Path) -> None:
    """Whoever offers to compress is not taken up on it, and whoever does all the same is not listened to."""
    packer = zlib.compressobj(9, wbits=-15)
    bomb = b"".join(packer.compress(bytes(1_000_000)) for _ in range(50)) + packer.flush()
    assert len(bomb) < LARGEST_FRAME
    offer = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"
    knock = head("/socket", *UPGRADE, "Origin: http://here", offer)
    async with opened(tmp_path) as log, served(log) as server:
        async with visitor(server, knock, frame(TEXT, bomb, first=0xC0)) as guest:
            answer, _, rest = (await guest.rest()).partition(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 101 ")
        assert b"extensions" not in answer.lower()
        assert rest == bytes((0x80 | CLOSE, 2)) + int(Close.UNSUPPORTED).to_bytes(2, "big")


async def test_nothing_is_heard_after_something_bad(tmp_path: Path) -> None:
    """Even if it came in the same packet."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with caller(server) as guest:
            guest.guest.say(frame(TEXT, b"?"), frame(TEXT, written(hello(code))))
            assert (await guest.closed())[0] is Close.BAD_MESSAGE
        async with caller(server, hello(code, "Ada")) as ada:
            await ada.welcome()
            assert [seat.name for seat in server.table(code).seats] == ["Ada"]
            assert server.metrics.messages == 2


# What belongs to sockets.


async def test_pings_are_answered(tmp_path: Path) -> None:
    """With what they said; and a pong that nobody asked for does no harm."""
    async with opened(tmp_path) as log, served(log) as server, caller(server) as guest:
        guest.guest.say(frame(PONG, b"what?"), frame(PING, b"are you there?"))
        assert await guest.guest.frame() == (PONG, b"are you there?")


async def test_too_many_pings(tmp_path: Path) -> None:
    """They are not answered, and then the socket is closed."""
    pace = Pace(wishes=(NEVER, 2), strikes=(NEVER, 3))
    async with opened(tmp_path) as log, served(log, pace=pace) as server:
        code = await server.hosting.make()
        async with caller(server, hello(code)) as guest:
            await guest.welcome()
            guest.guest.say(*(frame(PING, b"%d" % number) for number in range(6)))
            assert [await guest.guest.frame() for _ in range(2)] == [(PONG, b"0"), (PONG, b"1")]
            assert await guest.closed() == (Close.TOO_MUCH, "")


async def test_too_many_pings_before_the_hello(tmp_path: Path) -> None:
    """They count for the address."""
    pace = Pace(wishes=(NEVER, 0.25), strikes=(NEVER, 0.375))
    async with opened(tmp_path) as log, served(log, pace=pace) as server, caller(server) as guest:
        guest.guest.say(*(frame(PING, b"%d" % number) for number in range(6)))
        assert [await guest.guest.frame() for _ in range(2)] == [(PONG, b"0"), (PONG, b"1")]
        assert await guest.closed() == (Close.TOO_MUCH, "")


@pytest.mark.parametrize("farewell", [b"", b"\x03\xe8", b"\x03\xe9bye"], ids=["no code", "1000", "1001"])
async def test_a_client_that_says_good_bye(tmp_path: Path, farewell: bytes) -> None:
    """It is answered with a code that may be sent, and whatever it says after it is not heard."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.client(code, "Ada") as ada, caller(server, hello(code)) as guest:
            await guest.welcome()
            guest.guest.say(frame(CLOSE, farewell), frame(TEXT, written(say.Rename("Ghost"))))
            assert await guest.guest.close_code() == 1000
            await ada.until(lambda state: [seat.present for seat in state.seats] == [True, False])
            assert [seat.name for seat in ada.state.seats] == ["Ada", "Rob"]


# Too much.


@pytest.mark.parametrize(
    ("pace", "message", "other"),
    [
        (Pace(talk=(NEVER, 2), strikes=(NEVER, 3)), say.Say("hello"), say.Rename("Bob")),
        (Pace(wishes=(NEVER, 2), strikes=(NEVER, 3)), say.GetReady(True), say.Say("Bob")),
        (Pace(acts=(NEVER, 2), strikes=(NEVER, 3)), say.Ready(0), say.Say("Bob")),
    ],
    ids=["talk", "wishes", "acts"],
)
async def test_faster_than_anybody_plays(
    tmp_path: Path, pace: Pace, message: say.FromClient, other: say.FromClient
) -> None:
    """What is too much is refused; other things are heard; whoever does not stop is closed."""
    async with opened(tmp_path) as log, served(log, pace=pace) as server:
        code = await server.hosting.make()
        async with server.client(code, "Ada") as ada, caller(server, hello(code)) as guest:
            await guest.welcome()
            guest.say(*[message] * 5, other)
            refused: list[Refused] = []
            while len(refused) < 3:
                refusal = await guest.next(Refused)
                refused += [refusal] if refusal.reason == Reason.TOO_MUCH else []
            assert {about.about for about in refused} == {str(type(message).__struct_config__.tag)}
            await until(lambda: "Bob" in (ada.state.seats[1].name, *(said.text for said in ada.chat)))
            guest.say(message)
            assert await guest.closed() == (Close.TOO_MUCH, "")
            await ada.until(lambda state: not state.seats[1].present)
            assert server.metrics.refused_messages == 3


async def test_talk_and_feelings_are_one(tmp_path: Path) -> None:
    """Whoever has said enough may not show it either."""
    async with opened(tmp_path) as log, served(log, pace=Pace(talk=(NEVER, 2))) as server:
        code = await server.hosting.make()
        async with caller(server, hello(code)) as guest:
            await guest.welcome()
            guest.say(say.Say("one"), say.React(Reaction.WOW), say.React(Reaction.CLAP))
            assert await guest.next(Refused) == Refused("react", Reason.TOO_MUCH)


# Over and over.


async def test_reconnecting_resets_nothing(tmp_path: Path) -> None:
    """Budgets belong to the key."""
    pace = Pace(talk=(NEVER, 3), strikes=(NEVER, 9))
    async with opened(tmp_path) as log, served(log, pace=pace) as server:
        code = await server.hosting.make()
        async with server.client(code, "Ada") as ada:
            for _ in range(4):
                async with caller(server, hello(code)) as guest:
                    await guest.welcome()
                    guest.say(say.Say("hello"), say.Say("hello"), say.Rename("Bob"))
                    await ada.until(lambda state: state.seats[1].name == "Bob")
                    guest.say(say.Rename("Rob"))
                    await ada.until(lambda state: state.seats[1].name == "Rob")
            assert [said.text for said in ada.chat] == ["hello"] * 3


async def test_new_keys_are_paid_for_by_the_address(tmp_path: Path) -> None:
    """Whose messages are refused then, without a strike against the key, which may be somebody else's."""
    pace = Pace(talk=(NEVER, 1), strikes=(NEVER, 0.125))
    async with opened(tmp_path) as log, served(log, pace=pace) as server:
        code = await server.hosting.make()
        async with server.client(code, "Ada") as ada:
            for number in range(9):
                async with caller(server, hello(code, key=f"{number:032}", watch=True)) as guest:
                    await guest.welcome()
                    guest.say(say.Say(f"line {number}"))
                    if number == 8:
                        assert await guest.next(Refused) == Refused("say", Reason.TOO_MUCH)
                    else:
                        await until(lambda number=number: len(ada.chat) == number + 1)  # type: ignore[misc]


@pytest.mark.parametrize(
    "pace",
    [Pace(welcomes=(NEVER, 3)), Pace(sent=(NEVER, 1))],
    ids=["the number", "the bytes"],
)
async def test_too_many_welcomes(tmp_path: Path, pace: Pace) -> None:
    """Whoever says hello too often is closed, and may come back later."""
    async with opened(tmp_path) as log, served(log, pace=pace) as server:
        code = await server.hosting.make()
        codes: list[int] = []
        while Close.TOO_MUCH not in codes:
            async with caller(server, hello(code)) as guest:
                opcode, payload = await guest.guest.frame()
                codes += [int.from_bytes(payload[:2], "big")] if opcode == CLOSE else [0]
        assert 0 < codes.count(0) <= 3


async def test_too_many_welcomes_for_one_address(tmp_path: Path) -> None:
    """Whatever the key."""
    async with opened(tmp_path) as log, served(log, pace=Pace(welcomes=(NEVER, 1))) as server:
        code = await server.hosting.make()
        for number in range(10):
            async with caller(server, hello(code, key=f"{number:032}", watch=True)) as guest:
                await guest.welcome()
        async with caller(server, hello(code, key="k" * 32, watch=True)) as guest:
            assert await guest.closed() == (Close.TOO_MUCH, "")


async def test_asking_for_welcomes(tmp_path: Path) -> None:
    """Is refused like anything else that is too much."""
    async with opened(tmp_path) as log, served(log, pace=Pace(welcomes=(NEVER, 3))) as server:
        code = await server.hosting.make()
        async with caller(server, hello(code)) as guest:
            await guest.welcome()
            guest.say(*[say.AskWelcome()] * 3)
            assert await guest.next(Refused) == Refused("ask-welcome", Reason.TOO_MUCH)
