"""Players without a browser, for those who want to play with the keyboard alone and not wait for anybody."""

import asyncio
import threading

from pictomania.client import Client
from pictomania.wire import from_client as say
from pictomania.wire.to_client import State


class Robots:
    """They come to a table, do whatever comes first of what they may, and stay until they are sent home."""

    def __init__(self, url: str, code: str, names: list[str]) -> None:
        """Let them come."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_until_complete, args=[self._play(url, code, names)]
        )
        self._thread.start()

    def close(self) -> None:
        """Send them home."""
        self._loop.call_soon_threadsafe(self._end)
        self._thread.join()
        self._loop.close()

    def _end(self) -> None:
        for task in asyncio.all_tasks(self._loop):
            task.cancel()

    async def _play(self, url: str, code: str, names: list[str]) -> None:
        try:
            await asyncio.gather(*(self._one(url, code, name) for name in names))
        except asyncio.CancelledError:
            return

    async def _one(self, url: str, code: str, name: str) -> None:
        async with Client(url, code, name=name, bot=True) as client:
            async for state in client:
                _move(client, state)


def _move(client: Client, state: State) -> None:
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
        client.say(say.Ready(state.stop))
