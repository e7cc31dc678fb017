"""NATS servers that are frozen or have lost power: their connections stay open, but they read nothing."""

import asyncio
from asyncio import constants
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import uvloop
from nats.aio.client import Client

from pictomania.log import Unavailable, nats_connection
from pictomania.log.nats_connection import NatsConnection, Reply
from tests.log.fake_nats import fake_nats
from tests.log.nats_server import NatsServer, nats_server
from tests.log.test_nats_setup import make_certificate
from tests.server.support.waiting import wait_until

NewLoop = Callable[[], asyncio.AbstractEventLoop]

LIMIT_S = 150.0  # that only keeps a test from hanging
FEW = [b"x"] * 3
MUCH = [bytes(1_000_000)] * 40  # more than the kernel takes for a peer that doesn't read


@pytest.fixture
def servers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[NatsServer]]:
    """Two servers that don't know each other, with TLS if the parameter says so."""
    with ExitStack() as stack:
        settings = _tls(tmp_path, stack) if request.param == "tls" else ""
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
        yield [stack.enter_context(nats_server(tmp_path / name, settings)) for name in ("one", "two")]


def _tls(folder: Path, stack: ExitStack) -> str:
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    make_certificate(key, certificate)
    patch = stack.enter_context(pytest.MonkeyPatch.context())
    patch.setenv("SSL_CERT_FILE", str(certificate))
    patch.setattr(constants, "SSL_SHUTDOWN_TIMEOUT", 1e6)  # asyncio gives the peer this long to say goodbye
    return f'tls {{ cert_file: "{certificate}", key_file: "{key}" }}'


def run_on(new_loop: NewLoop, work: Coroutine[None, None, None]) -> None:
    """Run a test, with a limit of its own: uvloop swallows what pytest raises when time is up."""
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(asyncio.wait_for(work, LIMIT_S))


async def connect(servers: list[NatsServer]) -> tuple[NatsConnection, NatsServer, NatsServer]:
    """Connect to one of two servers; return the connection, this server, and the other one."""
    scheme = "tls:" if "tls" in servers[0].more else "nats:"
    connection = await NatsConnection.open(
        [server.url.replace("nats:", scheme) for server in servers], None, 60.0
    )
    here, there = sorted(servers, key=lambda server: server.port != connection.info["port"])
    return connection, here, there


def send(connection: NatsConnection, messages: list[bytes]) -> list[asyncio.Task[Reply]]:
    """Send requests that nobody answers."""
    return [asyncio.ensure_future(connection.request("frozen", message)) for message in messages]


async def assert_failed(requests: list[asyncio.Task[Reply]]) -> None:
    """Wait until all of them have failed."""
    results = await asyncio.gather(*requests, return_exceptions=True)
    assert {type(result) for result in results} == {Unavailable}


async def until_answered(connection: NatsConnection) -> None:
    """Repeat a request until a server answers."""
    while True:
        try:
            await connection.request("$JS.API.INFO", b"")
        except Unavailable:
            await asyncio.sleep(0.01)
        else:
            return


ON_ANY_LOOP = pytest.mark.parametrize(
    ("servers", "messages", "new_loop"),
    [
        pytest.param("tls", FEW, asyncio.new_event_loop, id="tls-asyncio"),
        pytest.param("plain", MUCH, asyncio.new_event_loop, id="plain-asyncio"),
        pytest.param("plain", MUCH, uvloop.new_event_loop, id="plain-uvloop"),
    ],
    indirect=["servers"],
)


@ON_ANY_LOOP
def test_a_frozen_server_is_left_for_another(
    servers: list[NatsServer], messages: list[bytes], new_loop: NewLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if it never takes what is left to send, and never says goodbye."""
    monkeypatch.setattr(nats_connection, "PING_S", 0.2)

    async def leave() -> None:
        connection, here, there = await connect(servers)
        with here.stalled():
            requests = send(connection, messages)
            await until_answered(connection)
            assert connection.info["port"] == there.port
            await assert_failed(requests)
            await connection.close()

    run_on(new_loop, leave())


@ON_ANY_LOOP
def test_closing_does_not_wait_for_a_frozen_server(
    servers: list[NatsServer], messages: list[bytes], new_loop: NewLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not for long, that is; requests fail."""
    monkeypatch.setattr(nats_connection, "CLOSE_S", 0.05)
    monkeypatch.setattr(nats_connection, "PING_S", 1000)

    async def close() -> None:
        connection, here, _ = await connect(servers)
        with here.stalled():
            requests = send(connection, messages)
            await asyncio.sleep(0)  # let them be sent
            await connection.close()
            await assert_failed(requests)

    run_on(new_loop, close())


@pytest.mark.parametrize(
    "new_loop", [asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"]
)
def test_closing_with_something_left_to_send(new_loop: NewLoop, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no connection any more, and no server to connect to."""
    monkeypatch.setattr(nats_connection, "PING_S", 0.2)

    async def close() -> None:
        async with fake_nats() as fake:
            connection = await NatsConnection.open([fake.url], None, 60.0)
            fake.freeze()
            requests = send(connection, MUCH)
            await asyncio.sleep(0.01)
            requests += send(connection, MUCH)
        await wait_until(lambda: connection.losses > 0)
        await assert_failed(requests)
        await connection.close()

    run_on(new_loop, close())


async def test_closing_while_a_server_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client stops looking, even if its first cancellation gets lost, as in `wait_for` of Python 3.11."""
    is_looking = asyncio.Event()

    async def refuse(*_: object) -> None:
        is_looking.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            raise ConnectionRefusedError from None

    async with fake_nats() as fake:
        connection = await NatsConnection.open([fake.url], None, 60.0)
        monkeypatch.setattr(Client, "_connect_to_server", refuse)
    await is_looking.wait()
    looking = connection._client._reconnection_task
    assert looking is not None
    await connection.close()
    await asyncio.wait((looking,))
