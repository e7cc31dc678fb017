"""The secret of a cluster: made once, the same for all nodes."""

import asyncio
from pathlib import Path

from pictomania.server.cluster.secret import NAME, shared_secret
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
