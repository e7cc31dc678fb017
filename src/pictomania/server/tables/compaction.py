"""Log compaction in a worker process."""

from collections.abc import Sequence

from pictomania.server.tables.table_log import Compact
from pictomania.server.workers import jobs
from pictomania.server.workers.pool import JobFailed, PoolBusy, WorkerPool


def compact_in(workers: WorkerPool) -> Compact:
    """Return a function that compacts a table's entries in a worker; None if no worker can do it now."""

    async def compact(code: str, entries: Sequence[bytes]) -> Sequence[bytes] | None:
        try:
            return await workers.run("compact_table", [code.encode(), *entries], f"table {code}", jobs.GAME)
        except (PoolBusy, JobFailed):
            return None

    return compact
