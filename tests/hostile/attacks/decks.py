"""Decks that are hard to read: bodies of up to 500 kB that a host may send for one table."""

import asyncio
from itertools import cycle

from tests.hostile.arena.attack import Steps, attack
from tests.hostile.arena.foe import Foe, Seat
from tests.hostile.arena.http import head

HOSTS = 3  # tables, each with a host of its own
AT_ONCE = 8


def spaces(size: int) -> bytes:
    """An object whose one key is wrong, far behind its beginning."""
    return b"[{" + b" " * size + b'"":1}]'


def dotted(size: int) -> bytes:
    """Keys of thousands of parts, none of which a deck has."""
    return b".".join([b"a"] * (size // 2)) + b"=1\n"


def huge_text(size: int) -> bytes:
    """As many valid sides as a deck may have, with the longest words that fit."""
    width = min(40, size // 7_000 - 1)
    words = "\n\n".join(
        "\n".join(f"{side:x}{letter}".ljust(width, "e") for letter in "tuvwxyz") for side in range(1_000)
    )
    return words.encode()


def empty_cards(size: int) -> bytes:
    """Cards without a side, and one with."""
    ideas = ",".join(f'{{ en = "word {number}" }}' for number in range(7))
    return (f"[[card]]\n[card.a]\nideas = [{ideas}]\n" + "[[card]]\n" * (size // 9)).encode()


def empty_lines(size: int) -> bytes:
    """Nothing but lines."""
    return b"\n" * size


def nested(size: int) -> bytes:
    """A list in a list in a list."""
    return b"[" * (size // 2) + b"]" * (size // 2)


def wide_row(size: int) -> bytes:
    """A table of one row with a hundred thousand columns."""
    return b"id,level" + b",x" * (size // 2)


def repeated(size: int) -> bytes:
    """One key, over and over."""
    return b"[{" + b'"id":"a",' * (size // 9) + b'"id":"a"}]'


KINDS = (
    ("json", spaces),
    ("toml", lambda size: spaces(size).replace(b"[{", b"").replace(b":1}]", b"=1")),
    ("toml", dotted),
    ("text", huge_text),
    ("toml", empty_cards),
    ("text", empty_lines),
    ("json", nested),
    ("csv", wide_row),
    ("json", repeated),
)


async def bring(foe: Foe, host: Seat, form: str, deck: bytes) -> None:
    """Send a deck as the host of a table."""
    path = f"/api/tables/{host.code}/deck?name=own&form={form}&language=en"
    status, _ = await foe.request("POST", path, f"Authorization: Bearer {host.key}", body=deck)
    foe.count(f"decks answered {status}")


async def hosts(foe: Foe, count: int = HOSTS) -> list[Seat]:
    """Host several tables."""
    found = [await foe.seat(await foe.table()) for _ in range(count)]
    for seat in found:
        seat.link.ignore()
    return found


@attack(short=True, proof="decks sent", disk_mb=30)
async def decks_that_take_long_to_read(foe: Foe) -> Steps:
    """Send decks of every hostile kind, several at a time."""
    owners = await hosts(foe)
    sizes = (30_000, 480_000)
    decks = [(form, make(size)) for size in sizes for form, make in KINDS]
    turns = cycle(decks)
    yield

    async def session(number: int) -> None:
        foe.count("decks sent")
        await bring(foe, owners[number % len(owners)], *next(turns))

    await foe.swarm(AT_ONCE * foe.scale, session)


@attack(proof="decks sent")
async def one_small_deck_of_spaces(foe: Foe) -> Steps:
    """Send one deck of 30 kB, which once took ten seconds."""
    [owner] = await hosts(foe, 1)
    yield
    foe.count("decks sent")
    await bring(foe, owner, "json", spaces(30_000))


@attack(proof="decks sent", disk_mb=30)
async def valid_decks_as_large_as_they_may_be(foe: Foe) -> Steps:
    """Store the largest possible decks, again and again."""
    owners = await hosts(foe)
    decks = [("text", huge_text(480_000)), ("toml", empty_cards(480_000))]
    yield

    async def session(number: int) -> None:
        foe.count("decks sent")
        await bring(foe, owners[number % len(owners)], *decks[number % len(decks)])

    await foe.swarm(AT_ONCE * foe.scale, session)


@attack(proof="sessions")
async def decks_that_drip_in(foe: Foe) -> Steps:
    """Announce decks and send a byte of them now and then."""
    owners = await hosts(foe)
    yield

    async def session(number: int) -> None:
        owner = owners[number % len(owners)]
        path = f"/api/tables/{owner.code}/deck?name=own&form=json&language=en"
        link = await foe.open()
        try:
            fields = (f"Authorization: Bearer {owner.key}", "Content-Length: 400000")
            await link.send(head("POST", path, *fields))
            foe.count("sessions")
            while foe.is_on and not link.is_over:
                await link.send(b" ")
                await asyncio.sleep(0.1)
        finally:
            link.drop()

    await foe.swarm(30 * foe.scale, session)
