"""Programs in C, if there is a compiler, and a workshop for tiny runs."""

import os
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from pictomania.cli.bench import workshop as workshop_module
from pictomania.cli.bench.compiler import compile_program
from pictomania.cli.bench.plan import BenchPlan
from pictomania.cli.bench.recording import Script, record, write_scripts
from pictomania.cli.bench.workshop import Workshop
from pictomania.cli.progress_bar import ProgressBar

TINY = BenchPlan(
    at_most_s=240.0,
    scripts=7,
    script_s=2.0,
    tables=2,
    usual_tables=1,
    rounds=2,
    warm_up_s=0.05,
    seconds=0.3,
    most_tables=3,
    table_step=1,
    action_tables=1,
    first_actions=10,
    action_share=1.0,
    rejoins=2,
    full_points=120,
    restart_tables=2,
    growth_tables=(1,),
    growth_players=(3,),
    growth_watchers=(1, 1_000),
    growth_points=(100,),
    growth_rounds=1,
    growth_crowd=1,
)


@pytest.fixture(scope="session")
def generator_program(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """The load generator in C."""
    return compile_program("generator", tmp_path_factory.mktemp("generator"))


@pytest.fixture(scope="session")
def broadcaster_program(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """The server in C."""
    return compile_program("broadcaster", tmp_path_factory.mktemp("broadcaster"))


@pytest.fixture(scope="session")
def scripts() -> list[Script]:
    """Short scripts, one for each sampling rate."""
    return record(7, seconds=2)


@pytest.fixture(scope="session")
def scripts_file(scripts: list[Script], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file with them."""
    file = tmp_path_factory.mktemp("scripts") / "scripts"
    write_scripts(scripts, file)
    return file


@pytest.fixture(scope="session")
def cores() -> tuple[int, int]:
    """One core for the server and one for the load, or the same one twice."""
    available = sorted(os.sched_getaffinity(0))
    return available[0], available[-1]


@pytest.fixture
def compiled(
    generator_program: Path | None, broadcaster_program: Path | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compile nothing twice."""
    programs = {"generator": generator_program, "broadcaster": broadcaster_program}
    monkeypatch.setattr(workshop_module, "compile_program", lambda name, _: programs[name])


@pytest.fixture
def workshop(compiled: None, tmp_path: Path, cores: tuple[int, int]) -> Workshop:  # noqa: ARG001
    """A workshop for tiny runs."""
    return Workshop(tmp_path, TINY, ProgressBar(100, "s", StringIO()), cores)


@pytest.fixture(autouse=True)
def _isolated(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Ignore the real environment, and leave the process where it was."""
    for name in [name for name in os.environ if name.startswith("PICTOMANIA_")]:
        monkeypatch.delenv(name)
    before = os.sched_getaffinity(0)
    yield
    assert os.sched_getaffinity(0) == before
