"""The stream of a log: created once, and refused in one sentence if it would lose entries."""

import asyncio
import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pictomania.log import EventLog, Unusable
from pictomania.log.nats import NatsLog
from pictomania.log.nats_connection import NatsConnection
from pictomania.log.nats_setup import LogFacts, NatsSettings
from tests.log.contract import data_of
from tests.log.fake_nats import FakeNats, fake_nats, refusal, reply
from tests.log.nats_server import NatsServer, nats_server, nats_servers


async def refused(settings: NatsSettings) -> str:
    """Why a log is unusable."""
    with pytest.raises(Unusable) as info:
        await NatsLog.open(settings)
    return str(info.value)


async def api(nats: NatsServer, verb: str, query: dict[str, Any]) -> dict[str, Any]:
    """Ask the JetStream API as another program would."""
    connection = await NatsConnection.open([nats.url], None, 30.0)
    try:
        reply = await connection.request(f"$JS.API.{verb}", json.dumps(query).encode())
    finally:
        await connection.close()
    answer: dict[str, Any] = json.loads(reply.data)
    assert "error" not in answer, answer
    return answer


async def change(nats: NatsServer, name: str, **changes: object) -> None:
    """Change the settings of a stream, as an operator might."""
    config = (await api(nats, f"STREAM.INFO.{name}", {}))["config"]
    await api(nats, f"STREAM.UPDATE.{name}", config | changes)


async def works(log: EventLog) -> bool:
    """Whether a log stores something."""
    await log.append("a", 0, [b"x"])
    return await data_of(log, "a") == [b"x"]


# A new stream.


async def test_a_new_stream_keeps_everything(nats: NatsServer) -> None:
    """In files, with one replica on a single server; an operator is warned about that."""
    log = await NatsLog.open(NatsSettings([nats.url], name="new", max_bytes=10_000_000))
    assert await works(log)
    assert log.facts == LogFacts("2.15.1", is_clustered=False, replicas=1)
    assert log.facts.warnings == ["the log has 1 of 3 replicas, so it ends with a disk"]
    await log.close()
    config = (await api(nats, "STREAM.INFO.new", {}))["config"]
    kept = {key: config[key] for key in ("storage", "retention", "discard", "num_replicas", "max_bytes")}
    assert kept == {
        "storage": "file",
        "retention": "limits",
        "discard": "new",
        "num_replicas": 1,
        "max_bytes": 10_000_000,
    }


async def test_three_replicas_in_a_cluster(cluster: list[NatsServer]) -> None:
    """There is nothing to warn about."""
    urls = [server.url for server in cluster]
    log = await NatsLog.open(NatsSettings(urls, name="three"))
    assert log.facts == LogFacts("2.15.1", is_clustered=True, replicas=3)
    assert log.facts.warnings == []
    await log.close()
    log = await NatsLog.open(NatsSettings(urls, name="one", replicas=1))
    assert log.facts.replicas == 1
    await log.close()


async def test_servers_that_open_it_at_once(cluster: list[NatsServer]) -> None:
    """One creates it, all use it."""
    settings = [NatsSettings([server.url], name="at-once") for server in cluster * 2]
    logs = await asyncio.gather(*map(NatsLog.open, settings))
    assert await works(logs[0])
    for log in logs:
        assert await log.tables() == ["a"]
        await log.close()


async def test_too_few_servers(tmp_path: Path) -> None:
    """Two can't hold three replicas; the sentence says what is missing."""
    with nats_servers(tmp_path, 3) as (first, second, third):
        third.kill()
        settings = NatsSettings([first.url, second.url], patience_s=1.0)
        assert (await refused(settings)).startswith("NATS cannot store the log on 3 servers: ")


# A stream that is there.


async def test_another_program(nats: NatsServer) -> None:
    await api(nats, "STREAM.CREATE.other", {"name": "other", "subjects": ["other.*"], "storage": "file"})
    sentence = "the NATS stream other belongs to another program; choose another name"
    assert await refused(NatsSettings([nats.url], name="other")) == sentence


