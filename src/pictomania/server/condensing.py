"""Condensing the record of a table in a worker process."""

from collections.abc import Sequence

from pictomania.server import jobs
from pictomania.server.table_log import Condense
from pictomania.server.workers import Busy, TooMuch, Workers


def condensing_in(workers: Workers) -> Condense:
    """Have these workers condense tables; None where they cannot now."""

    async def condense(code: str, entries: Sequence[bytes]) -> Sequence[bytes] | None:
        try:
            return await workers.do("condense_table", [code.encode(), *entries], f"table {code}", jobs.GAME)
        except (Busy, TooMuch):
            return None

    return condense
