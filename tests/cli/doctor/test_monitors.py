"""Monitoring ports: whether servers sync every write, and whether we know it of all of them."""

from pathlib import Path

import msgspec
import pytest

from pictomania.cli.doctor.monitors import check_monitors
from tests.cli.cluster.test_balancer import unused_address
from tests.cli.cluster.test_state import serve
from tests.cli.doctor.findings import levels, texts
from tests.log.nats_server import nats_server
from tests.ports import free_port


def report(**jetstream: object) -> str:
    """What a server says about itself."""
    now = "2026-11-18T12:00:00Z"
    server = {"server_id": "N1", "server_name": "n1", "now": now, "jetstream": jetstream}
    return msgspec.json.encode(server).decode()


async def test_a_real_server(tmp_path: Path) -> None:
    port = free_port()
    with nats_server(tmp_path, more=f"http: 127.0.0.1:{port}"):
        findings = await check_monitors([f"http://127.0.0.1:{port}/"], [])
    assert levels(findings) == [("clock", "ok"), ("fsync", "ok"), ("storage", "ok")]
    assert texts(findings, "fsync") == ["n1 syncs every write"]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (report(config={"sync_always": True}), [("clock", "warning"), ("fsync", "ok")]),
        (report(config={"sync_interval": 120}), [("clock", "warning"), ("fsync", "problem")]),
        (report(), [("clock", "warning")]),
        (
            report(config={"sync_always": True, "max_storage": 100}, stats={"storage": 90}),
            [("clock", "warning"), ("fsync", "ok"), ("storage", "warning")],
        ),
        ("{}", [("monitor", "problem")]),
        ("<html>", [("monitor", "problem")]),
    ],
)
async def test_what_servers_say(body: str, found: list[tuple[str, str]]) -> None:
    async with serve(body) as (host, port):
        assert levels(await check_monitors([f"http://{host}:{port}"], [])) == found


async def test_a_server_that_does_not_answer() -> None:
    host, port = unused_address()
    (finding,) = await check_monitors([f"http://{host}:{port}"], [])
    assert finding.text.startswith(f"http://{host}:{port} does not answer as NATS does: ")
    assert finding.severity.value == "problem"


@pytest.mark.parametrize(
    ("ids", "text"),
    [
        (["N1"], None),
        (["N1", "N2"], "whether one server syncs every write is not known here"),
        (["N2", "N1", "N3"], "whether 2 servers sync every write is not known here"),
    ],
)
async def test_servers_without_a_known_port(ids: list[str], text: str | None) -> None:
    async with serve(report()) as (host, port):
        findings = await check_monitors([f"http://{host}:{port}"], ids)
    assert [found.partition(";")[0] for found in texts(findings, "fsync")] == ([] if text is None else [text])
