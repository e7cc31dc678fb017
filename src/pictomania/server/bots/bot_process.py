"""The process that house bots run in: starts it on demand and passes invites on to it.

It starts with the first invite, and again after it has ended. Tables invite missing bots again, so nothing is
remembered here.
"""

import asyncio
import logging
import os
import subprocess
import sys
from contextlib import suppress
from typing import IO

import msgspec

from pictomania.bots.bot_invite import BotInvite
from pictomania.server.structured_logging import log_event, table_alias
from pictomania.table.seat import Invite

COMMAND = ("-P", "-m", "pictomania.bots.process")  # never import from the working directory
GRACE_S = 2.0
RESTART_DELAY_S = 5.0  # after the process exited unexpectedly


class BotProcess:
    """Keeps the process running."""

    def __init__(self, url: str, pace: float) -> None:
        """`url` is where the bots connect; `pace` is their speed, relative to people."""
        self.url = url
        self.process: BotSubprocess | None = None  # while it runs
        self._pace = pace
        self._invites: asyncio.Queue[BotInvite] = asyncio.Queue()
        self._running = asyncio.create_task(self._run())

    def invite(self, table: str, invite: Invite) -> None:
        """Invite a bot to a table; if it does not come, the table invites it again."""
        log_event("inviting bot", table=table_alias(table), seat=invite.seat)
        self._invites.put_nowait(BotInvite(self.url, table, invite.key))

    async def _run(self) -> None:
        while True:
            invite = await self._invites.get()
            try:
                self.process = bots = BotSubprocess(self._pace)
            except OSError as error:
                log_event("cannot start bot process", logging.ERROR, why=error.strerror)
                await asyncio.sleep(RESTART_DELAY_S)
                continue  # tables invite missing bots again
            log_event("bot process started", pid=bots.pid)
            try:
                await self._pass_on(bots, invite)
            finally:
                self.process = None
                await bots.end()
            log_event("bot process ended", logging.WARNING)
            await asyncio.sleep(RESTART_DELAY_S)

    async def _pass_on(self, bots: "BotSubprocess", invite: BotInvite) -> None:
        """Pass on invites until the process ends."""
        while True:
            bots.send(invite)
            next_invite = asyncio.create_task(self._invites.get())
            await asyncio.wait((bots.ended, next_invite), return_when=asyncio.FIRST_COMPLETED)
            if bots.ended.done():
                next_invite.cancel()
                return
            invite = next_invite.result()

    async def close(self) -> None:
        """End the process."""
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)


class BotSubprocess:
    """The process itself; not an asyncio subprocess: uvloop may hang on closing when one is killed."""

    def __init__(self, pace: float) -> None:
        command = [sys.executable, *COMMAND, str(pace)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, bufsize=0)  # noqa: S603 (ours)
        os.set_blocking(self._stdin.fileno(), False)
        self.ended = asyncio.create_task(asyncio.to_thread(self._process.wait))

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def _stdin(self) -> IO[bytes]:
        assert self._process.stdin is not None  # noqa: S101 (it is a pipe)
        return self._process.stdin

    def send(self, invite: BotInvite) -> None:
        """Send an invite; if it is lost, the table sends another."""
        with suppress(BrokenPipeError):
            self._stdin.write(msgspec.json.encode(invite) + b"\n")

    async def end(self) -> None:
        """Close its input, upon which it ends, and kill it if it does not."""
        self._stdin.close()
        await asyncio.wait((self.ended,), timeout=GRACE_S)
        if not self.ended.done():
            self._process.kill()
        await asyncio.wait((self.ended,))
