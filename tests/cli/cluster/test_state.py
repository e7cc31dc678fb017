"""What processes of a cluster report, and what becomes of those that report nothing."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import msgspec
import pytest

from pictomania.cli.cluster import state as module
from pictomania.cli.cluster.balancer import Address
from pictomania.cli.cluster.state import ClusterState, NatsState, NodeState, fetch, read_state
from tests.cli.cluster.test_balancer import unused_address

METRICS = """# HELP pictomania_tables Tables in memory.
# TYPE pictomania_tables gauge
pictomania_tables{node="n"} 7
pictomania_relayed{node="n"} 2
pictomania_appends_total 9
pictomania_longest_stall_ms{node="n"} 12.75
"""


@asynccontextmanager
async def serve(body: str, status: str = "200 OK") -> AsyncIterator[Address]:
    """Answer every request, however it begins."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(f"HTTP/1.0 {status}\r\n\r\n{body}".encode())
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()


def jsz(*leaders: str | None) -> str:
    """The report of a NATS server about its streams."""
    streams = [{"name": "s"} if each is None else {"cluster": {"leader": each}} for each in leaders]
    return msgspec.json.encode({"account_details": [{"stream_detail": streams}]}).decode()


async def test_metrics_of_nodes() -> None:
    async with serve(METRICS) as up, serve("", "403 Forbidden") as broken:
        state = await read_state({"a": up, "b": unused_address(), "c": broken}, {})
    up_state, *others = state.nodes
    assert up_state.is_up
    assert [up_state[name] for name in ("tables", "relayed", "members", "longest_stall_ms")] == [7, 2, 0, 13]
    assert others == [NodeState("b", None), NodeState("c", None)]
    assert others[0]["tables"] == 0
    assert not state.is_complete


@pytest.mark.parametrize(
    ("reports", "leaders"),
    [
        ([jsz("n1"), jsz("n1"), None], ["n1"]),
        ([jsz("n1"), jsz("n2"), jsz("n1")], []),  # one of them does not know yet
        ([jsz(""), jsz(""), jsz("")], []),
        ([jsz(None), jsz(None), jsz()], []),
        ([jsz(), "{}", "{}"], []),  # no stream yet
        ([None, None, None], []),
    ],
)
async def test_the_leader_of_nats_servers(reports: list[str | None], leaders: list[str]) -> None:
    async with _serve_all(reports) as servers:
        state = await read_state({}, servers)
    up = [f"n{number}" for number, report in enumerate(reports, start=1) if report is not None]
    assert [server.name for server in state.nats if server.is_up] == up
    assert [server.name for server in state.nats if server.is_leader] == leaders


@asynccontextmanager
async def _serve_all(reports: list[str | None]) -> AsyncIterator[Mapping[str, Address]]:
    async with (
        serve(reports[0] or "") as one,
        serve(reports[1] or "") as two,
        serve(reports[2] or "") as three,
    ):
        addresses = [one, two, three]
        yield {
            f"n{place + 1}": unused_address() if report is None else addresses[place]
            for place, report in enumerate(reports)
        }


@pytest.mark.parametrize("report", ["", jsz("n1")[:-1], '{"account_details": 1}'])
async def test_a_nats_server_that_dies_while_it_answers(monkeypatch: pytest.MonkeyPatch, report: str) -> None:
    """Or answers something else: it is down."""
    monkeypatch.setattr(module, "ANSWER_S", 60.0)
    async with _serve_all([jsz("n1"), jsz("n1"), report]) as servers:
        state = await read_state({}, servers)
    assert [server.is_up for server in state.nats] == [True, True, False]


async def test_a_single_nats_server_needs_no_leader() -> None:
    async with serve("{}") as address:
        state = await read_state({}, {"n1": address})
    assert state == ClusterState([], [NatsState("n1", is_up=True, is_leader=True)])
    assert state.is_complete


async def test_silence_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ANSWER_S", 0.05)
    done = asyncio.Event()

    async def wait(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await done.wait()
        writer.close()

    async with await asyncio.start_server(wait, "127.0.0.1", 0) as server:
        with pytest.raises(TimeoutError):
            await fetch(server.sockets[0].getsockname(), "/")
        done.set()
