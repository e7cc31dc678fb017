"""One measurement: a crowd draws at a server for a while."""

from dataclasses import dataclass
from time import sleep

from pictomania.cli.bench.failure import BenchError
from pictomania.cli.bench.generator import Generator, Load
from pictomania.cli.bench.pinned_process import PinnedProcess
from pictomania.cli.bench.plan import LIMIT_MS, RATE

MAX_CPU_SHARE = 0.9  # of the generator; above it, it may be what is slow
MAX_LATE_MS = 250.0


@dataclass(frozen=True, slots=True)
class Reading:
    """What was measured."""

    load: Load
    cpu_s: float  # of the server

    @property
    def deliveries_per_cpu_s(self) -> float:
        """Pieces that reached another client, per CPU second of the server."""
        return self.load.deliveries / self.cpu_s

    @property
    def cpu_us_per_delivery(self) -> float:
        """CPU time of the server for each of them."""
        return 1e6 / self.deliveries_per_cpu_s

    @property
    def cpu_share(self) -> float:
        """Of the server's core."""
        return self.cpu_s / self.load.seconds

    @property
    def is_in_time(self) -> bool:
        """Whether everything arrived, and in time."""
        return self.load.p99_ms < LIMIT_MS and not (self.load.lost or self.load.resyncs)


def measure(
    server: PinnedProcess, generator: Generator, tables: int, warm_up_s: float, seconds: float
) -> Reading:
    """Let everyone at the first tables draw; then wait until all has arrived."""
    generator.draw(RATE, tables)
    try:
        sleep(warm_up_s)
        generator.mark()
        cpu_s = server.cpu_s
        sleep(seconds)
        load = generator.read()
        reading = Reading(load, server.cpu_s - cpu_s)
    finally:
        rest = generator.drain()
    if not load.deliveries:
        raise BenchError("nothing that was drawn has arrived")
    if rest.missing and not (rest.lost or rest.resyncs):
        raise BenchError(f"{rest.missing} pieces of ink never arrived")
    return reading
