"""`pictomania doctor`: what it prints, and its exit status."""

import json
import re
from pathlib import Path

import pytest

from pictomania.cli.doctor import servers
from tests.cli.cluster.cluster_process import run_cluster
from tests.cli.cluster.test_balancer import unused_address
from tests.cli.command import pictomania
from tests.log.nats_server import NatsServer


@pytest.fixture(autouse=True)
def _isolated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ignore the real environment."""
    monkeypatch.delenv("PICTOMANIA_NATS", raising=False)
    monkeypatch.delenv("PICTOMANIA_NATS_CREDENTIALS", raising=False)


def test_a_running_cluster(tmp_path: Path) -> None:
    """It is well, apart from having one server."""
    with run_cluster(tmp_path, "--nodes", "1", "--nats-servers", "1"):
        settings = json.loads((tmp_path / "cluster" / "nats" / "nats-1.conf").read_text())
        flags = ("--nats", f"nats://{settings['listen']}", "--nats-monitor", f"http://{settings['http']},")
        done = pictomania("doctor", *flags)
        assert (done.status, done.err) == (0, "")
        lines = done.out.splitlines()
        as_json = json.loads(pictomania("doctor", *flags, "--json").out)
    assert lines[0] == "ok       server       nats-1 has version 2.15.1"
    assert [line for line in lines if "warning" in line and "latency" not in line] == [
        "warning  replicas     the log has 1 of 3 replicas, so it ends with a disk; "
        "run three servers as a cluster, stop all nodes, and set its replicas to 3"
    ]
    assert re.fullmatch(r"Problems: 0\. Warnings: [12]\.", lines[-1])
    assert as_json["ok"]
    assert as_json["checks"][0] == {"check": "server", "level": "ok", "text": "nats-1 has version 2.15.1"}
    assert {each["check"] for each in as_json["checks"]} >= {"inside", "fsync", "latency", "clock"}


def test_before_the_first_node(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no log yet, and the doctor makes none."""
    monkeypatch.setenv("PICTOMANIA_NATS", nats.url)
    for _ in range(2):
        done = pictomania("doctor")
        assert done.status == 0
        assert "warning  log          there is no log yet; " in done.out
        assert "warning  fsync        " in done.out


def test_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "PATIENCE_S", 0.2)
    host, port = unused_address()
    done = pictomania("doctor", "--nats", f"nats://{host}:{port}")
    assert (done.status, done.err) == (1, "")
    assert done.out.startswith("problem  server       no connection to NATS at ")
    assert done.out.endswith("Problems: 1. Warnings: 0.\n")


def test_unusable_files(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"\xff")
    tls = pictomania("doctor", "--nats", "nats://127.0.0.1", "--inside-tls-cert", str(file))
    credentials = pictomania("doctor", "--nats", "nats://127.0.0.1", "--nats-credentials", str(file))
    assert (tls.status, credentials.status) == (1, 1)
    assert tls.out.startswith("problem  files        give --inside-tls-cert, ")
    assert credentials.out.startswith("problem  files        ")


def test_without_servers() -> None:
    done = pictomania("doctor")
    assert (done.status, done.out) == (2, "")
    assert done.err == "pictomania doctor: say which servers to check, as in --nats nats://127.0.0.1:4222\n"


def test_a_wrong_monitor() -> None:
    done = pictomania("doctor", "--nats", "nats://127.0.0.1", "--nats-monitor", "127.0.0.1:8222")
    assert done.status == 2
    assert done.err.endswith("an address begins with http:// or https://\n")
