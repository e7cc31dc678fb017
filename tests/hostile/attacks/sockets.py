"""Socket attacks: storms of hellos, floods of messages and pings, and clients that never read."""

import asyncio
from random import Random

from pictomania.table.arrivals import MAX_WATCHERS
from pictomania.wire import from_client
from pictomania.wire.reactions import Reaction
from pictomania.wire.to_client import ChatSaid
from tests.hostile.arena.attack import Steps, attack
from tests.hostile.arena.foe import Foe, hello, message, new_key
from tests.hostile.arena.link import BINARY, PING, TEXT, frame
from tests.hostile.attacks.ink import hostile_sheet

MOST = 80  # sockets; one address may have a hundred connections
SENT = (10e6, 400e6)  # bytes that one address may have for nothing, a second and at once


@attack(short=True, proof="lines said", most={"lines heard": (8, 100)})
async def chat_that_comes_back(foe: Foe) -> Steps:
    """Send as much as one socket may, reconnect with the same key, and send it again."""
    code = await foe.table()
    listener = await foe.seat(code, "Listener", watch=True)
    keys = [new_key() for _ in range(6)]
    lines = [message(from_client.Chat("x" * 200))] * 10 + [message(from_client.React(Reaction.CLAP))] * 10
    yield

    async def session(number: int) -> None:
        seat = await foe.seat(code, f"M{number}", keys[number % len(keys)])
        try:
            await seat.link.send(*lines)
            foe.count("lines said", 10)
            await seat.link.frame()
        finally:
            seat.link.drop()

    async def listen() -> None:
        while True:
            foe.count("lines heard", isinstance(await listener.next(), ChatSaid))

    listening = asyncio.create_task(listen())
    await foe.swarm(12 * foe.scale, session)
    listening.cancel()


@attack(proof="hellos", most={"bytes": SENT})
async def hellos_without_end(foe: Foe) -> Steps:
    """Join a table with full sheets, get the welcome, and join again."""
    seats = await foe.game()
    for seat in seats:
        await seat.link.send(*(seat.ink(piece) for piece in hostile_sheet()))
        seat.link.ignore()
    code = seats[0].code
    yield

    async def session(number: int) -> None:
        link = await foe.upgrade()
        try:
            await link.send(hello(code, new_key(), f"W{number}", watch=True))
            foe.count("hellos")
            link.ignore()
            await asyncio.sleep(0.02)
        finally:
            link.drop()

    await foe.swarm(min(MOST, 40 * foe.scale), session)


@attack(short=True, proof="welcomes asked", most={"bytes": SENT})
async def welcomes_without_end(foe: Foe) -> Steps:
    """Resync as often as possible at a table with full sheets."""
    seats = await foe.game(6)
    for seat in seats:
        await seat.link.send(*(seat.ink(piece) for piece in hostile_sheet()))
    watchers = [await foe.seat(seats[0].code, f"W{number}", watch=True) for number in range(20)]
    for seat in (*seats, *watchers):
        seat.link.ignore()
    yield
    asked = message(from_client.Resync())

    async def session(number: int) -> None:
        seat = (*seats, *watchers)[number]
        if seat.link.is_over:
            seat.link = (await foe.seat(seat.code, f"V{number}", seat.key, watch=number >= 6)).link
            seat.link.ignore()
        await seat.link.send(asked)
        foe.count("welcomes asked")
        await asyncio.sleep(0.01)

    await foe.swarm(len(seats) + len(watchers), session)


@attack(short=True, proof="messages")
async def messages_that_are_not(foe: Foe) -> Steps:
    """Send pings, empty frames, junk and deeply nested JSON, on sockets with and without a seat."""
    code = await foe.table()
    junk = (
        frame(TEXT, b"{" * 65_000),
        frame(TEXT, b"[" * 32_000 + b"]" * 32_000),
        frame(TEXT, b'{"type":"say","text":"' + b"x" * 65_000 + b'"}'),
        frame(TEXT, b'{"x":' + b'"y",' * 15_000 + b'"type":"ready"}'),
        frame(TEXT, b'{"type":"settle","settings":{"levels":[' + b"1," * 30_000 + b"1]}}"),
        frame(TEXT, bytes(65_000)),
        frame(BINARY, bytes(65_000)),
        frame(BINARY, b"\1\1" + bytes((0, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0x7F)) * 8_000),
        frame(TEXT) * 200,
        frame(PING, b"x" * 125) * 200,
        bytes((0x01, 0x80)) + bytes(4) + bytes((0x00, 0x80)) + bytes(4),
        bytes((0x82, 0xFF)) + bytes((0x7F,)) * 8,
    )
    yield

    async def session(number: int) -> None:
        link = await foe.upgrade()
        try:
            if number % 2:
                await link.send(hello(code, new_key(), f"M{number}", watch=True))
                await link.frame()
            link.ignore()
            await link.send(junk[Random().randrange(len(junk))])
            foe.count("messages")
            await asyncio.sleep(0.01)
        finally:
            link.drop()

    await foe.swarm(min(MOST, 30 * foe.scale), session)


