"""Nodes of adjacent releases in one cluster, while it is being upgraded."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from pictomania.client import Client
from pictomania.log import Unavailable
from pictomania.server import other_nodes, run
from pictomania.server.cluster import membership
from pictomania.server.http import other_releases
from pictomania.server.http.forwarding import Forwarder
from pictomania.server.tables import live_tables as room
from pictomania.server.tables.live_tables import LiveTables
from pictomania.table import entries
from pictomania.table.entries import NewerEntry
from pictomania.table.table import Table
from tests.log.nats_server import NatsServer
from tests.server.cluster.support.nodes import new_name, node_of, open_nats_log, run_http_node
from tests.server.support.http_server import HttpServer

HASHED = "/static/assets/app-1a2B_3.js"


@contextmanager
def release(version: str, static: Path | None = None, reads: int = entries.VERSION) -> Iterator[None]:
    """Start nodes of another release, with files of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(membership, "VERSION", version)
        patch.setattr(membership, "NEWEST_ENTRIES", reads)
        if static is not None:
            for module in (run, other_nodes):
                patch.setattr(module, "static_folder", lambda: static)
        yield


@asynccontextmanager
async def node(
    nats: NatsServer,
    name: str,
    version: str,
    static: Path | None = None,
    reads: int = entries.VERSION,
    node: str = "",
) -> AsyncIterator[HttpServer]:
    """Run a node of another release."""
    with release(version, static, reads):
        server = run_http_node(nats, name, node or f"node-{version}")
        running = await server.__aenter__()
    try:
        yield running
    finally:
        await server.__aexit__(None, None, None)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The files of the old release."""
    return folder(tmp_path / "old", "app-0old.js", b"old")


@pytest.fixture
def new(tmp_path: Path) -> Path:
    """The files of the new release, one of them compressed."""
    made = folder(tmp_path / "new", "app-1a2B_3.js", b"new")
    (made / "assets" / "app-1a2B_3.js.gz").write_bytes(b"compressed")
    (made / "icon.svg").write_bytes(b"<svg/>")
    return made


def folder(path: Path, name: str, content: bytes) -> Path:
    """Static files with one that is named by its content."""
    (path / "assets").mkdir(parents=True)
    (path / "index.html").write_bytes(b"<!doctype html>")
    (path / "assets" / name).write_bytes(content)
    return path


# Tables.


async def test_a_newer_node_takes_over_what_only_it_can_read(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players who come to a node of the old release are handed over and notice nothing."""
    name, replay = new_name(), room._replay

    async with node(nats, name, "1") as a:
        async with node(nats, name, "1", node="other") as third:
            code = await third.live_tables.create()

        def replay_as(tables: LiveTables) -> None:
            """Let a node read like one of the old release."""

            async def fail(code: str, stored: list[bytes]) -> tuple[Table, str | None]:
                assert replay(code, stored)
                raise NewerEntry("too new")

            monkeypatch.setattr(tables, "_replay", fail)

        replay_as(a.live_tables)
        assert (await a.ask(f"/api/tables/{code}")).error == (503, "log-unavailable")
        with pytest.raises(Unavailable, match="only a newer release can read this table"):
            await a.live_tables.find(code)
        assert not a.live_tables.damaged
        async with (
            node(nats, name, "1", node="another") as another,
            node(nats, name, "2", reads=entries.VERSION + 1) as b,
        ):
            replay_as(another.live_tables)
            async with Client(a.url, code, name="Ada"):
                assert list(b.live_tables.tables) == [code]
                assert (await another.ask(f"/api/tables/{code}")).status == 200
        with pytest.raises(Unavailable, match="only a newer release"):
            await a.live_tables.find(code)


# Files.


async def test_a_page_and_its_files_from_different_releases(nats: NatsServer, old: Path, new: Path) -> None:
    """Whichever of them is newer; compressed if the browser accepts it."""
    name = new_name()
    async with node(nats, name, "1", old) as a, node(nats, name, "2", new) as b:
        for accepted, body, coding in (("gzip, br", b"compressed", "gzip"), ("", b"new", None)):
            here = await b.ask(HASHED, headers={"Accept-Encoding": accepted})
            there = await a.ask(HASHED, headers={"Accept-Encoding": accepted})
            assert (there.status, there.body, there.headers.get("Content-Encoding")) == (200, body, coding)
            for field in ("Content-Type", "Cache-Control", "ETag", "Vary"):
                assert there.headers[field] == here.headers[field]
        assert (await b.ask("/static/assets/app-0old.js")).body == b"old"
        assert (await a.ask(HASHED, "HEAD")).status == 200
    async with node(nats, name, "1", old) as a:
        assert (await a.ask(HASHED)).status == 404


async def test_files_of_other_releases_are_kept(nats: NatsServer, old: Path, new: Path) -> None:
    """So that a school that opens the page costs little; and they outlive their node."""
    name = new_name()
    async with node(nats, name, "1", old) as a:
        async with node(nats, name, "2", new):
            assert (await a.ask(HASHED)).status == 200
        assert (await a.ask(HASHED)).body == b"compressed"


async def test_nodes_are_asked_for_nothing_else(nats: NatsServer, old: Path, new: Path) -> None:
    """Only for hashed files, only nodes of other releases, and never by each other in a circle."""
    name = new_name()
    async with node(nats, name, "1", old) as a, node(nats, name, "2", new) as b:
        for path in (
            "/static/icon.svg",
            "/static/assets/a/b.js",
            "/static/assets/%2e%2e/icon.svg",
            f"{HASHED}~",
        ):
            assert (await a.ask(path)).status == 404
        assert (await a.ask("/static/assets/missing-1.js")).status == 404
        assert (await b.ask(HASHED)).status == 200
    async with node(nats, name, "1", old) as a, node(nats, name, "1", new, node="same"):
        assert (await a.ask(HASHED)).status == 404


async def test_nodes_that_cannot_be_asked(
    nats: NatsServer, old: Path, new: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without NATS nobody knows them, and a node may be gone: the file is missing for now."""
    monkeypatch.setattr(other_releases, "KNOWN_S", -1.0)
    name = new_name()
    async with node(nats, name, "1", old) as a, node(nats, name, "2", new) as b:
        with monkeypatch.context() as patch:

            async def gone(*_: object) -> None:
                raise Unavailable("gone")

            patch.setattr(Forwarder, "ask", gone)
            assert (await a.ask(HASHED)).status == 404
        await a.live_tables.log.connection.close()  # type: ignore[attr-defined] # it is in NATS
        assert (await a.ask(HASHED)).status == 200  # it remembers the node
        assert node_of(b).version == "2"


async def test_answers_that_are_no_nodes(nats: NatsServer) -> None:
    """They are skipped, like the node itself."""
    name = new_name()
    async with node(nats, name, "1") as a, node(nats, name, "2") as b, open_nats_log(nats, name) as log:
        await log.connection.services.serve(f"{name}.nodes", lambda _: b"me")
        directory = a.live_tables.directory
        assert await directory.other_nodes() == [node_of(b)]  # type: ignore[attr-defined]
