"""A whole server in a folder of its own, with its real log, and somebody who asks it things over HTTP."""

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

from pictomania.log import SqliteLog
from pictomania.server.config import Config
from pictomania.server.headers import SAFE
from pictomania.server.hosted import Hosted
from pictomania.server.pace import Pace
from pictomania.server.routes import Problem, TableMade
from pictomania.server.run import Running, serving

T = TypeVar("T")

UNHURRIED = Pace(*[(1e9, 1e9)] * len(fields(Pace)))  # nobody is too fast for it
PROXY = "127.0.0.1"  # where everybody in these tests comes from


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: CIMultiDictProxy[str]
    body: bytes

    def read(self, kind: type[T]) -> T:
        """The body, which is JSON."""
        assert self.headers["Content-Type"] == "application/json"
        is_packed = self.headers.get("Content-Encoding") == "gzip"
        return msgspec.json.decode(gzip.decompress(self.body) if is_packed else self.body, type=kind)

    @property
    def error(self) -> tuple[int, str]:
        """The status and the name of what went wrong."""
        return self.status, self.read(Problem).error


class House:
    """A server that runs, and a way to ask it."""

    def __init__(self, running: Running, log: SqliteLog, session: ClientSession) -> None:
        """All of them are open."""
        self.running = running
        self.hosting = running.hosting
        self.log = log
        self.port = running.port
        self.url = f"http://127.0.0.1:{running.port}"
        self._session = session

    async def ask(
        self, path: str, method: str = "GET", *, data: Any = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Ask for a path exactly as it is written; every answer has the headers that protect browsers."""
        async with self._session.request(
            method, URL(self.url + path, encoded=True), data=data, headers=headers, allow_redirects=False
        ) as response:
            answer = Answer(response.status, response.headers, await response.read())
        assert SAFE.items() <= dict(answer.headers).items()
        return answer

    async def new_table(self) -> str:
        """Make a table and tell its code."""
        answer = await self.ask("/api/tables", "POST")
        assert answer.status == HTTPStatus.CREATED
        return answer.read(TableMade).code

    def hosted(self, code: str) -> Hosted:
        """A table as the server has it."""
        return self.hosting.tables[code]


@asynccontextmanager
async def opened_house(folder: Path, *, patience_s: float = 5.0, **settings: Any) -> AsyncIterator[House]:
    """Open a server in a folder, on any port of this machine; its log has patience with other programs."""
    chosen: dict[str, Any] = {
        "host": "127.0.0.1",
        "tables_per_hour": 1000,
        "wrong_codes_per_minute": 1000,
    } | settings
    config = Config(port=0, data=folder, **chosen)
    log = await SqliteLog.open(folder / "tables.sqlite3", patience_s=patience_s)
    try:
        async with (
            serving(config, log, pace=UNHURRIED) as running,
            ClientSession(connector=TCPConnector(limit=0), auto_decompress=False) as session,
        ):
            yield House(running, log, session)
    finally:
        await log.close()
