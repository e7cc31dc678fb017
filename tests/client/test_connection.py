"""Client connections to a server that is slow or sends garbage."""

import asyncio
import base64
import hashlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from pictomania.client import Client, Closed, client
from pictomania.wire.frames import SHEETS, encode_ink_to_client
from pictomania.wire.json_codec import encode
from pictomania.wire.reasons import Close
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import State, TableMay, Welcome
from tests.server.support.raw_client import BINARY, CLOSE, PONG, TEXT, RawClient, frame
from tests.server.support.waiting import wait_until

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
LOBBY = State(
    None,
    None,
    (),
    0,
    Settings(),
    None,
    1,
    0,
    TableMay(),
    None,
    None,
    (),
    None,
    None,
    None,
    (),
    None,
    {},
    None,
)
WELCOME = frame(TEXT, encode(Welcome(1, LOBBY, ())), mask=b"")
SEATED = frame(TEXT, encode(Welcome(1, replace(LOBBY, seat=0), ())), mask=b"")
NO_SHEETS = frame(BINARY, encode_ink_to_client(SHEETS, 0, []), mask=b"")

Script = Callable[[RawClient], Awaitable[None]]


@asynccontextmanager
async def _scripted_server(script: Script, before: Script | None = None) -> AsyncIterator[str]:
    """A server that runs a script for every connection; asserts that no callback raised an exception."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        guest = RawClient(reader, writer)
        head = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
        (key,) = [field[19:] for field in head if field.lower().startswith(b"sec-websocket-key: ")]
        if before is not None:
            await before(guest)
        accept = base64.b64encode(hashlib.sha1(key + GUID).digest())  # noqa: S324 (the standard asks for it)
        guest.send(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n")
        guest.send(b"Sec-WebSocket-Accept: ", accept, b"\r\n\r\n")
        await script(guest)
        writer.close()

    errors: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(str(context)))
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
    assert errors == []


async def test_cancelled_before_the_connection_opens() -> None:
    """A client that was cancelled while connecting sends a close frame and no hello."""
    requested, proceed, received = asyncio.Event(), asyncio.Event(), list[bytes]()

    async def wait(_: RawClient) -> None:
        requested.set()
        await proceed.wait()

    async def listen(guest: RawClient) -> None:
        received.append(await guest.rest())

    async with _scripted_server(listen, wait) as url:
        joining = asyncio.create_task(Client(url, "ABCDEFGH", name="Ada").__aenter__())
        await requested.wait()
        joining.cancel()
        with pytest.raises(asyncio.CancelledError):
            await joining
        proceed.set()
        await wait_until(lambda: bool(received))
        assert received[0][:2] == bytes([0x80 | CLOSE, 0x80 | 2])
        assert len(received[0]) == 8


@pytest.mark.parametrize(
    "garbage",
    [
        frame(TEXT, b"?", mask=b""),
        frame(TEXT, b'{"type": "state"}', mask=b""),
        frame(BINARY, b"?", mask=b""),
        WELCOME + frame(BINARY, b"\2\0\1\7", mask=b""),
        frame(CLOSE, b"", mask=b""),
        frame(CLOSE, b"\x03\xf4", mask=b""),
        frame(3, b"", mask=b""),
        frame(PONG, b"", mask=b"") + frame(CLOSE, b"\x0f\xa8you are late", mask=b""),
    ],
    ids=["no JSON", "no message", "no ink", "truncated ink", "no code", "1012", "no opcode", "4008"],
)
async def test_reconnecting_after_garbage(monkeypatch: pytest.MonkeyPatch, garbage: bytes) -> None:
    monkeypatch.setattr(client, "MIN_DELAY_S", 0.001)
    visits = 0

    async def talk(guest: RawClient) -> None:
        nonlocal visits
        visits += 1
        guest.send(garbage if visits < 3 else WELCOME + NO_SHEETS)
        await guest.rest()

    async with _scripted_server(talk) as url, Client(url, "ABCDEFGH", name="Ada") as ada:
        await wait_until(lambda: visits == 3)
        await ada.until(lambda state: state == LOBBY)


async def test_a_message_of_a_newer_server() -> None:
    """It is ignored."""
    visits = 0

    async def talk(guest: RawClient) -> None:
        nonlocal visits
        visits += 1
        guest.send(frame(TEXT, b'{"type": "prophecy", "of": "rain"}', mask=b""), WELCOME + NO_SHEETS)
        await guest.rest()

    async with _scripted_server(talk) as url, Client(url, "ABCDEFGH", name="Ada") as ada:
        await ada.until(lambda state: state == LOBBY)
        assert visits == 1


async def test_a_bug_of_ours_ends_the_client() -> None:
    """It is not retried, and the waiting caller gets the exception."""
    visits: list[RawClient] = []

    async def talk(guest: RawClient) -> None:
        visits.append(guest)
        guest.send(NO_SHEETS, WELCOME)
        await guest.rest()

    async with _scripted_server(talk) as url:
        ada = Client(url, "ABCDEFGH", name="Ada")
        with pytest.raises(AssertionError, match="not welcomed yet"):
            await ada.__aenter__()
        assert len(visits) == 1


def close_frame(code: Close) -> bytes:
    """A close frame from the server."""
    return frame(CLOSE, code.to_bytes(2, "big"), mask=b"")


async def test_a_missing_table_is_retried_with_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "MIN_DELAY_S", 0.001)
    visits = 0

    async def talk(guest: RawClient) -> None:
        nonlocal visits
        visits += 1
        welcome = b"" if 1 < visits < 5 else SEATED + NO_SHEETS
        guest.send(welcome, b"" if visits == 5 else close_frame(Close.NO_SUCH_TABLE))
        await guest.rest()

    async with _scripted_server(talk) as url, Client(url, "ABCDEFGH", name="Ada") as ada:
        await wait_until(lambda: visits == 5 and ada.is_connected)


async def test_a_missing_table_is_final_without_a_seat() -> None:
    """Even a watcher who had been welcomed does not come back."""
    visits = 0

    async def talk(guest: RawClient) -> None:
        nonlocal visits
        visits += 1
        guest.send(WELCOME, NO_SHEETS, close_frame(Close.NO_SUCH_TABLE))
        await guest.rest()

    async with _scripted_server(talk) as url, Client(url, "ABCDEFGH", name="Ada", watch=True) as ada:
        with pytest.raises(Closed, match="4004"):
            await ada.until(lambda _: False)
    assert visits == 1


@pytest.fixture
def backoff(monkeypatch: pytest.MonkeyPatch) -> client.Backoff:
    """Backoff without jitter."""
    monkeypatch.setattr(random, "random", lambda: 0.5)
    return client.Backoff()


@pytest.mark.parametrize("code", [Close.TOO_MUCH, Close.TOO_SLOW])
def test_backoff_for_a_busy_server(backoff: client.Backoff, code: Close) -> None:
    """A welcome alone does not reset the delay; a connection that lasted does."""
    waits = [backoff.delay_after(code, is_welcomed=True, lasted_s=0.1) for _ in range(7)]
    assert waits == [1, 2, 4, 8, 16, 30, 30]
    assert backoff.delay_after(code, is_welcomed=True, lasted_s=60) == 1


def test_backoff_for_a_missing_table(backoff: client.Backoff) -> None:
    """A server that is down may be back soon; a missing table may stay missing."""
    waits = [backoff.delay_after(Close.NO_SUCH_TABLE, is_welcomed=False, lasted_s=0.1) for _ in range(12)]
    assert waits[0] == client.MIN_DELAY_S
    assert waits[-2:] == [30, 30]
    assert backoff.delay_after(0, is_welcomed=True, lasted_s=0.1) == client.MIN_DELAY_S
    assert (
        max(backoff.delay_after(0, is_welcomed=False, lasted_s=0.1) for _ in range(12)) == client.MAX_DELAY_S
    )
