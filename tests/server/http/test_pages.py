"""Pages and static files, and the headers of every response."""

import gzip
import re
from pathlib import Path

import pytest
from aiohttp import web

from pictomania.server.headers import SECURITY_HEADERS
from pictomania.server.http.pages import PAGE_PATHS, add_security_headers, catch_errors, static_folder
from pictomania.server.net.connection_limits import ConnectionLimits
from tests.server.support.echo_server import echo_server
from tests.server.support.http_server import run_http_server
from tests.server.support.raw_client import UPGRADE, connect, head

PLAIN = {"Accept-Encoding": "identity"}


async def test_one_page_at_several_paths(tmp_path: Path) -> None:
    whole = (static_folder() / "index.html").read_bytes()
    async with run_http_server(tmp_path) as house:
        for path in PAGE_PATHS:
            answer = await house.ask(path.format(code="ABCD-EFGH", game="20260101-X"), headers=PLAIN)
            assert (answer.status, answer.body) == (200, whole)
            assert answer.headers["Content-Type"] == "text/html"
            assert answer.headers["Cache-Control"] == "no-cache"
            tag = {"If-None-Match": answer.headers["ETag"]}
            again = await house.ask(path.format(code="x", game="y"), headers=PLAIN | tag)
            assert (again.status, again.body) == (304, b"")


async def test_unknown_pages(tmp_path: Path) -> None:
    """A browser gets the page, which says so; a program gets a short text."""
    async with run_http_server(tmp_path) as house:
        for path in ("/nowhere", "/t", "/t/a/b", "/favicon.ico"):
            assert (await house.ask(path)).status == 404
            answer = await house.ask(path, headers=PLAIN | {"Accept": "text/html,*/*"})
            assert (answer.status, answer.body) == (404, (static_folder() / "index.html").read_bytes())
        assert (await house.ask("/api/nowhere", headers={"Accept": "text/html"})).body == b"404: Not Found"


