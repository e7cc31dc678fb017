"""How many tables one core can serve, with everybody drawing."""

from time import monotonic, sleep

from pictomania.cli.bench.comparison import Contestant
from pictomania.cli.bench.crowd import seat_tables
from pictomania.cli.bench.generator import Generator
from pictomania.cli.bench.measurement import Reading, measure
from pictomania.cli.bench.search import search
from pictomania.cli.bench.servers import BenchServer
from pictomania.cli.bench.workshop import Workshop, run

SETTLE_S = 5.0  # at most
LOOK_S, IDLE_SHARE = 0.2, 0.2  # of the core


def find_capacity(workshop: Workshop, ours: Contestant) -> int | None:
    """Return the largest number of tables whose ink arrives in time; None if there is no time to find out."""
    plan = workshop.plan
    probe_s = plan.reserved_s + plan.warm_up_s + plan.seconds
    if not workshop.has_time_for(probe_s):
        return None

    def probe(tables: int) -> tuple[Reading, bool] | None:
        if not workshop.has_time_for(probe_s):
            return None
        workshop.progress(f"{tables} tables")
        seat_up_to(ours.server, ours.generator, tables)
        reading = measure(ours.server, ours.generator, tables, plan.warm_up_s, plan.seconds)
        return reading, reading.is_in_time

    return search(probe, plan.tables, plan.most_tables, lambda _: plan.table_step)[0]


def seat_up_to(server: BenchServer, generator: Generator, tables: int) -> None:
    """Seat as many tables as are missing."""
    missing = tables - generator.tables
    if missing > 0:
        run(seat_tables(server.address, generator, missing))
        settle(server)


def settle(server: BenchServer) -> None:
    """Wait until the server has nothing left to do for players who have just come."""
    deadline = monotonic() + SETTLE_S
    is_busy = True
    while is_busy and monotonic() < deadline:
        cpu_s = server.cpu_s
        sleep(LOOK_S)
        is_busy = server.cpu_s - cpu_s > IDLE_SHARE * LOOK_S
