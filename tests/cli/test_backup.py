"""`pictomania backup` and `pictomania restore`: output, errors, and a real server."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from aiohttp import ClientSession

from pictomania.cli.backup import describe
from pictomania.client import Client
from pictomania.log.backup import Summary
from pictomania.log.database import open_database
from pictomania.log.lock import locked
from pictomania.rules import Phase
from pictomania.server.config import DATABASE
from tests.cli.command import pictomania
from tests.server.support.quick_game import begin, play, take_seats
from tests.server.support.server_process import run_process


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with a table."""
    monkeypatch.delenv("PICTOMANIA_DATA", raising=False)
    monkeypatch.delenv("PICTOMANIA_NATS", raising=False)
    folder = tmp_path / "data"
    folder.mkdir()
    _add_table(folder, "a")
    return folder


def _add_table(folder: Path, name: str) -> None:
    with closing(open_database(folder / DATABASE, 1)) as connection:
        connection.execute("INSERT INTO entries VALUES (?, 1, x'00')", (name,))


def _tables(folder: Path) -> Iterator[str]:
    with closing(open_database(folder / DATABASE, 1)) as connection:
        yield from (name for (name,) in connection.execute('SELECT "table" FROM entries'))


def test_backing_up_and_restoring(data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    done = pictomania("backup", str(copy), "--data", str(data))
    size = f"{copy.stat().st_size / 1000:.1f} kB"
    assert (done.status, done.err) == (0, "")
    assert done.out == f"Backed up 1 table (1 entry, {size}) to {copy}.\n"
    _add_table(data, "b")
    done = pictomania("restore", str(copy), "--data", str(data))
    (replaced,) = data.glob(f"{DATABASE}.replaced-*")
    assert (done.status, done.err) == (0, "")
    assert done.out == (
        f"Restored 1 table (1 entry, {size}) to {data / DATABASE}.\n"
        f"The replaced database is kept as {replaced}.\n"
    )
    assert list(_tables(data)) == ["a"]


def test_the_data_folder_from_the_environment(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PICTOMANIA_DATA", str(data))
    assert pictomania("backup", str(tmp_path / "copy")).status == 0
    monkeypatch.setenv("PICTOMANIA_DATA", str(tmp_path / "new"))
    done = pictomania("restore", str(tmp_path / "copy"))
    assert done.status == 0
    assert "replaced" not in done.out
    assert list(_tables(tmp_path / "new")) == ["a"]


def test_force_overwrites(data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.write_bytes(b"older")
    done = pictomania("backup", str(copy), "--data", str(data))
    assert (done.status, done.out) == (1, "")
    assert done.err == f"pictomania backup: {copy} already exists; --force overwrites it\n"
    assert copy.read_bytes() == b"older"
    assert pictomania("backup", str(copy), "--data", str(data), "--force").status == 0


def test_no_database(tmp_path: Path) -> None:
    done = pictomania("backup", str(tmp_path / "copy"), "--data", str(tmp_path))
    assert (done.status, done.out) == (1, "")
    assert done.err == f"pictomania backup: there is no database at {tmp_path / DATABASE}\n"


def test_a_server_runs_on_the_data_folder(data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    assert pictomania("backup", str(copy), "--data", str(data)).status == 0
    with locked(data / DATABASE):
        done = pictomania("restore", str(copy), "--data", str(data))
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"pictomania restore: {data / DATABASE} is in use by another server")


def test_names_of_files_are_escaped(tmp_path: Path) -> None:
    done = pictomania("restore", str(tmp_path / "new\nline"), "--data", str(tmp_path))
    assert done.err == f"pictomania restore: there is no backup at {tmp_path}/new\\nline\n"


@pytest.mark.parametrize(
    ("summary", "text"),
    [
        (Summary(0, 0, 8192), "0 tables (0 entries, 8.2 kB)"),
        (Summary(1, 1, 999_000), "1 table (1 entry, 999.0 kB)"),
        (Summary(1200, 34567, 12_345_678), "1,200 tables (34,567 entries, 12.3 MB)"),
    ],
)
def test_describing_a_backup(summary: Summary, text: str) -> None:
    assert describe(summary) == text


async def test_backing_up_a_running_server_and_restoring_it(tmp_path: Path) -> None:
    """A backup in the middle of a game brings it back as it was then, after the server has gone on."""
    folder, copy = tmp_path, tmp_path / "copy"
    with run_process(folder) as server:
        async with ClientSession() as session, session.post(f"{server.url}/api/tables") as response:
            code = (await response.json())["code"]
        async with take_seats(server.url, code) as people:
            begin(people)
            await play(people, Phase.DRAWING)
            views = [player.view for player in people]
            done = await asyncio.to_thread(pictomania, "backup", str(copy), "--data", str(folder))
            assert done.status == 0
            assert done.out.startswith("Backed up 1 table (")
            await play(people, Phase.WORD)
            refused = await asyncio.to_thread(pictomania, "restore", str(copy), "--data", str(folder))
            assert (refused.status, refused.out) == (1, "")
        server.stop()
    assert pictomania("restore", str(copy), "--data", str(folder)).status == 0
    with run_process(folder) as server:
        for before, view in zip(people, views, strict=True):
            async with Client(server.url, code, name="again", key=before.key) as after:
                assert after.view == view


def test_tables_in_nats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither command touches a data folder that a cluster does not use."""
    for command in ("backup", "restore"):
        by_flag = pictomania(command, str(tmp_path / "copy"), "--nats", "nats://127.0.0.1:4222")
        monkeypatch.setenv("PICTOMANIA_NATS", "nats://127.0.0.1:4222")
        by_environment = pictomania(command, str(tmp_path / "copy"))
        monkeypatch.delenv("PICTOMANIA_NATS")
        sentence = (
            "the tables are in NATS, which is backed up with its own tools, as docs/operations.md describes"
        )
        for done in (by_flag, by_environment):
            assert (done.status, done.out, done.err) == (1, "", f"pictomania {command}: {sentence}\n")
