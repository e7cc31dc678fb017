"""A server's tables without a server, in a time that a test can move on."""

from pictomania.log import EventLog
from pictomania.server.archive import Archive
from pictomania.server.condensing import condensing_in
from pictomania.server.hosting import Hosting
from pictomania.server.metrics import Metrics
from pictomania.server.time import Time
from pictomania.server.workers import Workers

HOUR_MS = 3_600_000


class Later(Time):
    """The time, and some more."""

    def __init__(self) -> None:
        """Now."""
        super().__init__()
        self.passed_ms = 0

    def ms(self) -> int:
        """What time it would be."""
        return super().ms() + self.passed_ms


def tables(log: EventLog, time: Later) -> Hosting:
    """Host what a log keeps; games are kept for ten days."""
    metrics = Metrics()
    workers = Workers(metrics)
    hosting = Hosting(log, Archive(log, time, metrics, 10, workers), time, metrics)
    hosting.condense = condensing_in(workers)
    return hosting
