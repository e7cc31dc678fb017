"""The examples for several machines work: certificates, NATS and nodes."""

import json
import subprocess
import urllib.request
from collections.abc import Mapping
from pathlib import Path

import pytest
from aiohttp import ClientSession

from pictomania.log import Unusable
from pictomania.log.nats import NatsLog
from pictomania.log.nats_setup import NatsSettings
from pictomania.wire.json_codec import encode
from tests.operations.examples import MACHINES, PICTOMANIA, Site
from tests.server.support.socket_client import hello

ORIGIN = "https://pictomania.example"


def node_environment(site: Site, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The environment of a node, for programs that run on its machine."""
    environment = site.environment("/etc/pictomania/node.env", 1)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return environment


def monitoring(site: Site, machine: int, path: str) -> Mapping[str, object]:
    """What NATS tells on its monitoring port."""
    url = f"http://{site.address(machine)}:8222/{path}"
    with urllib.request.urlopen(url) as answer:
        found: dict[str, object] = json.load(answer)
    return found


async def test_nats(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """It keeps three copies, and syncs before it acknowledges."""
    environment = node_environment(site, monkeypatch)
    servers = environment["PICTOMANIA_NATS"].split(",")
    log = await NatsLog.open(NatsSettings(servers))
    try:
        assert log.facts.replicas == len(servers) == 3
        assert log.facts.warnings == []
        position = await log.append("TABLE", 0, [b"x" * 900_000] * 3)
        assert (await log.read("TABLE"))[-1] == (position, b"x" * 900_000)
        await log.drop("TABLE")
    finally:
        await log.close()
    for machine in MACHINES:
        config = monitoring(site, machine, "jsz")["config"]
        assert isinstance(config, dict)
        assert config["sync_always"] is True
        assert config["max_storage"] == 100 << 30
        assert monitoring(site, machine, "healthz") == {"status": "ok"}


async def test_strangers(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """NATS wants a password, and TLS with our authority."""
    server = f"{site.address(1)}:4222"
    with pytest.raises(Unusable, match="certificate verify failed"):
        await NatsLog.open(NatsSettings([f"tls://pictomania:choose-a-password@{server}"]))
    node_environment(site, monkeypatch)
    for user in ("", "pictomania:wrong@"):
        with pytest.raises(Unusable, match="it asks for a password"):
            await NatsLog.open(NatsSettings([f"tls://{user}{server}"], patience_s=3))


async def test_a_table_on_another_node(nodes: list[str]) -> None:
    """Its sockets are relayed through the inside ports, with TLS."""
    first, second = nodes
    token = {"Authorization": "Bearer choose-a-token"}
    async with ClientSession() as session:
        async with session.post(f"http://{first}/api/tables") as made:
            code = (await made.json())["code"]
        async with session.ws_connect(f"http://{second}/socket", origin=ORIGIN) as socket:
            await socket.send_str(encode(hello(code)).decode())
            assert (await socket.receive_json())["type"] == "welcome"
            async with session.get(f"http://{second}/metrics", headers=token) as answer:
                metrics = await answer.text()
    assert 'pictomania_relayed{node="machine-2-1"} 1\n' in metrics
    assert 'pictomania_links{node="machine-2-1"} 1\n' in metrics


def test_backup(site: Site, nodes: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It finds NATS and its certificates in the environment of a node."""
    assert nodes
    node_environment(site, monkeypatch)
    command = [*PICTOMANIA, "backup", str(tmp_path / "backup")]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout.startswith("Backed up ")
