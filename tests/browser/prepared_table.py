"""A game in the drawing phase, made by clients without a browser, so that pages can start there."""

import asyncio
import json
import threading
import urllib.request
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack
from typing import TypeVar

from pictomania.client import Client
from pictomania.rules import EditionName, Phase
from pictomania.wire import from_client
from pictomania.wire.settings import Settings

T = TypeVar("T")

TIMEOUT_S = 60.0


def make_table(url: str) -> str:
    """Make a table without players, and return its code."""
    request = urllib.request.Request(f"{url}/api/tables", method="POST", headers={"Origin": url})  # noqa: S310
    with urllib.request.urlopen(request, timeout=TIMEOUT_S) as response:  # noqa: S310 (our own server)
        code: str = json.load(response)["code"]
        return code


class PreparedTable:
    """A table in the drawing phase, with a client in every seat, which anyone who knows its key can take."""

    def __init__(self, url: str, names: Sequence[str], edition: EditionName = EditionName.SECOND) -> None:
        """Make a table, join it with all clients and start a game."""
        self.code = make_table(url)
        self.clients: list[Client] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._stack = AsyncExitStack()
        self._run(self._join(url, names, Settings(edition=edition)))

    def close(self) -> None:
        """Disconnect all clients."""
        self._run(self._stack.aclose())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, coroutine: Coroutine[object, object, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(TIMEOUT_S)

    async def _join(self, url: str, names: Sequence[str], settings: Settings) -> None:
        for name in names:
            client = Client(url, self.code, name=name, bot=False)
            self.clients.append(await self._stack.enter_async_context(client))
        self.clients[0].send(from_client.ChangeSettings(settings))
        self.clients[0].send(from_client.Begin())
        await asyncio.gather(*(_wait_for_drawing(client) for client in self.clients))


async def _wait_for_drawing(client: Client) -> None:
    async for state in client:
        view = state.view
        if view is not None and view.phase is Phase.DRAWING:
            return
        if view is None or view.may is None:
            continue
        if view.may.choose_level:
            client.send(from_client.ChooseLevel(state.stop, view.may.choose_level[0]))
        elif view.may.ready:
            client.ready()
