"""The secret of a cluster: made once, the same for all nodes."""

import asyncio
from pathlib import Path

import pytest

from pictomania.log import Unavailable
from pictomania.server.cluster import secret
from pictomania.server.cluster.secret import NAME, shared_secret
from tests.server.support.flaky_log import FlakyLog
from tests.server.support.running_server import open_log


async def test_all_nodes_have_the_same_secret(tmp_path: Path) -> None:
    """However many look for it at once, and after a restart."""
    async with open_log(tmp_path) as log:
        found = await asyncio.gather(*(shared_secret(log) for _ in range(9)))
        assert len(set(found)) == 1
        assert len(found[0]) > 40
        assert len(await log.read(NAME)) == 1
    async with open_log(tmp_path) as log:
        assert await shared_secret(log) == found[0]


async def test_a_log_that_elects_a_leader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A node that starts meanwhile waits, but not forever."""
    monkeypatch.setattr(secret, "RETRY_S", 0)
    async with open_log(tmp_path) as log:
        flaky = FlakyLog(log)
        flaky.deaf_reads = 3
        assert await shared_secret(flaky) == await shared_secret(log)
        monkeypatch.setattr(secret, "PATIENCE_S", 0.0)
        flaky.deaf_reads = 1
        with pytest.raises(Unavailable):
            await shared_secret(flaky)
