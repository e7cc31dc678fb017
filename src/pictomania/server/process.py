"""The server process: event loop, resource limits, garbage collection and logging."""

import asyncio
import gc
import resource
import sys
from collections.abc import Callable
from contextlib import suppress

import uvloop

from pictomania.rules import EditionName
from pictomania.server import structured_logging
from pictomania.server.config import Config
from pictomania.server.run import run
from pictomania.table.dealer import bot_box, house_box

SWITCH_S = 0.001  # thread switch interval, so that loading a table does not stall the event loop


def serve(config: Config, on_open: Callable[[int], None]) -> None:
    """Serve until the process gets a stop signal."""
    structured_logging.configure(config.log_level)
    _raise_limits()
    for edition in EditionName:
        house_box(edition)  # load the cards now, not when the first player waits for them
        bot_box(edition)
    # These objects live as long as the process: scanning them again and again would stall the tables.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    sys.setswitchinterval(SWITCH_S)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(config, on_open))


def _raise_limits() -> None:
    """Raise the limit on open files to the maximum; every connection needs one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # some systems report infinity and then refuse it
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
