"""What every HTTP request must pass: nothing packed, not too many, not from other sites behind one's back."""

import asyncio
import gzip
import time
from io import BytesIO
from pathlib import Path

import pytest

from pictomania.server import intake
from tests.server.http_house import House, opened_house
from tests.server.visitor import head, until, visitor

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
async def test_nothing_that_is_packed_is_taken(tmp_path: Path, method: str, path: str) -> None:
    async with opened_house(tmp_path) as house:
        for coding in ("gzip", "deflate", "br", "x", "GZIP, gzip"):
            fields = (f"Content-Encoding: {coding}", "Content-Length: 8")
            async with visitor(house, head(path, *fields, method=method), b"not gzip") as guest:
                status, body = await guest.answer()
                assert (status, b'"packed"' in body) == (415, True)


async def test_a_body_as_it_is_may_say_so(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        assert (await house.ask("/healthz", headers={"Content-Encoding": "identity"})).status == 200


async def test_a_bomb_costs_nothing(tmp_path: Path) -> None:
    """Refusing twenty takes less than a quarter of the CPU time of unpacking them."""
    bomb = gzip.compress(bytes(300_000_000), 1)
    began = time.process_time()
    gzip.decompress(bomb)
    one = time.process_time() - began
    fields = {"Content-Encoding": "gzip"}
    async with opened_house(tmp_path) as house:
        began = time.process_time()
        for _ in range(20):
            answer = await house.ask("/", "POST", data=BytesIO(bomb), headers=fields)
            assert answer.error == (415, "packed")
        assert time.process_time() - began < 5 * one


# Rate limits.


async def statuses(house: House, count: int, **headers: str) -> list[int]:
    """How many requests in a row are answered."""
    return [(await house.ask("/healthz", headers=headers)).status for _ in range(count)]


async def test_an_address_asks_only_so_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it asks for; others are not concerned."""
    monkeypatch.setattr(intake, "REQUESTS", (0.001, 4))
    monkeypatch.setattr(intake, "HOLD_S", 0.0)
    async with opened_house(tmp_path, proxies=("127.0.0.1",)) as house:
        us, them = {FORWARDED: "203.0.113.5"}, {FORWARDED: "203.0.113.6"}
        assert await statuses(house, 4, **us) == [200] * 4
        for path in ("/", "/nowhere", "/api/tables/x", "/static/index.html"):
            answer = await house.ask(path, headers=us)
            assert answer.error == (429, "too-many-requests")
            assert answer.headers["Retry-After"] == "5"
            assert answer.headers["Connection"] == "close"
        assert await statuses(house, 4, **them) == [200] * 4
        assert house.hosting.metrics.http_requests == 12
        assert house.hosting.metrics.http_refused == 4


async def test_a_school_can_load_the_page_at_once(tmp_path: Path) -> None:
    """Thirty pupils behind one address, each with a page and its files."""
    async with opened_house(tmp_path, connections_per_address=250) as house:
        files = ["/", "/static/index.html", "/healthz"] * 8
        pupils = await asyncio.gather(*(statuses_of(house, files) for _ in range(30)))
        assert all(status == 200 for statuses in pupils for status in statuses)


async def statuses_of(house: House, paths: list[str]) -> list[int]:
    """Ask for one thing after the other."""
    return [(await house.ask(path)).status for path in paths]


async def test_who_asks_too_often_is_held_for_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some of them: nobody can fill the memory by waiting."""
    monkeypatch.setattr(intake, "REQUESTS", (0.001, 1))
    monkeypatch.setattr(intake, "HOLD_S", 1000.0)
    monkeypatch.setattr(intake, "MOST_HELD", 3)
    monkeypatch.setattr(intake, "MOST_HELD_EACH", 2)
    async with opened_house(tmp_path, proxies=("127.0.0.1",)) as house:
        held = []
        for address, waits in (("203.0.113.5", 2), ("203.0.113.6", 1), ("203.0.113.7", 0)):
            fields = {FORWARDED: address}
            assert (await house.ask("/healthz", headers=fields)).status == 200
            refused = house.hosting.metrics.http_refused
            held += [asyncio.create_task(house.ask("/healthz", headers=fields)) for _ in range(waits)]
            await until(lambda wanted=refused + waits: house.hosting.metrics.http_refused == wanted)  # type: ignore[misc]
            assert (await house.ask("/healthz", headers=fields)).status == 429
        assert not any(task.done() for task in held)
        for task in held:
            task.cancel()


async def test_thousands_of_requests_in_one_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the first that is refused nothing is heard."""
    monkeypatch.setattr(intake, "REQUESTS", (0.001, 100))
    monkeypatch.setattr(intake, "HOLD_S", 0.0)
    async with opened_house(tmp_path) as house, visitor(house, head("/healthz") * 5_000):
        figures = house.hosting.metrics
        await until(lambda: figures.http_refused > 0)
        await until(lambda: house.running.door.connections == 0)
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
        (f"/api/games/{GAME}", {"Sec-Fetch-Mode": "navigate"}, 404),  # somebody follows a link
        ("/", {"Sec-Fetch-Mode": "navigate"}, 200),
        ("/healthz", {}, 200),
    ],
)
async def test_what_pages_of_other_sites_may_ask(
    tmp_path: Path, path: str, fields: dict[str, str], status: int
) -> None:
    async with opened_house(tmp_path, origins=("http://friend.example",)) as house:
        answer = await house.ask(path, headers={"Sec-Fetch-Site": "cross-site", **fields})
        assert answer.status == status


async def test_images_on_other_sites_guess_no_codes(tmp_path: Path) -> None:
    """Their visitors do not pay for it either."""
    async with opened_house(tmp_path, wrong_codes_per_minute=2) as house:
        code = await house.new_table()
        for _ in range(5):
            answer = await house.ask(f"/api/tables/{NOBODYS}", headers={"Sec-Fetch-Site": "cross-site"})
            assert answer.error == (403, "other-site")
        own = {"Sec-Fetch-Site": "same-origin"}
        assert (await house.ask(f"/api/tables/{code}", headers=own)).status == 200
