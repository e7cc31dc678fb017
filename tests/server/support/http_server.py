"""A whole server with its own data folder and a real log, and an HTTP client for it."""

import gzip
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields
from http import HTTPStatus
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from aiohttp import ClientSession, TCPConnector
from multidict import CIMultiDictProxy
from yarl import URL

from pictomania.log import EventLog, SqliteLog
from pictomania.server.config import Config
from pictomania.server.headers import SECURITY_HEADERS
from pictomania.server.http.routes import Problem, TableMade
from pictomania.server.net.rate_limits import RateLimits
from pictomania.server.run import Running, serving
from pictomania.server.tables.live_table import LiveTable

T = TypeVar("T")

UNLIMITED = RateLimits(*[(1e9, 1e9)] * len(fields(RateLimits)))  # no rate limits
PROXY = "127.0.0.1"  # the address of all clients in these tests


@dataclass(frozen=True)
class HttpResponse:
    """A response."""

    status: int
    headers: CIMultiDictProxy[str]
    body: bytes

    def read(self, kind: type[T]) -> T:
        """Decode the JSON body."""
        assert self.headers["Content-Type"] == "application/json"
        is_packed = self.headers.get("Content-Encoding") == "gzip"
        return msgspec.json.decode(gzip.decompress(self.body) if is_packed else self.body, type=kind)

    @property
    def error(self) -> tuple[int, str]:
        """The status and the error name."""
        return self.status, self.read(Problem).error


class HttpServer:
    """A running server and an HTTP client for it."""

    def __init__(self, running: Running, log: EventLog, session: ClientSession) -> None:
        self.running = running
        self.live_tables = running.live_tables
        self.log = log
        self.port = running.port
        self.url = f"http://127.0.0.1:{running.port}"
        self._session = session

    async def ask(
        self, path: str, method: str = "GET", *, data: Any = None, headers: Mapping[str, str] | None = None
    ) -> HttpResponse:
        """Request a path exactly as written, and check the security headers."""
        async with self._session.request(
            method, URL(self.url + path, encoded=True), data=data, headers=headers, allow_redirects=False
        ) as response:
            answer = HttpResponse(response.status, response.headers, await response.read())
        assert SECURITY_HEADERS.items() <= dict(answer.headers).items()
        return answer

    async def new_table(self) -> str:
        """Create a table and return its code."""
        answer = await self.ask("/api/tables", "POST")
        assert answer.status == HTTPStatus.CREATED
        return answer.read(TableMade).code

    def live_table(self, code: str) -> LiveTable:
        """The live table with this code."""
        return self.live_tables.tables[code]


@asynccontextmanager
async def run_http_server(
    folder: Path, *, patience_s: float = 5.0, **settings: Any
) -> AsyncIterator[HttpServer]:
    """Run a server on loopback; `patience_s` is how long its log waits for a locked database."""
    chosen: dict[str, Any] = {
        "host": "127.0.0.1",
        "tables_per_hour": 1000,
        "wrong_codes_per_minute": 1000,
    } | settings
    config = Config(port=0, data=folder, **chosen)
    log = await SqliteLog.open(folder / "tables.sqlite3", timeout_s=patience_s)
    try:
        async with (
            serving(config, log, rate_limits=UNLIMITED) as running,
            ClientSession(connector=TCPConnector(limit=0), auto_decompress=False) as session,
        ):
            yield HttpServer(running, log, session)
    finally:
        await log.close()
