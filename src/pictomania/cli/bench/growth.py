"""How costs grow: with tables, players, watchers, points on a sheet, and rounds."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pictomania.cli.bench.capacity import settle
from pictomania.cli.bench.comparison import Contestant
from pictomania.cli.bench.crowd import SEATS, seat_tables
from pictomania.cli.bench.long_game import play_rounds
from pictomania.cli.bench.measurement import Reading, measure
from pictomania.cli.bench.recording import record_strokes
from pictomania.cli.bench.results import Growth
from pictomania.cli.bench.servers import OurServer
from pictomania.cli.bench.workshop import Workshop, run
from pictomania.ink import Stroke
from pictomania.table.arrivals import MAX_WATCHERS

SEATING_S = 4.0  # of the largest crowd
ROUND_S = 4.0


def measure_growth(workshop: Workshop, growth: Growth) -> None:
    """Measure everything that there is time for, and add it to `growth`."""
    plan = workshop.plan
    parts = (
        ("tables", plan.growth_tables, _with_tables),
        ("players", plan.growth_players, _with_players),
        ("watchers", [count for count in plan.growth_watchers if count <= MAX_WATCHERS], _with_watchers),
        ("points", plan.growth_points, _with_points),
    )
    for name, sizes, part in parts:
        if sizes:
            with OurServer(workshop.new_folder(f"growth-{name}"), workshop.server_core) as server:
                for size in sizes:
                    if workshop.has_time_for(plan.warm_up_s + plan.seconds + SEATING_S):
                        workshop.progress(f"{size} {name}")
                        reading = part(workshop, server, size)
                        growth.setdefault(name, []).append(_row(name, size, reading))
    if plan.growth_rounds and workshop.has_time_for(plan.growth_rounds * ROUND_S):
        workshop.progress(f"{plan.growth_rounds} rounds")
        with OurServer(workshop.new_folder("growth-rounds"), workshop.server_core) as server:
            costs = run(play_rounds(server, plan.growth_rounds))
        growth["rounds"] = [
            {"rounds": number, "cpu_ms_per_round": round(cpu_s * 1000, 2)}
            for number, cpu_s in enumerate(costs, start=1)
        ]


def _row(name: str, size: int, reading: Reading) -> dict[str, float]:
    return {
        name: size,
        "cpu_us_per_delivery": round(reading.cpu_us_per_delivery, 2),
        "cpu_share": round(reading.cpu_share, 3),
        "p99_ms": round(reading.load.p99_ms, 1),
    }


def _with_tables(workshop: Workshop, server: OurServer, tables: int) -> Reading:
    with crowd(workshop, server, tables) as seated:
        return _measure(workshop, seated)


def _with_players(workshop: Workshop, server: OurServer, players: int) -> Reading:
    with crowd(workshop, server, workshop.plan.growth_crowd, players=players) as seated:
        return _measure(workshop, seated)


def _with_watchers(workshop: Workshop, server: OurServer, watchers: int) -> Reading:
    with crowd(workshop, server, workshop.plan.growth_crowd, watchers=watchers) as seated:
        return _measure(workshop, seated)


def _with_points(workshop: Workshop, server: OurServer, points: int) -> Reading:
    tables = max(1, workshop.plan.growth_crowd // 5)  # each point has to be drawn before
    with crowd(workshop, server, tables, strokes=record_strokes(points)) as seated:
        return _measure(workshop, seated)


@contextmanager
def crowd(
    workshop: Workshop,
    server: OurServer,
    tables: int,
    *,
    players: int = SEATS,
    watchers: int = 0,
    strokes: Sequence[Stroke] = (),
) -> Iterator[Contestant]:
    """Seat a new crowd, which leaves at the end."""
    with workshop.new_generator() as generator:
        run(
            seat_tables(
                server.address, generator, tables, players=players, watchers=watchers, strokes=strokes
            )
        )
        settle(server)
        yield Contestant(server, generator, tables)


def _measure(workshop: Workshop, crowd: Contestant) -> Reading:
    plan = workshop.plan
    return measure(crowd.server, crowd.generator, crowd.tables, plan.warm_up_s, plan.seconds)
