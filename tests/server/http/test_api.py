"""The HTTP API: tables, rate limits, health and metrics. Decks and games have their own files."""

import resource
import shutil
from pathlib import Path

import msgspec
import pytest

from pictomania.rules import EditionName
from pictomania.server.http import api
from pictomania.server.http.api import PROBE
from pictomania.server.http.routes import ROUTES, Health, TableFound, TableMade, openapi
from pictomania.server.version import VERSION
from pictomania.table.identity.codes import normalize_code
from pictomania.wire import from_client
from pictomania.wire.settings import Settings
from tests.log.disks import write_locked
from tests.server.support.http_server import HttpServer, run_http_server
from tests.server.support.quick_game import begin, take_seats
from tests.server.support.raw_client import UPGRADE, connect, head

FORWARDED = "X-Forwarded-For"
UNKNOWN_CODE = "00000000"  # no table has this code
GAME = "20260101-0123456789ABCDEFGHJKMN"


async def found(house: HttpServer, typed: str) -> TableFound:
    """Look up an existing table."""
    answer = await house.ask(f"/api/tables/{typed}")
    assert answer.status == 200
    return answer.read(TableFound)


# Tables.


async def test_create_and_look_up_a_table(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        answer = await house.ask("/api/tables", "POST")
        made = answer.read(TableMade)
        assert (answer.status, made.link) == (201, f"/t/{made.code}")
        assert normalize_code(made.code) == made.code
        assert await found(house, made.code) == TableFound(
            made.code, EditionName.SECOND, "lobby", players=0, seats_free=6, watching=True
        )
        assert await house.log.tables() == [made.code]


async def test_codes_may_be_typed_in_any_way(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        sloppy = code.lower().replace("1", "l").replace("0", "o").replace("v", "u")
        for typed in (code.lower(), f"{code[:4]}-{code[4:]}", f"-{code[:2]}%20{code[2:]}-", sloppy):
            assert (await found(house, typed)).code == code


async def test_what_a_lookup_shows(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with take_seats(house.url, code) as people:
            assert (await found(house, code)).players == 3
            assert (await found(house, code)).seats_free == 3
            shut = Settings(EditionName.FIRST, watchers=False, locked=True)
            people[0].send(from_client.ChangeSettings(shut))
            await people[0].until(lambda state: state.settings == shut)
            assert await found(house, code) == TableFound(code, EditionName.FIRST, "lobby", 3, 0, False)
            begin(people)
            await people[0].until(lambda state: state.view is not None)
            assert await found(house, code) == TableFound(code, EditionName.FIRST, "choosing", 3, 0, False)


async def test_a_table_has_six_seats(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with take_seats(house.url, code, "Ada", "Ben", "Cleo", "Dov", "Emma", "Finn"):
            assert (await found(house, code)).seats_free == 0


async def test_after_too_many_wrong_codes_every_code_looks_wrong(tmp_path: Path) -> None:
    """After too many wrong codes, an existing table looks like a missing one."""
    async with run_http_server(tmp_path, wrong_codes_per_minute=3, proxies=("127.0.0.1",)) as house:
        code = await house.new_table()
        guesser = {FORWARDED: "203.0.113.5"}
        answers = [
            await house.ask(f"/api/tables/{typed}", headers=guesser)
            for typed in (UNKNOWN_CODE, "UUUU", "%0d%0aX-Evil:%201", code, code.lower(), UNKNOWN_CODE)
        ]
        assert answers[0].error == (404, "no-such-table")
        assert len({answer.body for answer in answers}) == 1
        for answer in answers:
            assert answer.headers.keys() == answers[0].headers.keys()
            assert "X-Evil" not in answer.headers
        assert (await house.ask(f"/api/tables/{code}", headers={FORWARDED: "203.0.113.6"})).status == 200


async def test_looking_up_the_right_code_costs_nothing(tmp_path: Path) -> None:
    async with run_http_server(tmp_path, wrong_codes_per_minute=1) as house:
        code = await house.new_table()
        for _ in range(5):
            await found(house, code)


async def test_a_damaged_table_is_reported_as_damaged(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        await house.log.append(UNKNOWN_CODE, 0, [b"rubbish"])
        for _ in range(2):
            assert (await house.ask(f"/api/tables/{UNKNOWN_CODE}")).error == (410, "damaged")
        assert await house.log.read(UNKNOWN_CODE) == [(1, b"rubbish")]


# Who asks.


async def test_pages_of_other_sites_cannot_create_tables(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        for origin in ("http://evil.example", "null", house.url.replace("http", "https")):
            assert (await house.ask("/api/tables", "POST", headers={"Origin": origin})).error == (
                403,
                "other-site",
            )
        evil = {"Origin": "http://evil.example", "Host": "evil.example"}  # a foreign name for our address
        assert (await house.ask("/api/tables", "POST", headers=evil)).status == 403
        assert (await house.ask("/api/tables", "POST", headers={"Origin": house.url})).status == 201
        assert await house.log.tables() == list(house.live_tables.tables)


async def test_new_tables_are_limited_by_address(tmp_path: Path) -> None:
    async with run_http_server(tmp_path, tables_per_hour=2, proxies=("127.0.0.1",)) as house:

        async def made(*hops: str) -> int:
            answer = await house.ask("/api/tables", "POST", headers={FORWARDED: ", ".join(hops)})
            return answer.status if answer.status == 201 else answer.error[0]

        assert [await made("203.0.113.5") for _ in range(3)] == [201, 201, 429]
        assert await made("198.51.100.1", "203.0.113.5") == 429  # the hop to the left is forged
        assert await made("203.0.113.6") == 201
        assert [await made(f"2001:db8:0:1::{end}") for end in ("1", "2", "ffff")] == [201, 201, 429]
        assert await made("2001:db8:0:2::1") == 201  # another IPv6 network
        assert await made("::ffff:203.0.113.6") == 201  # IPv4 mapped to IPv6
        assert await made("203.0.113.6") == 429


async def test_forwarded_addresses_are_not_trusted_by_default(tmp_path: Path) -> None:
    async with run_http_server(tmp_path, tables_per_hour=2) as house:
        statuses = [
            (await house.ask("/api/tables", "POST", headers={FORWARDED: f"203.0.113.{end}"})).status
            for end in range(3)
        ]
        assert statuses == [201, 201, 429]


# The server.


async def test_a_healthy_server(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        answer = await house.ask("/healthz")
        assert (answer.status, answer.read(Health)) == (200, Health("ok", VERSION))
        assert answer.headers["Cache-Control"] == "no-store"
        assert await house.log.tables() == []
        await house.log.append(PROBE, 0, [b"?"])
        assert (await house.ask("/healthz")).status == 200
        assert await house.log.tables() == [PROBE]  # the result is cached for a moment


async def test_without_its_log_the_server_is_unhealthy(tmp_path: Path) -> None:
    """And routes that need the log report that, instead of a missing table."""
    async with run_http_server(tmp_path) as house:
        await house.log.close()
        for method, path in (
            ("GET", "/healthz"),
            ("POST", "/api/tables"),
            ("GET", f"/api/tables/{UNKNOWN_CODE}"),
            ("GET", f"/api/games/{GAME}"),
            ("GET", f"/api/games/{GAME}/drawings/1/1.svg"),
        ):
            assert (await house.ask(path, method)).error == (503, "log-unavailable")


async def test_a_read_only_log_is_unhealthy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another program locks the database, and after it was moved away."""
    monkeypatch.setattr(api, "HEALTHY_S", -1)
    file = tmp_path / "tables.sqlite3"
    async with run_http_server(tmp_path, patience_s=0.01) as house:
        with write_locked(file):
            assert await house.log.read(UNKNOWN_CODE) == []
            assert (await house.ask("/healthz")).error == (503, "log-unavailable")
        assert (await house.ask("/healthz")).status == 200
        shutil.move(file, tmp_path / "elsewhere")
        assert (await house.ask("/healthz")).error == (503, "log-unavailable")
        shutil.move(tmp_path / "elsewhere", file)
        assert (await house.ask("/healthz")).status == 200


async def test_a_full_disk_is_noticed(tmp_path: Path) -> None:
    """By the health check, too; one that was killed in the middle does no harm."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    async with run_http_server(tmp_path) as house:
        await house.log.append(PROBE, 0, [b"?"])
        resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
        try:
            for _ in range(2):
                assert (await house.ask("/healthz")).error == (503, "log-unavailable")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert (await house.ask("/healthz")).status == 200
        assert await house.log.tables() == []


async def test_metrics_are_for_this_machine(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with take_seats(house.url, code, "Ludwig"):
            answer = await house.ask("/metrics")
        assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert answer.headers["Cache-Control"] == "no-store"
        figures = answer.body.decode()
        assert "\npictomania_tables 1\n" in figures
        assert "\npictomania_members 1\n" in figures
        assert "\npictomania_tables_made_total 1\n" in figures
        assert "\npictomania_connections 2\n" in figures
        assert "\npictomania_longest_stall_ms " in figures
        assert code not in figures
        assert "Ludwig" not in figures
        # Behind an unknown proxy, every client seems to be local.
        assert (await house.ask("/metrics", headers={FORWARDED: "127.0.0.1"})).error == (403, "not-for-you")


async def test_metrics_behind_a_proxy(tmp_path: Path) -> None:
    async with run_http_server(tmp_path, proxies=("127.0.0.1",)) as house:
        for hop, status in (
            ("203.0.113.5", 403),
            ("127.0.0.9", 200),
            ("::1", 200),
            ("127.0.0.1, 9.9.9.9", 403),
        ):
            assert (await house.ask("/metrics", headers={FORWARDED: hop})).status == status
        # A proxy that sends no X-Forwarded-For may forward for anyone.
        assert (await house.ask("/metrics")).error == (403, "not-for-you")


async def test_metrics_with_a_token(tmp_path: Path) -> None:
    async with run_http_server(tmp_path, metrics_token="s3cret") as house:
        for told in ("Bearer s3cret", "bearer  s3cret "):
            headers = {"Authorization": told, FORWARDED: "203.0.113.5"}
            assert (await house.ask("/metrics", headers=headers)).status == 200
        for told in ("", "Bearer", "Bearer ", "Bearer s3creT", "Basic s3cret", "s3cret", "Bearer s3cret x"):
            assert (await house.ask("/metrics", headers={"Authorization": told})).error == (
                403,
                "not-for-you",
            )
        async with connect(house, head("/metrics", "Authorization: Bearer é").replace(b"\xc3", b"")) as guest:
            assert (await guest.response())[0] == 403


async def test_an_empty_token_counts_as_none(tmp_path: Path) -> None:
    async with run_http_server(tmp_path, metrics_token="", proxies=("127.0.0.1",)) as house:
        stranger = {"Authorization": "Bearer ", FORWARDED: "203.0.113.5"}
        assert (await house.ask("/metrics", headers=stranger)).status == 403
        here = {"Authorization": "Bearer ", FORWARDED: "127.0.0.1"}
        assert (await house.ask("/metrics", headers=here)).status == 200


async def test_the_openapi_document_is_served(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        answer = await house.ask("/openapi.json")
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.body == msgspec.json.encode(openapi())


# Everything else that can be asked.


async def test_every_route_supports_head(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        numbers = {"code": code, "game": GAME, "round": "1", "artist": "0"}
        for route in ROUTES:
            if route.method == "GET":
                path = route.path.format(**numbers)
                whole, alone = await house.ask(path), await house.ask(path, "HEAD")
                assert (alone.status, alone.body) == (whole.status, b"")
                assert alone.headers["Content-Type"] == whole.headers["Content-Type"]
                if route.name != "metrics":
                    assert alone.headers["Content-Length"] == whole.headers["Content-Length"]


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
async def test_other_methods_are_refused(tmp_path: Path, method: str) -> None:
    async with run_http_server(tmp_path) as house:
        for path in ("/api/tables", f"/api/tables/{UNKNOWN_CODE}", "/healthz", "/", "/static/index.html"):
            answer = await house.ask(path, method)
            assert answer.status == 405
            assert method not in answer.headers["Allow"].split(",")


async def test_unknown_paths(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        for path in (
            "/api",
            "/api/tables/",
            "/api/tables/A/B",
            "/socket",
            "/api/games/",
            "/t/",
            "/nix",
            "//",
        ):
            assert (await house.ask(path)).status == 404
        game = f"/api/games/{GAME}"
        for path in (
            *(game, game.lower(), f"/api/games/{GAME}X", "/api/games/20261301-0123456789ABCDEFGHJKMN"),
            *("/api/games/%D9%A2%D9%A0%D9%A2%D9%A40101-0123456789ABCDEFGHJKMN", "/api/games/healthz"),
            *(
                f"{game}/drawings/1/{artist}.svg"
                for artist in ("x", "-1", "1.0", "%D9%A1", "100", "1e1", "0")
            ),
        ):
            assert (await house.ask(path)).error == (404, "no-such-game")
        assert (await house.ask("/api/games/nothing/drawings/1/1.svg")).error == (404, "no-such-game")
        for path in (f"{game}/drawings/1/1.gif", f"{game}/drawings/1.svg", f"{game}/drawings/1/.svg"):
            assert (await house.ask(path)).status == 404


@pytest.mark.parametrize(
    "fields",
    [
        ("Host: evil.example",),
        ("Host: evil.example", "Host: other.example"),
        ("Host: evil.example\r\nX-Forwarded-Host: evil.example",),
        ("Host: a/b?c#d",),
        ("X-Forwarded-Proto: https", "X-Forwarded-Host: evil.example", "Forwarded: host=evil.example"),
    ],
)
async def test_the_host_header_is_not_echoed(tmp_path: Path, fields: tuple[str, ...]) -> None:
    async with run_http_server(tmp_path) as house:
        request = head("/api/tables", *fields, method="POST").replace(b"Host: here\r\n", b"", 1)
        async with connect(house, request) as guest:
            _, body = await guest.response()
        assert b"evil" not in body


async def test_websockets_on_other_paths_are_refused(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        for path, origin, status in (
            ("/socket", house.url, 101),
            ("/socket?x=1", house.url, 101),
            ("/socket", "http://evil.example", 403),
            ("/api/tables", house.url, 404),
        ):
            host = f"Host: 127.0.0.1:{house.port}"
            request = head(path, *UPGRADE, f"Origin: {origin}").replace(b"Host: here", host.encode())
            async with connect(house, request) as guest:
                assert (await guest.response())[0] == status
