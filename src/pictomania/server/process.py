"""A whole process that serves: its event loop, its limits, its journal."""

import asyncio
import gc
import resource
import sys
from collections.abc import Callable
from contextlib import suppress

import uvloop

from pictomania.rules import EditionName
from pictomania.server import journal
from pictomania.server.config import Config
from pictomania.server.run import run
from pictomania.table.dealer import bot_box, house_box

SWITCH_S = 0.001  # after which a thread that reads a table back lets the event loop go on


def serve(config: Config, on_open: Callable[[int], None]) -> None:
    """Serve until the process is asked to stop."""
    journal.begin(config.log_level)
    _raise_limits()
    for edition in EditionName:
        house_box(edition)  # nobody should wait for the cards to be read
        bot_box(edition)
    # What is there now stays: looking through it again and again would stall the tables.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    sys.setswitchinterval(SWITCH_S)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(config, on_open))


def _raise_limits() -> None:
    """Have as many files open as the system allows; every socket is one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # some say infinity and do not mean it
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
