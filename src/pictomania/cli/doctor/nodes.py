"""Checks of the nodes: whether they run, have the same version, and can be reached on their inside ports."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from ssl import SSLContext
from time import time

import msgspec
from aiohttp import ClientError, ClientSession, ClientTimeout, TCPConnector

from pictomania.cli.doctor.finding import Finding, clock, ok, problem, warning
from pictomania.log import Unavailable
from pictomania.log.nats import NatsLog
from pictomania.log.nats_connection import NatsConnection, NoResponders, Reply
from pictomania.server.cluster.node import Node
from pictomania.server.cluster.secret import NAME as SECRET_TABLE
from pictomania.server.http.forwarding import SECRET

COLLECT_S = 1.0  # answers of nodes
ANSWER_S = 5.0
HARMLESS = "/openapi.json"  # what a node is asked for

_decoder = msgspec.json.Decoder(Node)


async def check_nodes(log: NatsLog, tls: SSLContext | None) -> list[Finding]:
    """Judge all nodes that run now."""
    try:
        nodes = await running_nodes(log.connection, log.name)
        secret = b"".join(entry for _, entry in await log.read(SECRET_TABLE)).decode()
    except Unavailable as error:
        return [problem("nodes", f"{error}; try again")]
    if not nodes:
        return [warning("nodes", "no node is running; start one with `pictomania serve --nats`")]
    connector = TCPConnector(ssl=tls or True)
    async with ClientSession(
        connector=connector, timeout=ClientTimeout(total=ANSWER_S), headers={SECRET: secret}
    ) as session:
        scheme = "http" if tls is None else "https"
        results = await asyncio.gather(*(_check_node(session, scheme, node) for node in nodes))
    return [*_check_names(nodes), _check_versions(nodes), *(each for found in results for each in found)]


async def running_nodes(connection: NatsConnection, name: str) -> list[Node]:
    """Ask all nodes of a log who they are; those that are busy for a second are missing."""
    replies: list[Reply] = []

    def is_last(reply: Reply) -> bool:
        replies.append(reply)
        return False  # nobody knows how many there are

    try:
        async with asyncio.timeout(COLLECT_S):
            await connection.request_many(f"{name}.nodes", b"", is_last)
    except (TimeoutError, NoResponders):
        pass
    try:
        return sorted((_decoder.decode(reply.data) for reply in replies), key=lambda node: node.name)
    except msgspec.MsgspecError:
        raise Unavailable("a node answers what nobody understands") from None


def _check_names(nodes: Sequence[Node]) -> list[Finding]:
    counts = Counter(node.name for node in nodes)
    return [
        problem("nodes", f"{count} nodes are called {name}; give each its own name with --node")
        for name, count in counts.items()
        if count > 1
    ]


def _check_versions(nodes: Sequence[Node]) -> Finding:
    versions = sorted({node.version for node in nodes})
    running = "one node is" if len(nodes) == 1 else f"{len(nodes)} nodes are"
    text = f"{running} running, with version {' and '.join(versions)}"
    if len(versions) == 1:
        return ok("versions", text)
    return warning("versions", f"{text}; finish the upgrade, since only adjacent versions work together")


async def _check_node(session: ClientSession, scheme: str, node: Node) -> list[Finding]:
    where = f"{node.name} at {node.inside}"
    try:
        async with session.get(f"{scheme}://{node.inside}{HARMLESS}") as answer:
            date = answer.headers.get("Date")
            status = answer.status
    except (ClientError, TimeoutError) as error:
        why = str(error) or "no answer"
        advice = "set its --inside to an address that all nodes can reach, and let the firewall pass it"
        return [problem("inside", f"{where} cannot be reached from here: {why}; {advice}")]
    if status != HTTPStatus.OK:
        advice = "something else listens there, or another cluster; check its --inside"
        return [problem("inside", f"{where} does not know the secret of the cluster ({status}); {advice}")]
    findings = [ok("inside", f"{where} can be reached")]
    if date is not None:
        whole_s = parsedate_to_datetime(date).timestamp()  # rounded down
        findings.append(clock(node.name, whole_s + 0.5 - time()))
    return findings
