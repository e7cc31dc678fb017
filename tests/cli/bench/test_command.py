"""`pictomania bench`: the whole thing, tiny, and its errors."""

import io
import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pictomania.cli.bench import benchmark, comparison, plan, workshop
from pictomania.cli.bench.benchmark import MOST_PYTHON_TABLES, NO_COMPILER, SLOW_GENERATOR, run_benchmark
from pictomania.cli.bench.failure import BenchError
from pictomania.cli.bench.restart import Restart
from pictomania.cli.bench.results import Results
from pictomania.cli.bench.servers import NO_USUAL_PACKAGES
from pictomania.cli.progress_bar import ProgressBar
from tests.cli.bench.conftest import TINY
from tests.cli.bench.test_results import KEYS
from tests.cli.command import pictomania

MINUTE = replace(
    TINY, restart_tables=0, growth_tables=(), growth_players=(), growth_points=(), growth_rounds=0
)


def fail(sentence: str) -> Callable[..., object]:
    """A part that fails."""

    def part(*_: object) -> object:
        raise BenchError(sentence)

    return part


@pytest.fixture(autouse=True)
def _two_cores(monkeypatch: pytest.MonkeyPatch, cores: tuple[int, int]) -> None:
    """The tests run on one core too."""
    monkeypatch.setattr(benchmark, "choose_cores", lambda: cores)


@pytest.mark.usefixtures("compiled")
def test_a_quick_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has every key; null where the quick form does not measure."""
    monkeypatch.setattr(plan, "QUICK", replace(MINUTE, most_tables=0, growth_watchers=()))
    file = tmp_path / "page.html"
    done = pictomania("bench", "--quick", "--json", "--html", str(file))
    assert (done.status, done.err) == (0, "")
    results = json.loads(done.out)
    assert set(KEYS) <= set(results)
    missing = {"tables_under_50_ms", "restart_1000_tables_s", "parked_table_bytes"}
    optional = {"ratio_to_c", "ratio_to_usual", "actions_per_s", "action_p99_ms"}  # on a busy machine too
    assert {key for key in KEYS if results[key] is None} - optional == missing
    assert results["servers"]["ours"]["deliveries_per_cpu_s"] > 0
    assert results["growth"] == {}
    assert results["machine"]["seconds"] > 0
    assert "<!doctype html>" in file.read_text()


@pytest.mark.usefixtures("compiled")
def test_a_full_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts themselves have tests of their own."""
    monkeypatch.setattr(plan, "FULL", replace(MINUTE, restart_tables=2, parked_tables=1))
    monkeypatch.setattr(benchmark, "measure_restart", lambda *_: Restart(2, 0.5, 1.234))
    monkeypatch.setattr(benchmark, "measure_parking", lambda *_: 17)
    done = pictomania("bench")
    assert (done.status, done.err) == (0, "")
    assert "restart with 1,000 tables, until all are playable" in done.out
    assert "1.2 s" in done.out
    assert "17 bytes" in done.out
    assert "CPU time per delivery, by watchers at a table: 1:" in done.out


def test_without_a_compiler_and_without_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    """The generator in Python does the rest."""
    monkeypatch.setattr(workshop, "compile_program", lambda *_: None)
    for module in (benchmark, comparison):
        monkeypatch.setattr(module, "has_usual_way", lambda: False)
    monkeypatch.setattr(plan, "QUICK", replace(MINUTE, tables=1, most_tables=0, growth_watchers=()))
    done = pictomania("bench", "--quick", "--json")
    results = json.loads(done.out)
    assert (results["ratio_to_c"], results["ratio_to_usual"]) == (None, None)
    assert results["kb_per_connection"] is None  # of one table, which warms up the server
    assert results["deliveries_per_cpu_s"] > 0
    assert results["notes"] == [NO_COMPILER, NO_USUAL_PACKAGES]
    assert plan.FULL.with_tables(MOST_PYTHON_TABLES).growth_tables == (1, 10, 100)


@pytest.mark.usefixtures("compiled")
def test_parts_that_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others go on."""
    for part in ("measure_rejoin", "measure_restart", "measure_parking", "measure_growth"):
        monkeypatch.setattr(benchmark, part, fail(f"{part} is down"))
    monkeypatch.setattr(benchmark, "find_action_rate", lambda *_: None)
    monkeypatch.setattr(benchmark, "MAX_CPU_SHARE", -1.0)
    extent = replace(MINUTE, most_tables=0, restart_tables=1, parked_tables=1)
    results = run_benchmark(extent, ProgressBar(100, "s", io.StringIO()))
    assert results.notes[-5:] == [
        SLOW_GENERATOR,
        "Coming back was not measured: measure_rejoin is down.",
        "Restart was not measured: measure_restart is down.",
        "Parking was not measured: measure_parking is down.",
        "Growth was not measured: measure_growth is down.",
    ]
    assert results.actions_per_s is None


@pytest.mark.usefixtures("compiled")
def test_a_run_without_time() -> None:
    """It compares the servers once."""
    results = run_benchmark(replace(TINY, at_most_s=0), ProgressBar(100, "s", io.StringIO()))
    measured = {key for key in KEYS if getattr(results, key) is not None} - {"ratio_to_c", "ratio_to_usual"}
    assert measured == {"deliveries_per_cpu_s", "bytes_per_point", "kb_per_connection"}
    assert results.growth == {}


@pytest.mark.parametrize("error", [BenchError("it is\nbroken"), OSError("the disk is full")])
def test_errors_are_one_sentence(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def broken(*_: object) -> Results:
        raise error

    monkeypatch.setattr(benchmark, "run_benchmark", broken)
    done = pictomania("bench")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("pictomania bench: ")
    assert done.err.count("\n") == 1


def test_a_page_that_cannot_be_written(tmp_path: Path) -> None:
    """It fails at once, not after ten minutes."""
    done = pictomania("bench", "--html", str(tmp_path))
    assert done.status == 1
    assert "Is a directory" in done.err


def test_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "choose_cores", workshop.choose_cores)
    with monkeypatch.context() as patch:
        patch.setattr(os, "sched_getaffinity", lambda _: {0})
        done = pictomania("bench", "--quick")
    assert done.status == 1
    assert done.err.startswith("pictomania bench: this needs two cores")
