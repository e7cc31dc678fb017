"""One socket of a client, at a server that takes its time or says strange things."""

import asyncio
import base64
import hashlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from pictomania.client import Client, Closed, client
from pictomania.wire.frames import SHEETS, ink_to_client
from pictomania.wire.gate import written
from pictomania.wire.reasons import Close
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import State, TableMay, Welcome
from tests.server.served import until
from tests.server.visitor import BINARY, CLOSE, PONG, TEXT, Visitor, frame

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
LOBBY = State(None, None, (), 0, Settings(), None, 1, 0, TableMay(), None, None, (), None, {})
WELCOME = frame(TEXT, written(Welcome(1, LOBBY, ())), mask=b"")
SEATED = frame(TEXT, written(Welcome(1, replace(LOBBY, seat=0), ())), mask=b"")
NO_SHEETS = frame(BINARY, ink_to_client(SHEETS, 0, []), mask=b"")

Talk = Callable[[Visitor], Awaitable[None]]


@asynccontextmanager
async def _strange(talk: Talk, before: Talk | None = None) -> AsyncIterator[str]:
    """A server that says what it likes to everybody who comes, and nothing that is not meant to be lost."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        guest = Visitor(reader, writer)
        head = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
        (key,) = [field[19:] for field in head if field.lower().startswith(b"sec-websocket-key: ")]
        if before is not None:
            await before(guest)
        accept = base64.b64encode(hashlib.sha1(key + GUID).digest())  # noqa: S324 (the standard asks for it)
        guest.say(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n")
        guest.say(b"Sec-WebSocket-Accept: ", accept, b"\r\n\r\n")
        await talk(guest)
        writer.close()

    complaints: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(str(context)))
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
    assert complaints == []


async def test_nobody_wants_to_go_there_any_more() -> None:
    """Whoever gives up before the connection is made says no hello, but good-bye, once it is."""
    knocked, open_up, heard = asyncio.Event(), asyncio.Event(), list[bytes]()

    async def wait(_: Visitor) -> None:
        knocked.set()
        await open_up.wait()

    async def listen(guest: Visitor) -> None:
        heard.append(await guest.rest())

    async with _strange(listen, wait) as url:
        coming = asyncio.create_task(Client(url, "ABCDEFGH", name="Ada").__aenter__())
        await knocked.wait()
        coming.cancel()
        with pytest.raises(asyncio.CancelledError):
            await coming
        open_up.set()
        await until(lambda: bool(heard))
        assert heard[0][:2] == bytes([0x80 | CLOSE, 0x80 | 2])
        assert len(heard[0]) == 8


@pytest.mark.parametrize(
    "strange",
    [
        frame(TEXT, b"?", mask=b""),
        frame(TEXT, b'{"type": "prophecy"}', mask=b""),
        frame(BINARY, b"?", mask=b""),
        WELCOME + frame(BINARY, b"\2\0\1\7", mask=b""),
        frame(CLOSE, b"", mask=b""),
        frame(CLOSE, b"\x03\xf4", mask=b""),
        frame(3, b"", mask=b""),
        frame(PONG, b"", mask=b"") + frame(CLOSE, b"\x0f\xa8you are late", mask=b""),
    ],
    ids=["no JSON", "no message", "no ink", "ink that breaks off", "no code", "1012", "no opcode", "4008"],
)
async def test_something_strange(monkeypatch: pytest.MonkeyPatch, strange: bytes) -> None:
    """It is as a lost connection: another one is made, and may be better."""
    monkeypatch.setattr(client, "SHORTEST_S", 0.001)
    visits = 0

    async def talk(guest: Visitor) -> None:
        nonlocal visits
        visits += 1
        guest.say(strange if visits < 3 else WELCOME + NO_SHEETS)
        await guest.rest()

    async with _strange(talk) as url, Client(url, "ABCDEFGH", name="Ada") as ada:
        await until(lambda: visits == 3)
        await ada.until(lambda state: state == LOBBY)


async def test_a_mistake_of_ours() -> None:
    """It is not tried again, and whoever waits hears of it."""
    visits: list[Visitor] = []

    async def talk(guest: Visitor) -> None:
        visits.append(guest)
        guest.say(NO_SHEETS, WELCOME)
        await guest.rest()

    async with _strange(talk) as url:
        ada = Client(url, "ABCDEFGH", name="Ada")
        with pytest.raises(AssertionError, match="not welcomed yet"):
            await ada.__aenter__()
        assert len(visits) == 1


def closing(code: Close) -> bytes:
    """What a server says to close a socket."""
    return frame(CLOSE, code.to_bytes(2, "big"), mask=b"")


async def test_a_table_that_is_missing_while_one_has_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is looked for again, until it is found."""
    monkeypatch.setattr(client, "SHORTEST_S", 0.001)
    visits = 0

    async def talk(guest: Visitor) -> None:
        nonlocal visits
        visits += 1
        welcome = b"" if 1 < visits < 5 else SEATED + NO_SHEETS
        guest.say(welcome, b"" if visits == 5 else closing(Close.NO_SUCH_TABLE))
        await guest.rest()

    async with _strange(talk) as url, Client(url, "ABCDEFGH", name="Ada") as ada:
        await until(lambda: visits == 5 and ada.is_heard)


async def test_a_table_that_is_missing_for_somebody_without_a_seat() -> None:
    """It is not looked for again, though one was let in to watch."""
    visits = 0

    async def talk(guest: Visitor) -> None:
        nonlocal visits
        visits += 1
        guest.say(WELCOME, NO_SHEETS, closing(Close.NO_SUCH_TABLE))
        await guest.rest()

    async with _strange(talk) as url, Client(url, "ABCDEFGH", name="Ada", watch=True) as ada:
        with pytest.raises(Closed, match="4004"):
            await ada.until(lambda _: False)
    assert visits == 1


@pytest.fixture
def backoff(monkeypatch: pytest.MonkeyPatch) -> client.Backoff:
    """How long to wait, without chance."""
    monkeypatch.setattr(random, "random", lambda: 0.5)
    return client.Backoff()


@pytest.mark.parametrize("code", [Close.TOO_MUCH, Close.TOO_SLOW])
def test_a_server_that_is_busy_is_left_alone(backoff: client.Backoff, code: Close) -> None:
    """Being welcomed does not make the wait shorter; having stayed for a while does."""
    waits = [backoff.after(code, is_welcomed=True, lasted_s=0.1) for _ in range(7)]
    assert waits == [1, 2, 4, 8, 16, 30, 30]
    assert backoff.after(code, is_welcomed=True, lasted_s=60) == 1


def test_a_missing_table_is_looked_for_less_and_less_often(backoff: client.Backoff) -> None:
    """A server that is gone may be back at any moment; a table that is missing may stay so."""
    waits = [backoff.after(Close.NO_SUCH_TABLE, is_welcomed=False, lasted_s=0.1) for _ in range(12)]
    assert waits[0] == client.SHORTEST_S
    assert waits[-2:] == [30, 30]
    assert backoff.after(0, is_welcomed=True, lasted_s=0.1) == client.SHORTEST_S
    assert max(backoff.after(0, is_welcomed=False, lasted_s=0.1) for _ in range(12)) == client.LONGEST_S