async def test_subjects_of_another_program(nats: NatsServer) -> None:
    """NATS gives each subject to one stream."""
    await api(nats, "STREAM.CREATE.greedy", {"name": "greedy", "subjects": ["taken.>"], "storage": "file"})
    sentence = "NATS cannot store the log: subjects overlap with an existing stream"
    assert await refused(NatsSettings([nats.url], name="taken")) == sentence


async def test_a_copy(nats: NatsServer) -> None:
    """A mirror cannot be appended to."""
    await (await NatsLog.open(NatsSettings([nats.url], name="origin"))).close()
    metadata = {"pictomania-format": "1"}
    query = {"name": "copy", "mirror": {"name": "origin"}, "storage": "file", "metadata": metadata}
    await api(nats, "STREAM.CREATE.copy", query)
    assert "belongs to another program" in await refused(NatsSettings([nats.url], name="copy"))


async def test_other_subjects(nats: NatsServer) -> None:
    await (await NatsLog.open(NatsSettings([nats.url], name="moved"))).close()
    await change(nats, "moved", subjects=["elsewhere.*"])
    assert "belongs to another program" in await refused(NatsSettings([nats.url], name="moved"))


async def test_a_newer_version(nats: NatsServer) -> None:
    await (await NatsLog.open(NatsSettings([nats.url], name="newer"))).close()
    await change(nats, "newer", metadata={"pictomania-format": "2"})
    sentence = "the NATS stream newer was written by a newer server (its version 2, ours 1); update this one"
    assert await refused(NatsSettings([nats.url], name="newer")) == sentence


@pytest.mark.parametrize(
    "changes",
    [
        {"max_age": 10**12},
        {"max_msgs": 1000},
        {"max_msgs_per_subject": 1},
        {"max_msg_size": 1000},
        {"discard": "old"},
        {"allow_direct": False},
        {"no_ack": True},
    ],
    ids=lambda changes: next(iter(changes)),
)
async def test_a_stream_that_would_lose_entries(nats: NatsServer, changes: dict[str, object]) -> None:
    """It is named, with what to change."""
    (key,) = changes
    name = f"loses-by-{key}"
    await (await NatsLog.open(NatsSettings([nats.url], name=name))).close()
    await change(nats, name, **changes)
    sentence = f"the NATS stream {name} would not keep everything: change its {key}"
    assert await refused(NatsSettings([nats.url], name=name)) == sentence


async def test_settings_of_the_operator_stay(nats: NatsServer) -> None:
    """Such as a limit on the size."""
    await (await NatsLog.open(NatsSettings([nats.url], name="edited"))).close()
    await change(nats, "edited", max_bytes=5_000_000, description="games")
    await (await NatsLog.open(NatsSettings([nats.url], name="edited"))).close()
    assert (await api(nats, "STREAM.INFO.edited", {}))["config"]["max_bytes"] == 5_000_000


# Servers that cannot have one, or ask for more.


async def test_tls_and_a_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate that is not trusted is refused."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    make_certificate(key, certificate)
    tls = f'tls {{ cert_file: "{certificate}", key_file: "{key}" }}'
    with nats_server(tmp_path, f"{tls}\nauthorization {{ user: me, password: secret }}") as server:
        url = server.url.replace("nats://", "tls://me:secret@")
        sentence = await refused(NatsSettings([url]))
        assert "certificate verify failed" in sentence
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        log = await NatsLog.open(NatsSettings([url]))
        assert await works(log)
        await log.close()