async def test_every_static_file_is_served(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        for file in static_folder().rglob("*"):
            if file.is_file():
                name = file.relative_to(static_folder()).as_posix()
                answer = await house.ask(f"/static/{name}", headers=PLAIN)
                assert (answer.status, answer.body) == (200, file.read_bytes())
                is_named_by_content = name.startswith("assets/")
                assert ("immutable" in answer.headers["Cache-Control"]) == is_named_by_content


async def test_static_files_are_compressed(tmp_path: Path) -> None:
    """For browsers that accept it, which is all of them."""
    async with run_http_server(tmp_path) as house:
        for file in static_folder().rglob("*.js"):
            path = f"/static/{file.relative_to(static_folder()).as_posix()}"
            answer = await house.ask(path, headers={"Accept-Encoding": "gzip, br"})
            assert answer.headers["Content-Encoding"] == "br"
            assert answer.headers["Vary"] == "Accept-Encoding"
            assert answer.body == file.with_name(f"{file.name}.br").read_bytes()
            answer = await house.ask(path, headers={"Accept-Encoding": "gzip"})
            assert gzip.decompress(answer.body) == file.read_bytes()


def test_the_page_obeys_its_own_content_security_policy() -> None:
    """No inline scripts, styles or handlers, and nothing from other sites."""
    page = (static_folder() / "index.html").read_text()
    assert not re.search(
        r"<style|<script(?![^>]*\ssrc=)|<[^>]*\s(style|on\w+)=|(src|href)=\W*(https?:)?//", page
    )


OUTWARD = (
    "/static/../run.py",
    "/static/%2e%2e/run.py",
    "/static/..%2frun.py",
    "/static/%2e%2e%2frun.py",
    "/static/..%5crun.py",
    "/static/....//run.py",
    "/static/%252e%252e/run.py",
    "/static//etc/passwd",
    "/static/%2fetc%2fpasswd",
    "/static/%00",
    "/static/index.html%00.css",
    "/static/" + "a" * 5000,
    "/%73tatic/" + "a" * 5000,
    "/static/" + "%c3%a9" * 300,
    "/static/" + "a/" * 3000,
    "/static",
    "/static/",
    "/static/.",
    "/../../etc/passwd",
)


async def test_no_path_escapes_the_folder(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        for path in OUTWARD:
            async with connect(house, head(path)) as guest:
                status, body = await guest.response()
            assert status in (403, 404)
            assert body in (b"", b"403: Forbidden", b"404: Not Found")


async def test_symbolic_links_are_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("here")
    (tmp_path / "secret.txt").write_text("secret")
    (static / "link.txt").symlink_to(tmp_path / "secret.txt")
    monkeypatch.setattr("pictomania.server.run.static_folder", lambda: static)
    async with run_http_server(tmp_path / "data") as house:
        assert (await house.ask("/static/index.html")).body == b"here"
        assert (await house.ask("/static/link.txt")).status == 404


async def test_every_response_has_the_security_headers() -> None:
    """Responses of ours and of aiohttp, errors of the client and our own."""

    async def broken(request: web.Request) -> web.Response:
        raise ZeroDivisionError(request.path)

    async def again(request: web.Request) -> web.Response:
        return web.Response(body=await request.read(), headers={"Server": "somebody"})

    async def elsewhere(request: web.Request) -> web.Response:
        raise web.HTTPFound("/", headers={"X-Asked": request.method})

    app = web.Application(middlewares=[catch_errors], client_max_size=4)
    add_security_headers(app)
    app.router.add_get("/broken", broken)
    app.router.add_get("/elsewhere", elsewhere)
    app.router.add_post("/echo", again)
    asked = {
        200: head("/echo", "Content-Length: 4", method="POST") + b"1234",
        302: head("/elsewhere"),
        404: head("/nowhere"),
        405: head("/echo", method="PUT"),
        413: head("/echo", "Content-Length: 5", method="POST") + b"12345",
        500: head("/broken"),
    }
    async with echo_server(pages=app, warnings=["a request failed"]) as door:
        for status, request in asked.items():
            close = request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1)
            async with connect(door, close) as guest:
                answer = (await guest.rest()).decode()
            assert answer.startswith(f"HTTP/1.1 {status} ")
            for name, value in SECURITY_HEADERS.items():
                assert answer.count(f"\r\n{name}: {value}\r\n") == 1
                assert answer.lower().count(f"\r\n{name.lower()}:") == 1
            assert "Division" not in answer


@pytest.mark.parametrize("url", ["https://play.example", "http://play.example", None])
async def test_hsts_is_sent_only_with_an_https_url(tmp_path: Path, url: str | None) -> None:
    """Every response says so, including refused WebSockets and invalid requests."""
    asked = {
        200: head("/"),
        400: b"GET / HTTP/1.1\r\nnonsense\r\n\r\n",
        403: head("/socket", *UPGRADE, "Origin: http://evil.example"),
        404: head("/nowhere"),
        415: head("/", "Content-Encoding: gzip"),
        426: head("/socket", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 99"),
    }
    async with run_http_server(tmp_path, public_url=url) as house:
        for status, request in asked.items():
            close = request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1)
            async with connect(house, request if status in (403, 426) else close) as guest:
                answer = (await guest.rest()).decode()
            assert answer[:13].split()[1] == str(status)
            told = "\r\nStrict-Transport-Security: max-age=31536000\r\n" in answer
            assert told == (url == "https://play.example")
            assert all(f"\r\n{name}: {value}\r\n" in answer for name, value in SECURITY_HEADERS.items())


async def test_responses_to_invalid_requests() -> None:
    """Responses to invalid requests, which do not quote them."""
    asked = {
        400: b"GET / HTTP/1.1\r\nsecret\r\n\r\n",
        426: head("/socket", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 99"),
        431: b"GET /secret" + b"a" * ConnectionLimits().head_bytes,
    }
    async with echo_server() as door:
        for status, request in asked.items():
            async with connect(door, request) as guest:
                answer = (await guest.rest()).decode()
            assert answer[:13].split()[1] == str(status)
            assert all(f"\r\n{name}: {value}\r\n" in answer for name, value in SECURITY_HEADERS.items())
            assert "secret" not in answer
            assert "aiohttp" not in answer


def test_the_security_headers() -> None:
    """Scripts, styles and connections are our own; no framing, no referrer."""
    policy = dict(
        part.strip().split(" ", 1) for part in SECURITY_HEADERS["Content-Security-Policy"].split(";")
    )
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in SECURITY_HEADERS["Content-Security-Policy"]
    assert SECURITY_HEADERS["Referrer-Policy"] == "no-referrer"
