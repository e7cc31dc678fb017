"""Connections are counted from beginning to end, in total and by address."""

import pytest

from pictomania.server.net.connections import Connections, TooManyConnections


async def test_connections_are_limited_in_total_and_by_address() -> None:
    """A refused connection leaves no trace."""
    connections = Connections(max_connections=3, per_address=1)
    ann = connections.begin("a", "a")
    for _ in range(2):
        with pytest.raises(TooManyConnections) as refusal:
            connections.begin("a", "a")
        assert refusal.value.status == 429
    ben, proxy = connections.begin("b", "b"), connections.begin("p", None)
    with pytest.raises(TooManyConnections) as refusal:
        connections.begin("c", "c")
    assert refusal.value.status == 503
    assert set(connections) == {ann, ben, proxy}
    assert len(connections) == 3
    with pytest.raises(TooManyConnections):
        proxy.count_for("a")
    ann.end()
    proxy.count_for("a")
    proxy.count_for("b")  # has no effect: it already counts for an address
    proxy.end()
    connections.begin("b2", "a").end()
    ben.end()
    await connections.wait_until_empty()
    assert len(connections) == 0


async def test_waiting_without_connections_returns_at_once() -> None:
    await Connections(max_connections=1, per_address=1).wait_until_empty()


async def test_new_connections_are_rate_limited_by_address() -> None:
    """However few are open at a time; other addresses are not affected."""
    connections = Connections(max_connections=9, per_address=2)
    for _ in range(8):
        connections.begin("a", "a").end()
    with pytest.raises(TooManyConnections) as refusal:
        connections.begin("a", "a")
    assert refusal.value.status == 429
    connections.begin("b", "b").end()
    assert len(connections) == 0