def make_certificate(key: Path, certificate: Path) -> None:
    """Make a certificate for this machine that only tests trust."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("needs openssl to make a certificate")
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    subprocess.run([openssl, "req", *kind, *names, *files], check=True, capture_output=True)


async def test_jetstream_is_off() -> None:
    async with fake_nats() as fake:
        del fake.info["jetstream"]
        sentence = "JetStream is turned off in NATS; turn it on in the configuration of the server"
        assert await refused(NatsSettings([fake.url])) == sentence


@pytest.mark.parametrize("code", [10039, 10076])
async def test_jetstream_is_off_for_this_account(code: int) -> None:
    async with fake_nats(lambda *_: refusal(code)) as fake:
        assert "JetStream is turned off" in await refused(NatsSettings([fake.url]))


async def test_small_messages(tmp_path: Path) -> None:
    with nats_server(tmp_path, "max_payload: 1000") as server:
        sentence = "NATS allows messages of 1000 bytes only; max_payload must be 65536 or more"
        assert await refused(NatsSettings([server.url])) == sentence


@pytest.mark.parametrize("name", ["", "a.b", "a b", "*", "x" * 65])
async def test_invalid_names(nats: NatsServer, name: str) -> None:
    sentence = f"a log in NATS cannot be called {name!r}; use letters, digits, - and _"
    assert await refused(NatsSettings([nats.url], name=name)) == sentence


def starting(*answers: Sequence[bytes]) -> FakeNats:
    """A server that gives these answers in turn, and the last one forever."""
    left = list(answers)
    return FakeNats(lambda *_: left.pop(0) if len(left) > 1 else left[0])


CONFIG = {
    "subjects": ["pictomania.log.*", "pictomania.part.*", "pictomania.trim.*"],
    "num_replicas": 3,
    "retention": "limits",
    "storage": "file",
    "discard": "new",
    "max_age": 0,
    "max_msgs": -1,
    "max_msgs_per_subject": -1,
    "max_msg_size": -1,
    "allow_direct": True,
    "metadata": {"pictomania-format": "1"},
}


async def test_servers_that_are_silent_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a leader they answer nothing; so the question is repeated."""
    monkeypatch.setattr("pictomania.log.nats_setup.ANSWER_S", 0.01)
    async with fake_nats(starting([], reply({"config": CONFIG})).answer) as fake:
        await (await NatsLog.open(NatsSettings([fake.url]))).close()
        assert len(fake.asked) > 1


async def test_servers_that_are_starting() -> None:
    """They have no leader or too few peers, and then another server of ours is faster."""
    missing = refusal(10059, "stream not found")
    fake = starting(
        refusal(10008), missing, refusal(10005), missing, refusal(10058), reply({"config": CONFIG})
    )
    async with fake_nats(fake.answer) as server:
        await (await NatsLog.open(NatsSettings([server.url]))).close()
        assert server.asked == [
            "$JS.API.STREAM.INFO.pictomania",
            *["$JS.API.STREAM.INFO.pictomania", "$JS.API.STREAM.CREATE.pictomania"] * 2,
            "$JS.API.STREAM.INFO.pictomania",
            "$JS.API.STREAM.MSG.GET.pictomania",
        ]
        server.answer = lambda *_: reply({"config": CONFIG | {"persist_mode": "async"}})
        assert "change its persist_mode" in await refused(NatsSettings([server.url]))


async def test_servers_that_never_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pictomania.log.nats_setup.ANSWER_S", 0.01)
    async with fake_nats() as fake:
        sentence = await refused(NatsSettings([fake.url], patience_s=0.3))
        why = "NATS does not answer; perhaps too few of its servers are running"
        assert sentence == f"NATS cannot store the log on one server: {why}"


async def test_a_stream_without_a_leader(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a new one is for some seconds: it answers nothing, or an error."""
    monkeypatch.setattr("pictomania.log.nats_setup.ANSWER_S", 1.0)
    there = reply({"config": CONFIG})
    async with fake_nats(starting(there, [], refusal(10008), there).answer) as fake:
        await (await NatsLog.open(NatsSettings([fake.url]))).close()
        assert fake.asked[1:] == ["$JS.API.STREAM.MSG.GET.pictomania"] * 3
    monkeypatch.setattr("pictomania.log.nats_setup.ANSWER_S", 0.3)
    for answer, why in (([], "it has no leader"), (refusal(10008, "busy"), "NATS refused: busy")):
        async with fake_nats(starting(there, answer).answer) as fake:
            sentence = await refused(NatsSettings([fake.url], patience_s=0.7))
            assert sentence == f"the log in NATS cannot be read: {why}"
