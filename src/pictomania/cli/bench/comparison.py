"""The same ink at our server, at the one in C and at the usual one, in turns."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median

from pictomania.cli.bench.crowd import seat_plain_tables
from pictomania.cli.bench.generator import Generator
from pictomania.cli.bench.measurement import Reading, measure
from pictomania.cli.bench.servers import BenchServer, has_usual_way, start_broadcaster, start_usual_way
from pictomania.cli.bench.workshop import Workshop, run

OURS, IN_C, USUAL = "ours", "c", "usual"


@dataclass(frozen=True, slots=True)
class Contestant:
    """A server with its crowd."""

    server: BenchServer
    generator: Generator
    tables: int


Readings = Mapping[str, Sequence[Reading]]  # by name, in the order of rounds


def compare(workshop: Workshop, ours: Contestant) -> Readings:
    """Measure all servers in turns; those that can't run here are left out."""
    with ExitStack() as stack:
        contestants = {OURS: ours}
        if workshop.broadcaster_program is not None:
            server = stack.enter_context(
                start_broadcaster(workshop.broadcaster_program, workshop.server_core)
            )
            contestants[IN_C] = _seat(workshop, stack, server, workshop.plan.tables)
        if has_usual_way():
            server = stack.enter_context(start_usual_way(workshop.server_core))
            contestants[USUAL] = _seat(workshop, stack, server, workshop.plan.usual_tables)
        return take_turns(workshop, contestants)


def _seat(workshop: Workshop, stack: ExitStack, server: BenchServer, tables: int) -> Contestant:
    generator = stack.enter_context(workshop.new_generator())
    run(seat_plain_tables(server.address, generator, tables))
    return Contestant(server, generator, tables)


def take_turns(workshop: Workshop, contestants: Mapping[str, Contestant]) -> Readings:
    """Measure in rounds, each in another order; at least one, and others while there is time."""
    plan = workshop.plan
    readings: dict[str, list[Reading]] = {name: [] for name in contestants}
    names = list(contestants)
    for number in range(plan.rounds):
        if number and not workshop.has_time_for(
            len(names) * (plan.warm_up_s + plan.seconds) + plan.reserved_s
        ):
            break
        for name in names if number % 2 else reversed(names):
            workshop.progress(f"round {number + 1} of {plan.rounds}")
            each = contestants[name]
            reading = measure(each.server, each.generator, each.tables, plan.warm_up_s, plan.seconds)
            readings[name].append(reading)
    return readings


def median_of(readings: Sequence[Reading], figure: Callable[[Reading], float]) -> float:
    """Return the median of a figure."""
    return median(map(figure, readings))


def ratio(readings: Readings, to: str) -> float | None:
    """Return our deliveries per CPU second in multiples of another server's; the median of all rounds."""
    others = readings.get(to, ())
    pairs = zip(readings[OURS], others, strict=False)
    ratios = [ours.deliveries_per_cpu_s / theirs.deliveries_per_cpu_s for ours, theirs in pairs]
    return median(ratios) if ratios else None
