"""The bots of the house: looks after the process in which they live, and calls them.

It is started when the first one is called, and again whenever it has ended; tables call bots that are missing
again, so nothing has to be remembered here.
"""

import asyncio
import logging
import os
import subprocess
import sys
from contextlib import suppress
from typing import IO

import msgspec

from pictomania.bots.order import Order
from pictomania.server.journal import alias, note
from pictomania.table.seat import Call

COMMAND = ("-P", "-m", "pictomania.bots.process")  # whatever lies in the folder is none of its parts
GRACE_S = 2.0
REST_S = 5.0  # before a process that has ended by itself is started again


class Household:
    """One process full of bots."""

    def __init__(self, url: str, pace: float) -> None:
        """Bots come by this address."""
        self.url = url
        self.process: Bots | None = None  # as long as there is one
        self._pace = pace
        self._orders: asyncio.Queue[Order] = asyncio.Queue()
        self._running = asyncio.create_task(self._run())

    def call(self, table: str, call: Call) -> None:
        """Have a bot come; if it does not, it will be called again."""
        note("a bot is called", table=alias(table), seat=call.seat)
        self._orders.put_nowait(Order(self.url, table, call.key))

    async def _run(self) -> None:
        while True:
            order = await self._orders.get()
            try:
                self.process = bots = Bots(self._pace)
            except OSError as error:
                note("the bots cannot be started", logging.ERROR, why=error.strerror)
                await asyncio.sleep(REST_S)
                continue  # whoever is missing will be called again
            note("the bots are up", pid=bots.pid)
            try:
                await self._pass_on(bots, order)
            finally:
                self.process = None
                await bots.end()
            note("the bots have gone", logging.WARNING)
            await asyncio.sleep(REST_S)

    async def _pass_on(self, bots: "Bots", order: Order) -> None:
        """Pass on calls until the process has ended."""
        while True:
            bots.send(order)
            following = asyncio.create_task(self._orders.get())
            await asyncio.wait((bots.ended, following), return_when=asyncio.FIRST_COMPLETED)
            if bots.ended.done():
                following.cancel()
                return
            order = following.result()

    async def close(self) -> None:
        """Send all bots home."""
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)


class Bots:
    """The process. Not as the event loop has them: uvloop may never close when one is ended in haste."""

    def __init__(self, pace: float) -> None:
        """Start it."""
        command = [sys.executable, *COMMAND, str(pace)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, bufsize=0)  # noqa: S603 (ours)
        os.set_blocking(self._stdin.fileno(), False)
        self.ended = asyncio.create_task(asyncio.to_thread(self._process.wait))

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    @property
    def _stdin(self) -> IO[bytes]:
        assert self._process.stdin is not None  # noqa: S101 (it was asked for)
        return self._process.stdin

    def send(self, order: Order) -> None:
        """Pass on a call; if it does not get through, there will be another."""
        with suppress(BrokenPipeError):
            self._stdin.write(msgspec.json.encode(order) + b"\n")

    async def end(self) -> None:
        """Let it end, which it does when nobody can call any more."""
        self._stdin.close()
        await asyncio.wait((self.ended,), timeout=GRACE_S)
        if not self.ended.done():
            self._process.kill()
        await asyncio.wait((self.ended,))
