"""What all parts of a run share: the machine, the programs, the ink, the time, and the progress."""

import asyncio
import os
import resource
from collections.abc import Coroutine, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import TypeVar

import uvloop

from pictomania.cli.bench.compiler import compile_program
from pictomania.cli.bench.failure import BenchError
from pictomania.cli.bench.generator import Generator, start_generator
from pictomania.cli.bench.plan import BenchPlan
from pictomania.cli.bench.recording import record, write_scripts
from pictomania.cli.progress_bar import ProgressBar

T = TypeVar("T")

USAGE = Path("/proc/self/schedstat")


class Workshop:
    """Everything that is needed to measure."""

    def __init__(self, folder: Path, plan: BenchPlan, bar: ProgressBar, cores: tuple[int, int]) -> None:
        """Compile the programs, and record the ink."""
        self.folder = folder
        self.plan = plan
        self.server_core, self.generator_core = cores
        self._bar = bar
        self._began_at = monotonic()
        self.scripts_file = folder / "scripts"
        self.progress("compiling")
        self.generator_program = compile_program("generator", folder)
        self.broadcaster_program = compile_program("broadcaster", folder)
        self.progress("recording ink")
        self.scripts = record(plan.scripts, plan.script_s)
        write_scripts(self.scripts, self.scripts_file)

    def progress(self, doing: str) -> None:
        """Show how far we are, in seconds of those that there are at most."""
        self._bar.unit = f"s at most ({doing})"
        self._bar.show(max(1, min(round(self.spent_s), self._bar.total)))

    @property
    def spent_s(self) -> float:
        """Seconds since the start."""
        return monotonic() - self._began_at

    def has_time_for(self, seconds: float) -> bool:
        """Whether this much is left."""
        return self.spent_s + seconds <= self.plan.at_most_s

    def new_generator(self) -> AbstractContextManager[Generator]:
        """Start a load generator."""
        return start_generator(self.generator_program, self.scripts_file, self.generator_core)

    def new_folder(self, name: str) -> Path:
        """Make a folder for a server's data."""
        path = self.folder / name
        path.mkdir()
        return path


def choose_cores() -> tuple[int, int]:
    """Return a core for the server and one for the load, or raise `BenchError`."""
    if not USAGE.exists():
        raise BenchError("this needs Linux, whose kernel says what each process uses")
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        raise BenchError(
            "this needs two cores, one for the server and one for the load, and there is only one"
        )
    return cores[0], cores[-1]


@contextmanager
def on_core(core: int) -> Iterator[None]:
    """Keep this process on one core, and let it and its children have as many open files as they may."""
    cores, files = os.sched_getaffinity(0), resource.getrlimit(resource.RLIMIT_NOFILE)
    os.sched_setaffinity(0, {core})
    try:
        with suppress(ValueError, OSError):  # some systems report infinity and then refuse it
            resource.setrlimit(resource.RLIMIT_NOFILE, (files[1], files[1]))
        yield
    finally:
        os.sched_setaffinity(0, cores)
        resource.setrlimit(resource.RLIMIT_NOFILE, files)


def run(work: Coroutine[None, None, T]) -> T:
    """Run a coroutine, and raise what went wrong as `BenchError`."""
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(work)
    except* BenchError as group:
        raise first_error(group) from None
    except* OSError as group:
        error = first_error(group)
        sentence = "the server did not answer in time" if isinstance(error, TimeoutError) else str(error)
        raise BenchError(sentence) from None


def first_error(group: BaseExceptionGroup[Exception]) -> Exception:
    """Return the first error in nested groups."""
    error = group.exceptions[0]
    return first_error(error) if isinstance(error, BaseExceptionGroup) else error
