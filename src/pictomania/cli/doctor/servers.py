"""Checks of each NATS server: its version, JetStream, and the size of messages."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit, urlunsplit

from pictomania.cli.doctor.finding import Finding, ok, problem, warning
from pictomania.log import Unusable
from pictomania.log.nats import MAX_MESSAGE_BYTES
from pictomania.log.nats_connection import NatsConnection, NatsTooOld
from pictomania.log.nats_setup import MIN_PAYLOAD

PATIENCE_S = 5.0  # for a server to answer


@dataclass
class Servers:
    """The servers that could be reached, and what was found out about all of them."""

    connections: dict[str, NatsConnection] = field(default_factory=dict)  # by the server's id
    findings: list[Finding] = field(default_factory=list)

    async def close(self) -> None:
        """Disconnect."""
        await asyncio.gather(*(connection.close() for connection in self.connections.values()))


async def reach_servers(urls: Sequence[str], credentials: str | None) -> Servers:
    """Connect to the servers given, and to the others of their cluster."""
    servers = Servers()
    for url in urls:
        try:
            await _reach(servers, url, credentials)
        except Unusable as error:
            advice = "" if isinstance(error, NatsTooOld) else "; check the address, and whether it is running"
            servers.findings.append(problem("server", f"{error}{advice}"))
    known = {_place(url) for url in urls}
    peers = {
        peer
        for connection in servers.connections.values()
        for peer in connection.info.get("connect_urls", ())
    }
    for peer in sorted(peers - known):
        url = _beside(urls[0], peer)
        try:
            await _reach(servers, url, credentials)
        except NatsTooOld as error:
            servers.findings.append(problem("server", str(error)))
        except Unusable as error:
            advice = "nodes cannot use it; if the address is wrong, set client_advertise"
            servers.findings.append(
                warning("server", f"{peer} belongs to the cluster, but: {error}; {advice}")
            )
    return servers


async def _reach(servers: Servers, url: str, credentials: str | None) -> None:
    connection = await NatsConnection.open([url], credentials, PATIENCE_S)
    known = servers.connections.setdefault(connection.info["server_id"], connection)
    if known is connection:
        servers.findings += check_server(connection)
    else:
        await connection.close()


def check_server(connection: NatsConnection) -> list[Finding]:
    """Judge what a server says about itself."""
    name = connection.info["server_name"]
    findings = [ok("server", f"{name} has version {connection.version}")]
    if not connection.has_jetstream:
        advice = "turn it on in its configuration (jetstream)"
        judge = warning if connection.is_clustered else problem  # others of the cluster may have it
        findings.append(judge("jetstream", f"{name} has JetStream turned off; {advice}"))
    else:
        findings.append(ok("jetstream", f"{name} has JetStream"))
    size = connection.max_payload
    text = f"{name} allows messages of {size:,} bytes"
    if size >= MAX_MESSAGE_BYTES:
        findings.append(ok("max_payload", text))
    elif size >= MIN_PAYLOAD:
        advice = f"with a max_payload of {MAX_MESSAGE_BYTES:,}, fewer appends are split"
        findings.append(warning("max_payload", f"{text}; {advice}"))
    else:
        findings.append(problem("max_payload", f"{text}; its max_payload must be {MIN_PAYLOAD:,} or more"))
    return findings


def _place(url: str) -> str:
    """Return host and port of a URL."""
    return urlsplit(url if "://" in url else f"//{url}").netloc.rpartition("@")[2]


def _beside(url: str, place: str) -> str:
    """Return the URL of another server, with the scheme and the password of this one."""
    parts = urlsplit(url if "://" in url else f"nats://{url}")
    before, at, _ = parts.netloc.rpartition("@")
    return urlunsplit((parts.scheme, f"{before}{at}{place}", "", "", ""))
