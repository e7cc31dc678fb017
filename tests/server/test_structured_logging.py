"""Structured logging: one JSON object per line, without secrets."""

import io
import json
import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiohttp import ClientSession

from pictomania.client import Client, Closed
from pictomania.rules import Phase
from pictomania.server import structured_logging
from pictomania.server.structured_logging import LOGGER, log_event, table_alias
from pictomania.wire import from_client
from pictomania.wire.to_client import RequestRefused
from tests.server.support.quick_game import begin, play, take_seats
from tests.server.support.raw_client import BINARY, TEXT, UPGRADE, connect, frame, head
from tests.server.support.server_process import ServerProcess, restore_process_state, run_process


@pytest.fixture(autouse=True)
def _own_logging() -> Iterator[None]:
    """Restore the logging configuration."""
    with restore_process_state():
        yield


def begun(level: str = "info") -> io.StringIO:
    """Start logging to a buffer."""
    out = io.StringIO()
    structured_logging.configure(level, out)
    return out


def lines(out: io.StringIO) -> list[dict[str, object]]:
    """The logged lines as objects."""
    text = out.getvalue()
    assert text.isascii()
    assert text.endswith("\n")
    return [json.loads(line) for line in text[:-1].split("\n")]


def test_a_line_is_an_object() -> None:
    out = begun()
    log_event("table resumed", table="ab12", took_ms=1.5)
    (line,) = lines(out)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", str(line.pop("time")))
    assert line == {"level": "info", "what": "table resumed", "table": "ab12", "took_ms": 1.5}


def test_times_are_in_utc() -> None:
    out = begun()
    record = logging.LogRecord("pictomania", logging.INFO, "", 0, "now", None, None)
    record.created, record.msecs = 86399.9996, 999.6
    logging.getLogger().handle(record)
    assert lines(out)[0]["time"] == "1970-01-01T23:59:59.999Z"


@pytest.mark.parametrize(
    "hostile",
    [
        'x"}\n{"time": "now", "what": "forged"}',
        "\x1b[2J\x1b]0;title\x07",
        "\r\n\u2028\u2029\x85\x00",
        "\u202egnp.exe",
        "\ud800",
        b"\xff",
    ],
)
def test_no_line_can_be_forged(hostile: object) -> None:
    out = begun()
    log_event("said", text=hostile)
    LOGGER.warning("heard %s", hostile)
    first, second = lines(out)
    assert first["text"] == (hostile if isinstance(hostile, str) else str(hostile))
    assert second["what"] == f"heard {hostile!s}"


def test_errors_have_a_trace() -> None:
    out = begun()
    try:
        raise ZeroDivisionError("by\nnothing")
    except ZeroDivisionError:
        log_event("a table broke", logging.ERROR, trace=True)
    (line,) = lines(out)
    assert line["level"] == "error"
    assert str(line["trace"]).endswith("ZeroDivisionError: by\nnothing")


def test_levels() -> None:
    out = begun("warning")
    log_event("not worth it")
    log_event("worth it", logging.WARNING)
    assert [line["what"] for line in lines(out)] == ["worth it"]


def test_libraries_are_quiet_even_at_the_lowest_level() -> None:
    out = begun("debug")
    for name in ("aiohttp.access", "picows"):
        logging.getLogger(name).info("GET /t/SECRET")
    logging.getLogger("asyncio").debug("other things")
    assert [line["what"] for line in lines(out)] == ["other things"]


def test_the_default_is_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """To the stream at the time of the call."""
    out = io.StringIO()
    monkeypatch.setattr(sys, "stderr", out)
    structured_logging.configure("info")
    log_event("here")
    assert lines(out)[0]["what"] == "here"


def test_table_aliases_do_not_reveal_the_code() -> None:
    assert re.fullmatch("[0-9a-f]{8}", table_alias("ABCDEFGH"))
    assert table_alias("ABCDEFGH") == table_alias("ABCDEFGH") != table_alias("ABCDEFGJ")


