"""Scripted players without a browser, which never keep a test waiting."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import TypeVar

from pictomania.client import Client
from pictomania.wire import from_client
from pictomania.wire.reasons import Reason
from pictomania.wire.to_client import RequestRefused, State

Act = Callable[[Client, State], None]
T = TypeVar("T")

TIMEOUT_S = 60.0
RETRY_S = 1.0


def take_first_action(client: Client, state: State) -> None:
    """Take the first action that is allowed."""
    may = None if state.view is None else state.view.may
    if may is None:
        return
    if may.guess and may.numbers:
        client.guess(may.guess[0], may.numbers[0])
    elif may.finish:
        client.finish()
    elif may.vote:
        client.vote(False)
    elif may.ready and (state.view is None or state.view.awaited):
        client.send(from_client.Ready(state.stop))


class ScriptedPlayers:
    """Join a table in a background thread and act at every change of its state, until closed."""

    def __init__(self, url: str, code: str, names: list[str], act: Act = take_first_action) -> None:
        self.clients = [Client(url, code, name=name, bot=True) for name in names]
        self._act = act
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=[self._play()])
        self._thread.start()

    def run(self, coroutine: Coroutine[object, object, T]) -> T:
        """Run a coroutine of a client, for example one that waits for something."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(TIMEOUT_S)

    def close(self) -> None:
        """Disconnect all of them."""
        self._loop.call_soon_threadsafe(self._cancel_all)
        self._thread.join()
        self._loop.close()

    def _cancel_all(self) -> None:
        for task in asyncio.all_tasks(self._loop):
            task.cancel()

    async def _play(self) -> None:
        try:
            await asyncio.gather(*(self._play_one(client) for client in self.clients))
        except asyncio.CancelledError:
            return

    async def _play_one(self, client: Client) -> None:
        async with client, asyncio.TaskGroup() as tasks:
            tasks.create_task(self._try_again(client))
            async for state in client:
                self._act(client, state)

    async def _try_again(self, client: Client) -> None:
        """Act again after a refusal, since games that are hurried along exceed the rate limits."""
        while True:
            refused = await client.receive(RequestRefused)
            if refused.reason == Reason.TOO_MUCH:
                await asyncio.sleep(RETRY_S)
                self._act(client, client.state)
