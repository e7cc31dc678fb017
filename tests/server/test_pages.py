"""The pages: which files are shown, which are not, and what every answer tells a browser."""

import gzip
import re
from pathlib import Path

import pytest
from aiohttp import web

from pictomania.server.headers import SAFE
from pictomania.server.limits import Limits
from pictomania.server.pages import SEVERAL, careful, folder, protect
from tests.server.host import opened
from tests.server.http_house import opened_house
from tests.server.visitor import UPGRADE, head, visitor

PLAIN = {"Accept-Encoding": "identity"}


async def test_one_page_at_several_addresses(tmp_path: Path) -> None:
    whole = (folder() / "index.html").read_bytes()
    async with opened_house(tmp_path) as house:
        for path in SEVERAL:
            answer = await house.ask(path.format(code="ABCD-EFGH", game="20260101-X"), headers=PLAIN)
            assert (answer.status, answer.body) == (200, whole)
            assert answer.headers["Content-Type"] == "text/html"
            assert answer.headers["Cache-Control"] == "no-cache"
            tag = {"If-None-Match": answer.headers["ETag"]}
            again = await house.ask(path.format(code="x", game="y"), headers=PLAIN | tag)
            assert (again.status, again.body) == (304, b"")


async def test_a_page_that_is_nowhere(tmp_path: Path) -> None:
    """Somebody who looks for it is told so by the page; a program, in short."""
    async with opened_house(tmp_path) as house:
        for path in ("/nowhere", "/t", "/t/a/b", "/favicon.ico"):
            assert (await house.ask(path)).status == 404
            answer = await house.ask(path, headers=PLAIN | {"Accept": "text/html,*/*"})
            assert (answer.status, answer.body) == (404, (folder() / "index.html").read_bytes())
        assert (await house.ask("/api/nowhere", headers={"Accept": "text/html"})).body == b"404: Not Found"


async def test_every_file_of_the_pages_is_there(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        for file in folder().rglob("*"):
            if file.is_file():
                name = file.relative_to(folder()).as_posix()
                answer = await house.ask(f"/static/{name}", headers=PLAIN)
                assert (answer.status, answer.body) == (200, file.read_bytes())
                is_named_by_content = name.startswith("assets/")
                assert ("immutable" in answer.headers["Cache-Control"]) == is_named_by_content


async def test_files_lie_there_packed(tmp_path: Path) -> None:
    """For browsers that can unpack them, which is all of them."""
    async with opened_house(tmp_path) as house:
        for file in folder().rglob("*.js"):
            path = f"/static/{file.relative_to(folder()).as_posix()}"
            answer = await house.ask(path, headers={"Accept-Encoding": "gzip, br"})
            assert answer.headers["Content-Encoding"] == "br"
            assert answer.headers["Vary"] == "Accept-Encoding"
            assert answer.body == file.with_name(f"{file.name}.br").read_bytes()
            answer = await house.ask(path, headers={"Accept-Encoding": "gzip"})
            assert gzip.decompress(answer.body) == file.read_bytes()


def test_the_page_loads_nothing_that_it_forbids_itself() -> None:
    """No scripts, styles and handlers inside, and nothing from elsewhere."""
    page = (folder() / "index.html").read_text()
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


async def test_no_way_leads_out_of_the_folder(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        for path in OUTWARD:
            async with visitor(house, head(path)) as guest:
                status, body = await guest.answer()
            assert status in (403, 404)
            assert body in (b"", b"403: Forbidden", b"404: Not Found")


async def test_no_link_leads_out_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("here")
    (tmp_path / "secret.txt").write_text("secret")
    (static / "link.txt").symlink_to(tmp_path / "secret.txt")
    monkeypatch.setattr("pictomania.server.run.folder", lambda: static)
    async with opened_house(tmp_path / "data") as house:
        assert (await house.ask("/static/index.html")).body == b"here"
        assert (await house.ask("/static/link.txt")).status == 404


async def test_every_answer_protects_the_browser() -> None:
    """Whatever becomes of it: an answer of ours or of aiohttp, a mistake of the peer's or our own."""

    async def broken(request: web.Request) -> web.Response:
        raise ZeroDivisionError(request.path)

    async def again(request: web.Request) -> web.Response:
        return web.Response(body=await request.read(), headers={"Server": "somebody"})

    async def elsewhere(request: web.Request) -> web.Response:
        raise web.HTTPFound("/", headers={"X-Asked": request.method})

    app = web.Application(middlewares=[careful], client_max_size=4)
    protect(app)
    app.router.add_get("/broken", broken)
    app.router.add_get("/elsewhere", elsewhere)
    app.router.add_post("/again", again)
    asked = {
        200: head("/again", "Content-Length: 4", method="POST") + b"1234",
        302: head("/elsewhere"),
        404: head("/nowhere"),
        405: head("/again", method="PUT"),
        413: head("/again", "Content-Length: 5", method="POST") + b"12345",
        500: head("/broken"),
    }
    async with opened(pages=app, complaints=["a request could not be answered"]) as door:
        for status, request in asked.items():
            close = request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1)
            async with visitor(door, close) as guest:
                answer = (await guest.rest()).decode()
            assert answer.startswith(f"HTTP/1.1 {status} ")
            for name, value in SAFE.items():
                assert answer.count(f"\r\n{name}: {value}\r\n") == 1
                assert answer.lower().count(f"\r\n{name.lower()}:") == 1
            assert "Division" not in answer


@pytest.mark.parametrize("url", ["https://play.example", "http://play.example", None])
async def test_browsers_come_by_tls_only_where_players_do(tmp_path: Path, url: str | None) -> None:
    """Every answer says so, those to sockets that are refused and to nonsense too."""
    asked = {
        200: head("/"),
        400: b"GET / HTTP/1.1\r\nnonsense\r\n\r\n",
        403: head("/socket", *UPGRADE, "Origin: http://evil.example"),
        404: head("/nowhere"),
        415: head("/", "Content-Encoding: gzip"),
        426: head("/socket", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 99"),
    }
    async with opened_house(tmp_path, public_url=url) as house:
        for status, request in asked.items():
            close = request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1)
            async with visitor(house, request if status in (403, 426) else close) as guest:
                answer = (await guest.rest()).decode()
            assert answer[:13].split()[1] == str(status)
            told = "\r\nStrict-Transport-Security: max-age=31536000\r\n" in answer
            assert told == (url == "https://play.example")
            assert all(f"\r\n{name}: {value}\r\n" in answer for name, value in SAFE.items())


async def test_answers_that_no_page_gives() -> None:
    """Of the door, of aiohttp and of picows to what they do not understand; nothing of it is repeated."""
    asked = {
        400: b"GET / HTTP/1.1\r\nsecret\r\n\r\n",
        426: head("/socket", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 99"),
        431: b"GET /secret" + b"a" * Limits().head_bytes,
    }
    async with opened() as door:
        for status, request in asked.items():
            async with visitor(door, request) as guest:
                answer = (await guest.rest()).decode()
            assert answer[:13].split()[1] == str(status)
            assert all(f"\r\n{name}: {value}\r\n" in answer for name, value in SAFE.items())
            assert "secret" not in answer
            assert "aiohttp" not in answer


def test_what_browsers_are_told() -> None:
    """Scripts, styles and connections are our own; nobody frames us, and nobody learns a link from us."""
    policy = dict(part.strip().split(" ", 1) for part in SAFE["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in SAFE["Content-Security-Policy"]
    assert SAFE["Referrer-Policy"] == "no-referrer"