# A whole server.

NAMES = ('"},{"what":"x', "<b>Ludwig</b>", "%s ${jndi:ldap}")
NO_NAMES = ("\x1b[31mEve", 'Eve\n{"what": "forged"}', "Eve\r\x00", "\u202eevE")
SECRETS = ("geheim", "stapler", "Ludwig", "jndi", "Eve", "forged", "\x1b", "confidential")


async def test_no_secret_gets_into_the_log(tmp_path: Path) -> None:
    with run_process(tmp_path, "--log-level", "debug") as server:
        async with ClientSession(server.url) as session:
            async with session.post("/api/tables") as answer:
                code = (await answer.json())["code"]
            for name in NO_NAMES:
                with pytest.raises(Closed, match="name-unfit"):
                    await Client(server.url, code, name=name).__aenter__()
            async with take_seats(server.url, code, *NAMES) as people:
                await _said(server, session, code, people)
                keys = [who.key for who in people]
        assert server.stop() == 0
    with run_process(tmp_path, "--log-level", "debug") as server:
        async with Client(server.url, code, name="Ludwig", key=keys[0]) as ada:
            assert ada.view is not None
        assert server.stop() == 0
    told = "\n".join(str(value) for line in server.journal() for value in line.values())
    assert "table resumed" in told
    for secret in (code, f"{code[:4]}-{code[4:]}", *keys, *SECRETS):
        assert secret.lower() not in told.lower()
    assert {line["level"] for line in server.journal()} <= {"debug", "info", "warning"}


async def _said(server: ServerProcess, session: ClientSession, code: str, people: list[Client]) -> None:
    """Send valid and invalid messages in every possible way."""
    host = people[0]
    people[1].send(from_client.Chat("geheim, Ludwig"))
    people[1].send(from_client.Chat("geheim\n\x1b[2J"))
    assert (await people[1].receive(RequestRefused)).reason == "text-unfit"
    await host.until(lambda _: bool(host.chat))
    headers = {"Authorization": f"Bearer {host.key}"}
    query = {"name": "confidential\x1b\n", "form": "text", "language": "en"}
    for name, deck in (("confidential\x1b\n", b"x"), ("confidential", b"stapler\nstapler")):
        path = f"/api/tables/{code}/deck"
        async with session.post(path, params=query | {"name": name}, data=deck, headers=headers) as answer:
            assert answer.status in (400, 422)
    for path in (f"/t/{code}", f"/api/tables/{code}", f"/api/tables/{code}%1b%0aforged", f"/static/{code}"):
        async with session.get(path) as answer:
            assert answer.status in (200, 404)
    begin(people)
    await play(people, Phase.DRAWING)
    await _broken(server, code, host.key)


async def _broken(server: ServerProcess, code: str, key: str) -> None:
    """Violate HTTP and the WebSocket protocol."""
    for request in (
        f"GET /t/{code}\x1b HTTP/1.1\r\n\r\n",
        f"{code} / HTTP/1.1\r\nAuthorization: Bearer {key}\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: {code}\r\n{key}\r\n\r\n",
        f"POST /api/tables HTTP/1.1\r\nHost: x\r\nOrigin: http://{code}\r\nContent-Length: {key}\r\n\r\n",
    ):
        async with connect(server, request.encode()) as guest:
            await guest.send_eof()
    upgrade = head("/socket", *UPGRADE, f"Origin: {server.url}")
    upgrade = upgrade.replace(b"Host: here", f"Host: 127.0.0.1:{server.port}".encode())
    for kind, message in (
        (TEXT, f'{{"type": "hello", "table": "{code}", "key": "{key}", "name": 5}}'.encode()),
        (TEXT, f'{{"type": "{key}"}}'.encode()),
        (BINARY, code.encode()),
        (15, code.encode()),
    ):
        async with connect(server, upgrade) as guest:
            assert (await guest.response())[0] == 101
            guest.send(frame(kind, message))
            await guest.rest()
