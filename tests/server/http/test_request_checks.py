"""Request checks: no compressed bodies, rate limits, no cross-site requests."""

import asyncio
import gzip
from io import BytesIO
from pathlib import Path

import pytest
from aiohttp.http_parser import DeflateBuffer

from pictomania.server.http import request_checks
from tests.server.support.http_server import HttpServer, run_http_server
from tests.server.support.raw_client import connect, head
from tests.server.support.waiting import wait_until

FORWARDED = "X-Forwarded-For"
NOBODYS = "00000000"
GAME = "20260101-0123456789ABCDEFGHJKMN"
PATHS = (
    ("GET", "/"),
    ("GET", "/healthz"),
    ("GET", "/nowhere"),
    ("GET", "/static/index.html"),
    ("GET", f"/api/games/{GAME}"),
    ("POST", "/api/tables"),
    ("POST", f"/api/tables/{NOBODYS}/deck?name=x&form=text&language=en"),
    ("POST", "/nowhere"),
    ("PUT", "/api/tables"),
)


# Packed requests.


@pytest.mark.parametrize(("method", "path"), PATHS)
async def test_compressed_requests_are_refused(tmp_path: Path, method: str, path: str) -> None:
    async with run_http_server(tmp_path) as house:
        for coding in ("gzip", "deflate", "br", "x", "GZIP, gzip"):
            fields = (f"Content-Encoding: {coding}", "Content-Length: 8")
            async with connect(house, head(path, *fields, method=method), b"not gzip") as guest:
                status, body = await guest.response()
                assert (status, b'"packed"' in body) == (415, True)


async def test_identity_encoding_is_allowed(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        assert (await house.ask("/healthz", headers={"Content-Encoding": "identity"})).status == 200


async def test_a_gzip_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not a single byte of it."""
    bomb, unpacked = gzip.compress(bytes(10_000_000)), list[bytes]()
    monkeypatch.setattr(DeflateBuffer, "feed_data", lambda _, chunk, *__: unpacked.append(chunk))
    fields = {"Content-Encoding": "gzip"}
    async with run_http_server(tmp_path) as house:
        answer = await house.ask("/", "POST", data=BytesIO(bomb), headers=fields)
        assert answer.error == (415, "packed")
    assert unpacked == []


# Rate limits.


async def statuses(house: HttpServer, count: int, **headers: str) -> list[int]:
    """The number of requests in a row that succeed."""
    return [(await house.ask("/healthz", headers=headers)).status for _ in range(count)]


async def test_requests_are_rate_limited_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For any route; other addresses are not affected."""
    monkeypatch.setattr(request_checks, "REQUESTS", (0.001, 4))
    monkeypatch.setattr(request_checks, "HOLD_S", 0.0)
    async with run_http_server(tmp_path, proxies=("127.0.0.1",)) as house:
        us, them = {FORWARDED: "203.0.113.5"}, {FORWARDED: "203.0.113.6"}
        assert await statuses(house, 4, **us) == [200] * 4
        for path in ("/", "/nowhere", "/api/tables/x", "/static/index.html"):
            answer = await house.ask(path, headers=us)
            assert answer.error == (429, "too-many-requests")
            assert answer.headers["Retry-After"] == "5"
            assert answer.headers["Connection"] == "close"
        assert await statuses(house, 4, **them) == [200] * 4
        assert house.live_tables.metrics.http_requests == 12
        assert house.live_tables.metrics.http_refused == 4


async def test_a_school_can_load_the_page_at_once(tmp_path: Path) -> None:
    """Thirty pupils behind one address, each loading the page and its files."""
    async with run_http_server(tmp_path, connections_per_address=250) as house:
        files = ["/", "/static/index.html", "/healthz"] * 8
        pupils = await asyncio.gather(*(statuses_of(house, files) for _ in range(30)))
        assert all(status == 200 for statuses in pupils for status in statuses)


async def statuses_of(house: HttpServer, paths: list[str]) -> list[int]:
    """Send one request after the other."""
    return [(await house.ask(path)).status for path in paths]


async def test_requests_over_the_limit_are_held_for_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only some of them, so that held requests cannot fill the memory."""
    monkeypatch.setattr(request_checks, "REQUESTS", (0.001, 1))
    monkeypatch.setattr(request_checks, "HOLD_S", 1000.0)
    monkeypatch.setattr(request_checks, "MAX_HELD", 3)
    monkeypatch.setattr(request_checks, "MAX_HELD_EACH", 2)
    async with run_http_server(tmp_path, proxies=("127.0.0.1",)) as house:
        held = []
        for address, waits in (("203.0.113.5", 2), ("203.0.113.6", 1), ("203.0.113.7", 0)):
            fields = {FORWARDED: address}
            assert (await house.ask("/healthz", headers=fields)).status == 200
            refused = house.live_tables.metrics.http_refused
            held += [asyncio.create_task(house.ask("/healthz", headers=fields)) for _ in range(waits)]
            await wait_until(lambda wanted=refused + waits: house.live_tables.metrics.http_refused == wanted)  # type: ignore[misc]
            assert (await house.ask("/healthz", headers=fields)).status == 429
        assert not any(task.done() for task in held)
        for task in held:
            task.cancel()


async def test_thousands_of_pipelined_requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection closes after the first refusal."""
    monkeypatch.setattr(request_checks, "REQUESTS", (0.001, 100))
    monkeypatch.setattr(request_checks, "HOLD_S", 0.0)
    async with run_http_server(tmp_path) as house, connect(house, head("/healthz") * 5_000):
        figures = house.live_tables.metrics
        await wait_until(lambda: figures.http_refused > 0)
        await wait_until(lambda: house.running.listener.connections == 0)
        assert (figures.http_requests, figures.http_refused) == (101, 1)


# Other sites.


@pytest.mark.parametrize(
    ("path", "fields", "status"),
    [
        (f"/api/tables/{NOBODYS}", {}, 403),
        (f"/api/tables/{NOBODYS}", {"Sec-Fetch-Mode": "navigate"}, 403),
        (f"/api/tables/{NOBODYS}", {"Origin": "http://evil.example"}, 403),
        (f"/api/tables/{NOBODYS}", {"Origin": "http://friend.example"}, 404),
        (f"/api/games/{GAME}", {"Sec-Fetch-Mode": "no-cors"}, 403),
        (f"/api/games/{GAME}", {"Sec-Fetch-Mode": "navigate"}, 404),  # a visitor follows a link
        ("/", {"Sec-Fetch-Mode": "navigate"}, 200),
        ("/healthz", {}, 200),
    ],
)
async def test_cross_site_requests(tmp_path: Path, path: str, fields: dict[str, str], status: int) -> None:
    async with run_http_server(tmp_path, origins=("http://friend.example",)) as house:
        answer = await house.ask(path, headers={"Sec-Fetch-Site": "cross-site", **fields})
        assert answer.status == status


async def test_cross_site_images_cannot_guess_codes(tmp_path: Path) -> None:
    """And the visitor's budget is not charged."""
    async with run_http_server(tmp_path, wrong_codes_per_minute=2) as house:
        code = await house.new_table()
        for _ in range(5):
            answer = await house.ask(f"/api/tables/{NOBODYS}", headers={"Sec-Fetch-Site": "cross-site"})
            assert answer.error == (403, "other-site")
        own = {"Sec-Fetch-Site": "same-origin"}
        assert (await house.ask(f"/api/tables/{code}", headers=own)).status == 200
