"""Attacks on the disk: store as much of everything as the limits allow."""

import asyncio
from itertools import cycle

from pictomania.wire import from_client
from pictomania.wire.settings import Settings
from tests.hostile.arena.attack import Steps, attack
from tests.hostile.arena.foe import Foe, Seat, message
from tests.hostile.attacks.decks import bring, huge_text
from tests.hostile.attacks.ink import corners


@attack(short=True, proof="written", disk_mb=20)
async def six_sockets_that_fill_the_disk(foe: Foe) -> Steps:
    """Settings, chat, renames, ink and decks, from six sockets that come back when they are closed."""
    hosts = [await foe.seat(await foe.table(), f"H{number}") for number in range(2)]
    artists = (await foe.game())[:2]
    talkers = [await foe.seat(hosts[0].code, f"T{number}") for number in range(2)]
    for seat in (*hosts, *artists, *talkers):
        seat.link.ignore()
    deck = huge_text(490_000)
    lines = [corners(place, 3_900) for place in range(30)]
    settings = cycle(
        message(from_client.ChangeSettings(Settings(drawing_s=20 + turn))) for turn in range(100)
    )
    yield

    async def kept(seat: Seat, name: str) -> None:
        if seat.link.is_over:
            seat.link = (await foe.seat(seat.code, name, seat.key)).link
            seat.link.ignore()

    async def session(number: int) -> None:
        seat = (*hosts, *artists, *talkers)[number]
        await kept(seat, f"S{number}")
        if number < 2:
            await seat.link.send(*(next(settings) for _ in range(5)))
            await bring(foe, seat, "text", deck)
        elif number < 4:
            await seat.link.send(*(seat.ink(line) for line in lines))
        else:
            await seat.link.send(
                message(from_client.Chat("x" * 200)), message(from_client.Rename("R" + "y" * 10))
            )
        foe.count("written")
        await asyncio.sleep(0.1)

    await foe.swarm(6, session)
