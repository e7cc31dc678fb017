"""TLS between nodes: each shows a certificate, and nobody without one gets an answer."""

import asyncio
from pathlib import Path
from ssl import Purpose, SSLContext, SSLError, create_default_context
from typing import Any

import pytest
from aiohttp import ClientConnectionError, ClientSession

from pictomania.client import Client
from pictomania.log import Unusable
from tests.log.nats_server import NatsServer
from tests.log.test_nats_setup import make_certificate
from tests.server.cluster.support.nodes import new_name, node_of, run_http_node


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


async def test_strangers_get_no_answer(nats: NatsServer, certificate: dict[str, Any]) -> None:
    """Without TLS, or without a certificate."""
    trusting = create_default_context(Purpose.SERVER_AUTH, cafile=str(certificate["inside_tls_cert"]))
    plain: bool | SSLContext = True
    async with run_http_node(nats, new_name(), "a", **certificate) as a, ClientSession() as session:
        for scheme, context in (("http", plain), ("https", trusting)):
            with pytest.raises((ClientConnectionError, SSLError)):
                await session.get(f"{scheme}://{node_of(a).inside}/healthz", ssl=context)
        async with asyncio.timeout(10):
            assert (await a.ask("/healthz")).status == 200


async def test_certificates_that_cannot_be_used(nats: NatsServer, tmp_path: Path) -> None:
    """One is missing, or they are none: the operator gets a sentence."""
    file = tmp_path / "file"
    file.write_text("no certificate")
    for names, sentence in (
        (("cert", "ca"), "give --inside-tls-cert, --inside-tls-key and --inside-tls-ca together"),
        (("cert", "key", "ca"), "cannot use the certificates for the inside port: "),
    ):
        settings: dict[str, Any] = {f"inside_tls_{name}": file for name in names}
        with pytest.raises(Unusable, match=sentence):
            async with run_http_node(nats, new_name(), "a", **settings):
                pass
