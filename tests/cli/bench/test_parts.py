"""Every part of the benchmark, tiny, with real processes."""

import asyncio
import dataclasses
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from pictomania.cli.bench import (
    actions,
    capacity,
    comparison,
    crowd,
    growth,
    measurement,
    parking,
    restart,
    servers,
)
from pictomania.cli.bench import workshop as workshop_module
from pictomania.cli.bench.comparison import IN_C, OURS, USUAL, Contestant, median_of, ratio
from pictomania.cli.bench.crowd import SeatedTable, create_table, read_metric, seat_plain_tables, seat_tables
from pictomania.cli.bench.failure import BenchError
from pictomania.cli.bench.generator import Generator, Load
from pictomania.cli.bench.long_game import play_rounds
from pictomania.cli.bench.measurement import Reading, measure
from pictomania.cli.bench.rejoin import measure_guess, measure_rejoin
from pictomania.cli.bench.results import Growth
from pictomania.cli.bench.servers import OurServer, start_broadcaster
from pictomania.cli.bench.workshop import Workshop, choose_cores, first_error, on_core, run
from pictomania.wire import from_client

LOAD = Load(
    seconds=2.0,
    cpu_s=0.5,
    late_ms=0.0,
    sent=10,
    deliveries=1_000,
    p50_ms=15.0,
    p99_ms=30.0,
    max_ms=40.0,
    ink_bytes=4_000,
    text_bytes=0,
    points=1_000,
    foreign_points=800,
    missing=0,
    resyncs=0,
    lost=0,
    acts=0,
    stored=0,
    act_p50_ms=0.0,
    act_p99_ms=0.0,
    waiting=0,
)


@pytest.fixture
def ours(workshop: Workshop) -> Iterator[Contestant]:
    """Our server, with a generator and no tables."""
    with (
        OurServer(workshop.new_folder("ours"), workshop.server_core) as server,
        workshop.new_generator() as generator,
    ):
        yield Contestant(server, generator, workshop.plan.tables)


def reading(deliveries: int, cpu_s: float = 1.0) -> Reading:
    """A reading."""
    return Reading(replace(LOAD, deliveries=deliveries), cpu_s)


# Measuring.


def test_what_a_reading_says() -> None:
    one = reading(1_000, 0.5)
    assert (one.deliveries_per_cpu_s, one.cpu_us_per_delivery, one.cpu_share) == (2_000, 500, 0.25)
    assert one.is_in_time
    for late in ({"p99_ms": 50.0}, {"lost": 1}, {"resyncs": 1}):
        assert not Reading(replace(LOAD, **late), 0.5).is_in_time


def test_ratios_are_medians_of_rounds() -> None:
    """What one round has in common cancels out."""
    readings = {
        OURS: [reading(100), reading(10), reading(90)],
        IN_C: [reading(200), reading(20), reading(100)],
    }
    assert ratio(readings, IN_C) == 0.5
    assert ratio(readings, USUAL) is None
    assert median_of(readings[OURS], lambda one: one.load.deliveries) == 90


class DeafGenerator(Generator):
    """A generator that measures what it was told to."""

    def __init__(self, load: Load, rest: Load) -> None:
        self._load, self._rest = load, rest

    def draw(self, rate: float, tables: int) -> None:
        """Do nothing."""

    def mark(self) -> None:
        """Do nothing."""

    def read(self) -> Load:
        """Return what was measured."""
        return self._load

    def drain(self) -> Load:
        """Return what is left."""
        return self._rest


@pytest.mark.parametrize(
    ("load", "rest", "sentence"),
    [
        (replace(LOAD, deliveries=0), LOAD, "nothing that was drawn has arrived"),
        (LOAD, replace(LOAD, missing=3), "3 pieces of ink never arrived"),
    ],
)
def test_ink_that_never_arrives(ours: Contestant, load: Load, rest: Load, sentence: str) -> None:
    with pytest.raises(BenchError, match=sentence):
        measure(ours.server, DeafGenerator(load, rest), 1, 0, 0)


def test_players_who_were_dropped_miss_ink(ours: Contestant) -> None:
    assert measure(ours.server, DeafGenerator(LOAD, replace(LOAD, missing=3, lost=1)), 1, 0, 0).load is LOAD


# The parts.


def test_broadcaster(workshop: Workshop, broadcaster_program: Path | None) -> None:
    if broadcaster_program is None:
        pytest.skip("there is no C compiler")
    with (
        start_broadcaster(broadcaster_program, workshop.server_core) as server,
        workshop.new_generator() as generator,
    ):
        run(seat_plain_tables(server.address, generator, 2))
        one = measure(server, generator, 2, 0.05, 0.3)
    assert one.load.deliveries > 0
    assert one.load.points > one.load.foreign_points
    assert one.load.lost == 0


