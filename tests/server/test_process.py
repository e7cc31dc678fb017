"""The server process; here it is the test process, whose state is restored afterwards."""

import gc
import io
import json
import os
import resource
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pictomania.rules import EditionName
from pictomania.server.config import Config
from pictomania.server.process import serve
from pictomania.table.dealer import house_box
from tests.server.support.server_process import restore_process_state


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    with restore_process_state():
        yield


def stop(_port: int) -> None:
    """Send this process a stop signal."""
    os.kill(os.getpid(), signal.SIGTERM)


def test_the_server_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It logs its start and stop, raises the descriptor limit, and freezes old objects."""
    err = io.StringIO()
    monkeypatch.setattr(sys, "stderr", err)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard // 2, hard))
    seen = []

    def look(port: int) -> None:
        seen.append((port, resource.getrlimit(resource.RLIMIT_NOFILE)[0], gc.get_freeze_count() > 0))
        seen.append((0, house_box.cache_info().currsize, True))
        stop(port)

    serve(Config(host="127.0.0.1", port=0, data=tmp_path), look)
    (port, soft, is_frozen), (_, boxes, _) = seen
    assert (soft, is_frozen, boxes) == (hard, True, len(EditionName))
    lines = [json.loads(line) for line in err.getvalue().splitlines()]
    assert [line["what"] for line in lines] == ["serving", "stopping", "stopped"]
    assert (lines[0]["port"], lines[0]["data"]) == (port, str(tmp_path))


def test_a_descriptor_limit_that_cannot_be_raised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some systems report no limit and then refuse."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (before[0], -2))
    serve(Config(host="127.0.0.1", port=0, data=tmp_path, log_level="error"), stop)
    monkeypatch.undo()
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == before
