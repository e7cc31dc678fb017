"""The bot process: runs all bots of one server, so that inference never delays its event loop.

    python -m pictomania.bots.process [PACE]

Reads invites from standard input, one line of JSON each, and connects an ordinary client for each of them.
Ends when its input ends. PACE speeds up the bots' clock; 1 is human speed.
"""

import asyncio
import os
import sys
from contextlib import suppress
from random import Random

import msgspec

from pictomania.bots.bot_invite import BotInvite
from pictomania.bots.guesser import guesser
from pictomania.bots.player import BotPlayer
from pictomania.bots.seat_runner import play
from pictomania.bots.vision import Vision
from pictomania.client import Client, Closed

NICE = 10  # lower priority than the server
MAX_INVITE_BYTES = 4096
CONNECT_TIMEOUT_S = 8.0  # after that the table sends another invite
NAME = "Bot"  # required by the protocol but never shown: the seat has its own name

_decoder = msgspec.json.Decoder(BotInvite)


async def serve(invites: asyncio.StreamReader, pace: float = 1.0) -> None:
    """Start a bot for every invite until the stream ends."""
    vision = Vision(guesser())
    loop = asyncio.get_running_loop()
    playing: set[asyncio.Task[None]] = set()
    try:
        while line := await invites.readline():
            task = loop.create_task(_play(_decoder.decode(line), vision, pace))
            playing.add(task)
            task.add_done_callback(playing.discard)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        vision.close()


async def _play(invite: BotInvite, vision: Vision, pace: float) -> None:
    loop = asyncio.get_running_loop()
    with suppress(Closed, TimeoutError):
        # The key gives the bot its seat. If the bot has been removed since, it must not take another one.
        client = Client(invite.url, invite.table, name=NAME, key=invite.key, watch=True)
        async with asyncio.timeout(CONNECT_TIMEOUT_S) as timeout, client:
            timeout.reschedule(None)
            await play(client, BotPlayer(Random()), vision, lambda: loop.time() * pace)


async def _main(pace: float = 1.0) -> None:
    loop = asyncio.get_running_loop()
    invites = asyncio.StreamReader(limit=MAX_INVITE_BYTES)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(invites), sys.stdin)
    await serve(invites, pace)


if __name__ == "__main__":
    os.nice(NICE)
    with suppress(KeyboardInterrupt):
        asyncio.run(_main(*map(float, sys.argv[1:])))
