"""Subjects that are served over NATS: they outlive clients, and may be withdrawn at any moment."""

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import nats as nats_py
import pytest
from nats.aio.client import Client
from nats.aio.subscription import Subscription
from nats.errors import NoRespondersError
from nats.errors import TimeoutError as NatsTimeoutError

from pictomania.log import nats_services
from pictomania.log.nats_services import NatsServices
from tests.log.fake_nats import FakeNats, fake_nats
from tests.log.nats_server import NatsServer
from tests.server.support.waiting import wait_until


@asynccontextmanager
async def connected(nats: NatsServer | FakeNats) -> AsyncIterator[Client]:
    """A client, closed at the end."""
    client = await nats_py.connect(nats.url)
    try:
        yield client
    finally:
        await client.close()


async def test_a_subject_outlives_its_client(nats: NatsServer) -> None:
    """It may be served before there is a client, and is served again by the next one."""
    services = NatsServices()
    await services.serve("services.shout", bytes.upper)
    for _ in range(2):
        async with connected(nats) as client:
            await services.renew(client)
            assert (await client.request("services.shout", b"hello")).data == b"HELLO"


async def test_a_withdrawn_subject(nats: NatsServer) -> None:
    """Nobody answers; withdrawing it again changes nothing."""
    services = NatsServices()
    async with connected(nats) as client:
        await services.renew(client)
        await services.serve("services.gone", bytes.upper)
        for _ in range(2):
            services.withdraw("services.gone")
        await assert_no_answer(client, "services.gone")


async def test_a_subject_withdrawn_while_it_is_being_served(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody answers either."""
    services, subscribed, may_go_on = NatsServices(), asyncio.Event(), asyncio.Event()
    async with connected(nats) as client:
        subscribe: Callable[..., Awaitable[Subscription]] = client.subscribe

        async def subscribe_slowly(subject: str, **options: Any) -> Subscription:
            subscription = await subscribe(subject, **options)
            subscribed.set()
            await may_go_on.wait()
            return subscription

        await services.renew(client)
        monkeypatch.setattr(client, "subscribe", subscribe_slowly)
        serving = asyncio.ensure_future(services.serve("services.brief", bytes.upper))
        await subscribed.wait()
        services.withdraw("services.brief")
        may_go_on.set()
        await serving
        monkeypatch.undo()
        await assert_no_answer(client, "services.brief")


async def test_a_server_that_is_slow_to_confirm(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The subject is served in the end, and the connection is not harmed."""
    monkeypatch.setattr(nats_services, "FLUSH_S", 0.01)
    services = NatsServices()
    async with connected(nats) as client:
        await services.renew(client)
        with nats.stalled():
            await services.serve("services.slow", bytes.upper)
        assert (await client.request("services.slow", b"hello", timeout=60)).data == b"HELLO"


async def test_a_caller_that_gives_up(nats: NatsServer) -> None:
    """Before the server has confirmed the subject; the connection is not harmed either."""
    services = NatsServices()
    async with connected(nats) as client:
        await services.renew(client)
        with nats.stalled():
            serving = asyncio.ensure_future(services.serve("services.given-up", bytes.upper))
            await wait_until(lambda: bool(client._pongs))
            serving.cancel()
            with pytest.raises(asyncio.CancelledError):
                await serving
        assert (await client.request("services.given-up", b"hello", timeout=60)).data == b"HELLO"


async def test_a_server_that_never_confirms(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody waits for it, and nothing is logged."""
    monkeypatch.setattr(nats_services, "FLUSH_S", 0.01)
    monkeypatch.setattr(nats_services, "PONG_S", 0.02)
    services = NatsServices()
    async with fake_nats() as fake, connected(fake) as client:
        await services.renew(client)
        fake.at_ping = ""
        await services.serve("services.never", bytes.upper)
        await wait_until(lambda: not services._background)
    gc.collect()  # the task, whose exception somebody must have seen
    assert not caplog.records


async def assert_no_answer(client: Client, subject: str) -> None:
    """Wait until the server knows that nobody serves a subject."""
    while True:
        try:
            await client.request(subject, b"hello", timeout=0.1)
        except NoRespondersError:
            return
        except NatsTimeoutError:
            continue
