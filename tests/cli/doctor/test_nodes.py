"""Nodes: found over NATS, reached on their inside ports with the secret of the cluster."""

import socket
from contextlib import AsyncExitStack
from functools import partial

import msgspec
import pytest

from pictomania.cli.cluster.balancer import Address
from pictomania.cli.doctor import nodes as module
from pictomania.cli.doctor.finding import Finding
from pictomania.cli.doctor.nodes import check_nodes
from pictomania.server.cluster.node import Node
from pictomania.server.version import VERSION
from tests.cli.cluster.test_balancer import unused_address
from tests.cli.cluster.test_state import serve
from tests.cli.doctor.findings import levels, texts
from tests.log.nats_server import NatsServer
from tests.server.cluster.support.nodes import new_name, open_nats_log, run_node


async def examine(nats: NatsServer, *answers: bytes) -> list[Finding]:
    """What is found about nodes that only say that they are there."""
    name = new_name()
    async with AsyncExitStack() as stack:
        log = await stack.enter_async_context(open_nats_log(nats, name))
        for answer in answers:
            other = await stack.enter_async_context(open_nats_log(nats, name))
            await other.connection.services.serve(f"{name}.nodes", partial(_say, answer))
        return await check_nodes(log, None)


def _say(answer: bytes, _: bytes) -> bytes:
    return answer


def node(name: str, address: Address, version: str = VERSION) -> bytes:
    """How a node answers."""
    host, port = address
    return msgspec.json.encode(Node(name, f"{host}:{port}", version))


async def test_running_nodes(nats: NatsServer) -> None:
    name = new_name()
    async with run_node(nats, name, "a"), run_node(nats, name, "b"), open_nats_log(nats, name) as log:
        findings = await check_nodes(log, None)
    assert levels(findings) == [("versions", "ok"), *2 * [("inside", "ok"), ("clock", "ok")]]
    assert texts(findings, "versions") == [f"2 nodes are running, with version {VERSION}"]
    first, second = texts(findings, "inside")
    assert first.startswith("a at 127.0.0.1:")
    assert second.startswith("b at 127.0.0.1:")


async def test_no_node(nats: NatsServer) -> None:
    assert levels(await examine(nats)) == [("nodes", "warning")]


async def test_a_node_that_cannot_be_reached(nats: NatsServer) -> None:
    findings = await examine(nats, node("a", unused_address()))
    assert levels(findings) == [("versions", "ok"), ("inside", "problem")]
    assert texts(findings, "versions") == [f"one node is running, with version {VERSION}"]
    assert "set its --inside to an address that all nodes can reach" in texts(findings, "inside")[0]


async def test_a_node_that_does_not_answer(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ANSWER_S", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        (found,) = texts(await examine(nats, node("a", silent.getsockname())), "inside")
    assert "cannot be reached from here: " in found


async def test_a_stranger_at_the_address_of_a_node(nats: NatsServer) -> None:
    async with serve("", "403 Forbidden") as address:
        findings = await examine(nats, node("a", address))
    assert levels(findings) == [("versions", "ok"), ("inside", "problem")]
    assert "does not know the secret of the cluster (403)" in texts(findings, "inside")[0]


async def test_names_and_versions(nats: NatsServer) -> None:
    """Nodes need different names; different versions should not last. One says nothing about the time."""
    async with serve("{}") as address:
        answers = [node("a", address, "0.2.0"), node("a", address, "0.1.0"), node("b", address, "0.2.0")]
        findings = await examine(nats, *answers)
    assert levels(findings) == [("nodes", "problem"), ("versions", "warning"), *3 * [("inside", "ok")]]
    assert texts(findings, "nodes") == ["2 nodes are called a; give each its own name with --node"]
    assert texts(findings, "versions")[0].startswith("3 nodes are running, with version 0.1.0 and 0.2.0; ")


async def test_a_node_that_nobody_understands(nats: NatsServer) -> None:
    findings = await examine(nats, b"nonsense")
    assert texts(findings, "nodes") == ["a node answers what nobody understands; try again"]