@attack(proof="pings")
async def pings_without_end(foe: Foe) -> Steps:
    """Ping from many sockets that are seated."""
    code = await foe.table()
    pings = frame(PING, b"x" * 100) * 50
    yield

    async def session(number: int) -> None:
        seat = await foe.seat(code, f"M{number}", watch=True)
        seat.link.ignore()
        try:
            while foe.is_on and not seat.link.is_over:
                await seat.link.send(pings)
                foe.count("pings", 50)
        finally:
            seat.link.drop()

    await foe.swarm(20 * foe.scale, session)


@attack(short=True, proof="asked", memory_mb=150)
async def sockets_that_never_read(foe: Foe) -> Steps:
    """Request everything, and read nothing of it."""
    seats = await foe.game(6)
    for seat in seats:
        await seat.link.send(*(seat.ink(piece) for piece in hostile_sheet()))
        seat.link.ignore()
    asked = message(from_client.Resync())
    yield

    async def session(number: int) -> None:
        seat = await foe.seat(seats[0].code, f"W{number}", watch=True, narrow=True)
        try:
            while foe.is_on and not seat.link.is_over:
                await seat.link.send(asked)
                foe.count("asked")
                await asyncio.sleep(0.2)
        finally:
            seat.link.drop()

    await foe.swarm(min(MOST, 60 * foe.scale), session)


@attack(short=True, proof="changes")
async def a_crowd_that_watches_every_change(foe: Foe) -> Steps:
    """Fill a table with watchers, and let its players change something as often as they may."""
    seats = await foe.game(6)
    for number in range(MAX_WATCHERS):
        (await foe.seat(seats[0].code, f"W{number}", watch=True)).link.ignore()
    for seat in seats:
        seat.link.ignore()
    changes = [message(from_client.SetLanguage(language)) for language in ("fr", "en", "es", "ru")]
    yield
    turn = 0
    while foe.is_on:
        turn += 1
        for seat in seats:
            if not seat.link.is_over:
                await seat.link.send(changes[turn % 4])
                foe.count("changes")
        await asyncio.sleep(0.18)


@attack(proof="acts")
async def acts_as_fast_as_they_may(foe: Foe) -> Steps:
    """Let many players at many tables send requests that are refused, as often as they may."""
    seats = [seat for game in [await foe.game(6) for _ in range(13)] for seat in game]
    for seat in seats:
        seat.link.ignore()
    yield
    while foe.is_on:
        for seat in seats:
            if not seat.link.is_over:
                await seat.link.send(message(from_client.Guess(seat.state.stop, 99, 99)))
                foe.count("acts")
        await asyncio.sleep(0.09)


@attack(proof="frames")
async def frames_byte_by_byte(foe: Foe) -> Steps:
    """Send valid messages in packets of one byte each."""
    code = await foe.table()
    whole = message(from_client.React(Reaction.CLAP))
    yield

    async def session(number: int) -> None:
        seat = await foe.seat(code, f"M{number}", watch=True)
        seat.link.ignore()
        try:
            while foe.is_on and not seat.link.is_over:
                for at in range(len(whole)):
                    await seat.link.send(whole[at : at + 1])
                foe.count("frames")
        finally:
            seat.link.drop()

    await foe.swarm(30 * foe.scale, session)


@attack(proof="names")
async def names_that_are_hard_to_compare(foe: Foe) -> Steps:
    """Join with names of two hundred characters that have to be folded and compared."""
    code = await foe.table()
    names = ["\u0330\u0331" * 100, "ﷺ" * 11, "a" + "\u0301" * 199, "\U0001f468\u200d" * 100, "İ" * 200]
    yield

    async def session(number: int) -> None:
        link = await foe.upgrade()
        try:
            await link.send(hello(code, new_key(), names[number % len(names)]))
            foe.count("names")
            link.ignore()
            await asyncio.sleep(0.01)
        finally:
            link.drop()

    await foe.swarm(min(MOST, 30 * foe.scale), session)
