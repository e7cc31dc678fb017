"""CPU cost of bots: one person and five bots at a table, in real time, on a separate server.

    .venv/bin/python -m bench.bots [--seconds 120]

Reports the CPU use of the server and of the bot process during a game, the time per prediction, and the
longest stall of the server's event loop. The time per prediction is also given in iterations of a fixed loop
of plain Python, timed in the same run; exits with 1 if there are too many.
"""

import argparse
import os
import sys
import tempfile
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

import uvloop

from bench.rules import best_s, loop_ns
from pictomania.bots import drawing_library
from pictomania.bots.guesser import guesser
from pictomania.client import Client
from pictomania.rules import Phase
from pictomania.server.config import Config
from pictomania.server.run import open_log, serving
from pictomania.wire import from_client
from pictomania.wire.bots import Skill
from pictomania.wire.to_client import State

BOTS = 5
PREDICTIONS = 100
RUNS = 3
MAX_ITERATIONS = 300_000  # per prediction


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of another process."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def prediction_ns() -> float:
    """Return the CPU time of one prediction, the shortest of many."""
    drawings = [drawing_library.drawings(tag)[0] for tag in drawing_library.tags()[:PREDICTIONS]]
    return min(best_s(partial(guesser().predict, drawing), RUNS) for drawing in drawings) * 1e9


def act(ada: Client, state: State) -> None:
    """Play the person: get ready, draw a little, and finish once all others have."""
    view = state.view
    if view is None or view.may is None:
        return
    if view.may.ready:
        ada.ready()
    elif view.phase is Phase.DRAWING and view.may.draw and ada.paper.mine.is_empty:
        ada.draw_line((300 + 20 * step, 400 + 25 * step) for step in range(60))
    elif view.may.finish and all(one.finished for one in view.players[1:]):
        ada.finish()


async def play(ada: Client, until: float) -> None:
    """Play until this time."""
    async for state in ada:
        act(ada, state)
        if perf_counter() > until:
            return


async def measure(seconds: float) -> None:
    """Run a server with one table and print its CPU use."""
    with tempfile.TemporaryDirectory() as folder:
        config = Config(host="127.0.0.1", port=0, data=Path(folder), tables_per_hour=1000)
        log = await open_log(config)
        async with serving(config, log) as running:
            code = await running.live_tables.create()
            async with Client(f"http://127.0.0.1:{running.port}", code, name="Ada", bot=False) as ada:
                for index in range(BOTS):
                    ada.send(from_client.AddBot(list(Skill)[index % 3]))
                await ada.until(lambda state: sum(seat.present for seat in state.seats) == BOTS + 1)
                ada.send(from_client.Begin())
                bots = running.bot_process.process
                if bots is None:
                    raise RuntimeError("the bot process is not running")
                running.live_tables.metrics.longest_stall_ms = 0.0
                began, here, there = perf_counter(), process_time(), cpu_seconds(bots.pid)
                await play(ada, began + seconds)
                spent = perf_counter() - began
                server, others = process_time() - here, cpu_seconds(bots.pid) - there
                print(f"{spent:.0f} s of a game with {BOTS} bots, share of one core:")
                print(f"  bot process {others / spent:6.2%}")
                print(f"  server      {server / spent:6.2%}, including the person")
                print(
                    f"  longest stall of its event loop {running.live_tables.metrics.longest_stall_ms:.1f} ms"
                )
        await log.close()


def main() -> int:
    """Parse the options and run the benchmark."""
    parser = argparse.ArgumentParser(description="Measure the CPU cost of bots.")
    parser.add_argument("--seconds", type=float, default=120.0)
    args = parser.parse_args()
    taken_ns, iteration_ns = prediction_ns(), loop_ns(RUNS)
    iterations = taken_ns / iteration_ns
    print(f"a prediction takes {taken_ns / 1e6:.1f} ms of CPU time ({iterations:,.0f} iterations)")
    uvloop.run(measure(args.seconds))
    return int(iterations > MAX_ITERATIONS)


if __name__ == "__main__":
    sys.exit(main())
