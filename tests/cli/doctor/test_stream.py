"""The log of a cluster: replicas, settings, room and speed."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import pytest

from pictomania.cli.doctor import stream as module
from pictomania.cli.doctor.finding import Finding
from pictomania.cli.doctor.stream import check_latency, check_stream
from pictomania.log.nats import NatsLog
from pictomania.log.nats_connection import NatsConnection
from pictomania.log.nats_setup import LogFacts
from pictomania.log.nats_stream import NatsStream
from tests.cli.doctor.findings import levels, texts
from tests.log.fake_nats import Answer, fake_nats, refusal, reply, silence
from tests.log.nats_server import NatsServer
from tests.server.cluster.support.nodes import new_name, open_nats_log

NO_MESSAGE, WRONG_LAST, NOT_AVAILABLE = 10037, 10071, 10163


@asynccontextmanager
async def connect(url: str) -> AsyncIterator[NatsConnection]:
    """Connect to a server."""
    connection = await NatsConnection.open([url], None, 5.0)
    try:
        yield connection
    finally:
        await connection.close()


async def examine(answer: Answer) -> list[Finding]:
    """What is found about the stream of a fake server."""
    async with fake_nats(answer) as fake:
        fake.info["server_name"] = "fake"
        async with connect(fake.url) as connection:
            findings, _ = await check_stream(connection, "s")
    return findings


def describe(*replicas: dict[str, Any], leader: str = "n1", stored: int = 0, **config: object) -> Answer:
    """Answer with the description of a stream."""
    stream = {"num_replicas": 3, **config}
    now = datetime.now(UTC).isoformat()
    described = {"config": stream, "state": {"bytes": stored}, "ts": now}
    return lambda *_: reply({**described, "cluster": {"leader": leader, "replicas": replicas}})


async def test_the_log_of_one_server(nats: NatsServer) -> None:
    name = new_name()
    async with open_nats_log(nats, name), connect(nats.url) as connection:
        findings, log = await check_stream(connection, name)
        assert log is not None
        found = await check_latency(log)
        assert await log.tables() == []
    assert levels(findings) == [
        ("replicas", "warning"),
        ("settings", "ok"),
        ("storage", "ok"),
        ("clock", "ok"),
    ]
    assert texts(findings, "replicas") == [
        "the log has 1 of 3 replicas, so it ends with a disk; "
        "run three servers as a cluster, stop all nodes, and set its replicas to 3"
    ]
    assert texts(findings, "clock")[0].startswith("the clock of n1 is 0.")
    assert found.text.startswith("an append takes ")


async def test_the_log_of_a_cluster(cluster: list[NatsServer]) -> None:
    name = new_name()
    async with open_nats_log(cluster[0], name), connect(cluster[0].url) as connection:
        findings, _ = await check_stream(connection, name)
    assert ("settings", "ok") in levels(findings)
    assert texts(findings, "replicas")[0].startswith("the log has 3 of 3 replicas; the leader is n")


async def test_replicas_that_are_not_there() -> None:
    replicas = [
        {"name": "n2", "offline": True},
        {"name": "n3", "current": False},
        {"name": "n4", "current": True},
    ]
    findings = await examine(describe(*replicas))
    assert levels(findings)[:3] == [("replicas", "ok"), ("replicas", "problem"), ("replicas", "warning")]
    _, offline, lagging = texts(findings, "replicas")
    assert offline.startswith("n2 is offline; ")
    assert lagging.startswith("n3 lags behind; ")


async def test_no_leader() -> None:
    findings = await examine(describe(leader=""))
    assert texts(findings, "replicas") == ["the log has 3 of 3 replicas; the leader is being elected"]
    assert texts(findings, "clock")[0].startswith("the clock of fake ")


async def test_a_stream_that_forgets() -> None:
    findings = await examine(describe(max_age=1, subjects=["s.log.*"]))
    assert ("settings", "problem") in levels(findings)


@pytest.mark.parametrize(("stored", "level"), [(10, "ok"), (90, "warning"), (99, "problem")])
async def test_a_stream_with_a_limit(stored: int, level: str) -> None:
    findings = await examine(describe(stored=stored, max_bytes=100))
    assert ("storage", level) in levels(findings)


@pytest.mark.parametrize(
    ("answer", "level", "text"),
    [
        (lambda *_: refusal(10059), "warning", "there is no log yet; "),
        (lambda *_: refusal(10035), "problem", "NATS refused: no; give this user access to JetStream"),
        (lambda *_: [b"nonsense"], "problem", "an answer of NATS cannot be understood: "),
        (silence, "problem", "NATS does not answer about its streams; "),
    ],
)
async def test_a_log_that_cannot_be_examined(
    monkeypatch: pytest.MonkeyPatch, answer: Answer, level: str, text: str
) -> None:
    monkeypatch.setattr(module, "ANSWER_S", 0.2)
    (finding,) = await examine(answer)
    assert (finding.check, finding.level.value) == ("log", level)
    assert finding.text.startswith(text)


@pytest.mark.parametrize(("name", "limit"), [("SLOW_MS", 0.0), ("VERY_SLOW_MS", 0.0)])
async def test_a_slow_log(nats: NatsServer, monkeypatch: pytest.MonkeyPatch, name: str, limit: float) -> None:
    monkeypatch.setattr(module, "SLOW_MS", 60_000.0)
    monkeypatch.setattr(module, "VERY_SLOW_MS", 60_000.0)
    async with open_nats_log(nats, new_name()) as log:
        assert (await check_latency(log)).level.value == "ok"
        monkeypatch.setattr(module, name, limit)
        found = await check_latency(log)
    assert found.level.value == "warning"
    assert found.text.endswith("players wait for it")


@pytest.mark.parametrize(
    ("code", "level", "text"),
    [
        (WRONG_LAST, "warning", "another doctor is at work; try again"),
        (NOT_AVAILABLE, "problem", "nothing can be stored: NATS refused: no; see the checks above"),
    ],
)
async def test_a_log_that_cannot_be_measured(code: int, level: str, text: str) -> None:
    def answer(subject: str, _: bytes) -> Sequence[bytes]:
        return refusal(NO_MESSAGE if "GET" in subject else code)

    async with fake_nats(answer) as fake, connect(fake.url) as connection:
        facts = LogFacts(connection.version, is_clustered=False, replicas=1)
        found = await check_latency(NatsLog(NatsStream(connection, "s"), facts, 5.0, 9))
    assert (found.level.value, found.text) == (level, text)