def test_broadcaster_checks_the_handshake(workshop: Workshop, broadcaster_program: Path | None) -> None:
    """And answers as RFC 6455 says."""
    if broadcaster_program is None:
        pytest.skip("there is no C compiler")

    async def ask(address: tuple[str, int], path: str) -> bytes:
        reader, writer = await asyncio.open_connection(*address)
        lines = f"GET {path} HTTP/1.1", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""
        writer.write("\r\n".join(lines).encode())
        answer = await reader.read(1_000)
        writer.close()
        await writer.wait_closed()
        return answer

    with start_broadcaster(broadcaster_program, workshop.server_core) as server:
        answer = asyncio.run(ask(server.address, "/0/0"))
        assert b"\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n" in answer
        assert asyncio.run(ask(server.address, "/0/6")) == b""


def test_comparison(workshop: Workshop, ours: Contestant) -> None:
    """As many rounds as there is time for, and at least one."""
    capacity.seat_up_to(ours.server, ours.generator, ours.tables)
    readings = comparison.compare(workshop, ours)
    assert [len(each) for each in readings.values()] == [2] * len(readings)
    workshop.plan = dataclasses.replace(workshop.plan, at_most_s=0)
    readings = comparison.take_turns(workshop, {OURS: ours})
    assert len(readings[OURS]) == 1


def test_comparison_without_the_others(
    workshop: Workshop, ours: Contestant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "USUAL_PACKAGES", ("no_such_package",))
    workshop.broadcaster_program = None
    capacity.seat_up_to(ours.server, ours.generator, ours.tables)
    assert list(comparison.compare(workshop, ours)) == [OURS]


