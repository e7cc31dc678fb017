"""NATS servers that many tests share, each with a log of its own."""

from collections.abc import Iterator

import pytest

from tests.log.nats_server import NatsServer, nats_server, nats_servers


@pytest.fixture(scope="session")
def shared_nats(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServer]:
    """One server."""
    with nats_server(tmp_path_factory.mktemp("nats")) as server:
        yield server


@pytest.fixture(scope="session")
def shared_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[NatsServer]]:
    """Three servers."""
    with nats_servers(tmp_path_factory.mktemp("cluster"), 3) as servers:
        yield servers


@pytest.fixture
def nats(shared_nats: NatsServer) -> Iterator[NatsServer]:
    """One server, whose output is shown if the test fails."""
    yield shared_nats
    show_output(shared_nats)


@pytest.fixture
def cluster(shared_cluster: list[NatsServer]) -> Iterator[list[NatsServer]]:
    """Three servers, whose output is shown if the test fails."""
    yield shared_cluster
    for server in shared_cluster:
        show_output(server)


def show_output(server: NatsServer) -> None:
    """Print what a server has logged; pytest shows it for failed tests."""
    print("".join(server.output))  # noqa: T201
    server.output.clear()
