"""The bots of the house: looks after the process in which they live, and calls them.

It is started when the first one is called, and again whenever it has ended; tables call bots that are missing
again, so nothing has to be remembered here.
"""

import asyncio
import sys

import msgspec

from pictomania.bots.order import Order
from pictomania.server.journal import alias, note
from pictomania.table.seat import Call

COMMAND = ("-m", "pictomania.bots.process")
GRACE_S = 2.0
REST_S = 5.0  # before a process that has ended by itself is started again


class Household:
    """One process full of bots."""

    def __init__(self, url: str, pace: float = 1.0) -> None:
        """Bots come by this address."""
        self.url = url
        self.process: asyncio.subprocess.Process | None = None  # as long as there is one
        self._pace = pace
        self._orders: asyncio.Queue[Order] = asyncio.Queue()
        self._running = asyncio.create_task(self._run())

    def call(self, table: str, call: Call) -> None:
        """Have a bot come."""
        note("a bot is called", table=alias(table), name=call.name)
        self._orders.put_nowait(Order(self.url, table, call.key, call.name))

    async def _run(self) -> None:
        while True:
            first = await self._orders.get()
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *(*COMMAND, str(self._pace)),
                stdin=asyncio.subprocess.PIPE,
            )
            self.process = process
            note("the bots are up", pid=process.pid)
            try:
                await self._pass_on(process, first)
            finally:
                self.process = None
                await _end(process)
            note("the bots have gone", 30, code=process.returncode)
            await asyncio.sleep(REST_S)

    async def _pass_on(self, process: asyncio.subprocess.Process, order: Order) -> None:
        """Pass on calls until the process has ended."""
        ended = asyncio.create_task(process.wait())
        while True:
            _stdin(process).write(msgspec.json.encode(order) + b"\n")
            following = asyncio.create_task(self._orders.get())
            await asyncio.wait((ended, following), return_when=asyncio.FIRST_COMPLETED)
            if ended.done():
                following.cancel()
                return
            order = following.result()

    async def close(self) -> None:
        """Send all bots home."""
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)


def _stdin(process: asyncio.subprocess.Process) -> asyncio.StreamWriter:
    assert process.stdin is not None  # noqa: S101 (it was asked for)
    return process.stdin


async def _end(process: asyncio.subprocess.Process) -> None:
    """Let a process end, which it does when nobody can call any more."""
    _stdin(process).close()
    try:
        async with asyncio.timeout(GRACE_S):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
