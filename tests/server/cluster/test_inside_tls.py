"""TLS between nodes: certificates of one authority, or none at all."""

import asyncio
import ssl
from pathlib import Path

import pytest

from pictomania.client import Client
from pictomania.log import Unusable
from pictomania.server.cluster.inside_tls import read_inside_tls
from pictomania.server.config import Config
from tests.log.nats_server import NatsServer
from tests.server.cluster.support.certificates import Authority
from tests.server.cluster.support.nodes import inside_of, new_name, run_node
from tests.server.support.ink_samples import wild
from tests.server.support.running_server import begin
from tests.server.support.waiting import wait_until


def settings(authority: Authority, node: str, trusted: Authority | None = None) -> dict[str, object]:
    """The settings of a node."""
    cert, key = authority.sign(node)
    return {
        "inside_tls_cert": cert,
        "inside_tls_key": key,
        "inside_tls_ca": (trusted or authority).file,
    }


async def test_nodes_speak_tls(nats: NatsServer, tmp_path: Path) -> None:
    """A table is played over a link with TLS, and its pages are fetched over it, too."""
    authority, name = Authority(tmp_path, "authority"), new_name()
    async with (
        run_node(nats, name, "a", inside=settings(authority, "a")) as a,
        run_node(nats, name, "b", inside=settings(authority, "b")) as b,
    ):
        code = await a.live_tables.create()
        async with b.party(code) as people:
            await begin(people)
            for _ in range(9):
                people[0].draw(wild(100))
            drawn = people[0].paper.mine.end
            await wait_until(lambda: all(who.sheets[0].end == drawn for who in people))
            assert code not in b.live_tables.tables


async def test_a_node_of_another_authority_is_not_believed(
    nats: NatsServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither as the one that connects nor as the one that is connected to; its players have to wait."""
    ours, theirs = Authority(tmp_path, "ours"), Authority(tmp_path, "theirs")
    name, warnings = new_name(), ("node not reached",)
    async with (
        run_node(nats, name, "a", inside=settings(ours, "a"), warnings=warnings) as a,
        run_node(nats, name, "b", inside=settings(theirs, "b", ours), warnings=warnings) as b,
        run_node(nats, name, "c", inside=settings(ours, "c", theirs), warnings=warnings) as c,
    ):
        code = await a.live_tables.create()
        for tries, server in enumerate((b, c), start=1):
            stranger = Client(server.url, code, name="Sid", bot=False)
            entering = asyncio.ensure_future(stranger.__aenter__())
            await wait_until(lambda: caplog.messages.count("node not reached") >= 3 * tries)  # noqa: B023
            entering.cancel()
            await asyncio.wait((entering,))
        assert not a.table(code).seats


async def test_without_a_certificate_nobody_gets_in(nats: NatsServer, tmp_path: Path) -> None:
    """The connection ends before anything is asked."""
    authority = Authority(tmp_path, "authority")
    async with run_node(nats, new_name(), "a", inside=settings(authority, "a")) as a:
        host, _, port = inside_of(a).partition(":")
        context = ssl.create_default_context(cafile=str(authority.file))
        with pytest.raises((OSError, EOFError)):  # with TLS 1.3 a client notices it when it reads
            await _ask(host, int(port), context)


async def _ask(host: str, port: int, context: ssl.SSLContext) -> None:
    reader, writer = await asyncio.open_connection(host, port, ssl=context)
    try:
        writer.write(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
        await reader.readexactly(1)
    finally:
        writer.transport.abort()


def test_no_certificates() -> None:
    """Nodes on one machine or in a network of their own need none."""
    assert read_inside_tls(Config()) is None


@pytest.mark.parametrize("missing", ["inside_tls_cert", "inside_tls_key", "inside_tls_ca"])
def test_one_of_three_is_missing(missing: str) -> None:
    """One sentence says so."""
    files = {"inside_tls_cert": Path("c"), "inside_tls_key": Path("k"), "inside_tls_ca": Path("a")}
    del files[missing]
    with pytest.raises(Unusable, match=r"together$"):
        read_inside_tls(Config(**files))  # type: ignore[arg-type]


def test_certificates_that_cannot_be_read(tmp_path: Path) -> None:
    """Another sentence: they are missing, or none."""
    (tmp_path / "none").write_text("no certificate")
    for file in (tmp_path / "none", tmp_path / "missing"):
        with pytest.raises(Unusable, match=r"^cannot use the certificates for the inside port: "):
            read_inside_tls(Config(inside_tls_cert=file, inside_tls_key=file, inside_tls_ca=file))
