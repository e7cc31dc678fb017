"""Scripted players without a browser, which never keep a test waiting."""

import asyncio
import threading

from pictomania.client import Client
from pictomania.wire import from_client
from pictomania.wire.to_client import State


class ScriptedPlayers:
    """Join a table in a background thread and always take the first allowed action, until closed.

    If they are idle, they leave the drawing phase to the others: they neither guess nor finish.
    """

    def __init__(self, url: str, code: str, names: list[str], *, idle: bool = False) -> None:
        self._idle = idle
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_until_complete, args=[self._play(url, code, names)]
        )
        self._thread.start()

    def close(self) -> None:
        """Disconnect all of them."""
        self._loop.call_soon_threadsafe(self._cancel_all)
        self._thread.join()
        self._loop.close()

    def _cancel_all(self) -> None:
        for task in asyncio.all_tasks(self._loop):
            task.cancel()

    async def _play(self, url: str, code: str, names: list[str]) -> None:
        try:
            await asyncio.gather(*(self._play_one(url, code, name) for name in names))
        except asyncio.CancelledError:
            return

    async def _play_one(self, url: str, code: str, name: str) -> None:
        async with Client(url, code, name=name, bot=True) as client:
            async for state in client:
                _act(client, state, idle=self._idle)


def _act(client: Client, state: State, *, idle: bool) -> None:
    may = None if state.view is None else state.view.may
    if may is None or (idle and may.finish):
        return
    if may.guess and may.numbers:
        client.guess(may.guess[0], may.numbers[0])
    elif may.finish:
        client.finish()
    elif may.vote:
        client.vote(False)
    elif may.ready and (state.view is None or state.view.awaited):
        client.send(from_client.Ready(state.stop))
