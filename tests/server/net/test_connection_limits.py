"""Connection limits: no more connections than file descriptors."""

import resource

import pytest

from pictomania.server.net.connection_limits import SPARE_DESCRIPTORS, ConnectionLimits


@pytest.mark.parametrize(
    ("descriptors", "limit"),
    [(1024, 1024 - SPARE_DESCRIPTORS), (1_000_000, 10_000), (resource.RLIM_INFINITY, 10_000)],
)
def test_max_connections(descriptors: int, limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some are reserved for other uses."""
    monkeypatch.setattr(resource, "getrlimit", lambda _: (descriptors, descriptors))
    assert ConnectionLimits(connections=10_000).max_connections == limit
