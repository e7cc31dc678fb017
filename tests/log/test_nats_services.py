"""Subjects that are served over NATS: they outlive clients, and may be withdrawn at any moment."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import nats as nats_py
import pytest
from nats.aio.client import Client
from nats.aio.subscription import Subscription
from nats.errors import NoRespondersError
from nats.errors import TimeoutError as NatsTimeoutError

from pictomania.log.nats_services import NatsServices
from tests.log.nats_server import NatsServer


@asynccontextmanager
async def connected(nats: NatsServer) -> AsyncIterator[Client]:
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


async def assert_no_answer(client: Client, subject: str) -> None:
    """Wait until the server knows that nobody serves a subject."""
    while True:
        try:
            await client.request(subject, b"hello", timeout=0.1)
        except NoRespondersError:
            return
        except NatsTimeoutError:
            continue
