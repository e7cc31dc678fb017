"""What is left in memory of a table that everyone has left.

Memory that a process has freed is not always given back, and the first tables bring things into memory that
stay there, such as the cards. So two crowds come and go, one after the other, and what the second adds is
what we report.
"""

from time import monotonic, sleep

from pictomania.cli.bench.crowd import read_metric, seat_tables
from pictomania.cli.bench.failure import BenchError
from pictomania.cli.bench.plan import RATE
from pictomania.cli.bench.servers import OurServer
from pictomania.cli.bench.workshop import Workshop, run

PARKED_S = 90.0  # at most, until an empty table is parked
LOOK_S = 0.5
DRAW_S = 2.0
CROWDS = 2
WAIT_S = 65.0  # that each crowd takes, mostly until its tables are parked


def measure_parking(workshop: Workshop, tables: int) -> int:
    """Return the bytes that each parked table takes; memory that was given back counts as nothing."""
    with OurServer(workshop.new_folder("parking"), workshop.server_core) as server:
        memory = [_come_and_go(workshop, server, tables) for _ in range(CROWDS)]
    return max(0, memory[-1] - memory[-2]) // tables


def _come_and_go(workshop: Workshop, server: OurServer, tables: int) -> int:
    """Let a crowd draw and leave; return the server's memory once all tables are parked."""
    with workshop.new_generator() as generator:
        run(seat_tables(server.address, generator, tables))
        generator.draw(RATE, tables)
        sleep(DRAW_S)
        generator.drain()
    deadline = monotonic() + PARKED_S
    while run(read_metric(server.address, "tables")):
        workshop.progress("waiting until tables are parked")
        if monotonic() > deadline:
            raise BenchError("the server keeps empty tables in memory")
        sleep(LOOK_S)
    return server.memory
