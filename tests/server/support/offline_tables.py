"""Live tables without a server, and a clock that a test can advance."""

from pictomania.log import EventLog
from pictomania.server.clock import ServerClock
from pictomania.server.metrics import Metrics
from pictomania.server.tables.archive import Archive
from pictomania.server.tables.compaction import compact_in
from pictomania.server.tables.live_tables import LiveTables, TableServices
from pictomania.server.workers.pool import WorkerPool

HOUR_MS = 3_600_000


class AdjustableClock(ServerClock):
    """A clock that can be set forward."""

    def __init__(self) -> None:
        super().__init__()
        self.passed_ms = 0

    def ms(self) -> int:
        """The current time."""
        return super().ms() + self.passed_ms


def offline_tables(log: EventLog, time: AdjustableClock) -> LiveTables:
    """The tables of a log; games are kept for ten days."""
    metrics = Metrics()
    workers = WorkerPool(metrics)
    archive = Archive(log, time, metrics, 10, workers)
    return LiveTables(log, archive, time, metrics, TableServices(compact_in(workers)))
