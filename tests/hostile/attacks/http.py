"""HTTP attacks: bombs, floods, pipelines, and everything else that needs no seat."""

import asyncio
import gzip
import zlib
from itertools import cycle

from tests.hostile.arena.attack import Steps, attack
from tests.hostile.arena.foe import Foe
from tests.hostile.arena.http import head
from tests.hostile.arena.link import UPGRADE

MOST = 80  # connections; one address may have a hundred


def bomb(megabytes: int) -> bytes:
    """Compress zeros by a factor of a thousand."""
    packer = zlib.compressobj(6, zlib.DEFLATED, 31)
    million = bytes(1_000_000)
    return b"".join([packer.compress(million) for _ in range(megabytes)] + [packer.flush()])


@attack(short=True, proof="requests", memory_mb=150)
async def gzip_bombs(foe: Foe) -> Steps:
    """Send bodies that decompress to a hundred megabytes, to every path."""
    small, large = bomb(100), bomb(400)
    targets = cycle(
        (method, path, coding, body)
        for body in (small, large)
        for coding in ("gzip", "deflate")
        for method, path in (("POST", "/api/tables"), ("GET", "/healthz"), ("POST", "/"), ("PUT", "/nothing"))
    )
    yield

    async def session(_: int) -> None:
        method, path, coding, body = next(targets)
        foe.count("requests")
        status = (await foe.request(method, path, f"Content-Encoding: {coding}", body=body))[0]
        foe.count(f"answered {status}")

    await foe.swarm(8 * foe.scale, session)


@attack(short=True, proof="requests")
async def requests_one_behind_the_other(foe: Foe) -> Steps:
    """Pipeline requests on many connections."""
    paths = ("/", "/healthz", "/openapi.json", "/api/tables/ABCDEFGH", "/metrics", "/nothing", "/api/games/x")
    pipeline = b"".join(head("GET", path) for path in paths) * 20
    yield

    async def session(_: int) -> None:
        link = await foe.open()
        link.ignore()
        try:
            while foe.is_on and not link.is_over:
                await link.send(pipeline)
                foe.count("requests", 7 * 20)
        finally:
            link.drop()

    await foe.swarm(min(MOST, 30 * foe.scale), session)


@attack(proof="requests")
async def requests_of_every_kind(foe: Foe) -> Steps:
    """Send unknown methods, unwanted bodies, huge heads, and invalid ones."""
    large = tuple(f"X-{number}: {'x' * 500}" for number in range(28))
    kinds = cycle(
        (
            head("HEAD", "/"),
            head("OPTIONS", "*"),
            head("BREW", "/coffee"),
            head("GET", "/" + "a" * 8_000),
            head("GET", "/" + "../" * 2_000),
            head("GET", "/", *large),
            head("GET", "/healthz", "Content-Length: 400000") + bytes(400_000),
            head("POST", "/api/tables", "Transfer-Encoding: chunked") + b"1\r\n \r\n" * 5_000 + b"0\r\n\r\n",
            head("POST", "/api/tables/x/deck", "Content-Length: 99999999999"),
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(400),
            b"GET / HTTP/9.9\r\n\r\n",
            b"\r\n" * 4_000,
            head("GET", "/", "Range: bytes=" + ",".join(f"{at}-{at + 1}" for at in range(1_000))),
            head("GET", "/", "Accept-Encoding: " + "gzip;q=0.1," * 1_000),
            head("GET", "/", "Cookie: " + "a=b; " * 2_500),
        )
    )
    yield

    async def session(_: int) -> None:
        link = await foe.open()
        link.ignore()
        try:
            await link.send(next(kinds))
            foe.count("requests")
            await asyncio.sleep(0.05)
        finally:
            link.drop()

    await foe.swarm(min(MOST, 30 * foe.scale), session)


@attack(short=True, proof="sessions")
async def connections_that_come_and_go(foe: Foe) -> Steps:
    """Connect and disconnect, upgrade and disconnect, as fast as possible."""
    upgrade = head("GET", "/socket", *UPGRADE)
    yield

    async def session(number: int) -> None:
        link = await foe.open()
        try:
            if number % 3:
                await link.send(upgrade)
            if number % 3 == 2:
                await link.answer()
        finally:
            link.drop()

    await foe.swarm(min(MOST, 40 * foe.scale), session)


@attack(proof="connections")
async def heads_that_drip_in(foe: Foe) -> Steps:
    """Hold as many connections as allowed, and send a byte of a head now and then."""
    drip = head("GET", "/", "X-Long: " + "x" * 4_000)
    yield

    async def session(_: int) -> None:
        link = await foe.open()
        foe.count("connections")
        try:
            for at in range(len(drip)):
                await link.send(drip[at : at + 1])
                await asyncio.sleep(0.02)
                if link.is_over or not foe.is_on:
                    return
        finally:
            link.drop()

    await foe.swarm(120, session)


@attack(proof="requests")
async def tables_without_end(foe: Foe) -> Steps:
    """Create and look up tables, far beyond the limits of one address."""
    codes = [await foe.table() for _ in range(5)]
    yield

    async def session(number: int) -> None:
        link = await foe.open()
        try:
            while foe.is_on:
                path = f"/api/tables/{codes[number % 5]}" if number % 2 else "/api/tables"
                await link.send(head("GET" if number % 2 else "POST", path, "Content-Length: 0"))
                foe.count("requests")
                await link.answer()
        finally:
            link.drop()

    await foe.swarm(min(MOST, 30 * foe.scale), session)


@attack(proof="requests")
async def the_largest_files_over_and_over(foe: Foe) -> Steps:
    """Fetch the pages as fast as they come."""
    _, page = await foe.request("GET", "/")
    found = [part.split(b'"')[0].decode() for part in page.split(b'src="')[1:]] or ["/openapi.json"]
    yield

    async def session(_: int) -> None:
        _, body = await foe.request("GET", found[0] if found[0].startswith("/") else f"/{found[0]}")
        foe.count("requests")
        foe.count("bytes", len(body))

    await foe.swarm(min(MOST, 20 * foe.scale), session)


PACKED = gzip.compress(b"x")  # the smallest body that is packed


@attack(proof="requests")
async def small_packed_bodies(foe: Foe) -> Steps:
    """Send harmless compressed bodies, to check that refusing them is cheap."""
    asked = head("POST", "/api/tables", "Content-Encoding: gzip", f"Content-Length: {len(PACKED)}") + PACKED
    yield

    async def session(_: int) -> None:
        link = await foe.open()
        link.ignore()
        try:
            await link.send(asked)
            foe.count("requests")
        finally:
            link.drop()

    await foe.swarm(min(MOST, 30 * foe.scale), session)
