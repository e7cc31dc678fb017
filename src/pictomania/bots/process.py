"""A process of its own in which the bots of one server live, so that nobody there waits for them to think.

    python -m pictomania.bots.process [PACE]

It hears on its standard input who is called where, one line of JSON each, and sends a client there as anybody
else would. When its input ends, so does it. PACE is how many times as fast as people they are.
"""

import asyncio
import os
import sys
from contextlib import suppress
from random import Random

import msgspec

from pictomania.bots.eye import Eye
from pictomania.bots.guesser import guesser
from pictomania.bots.order import Order
from pictomania.bots.player import Player
from pictomania.bots.seat import play
from pictomania.client import Client, Closed

NICE = 5  # people come first
LONGEST_ORDER = 4096
PATIENCE_S = 8.0  # to be let in; whoever is missing then is called again
NAME = "Bot"  # which nobody ever sees: the seat has a name


_orders = msgspec.json.Decoder(Order)


async def serve(orders: asyncio.StreamReader, pace: float = 1.0) -> None:
    """Send a bot wherever one is called, until nobody can call any more."""
    eye = Eye(guesser())
    loop = asyncio.get_running_loop()
    playing: set[asyncio.Task[None]] = set()
    try:
        while line := await orders.readline():
            task = loop.create_task(_play(_orders.decode(line), eye, pace))
            playing.add(task)
            task.add_done_callback(playing.discard)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        eye.close()


async def _play(order: Order, eye: Eye, pace: float) -> None:
    loop = asyncio.get_running_loop()
    with suppress(Closed, TimeoutError):
        # To watch, unless the seat is still its own: a bot that was sent away meanwhile takes no other.
        client = Client(order.url, order.table, name=NAME, key=order.key, watch=True)
        async with asyncio.timeout(PATIENCE_S) as patience, client:
            patience.reschedule(None)
            await play(client, Player(Random()), eye, lambda: loop.time() * pace)


async def _main(pace: float = 1.0) -> None:
    loop = asyncio.get_running_loop()
    orders = asyncio.StreamReader(limit=LONGEST_ORDER)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    await serve(orders, pace)


if __name__ == "__main__":
    os.nice(NICE)
    with suppress(KeyboardInterrupt):
        asyncio.run(_main(*map(float, sys.argv[1:])))
