"""Requests between nodes that use TLS."""

from pathlib import Path
from typing import Any

import pytest

from pictomania.client import Client
from tests.log.nats_server import NatsServer
from tests.log.test_nats_setup import make_certificate
from tests.server.cluster.support.nodes import new_name, run_http_node


@pytest.fixture
def certificate(tmp_path: Path) -> dict[str, Any]:
    """The settings of nodes that share a certificate, which vouches for itself."""
    key, cert = tmp_path / "key.pem", tmp_path / "cert.pem"
    make_certificate(key, cert)
    return {"inside_tls_key": key, "inside_tls_cert": cert, "inside_tls_ca": cert}


async def test_requests_and_sockets_between_nodes(nats: NatsServer, certificate: dict[str, Any]) -> None:
    """Both reach the owner of a table."""
    name = new_name()
    async with (
        run_http_node(nats, name, "a", **certificate) as a,
        run_http_node(nats, name, "b", **certificate) as b,
    ):
        code = await a.live_tables.create()
        assert (await b.ask(f"/api/tables/{code}")).status == 200
        async with Client(b.url, code, name="Ada") as ada:
            assert ada.state.seat == 0
            assert list(a.live_tables.tables) == [code]
