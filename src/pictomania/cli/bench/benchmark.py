"""The whole benchmark: measures in order of importance, and puts the figures together."""

import os
import platform
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pictomania.cli.bench.actions import find_action_rate
from pictomania.cli.bench.capacity import find_capacity, seat_up_to
from pictomania.cli.bench.comparison import IN_C, OURS, USUAL, Contestant, Readings, compare, median_of, ratio
from pictomania.cli.bench.crowd import SEATS
from pictomania.cli.bench.failure import BenchError
from pictomania.cli.bench.growth import measure_growth
from pictomania.cli.bench.measurement import MAX_CPU_SHARE
from pictomania.cli.bench.parking import CROWDS, WAIT_S, measure_parking
from pictomania.cli.bench.plan import BenchPlan
from pictomania.cli.bench.rejoin import measure_guess, measure_rejoin
from pictomania.cli.bench.restart import measure_restart
from pictomania.cli.bench.results import Results
from pictomania.cli.bench.servers import NO_USUAL_PACKAGES, OurServer, has_usual_way
from pictomania.cli.bench.workshop import Workshop, choose_cores, on_core, run
from pictomania.cli.progress_bar import ProgressBar

SLOW_GENERATOR = (
    "The load generator was nearly as busy as a core can be: the server may be faster than these figures say."
)
RESTART_S = 40.0  # that it takes to seat a thousand tables, and to come back to them
MOST_PYTHON_TABLES = 120  # that the load generator in Python can serve
NO_COMPILER = (
    "No C compiler was found (cc, gcc or clang), so there is no server in C to compare with, and the load "
    f"comes from a generator in Python, which can serve {MOST_PYTHON_TABLES} tables at most."
)


def run_benchmark(plan: BenchPlan, bar: ProgressBar) -> Results:
    """Measure everything in a plan, or raise `BenchError`."""
    cores = choose_cores()
    with tempfile.TemporaryDirectory(prefix="pictomania-bench-") as folder, on_core(cores[1]):
        workshop = Workshop(Path(folder), plan, bar, cores)
        if workshop.generator_program is None:
            workshop.plan = plan.with_tables(MOST_PYTHON_TABLES)
        results = Results(machine=describe_machine())
        _measure_tables(workshop, results)
        if plan.restart_tables and workshop.has_time_for(RESTART_S):
            with _noting(results, "restart"):
                workshop.progress(f"restarting with {plan.restart_tables} tables")
                restart = measure_restart(workshop, plan.restart_tables)
                results.restart_1000_tables_s = round(restart.playable_s, 2)
        if plan.parked_tables and workshop.has_time_for(CROWDS * WAIT_S):
            with _noting(results, "parking"):
                results.parked_table_bytes = measure_parking(workshop, plan.parked_tables)
        with _noting(results, "growth"):
            measure_growth(workshop, results.growth)
        results.machine["seconds"] = round(workshop.spent_s, 1)
        return results


@contextmanager
def _noting(results: Results, part: str) -> Iterator[None]:
    """Go on if a part fails: the others took minutes."""
    try:
        yield
    except BenchError as error:
        results.notes.append(f"{part.capitalize()} was not measured: {error}.")


def _measure_tables(workshop: Workshop, results: Results) -> None:
    """Measure what needs a server full of tables."""
    plan = workshop.plan
    workshop.progress("seating players")
    with OurServer(workshop.new_folder("tables"), workshop.server_core) as server:
        with workshop.new_generator() as generator:
            seat_up_to(server, generator, 1)  # which brings things into memory that all tables share
            empty = server.memory
            seat_up_to(server, generator, plan.tables)
            ours = Contestant(server, generator, plan.tables)
            _add_comparison(results, compare(workshop, ours))
            connections = (plan.tables - 1) * SEATS
            if connections:
                results.kb_per_connection = round((server.memory - empty) / 1024 / connections, 1)
            _note_parts(workshop, results)
            if plan.most_tables:
                results.tables_under_50_ms = find_capacity(workshop, ours)
            load = find_action_rate(workshop, ours)
            if load is not None:
                results.actions_per_s = round(load.stored / load.seconds)
                results.action_p99_ms = round(load.act_p99_ms, 1)
        if workshop.has_time_for(plan.rejoin_s):
            with _noting(results, "coming back"):
                _measure_coming_back(workshop, server, results)


def _measure_coming_back(workshop: Workshop, server: OurServer, results: Results) -> None:
    workshop.progress("coming back")
    rejoin = run(measure_rejoin(server, workshop.plan.full_points, workshop.plan.rejoins))
    results.rejoin_points = rejoin.points
    results.rejoin_bytes = rejoin.bytes
    results.rejoin_server_ms = round(rejoin.server_ms, 2)
    results.guess_bytes = run(measure_guess(server))


def _add_comparison(results: Results, readings: Readings) -> None:
    to_c, to_usual = ratio(readings, IN_C), ratio(readings, USUAL)
    results.ratio_to_c = None if to_c is None else round(to_c, 3)
    results.ratio_to_usual = None if to_usual is None else round(to_usual, 2)
    ours = readings[OURS]
    results.deliveries_per_cpu_s = round(
        sum(each.load.deliveries for each in ours) / sum(each.cpu_s for each in ours)
    )
    ink = sum(each.load.ink_bytes for each in ours)
    results.bytes_per_point = round(ink / sum(each.load.points for each in ours), 3)
    results.bytes_per_point_of_others = round(ink / sum(each.load.foreign_points for each in ours), 3)
    for name, each in readings.items():
        results.servers[name] = {
            "deliveries_per_cpu_s": round(median_of(each, lambda one: one.deliveries_per_cpu_s)),
            "p50_ms": round(median_of(each, lambda one: one.load.p50_ms), 1),
            "p99_ms": round(median_of(each, lambda one: one.load.p99_ms), 1),
            "cpu_share": round(median_of(each, lambda one: one.cpu_share), 3),
            "generator_cpu_share": round(median_of(each, lambda one: one.load.cpu_share), 3),
        }


def _note_parts(workshop: Workshop, results: Results) -> None:
    """Say why some ratios are missing, or what is wrong with them."""
    if workshop.broadcaster_program is None:
        results.notes.append(NO_COMPILER)
    if not has_usual_way():
        results.notes.append(NO_USUAL_PACKAGES)
    if any(each["generator_cpu_share"] > MAX_CPU_SHARE for each in results.servers.values()):
        results.notes.append(SLOW_GENERATOR)


def describe_machine() -> dict[str, object]:
    """Return what the figures depend on."""
    return {
        "cores": os.cpu_count(),
        "load_average": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
    }
