"""What bots cost: one person and five bots at a table, in real time, on a server of its own.

    python bench/bots.py [--seconds 120]

Says how much of one core the server and the process of its bots took while the game went on, how long a
look takes, and how late the event loop of the server ever was.
"""

import argparse
import os
import tempfile
from pathlib import Path
from time import perf_counter, process_time

import uvloop

from pictomania.bots import material
from pictomania.bots.guesser import guesser
from pictomania.client import Client
from pictomania.rules import Phase
from pictomania.server.config import Config
from pictomania.server.run import opened_log, serving
from pictomania.wire import from_client as say
from pictomania.wire.bots import Skill
from pictomania.wire.to_client import State

BOTS = 5
LOOKS = 100


def cpu_of(pid: int) -> float:
    """Seconds of CPU that another process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def look_ms() -> float:
    """How long one look takes, of one core."""
    drawings = [material.drawings(name)[0] for name in material.names()[:LOOKS]]
    guesser().look(drawings[0])
    began = process_time()
    for drawing in drawings:
        guesser().look(drawing)
    return (process_time() - began) / LOOKS * 1000


def act(ada: Client, state: State) -> None:
    """Draw a little, be ready, and be done when the others are."""
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
    """Play for so long."""
    async for state in ada:
        act(ada, state)
        if perf_counter() > until:
            return


async def measured(seconds: float) -> None:
    """Serve a table, and look at the clocks."""
    with tempfile.TemporaryDirectory() as folder:
        config = Config(host="127.0.0.1", port=0, data=Path(folder), tables_per_hour=1000)
        log = await opened_log(config)
        async with serving(config, log) as running:
            code = await running.hosting.make()
            async with Client(f"http://127.0.0.1:{running.port}", code, name="Ada", bot=False) as ada:
                for nth in range(BOTS):
                    ada.say(say.AddBot(list(Skill)[nth % 3]))
                await ada.until(lambda state: sum(seat.present for seat in state.seats) == BOTS + 1)
                ada.say(say.Begin())
                bots = running.household.process
                if bots is None:
                    raise RuntimeError("nobody came")
                running.hosting.metrics.longest_stall_ms = 0.0
                began, here, there = perf_counter(), process_time(), cpu_of(bots.pid)
                await play(ada, began + seconds)
                spent = perf_counter() - began
                server, others = process_time() - here, cpu_of(bots.pid) - there
                print(f"{spent:.0f} s of a game with {BOTS} bots, of one core:")
                print(f"  their process {others / spent:6.2%}")
                print(f"  the server    {server / spent:6.2%}, with the one person")
                print(f"  longest wait of its event loop {running.hosting.metrics.longest_stall_ms:.1f} ms")
        await log.close()


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description="What bots cost.")
    parser.add_argument("--seconds", type=float, default=120.0)
    args = parser.parse_args()
    print(f"a look takes {look_ms():.1f} ms of one core")
    uvloop.run(measured(args.seconds))


if __name__ == "__main__":
    main()
