"""What the processes of a cluster report about themselves."""

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from pictomania.cli.cluster.balancer import Address
from pictomania.server.net.proxy_protocol import NO_CLIENT

ANSWER_S = 1.0  # a process that needs longer counts as down

_METRIC = re.compile(r"^pictomania_(\w+)(?:\{[^}]*\})? ([\d.]+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class NodeState:
    """A node, as it is now."""

    name: str
    metrics: Mapping[str, int] | None  # None: it is down

    @property
    def is_up(self) -> bool:
        """Whether it answers."""
        return self.metrics is not None

    def __getitem__(self, metric: str) -> int:
        """A metric, such as `tables`; zero if it is down."""
        return (self.metrics or {}).get(metric, 0)


@dataclass(frozen=True, slots=True)
class NatsState:
    """A NATS server, as it is now."""

    name: str
    is_up: bool
    is_leader: bool  # of the servers that store the tables


@dataclass(frozen=True, slots=True)
class ClusterState:
    """All processes, as they are now."""

    nodes: Sequence[NodeState]
    nats: Sequence[NatsState]

    @property
    def is_complete(self) -> bool:
        """Whether everything is up."""
        return all(node.is_up for node in self.nodes) and all(server.is_up for server in self.nats)


class _StreamCluster(msgspec.Struct):
    leader: str = ""


class _StreamDetail(msgspec.Struct):
    cluster: _StreamCluster | None = None


class _AccountDetail(msgspec.Struct):
    stream_detail: list[_StreamDetail] = []


class _JetStream(msgspec.Struct):
    account_details: list[_AccountDetail] = []


async def read_state(nodes: Mapping[str, Address], nats: Mapping[str, Address]) -> ClusterState:
    """Ask all processes at once."""
    node_states, reports = await asyncio.gather(
        asyncio.gather(*(_node_state(name, address) for name, address in nodes.items())),
        asyncio.gather(*(_jetstream(address) for address in nats.values())),
    )
    up = [name for name, report in zip(nats, reports, strict=True) if report is not None]
    leaders = _leaders(report for report in reports if report is not None) if len(nats) > 1 else up
    return ClusterState(node_states, [NatsState(name, name in up, name in leaders) for name in nats])


async def _node_state(name: str, address: Address) -> NodeState:
    try:
        text = await fetch(address, "/metrics", NO_CLIENT)
    except OSError:
        return NodeState(name, None)
    return NodeState(name, {metric: round(float(value)) for metric, value in _METRIC.findall(text.decode())})


async def _jetstream(address: Address) -> _JetStream | None:
    try:
        return msgspec.json.decode(await fetch(address, "/jsz?accounts=1&streams=1"), type=_JetStream)
    except (OSError, msgspec.MsgspecError):  # it may die in the middle of its answer
        return None


def _leaders(reports: Iterable[_JetStream]) -> list[str]:
    """Return the leader on which the servers agree; there is only one stream."""
    named = {
        "" if stream.cluster is None else stream.cluster.leader
        for report in reports
        for account in report.account_details
        for stream in account.stream_detail
    }
    return list(named) if len(named) == 1 else []


async def fetch(address: Address, path: str, preface: bytes = b"") -> bytes:
    """Return the answer to a request, or raise OSError."""
    async with asyncio.timeout(ANSWER_S):  # a TimeoutError is an OSError
        reader, writer = await asyncio.open_connection(*address)
        try:
            writer.write(preface + f"GET {path} HTTP/1.0\r\nHost: {address[0]}\r\n\r\n".encode())
            head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        finally:
            writer.close()
    status = head.partition(b"\r\n")[0].decode(errors="replace")
    if " 200 " not in status:
        raise OSError(f"the answer is {status!r}")
    return body
