"""Limits: no more connections than there can be descriptors."""

import resource

import pytest

from pictomania.server.limits import SPARE_DESCRIPTORS, Limits


@pytest.mark.parametrize(
    ("descriptors", "room"),
    [(1024, 1024 - SPARE_DESCRIPTORS), (1_000_000, 10_000), (resource.RLIM_INFINITY, 10_000)],
)
def test_room(descriptors: int, room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some are kept for other things."""
    monkeypatch.setattr(resource, "getrlimit", lambda _: (descriptors, descriptors))
    assert Limits(connections=10_000).room == room
