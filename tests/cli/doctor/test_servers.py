"""NATS servers: all of a cluster are found, and each is judged."""

import pytest

from pictomania.cli.doctor import servers as module
from pictomania.cli.doctor.finding import Finding
from pictomania.cli.doctor.servers import reach_servers
from tests.cli.cluster.test_balancer import unused_address
from tests.cli.doctor.findings import levels, texts
from tests.log.fake_nats import FakeNats, fake_nats
from tests.log.nats_server import NatsServer

GOOD = [("server", "ok"), ("jetstream", "ok"), ("max_payload", "ok")]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE_S", 1.0)


async def examine(*urls: str) -> list[Finding]:
    """What is found about servers."""
    servers = await reach_servers(urls, None)
    await servers.close()
    return servers.findings


def introduce(fake: FakeNats, **info: object) -> None:
    """Change how a fake server introduces itself."""
    fake.info |= {"server_name": "fake", **info}


async def test_a_good_server(nats: NatsServer) -> None:
    """It counts once, whatever it is called."""
    findings = await examine(nats.url, nats.url.replace("127.0.0.1", "localhost"))
    assert levels(findings) == GOOD
    assert texts(findings, "server") == ["n1 has version 2.15.1"]


async def test_all_servers_of_a_cluster_are_found(cluster: list[NatsServer]) -> None:
    findings = await examine(cluster[1].url.removeprefix("nats://"))
    assert levels(findings) == 3 * GOOD
    assert sorted(texts(findings, "server")) == [f"n{number} has version 2.15.1" for number in (1, 2, 3)]


async def test_a_server_that_is_not_there(nats: NatsServer) -> None:
    """The others are checked all the same."""
    host, port = unused_address()
    findings = await examine(f"nats://{host}:{port}", nats.url)
    assert levels(findings) == [("server", "problem"), *GOOD]
    assert texts(findings, "server")[0].startswith(f"no connection to NATS at {host}:{port}: ")
    assert texts(findings, "server")[0].endswith("; check the address, and whether it is running")


async def test_servers_that_are_too_old() -> None:
    """The one given, and one that belongs to its cluster."""
    async with fake_nats() as old, fake_nats() as new:
        introduce(old, version="2.9.10")
        place = f"127.0.0.1:{old.port}"
        introduce(new, connect_urls=[place, f"127.0.0.1:{new.port}"], server_id="new")
        sentence = f"the NATS server at {place} has 2.9.10; 2.12.3 or newer is needed"
        assert texts(await examine(old.url), "server") == [sentence]
        findings = await examine(new.url)
        assert levels(findings) == [*GOOD, ("server", "problem")]
        assert texts(findings, "server") == ["fake has version 2.15.1", sentence]


async def test_a_server_of_the_cluster_that_cannot_be_reached() -> None:
    """It is tried with the same scheme and password."""
    host, port = unused_address()
    async with fake_nats() as fake:
        introduce(fake, connect_urls=[f"{host}:{port}"])
        findings = await examine(fake.url.replace("nats://", "nats://ada:secret@"))
    assert levels(findings) == [*GOOD, ("server", "warning")]
    text = texts(findings, "server")[1]
    assert text.startswith(
        f"{host}:{port} belongs to the cluster, but: no connection to NATS at {host}:{port}: "
    )
    assert "secret" not in text


@pytest.mark.parametrize(("cluster", "level"), [({}, "problem"), ({"cluster": "c"}, "warning")])
async def test_jetstream_is_turned_off(cluster: dict[str, str], level: str) -> None:
    async with fake_nats() as fake:
        introduce(fake, jetstream=False, **cluster)
        findings = await examine(fake.url)
    assert levels(findings) == [GOOD[0], ("jetstream", level), GOOD[2]]
    assert "turn it on" in texts(findings, "jetstream")[0]


@pytest.mark.parametrize(("size", "level"), [(1 << 20, "ok"), (1 << 19, "warning"), (1 << 15, "problem")])
async def test_the_size_of_messages(size: int, level: str) -> None:
    async with fake_nats() as fake:
        introduce(fake, max_payload=size)
        findings = await examine(fake.url)
    assert levels(findings) == [*GOOD[:2], ("max_payload", level)]
    assert texts(findings, "max_payload")[0].startswith(f"fake allows messages of {size:,} bytes")
