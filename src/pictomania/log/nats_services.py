"""What this process serves over NATS: requests from others, on subjects that come and go."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error

FLUSH_S = 2.0  # for the server to know that a subject is served
PONG_S = 60  # for a pong; connections without any are given up long before

Answer = Callable[[bytes], bytes | None]  # None: no answer


class NatsServices:
    """The subjects served, which outlive the connection."""

    def __init__(self) -> None:
        self._client: Client | None = None
        self._answers: dict[str, Answer] = {}
        self._subscriptions: dict[str, Subscription] = {}
        self._background: set[asyncio.Task[None]] = set()

    async def renew(self, client: Client) -> None:
        """Serve everything on a new client; nats-py itself renews the subscriptions of an old one."""
        self._client = client
        self._subscriptions.clear()
        for subject in list(self._answers):
            await self._subscribe(subject)

    async def serve(self, subject: str, answer: Answer) -> None:
        """Answer the requests on a subject from now on, or as soon as there is a connection."""
        is_new = subject not in self._answers
        self._answers[subject] = answer
        if is_new:
            await self._subscribe(subject)
            if self._client is not None and self._client.is_connected:
                # Nobody may cancel the flush: nats-py stops reading at a pong that is not awaited any more.
                await asyncio.wait((self._start(_flush(self._client)),), timeout=FLUSH_S)

    def withdraw(self, subject: str) -> None:
        """Answer no more requests on a subject."""
        self._answers.pop(subject, None)
        subscription = self._subscriptions.pop(subject, None)
        if subscription is not None:
            self._unsubscribe(subscription)

    async def _subscribe(self, subject: str) -> None:
        client = self._client
        if client is None:
            return

        async def receive(message: Msg) -> None:
            answer = self._answers.get(subject)
            reply = None if answer is None else answer(message.data)
            if reply is not None and message.reply:
                with suppress(Error):  # the node that asked has to ask again
                    await client.publish(message.reply, reply)

        with suppress(Error):  # the client is closed; the next one is told everything
            subscription = await client.subscribe(subject, cb=receive)
            if subject in self._answers and client is self._client:
                self._subscriptions[subject] = subscription
            else:
                self._unsubscribe(subscription)  # withdrawn meanwhile

    def _unsubscribe(self, subscription: Subscription) -> None:
        async def unsubscribe() -> None:
            with suppress(Error):
                await subscription.unsubscribe()

        self._start(unsubscribe())

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        return task


async def _flush(client: Client) -> None:
    """Wait until the server knows all subjects, unless the connection is lost."""
    with suppress(Error, OSError, RuntimeError):  # of nats-py, asyncio or uvloop
        await client.flush(PONG_S)  # nats-py sends this ping ahead of what it is about to write
        await client.flush(PONG_S)
