"""Processes on one core, and the servers among them."""

import os
import sys
from pathlib import Path

import pytest

from pictomania.cli.bench import pinned_process, servers
from pictomania.cli.bench.failure import BenchError
from pictomania.cli.bench.pinned_process import PinnedProcess
from pictomania.cli.bench.servers import BenchServer, OurServer, has_usual_way
from tests.cli.cluster.cluster_process import wait_for_the_end_of


def python(program: str) -> list[str]:
    """The command for a program."""
    return [sys.executable, "-c", program]


def test_it_runs_on_its_core(cores: tuple[int, int]) -> None:
    program = "import os; print('up', flush=True); input()"
    with PinnedProcess(python(program), cores[1]) as process:
        assert process.line() == "up"
        assert os.sched_getaffinity(process.pid) == {cores[1]}
        assert process.cpu_s > 0
        assert process.memory > 1_000_000
    wait_for_the_end_of([process.pid])


def test_it_can_be_killed(cores: tuple[int, int]) -> None:
    with PinnedProcess(python("input()"), cores[1]) as process:
        process.kill()
        wait_for_the_end_of([process.pid])


def test_a_process_that_does_not_stop(cores: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pinned_process, "STOP_S", 0.01)
    program = (
        "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True)\nwhile True: pass"
    )
    with PinnedProcess(python(program), cores[1]) as process:
        process.line()
    wait_for_the_end_of([process.pid])


@pytest.mark.parametrize(
    ("program", "sentence"),
    [("pass", "ended without a word"), ("import sys; sys.exit('one\\nmemory is full')", "^memory is full$")],
)
def test_a_process_that_ends(cores: tuple[int, int], program: str, sentence: str) -> None:
    with PinnedProcess(python(program), cores[1]) as process, pytest.raises(BenchError, match=sentence):
        process.line()


def test_a_server_that_does_not_start(cores: tuple[int, int]) -> None:
    with pytest.raises(BenchError, match=r"^no port is free$"):
        BenchServer(python("import sys; sys.exit('no port is free')"), cores[0])


def test_a_folder_that_cannot_be_used(tmp_path: Path, cores: tuple[int, int]) -> None:
    """The sentence is that of the server."""
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(BenchError, match=f"pictomania serve: {file}/tables.sqlite3 cannot be used"):
        OurServer(file, cores[0])


def test_a_server_that_hides_its_port(
    tmp_path: Path, cores: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "SCRIPT", "print('a line'); print('open http://localhost/')")
    with pytest.raises(BenchError, match="does not print its port: open http://localhost/"):
        OurServer(tmp_path, cores[0])


def test_our_server(tmp_path: Path, cores: tuple[int, int]) -> None:
    with OurServer(tmp_path, cores[0]) as server:
        assert server.address[1] > 0
        assert os.sched_getaffinity(server.pid) == {cores[0]}


def test_the_usual_way_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "USUAL_PACKAGES", ("json",))
    assert has_usual_way()
    monkeypatch.setattr(servers, "USUAL_PACKAGES", ("json", "no_such_package"))
    assert not has_usual_way()