def test_capacity(workshop: Workshop, ours: Contestant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are seated as they are needed."""
    monkeypatch.setattr(measurement, "LIMIT_MS", 60_000.0)
    assert capacity.find_capacity(workshop, ours) == 3
    assert ours.generator.tables == 3
    times = iter([True, True, False])
    monkeypatch.setattr(workshop, "has_time_for", lambda _: next(times))
    assert capacity.find_capacity(workshop, ours) == 2
    workshop.plan = dataclasses.replace(workshop.plan, at_most_s=0)
    monkeypatch.undo()
    assert capacity.find_capacity(workshop, ours) is None


def test_a_server_that_never_settles(ours: Contestant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "SETTLE_S", 0.1)
    monkeypatch.setattr(capacity, "IDLE_SHARE", -1.0)
    capacity.settle(ours.server)


def test_actions(workshop: Workshop, ours: Contestant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "LIMIT_MS", 60_000.0)
    monkeypatch.setattr(actions, "MIN_STORED", 0.0)
    load = actions.find_action_rate(workshop, ours)
    assert load is not None
    assert load.stored > 0
    assert load.text_bytes > 0
    workshop.plan = dataclasses.replace(workshop.plan, at_most_s=0)
    assert actions.find_action_rate(workshop, ours) is None


def test_rejoin(ours: Contestant) -> None:
    few, many = (run(measure_rejoin(ours.server, points, 2)) for points in (10, 20_000))
    assert few.points == 10
    assert few.server_ms > 0
    assert few.bytes + 6 * 19_990 * 3 < many.bytes < few.bytes + 6 * 19_990 * 4


def test_guess(ours: Contestant) -> None:
    assert run(measure_guess(ours.server)) > 600


def test_restart(workshop: Workshop) -> None:
    done = restart.measure_restart(workshop, 2)
    assert done.tables == 2
    assert 0 < done.open_s < done.playable_s


def test_coming_back_to_a_server_that_is_not_open_yet(ours: Contestant) -> None:
    """A client tries again."""

    async def come_back() -> None:
        table = await create_table(ours.server.address)
        await table.sit_down(1)
        table.close()
        player = table.players[0]
        player.server = ("127.0.0.1", 1)
        trying = asyncio.create_task(restart.connect_somehow(player))
        await asyncio.sleep(0)
        player.server = ours.server.address
        await trying
        table.close()

    run(come_back())


def test_parking(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    impatient = "from pictomania.server.tables import live_table; live_table.PARK_MS = 0; "
    monkeypatch.setattr(servers, "SCRIPT", impatient + servers.SCRIPT)
    assert parking.measure_parking(workshop, 1) >= 0


def test_tables_that_are_never_parked(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parking, "PARKED_S", 0.0)
    monkeypatch.setattr(parking, "LOOK_S", 0.0)
    with pytest.raises(BenchError, match="keeps empty tables in memory"):
        parking.measure_parking(workshop, 1)


def test_growth(workshop: Workshop) -> None:
    """A table has a maximum of watchers, and growth ends there."""
    found: Growth = {}
    growth.measure_growth(workshop, found)
    assert {name: [row[name] for row in rows] for name, rows in found.items()} == {
        "tables": [1],
        "players": [3],
        "watchers": [1],
        "points": [100],
        "rounds": [1],
    }
    assert all(row["cpu_us_per_delivery"] > 0 for row in found["players"])
    assert found["rounds"][0]["cpu_ms_per_round"] > 0


def test_growth_without_time(workshop: Workshop) -> None:
    found: Growth = {}
    workshop.plan = dataclasses.replace(workshop.plan, at_most_s=0, growth_players=())
    growth.measure_growth(workshop, found)
    assert found == {}


# What goes wrong.


def test_a_request_that_is_refused(ours: Contestant) -> None:
    async def begin_alone() -> None:
        table = await create_table(ours.server.address)
        try:
            await table.sit_down(1)
            await table.players[0].send(from_client.Begin())
            await table.players[0].until_phase("drawing")
        finally:
            table.close()

    with pytest.raises(BenchError, match=r"the server refused a request: .*too-few-players"):
        run(begin_alone())


def test_a_request_that_is_stored_later_is_not_refused(ours: Contestant) -> None:
    async def see() -> None:
        player = SeatedTable(ours.server.address, "CODE", "::1").new_player(0)
        player._see(b'{"type":"refused","about":"begin","reason":"stored-later"}')
        with pytest.raises(BenchError, match="too-much"):
            player._see(b'{"type":"refused","about":"begin","reason":"too-much"}')

    run(see())


@pytest.mark.parametrize("answer", [b"HTTP/1.1 429 Too Many Requests\r\n\r\n", b""])
def test_a_server_that_creates_no_table(answer: bytes) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        writer.close()

    async def ask() -> None:
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as listener:
            address = listener.sockets[0].getsockname()
            with pytest.raises(BenchError, match="the server creates no table"):
                await create_table(address)
            with pytest.raises(BenchError, match="does not report tables"):
                await read_metric(address, "tables")

    asyncio.run(ask())


def test_one_core_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os, "sched_getaffinity", lambda _: {3})
        with pytest.raises(BenchError, match="this needs two cores"):
            choose_cores()
        patch.setattr(os, "sched_getaffinity", lambda _: {5, 1, 3})
        assert choose_cores() == (1, 5)


def test_other_systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop_module, "USAGE", tmp_path / "missing")
    with pytest.raises(BenchError, match="this needs Linux"):
        choose_cores()


def test_staying_on_one_core() -> None:
    before = os.sched_getaffinity(0)
    with on_core(max(before)):
        assert os.sched_getaffinity(0) == {max(before)}
    assert os.sched_getaffinity(0) == before


def test_errors_of_coroutines() -> None:
    """They become one sentence."""

    async def fail(*errors: Exception) -> None:
        async with asyncio.TaskGroup() as group:
            for error in errors:
                group.create_task(raise_it(error))

    async def raise_it(error: Exception) -> None:
        raise error

    async def answer() -> int:
        return 5

    assert run(answer()) == 5
    for error, sentence in (
        (BenchError("this is it"), "this is it"),
        (TimeoutError(), "the server did not answer in time"),
        (ConnectionRefusedError("refused"), "refused"),
    ):
        with pytest.raises(BenchError, match=sentence):
            run(raise_it(error))
        with pytest.raises(BenchError, match=sentence):
            run(fail(error))
    inner = ExceptionGroup("inner", [BenchError("deep")])
    assert str(first_error(ExceptionGroup("outer", [inner]))) == "deep"


def test_seating_fails_if_the_generator_has_ended(ours: Contestant) -> None:
    ours.generator._commands.close()
    with pytest.raises(BenchError, match="the load generator has ended"):
        run(seat_tables(ours.server.address, ours.generator, 1))


def test_tables_have_addresses_of_their_own(ours: Contestant) -> None:
    async def two() -> set[str]:
        return {(await create_table(ours.server.address)).network for _ in range(2)}

    assert len(run(two())) == 2
    assert next(crowd._networks) > 0


def test_a_long_game(ours: Contestant) -> None:
    assert len(run(play_rounds(ours.server, 2))) == 2
