"""One attack in its own process.

    python -m tests.hostile.arena.attacker NAME ADDRESS PORT SECONDS SCALE PARENT BUSY

Prepares and reports that it is ready, waits for a line on standard input (keeping the CPU busy until then
if BUSY is 1), attacks for that many seconds, and reports what it has done. It ends when its parent is gone.
"""

import asyncio
import json
import os
import select
import sys

import uvloop

from tests.hostile.arena.foe import Foe
from tests.hostile.arena.link import Link
from tests.hostile.attacks import ATTACKS

NICE = 10  # the good players share this core and come first
GRACE_S = 3.0  # for an attack that does not end on its own


async def _attack(name: str, foe: Foe, seconds: float, parent: int, busy: bool) -> None:
    steps = ATTACKS[name].attack(foe)
    try:
        async with asyncio.timeout(25):
            await anext(steps)
    except Exception as error:  # noqa: BLE001 (reported to the parent)
        _report({"ready": False, "why": repr(error), "done": foe.done})
        return
    _report({"ready": True})
    while not select.select([sys.stdin], [], [], 0 if busy else 0.05)[0]:
        if os.getppid() != parent:
            return
    foe.until = asyncio.get_running_loop().time() + seconds
    try:
        async with asyncio.timeout(seconds + GRACE_S):
            async for _ in steps:
                pass
    except Exception as error:  # noqa: BLE001 (reported, too)
        foe.done["failed: " + repr(error)[:200]] = 1
    foe.count("bytes", Link.ignored)
    _report({"done": foe.done})
    os._exit(0)  # pending tasks end with the process


def _report(result: object) -> None:
    sys.stdout.write(json.dumps(result) + "\n")
    sys.stdout.flush()


def main(name: str, address: str, *numbers: str) -> None:
    """Run the attack of the arguments."""
    port, seconds, scale, parent, busy = map(float, numbers)
    if not address.startswith("127."):
        raise SystemExit("only this machine may be attacked")
    os.nice(NICE)
    foe = Foe(int(port), address, int(scale))
    uvloop.run(_attack(name, foe, seconds, int(parent), bool(busy)))


if __name__ == "__main__":
    main(*sys.argv[1:])
