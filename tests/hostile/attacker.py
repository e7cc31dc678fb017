"""One attack, in a process of its own.

    python -m tests.hostile.attacker NAME ADDRESS PORT SECONDS SCALE PARENT BUSY

Prepares itself and says so, waits for a line on standard input (keeping the processor busy meanwhile if BUSY
is 1), attacks for that many seconds, and says what it has done. It ends by itself when its parent is gone.
"""

import asyncio
import json
import os
import select
import sys

import uvloop

from tests.hostile.attacks import ATTACKS
from tests.hostile.foe import Foe
from tests.hostile.link import Link

NICE = 10  # more than the good players, who share this core and come first
GRACE_S = 3.0  # for an attack that does not end by itself


async def _attack(name: str, foe: Foe, seconds: float, parent: int, busy: bool) -> None:
    steps = ATTACKS[name].attack(foe)
    try:
        async with asyncio.timeout(25):
            await anext(steps)
    except Exception as error:  # noqa: BLE001 (whatever it is, the one who waits has to know)
        _say({"ready": False, "why": repr(error), "done": foe.done})
        return
    _say({"ready": True})
    while not select.select([sys.stdin], [], [], 0 if busy else 0.05)[0]:
        if os.getppid() != parent:
            return
    foe.until = asyncio.get_running_loop().time() + seconds
    try:
        async with asyncio.timeout(seconds + GRACE_S):
            async for _ in steps:
                pass
    except Exception as error:  # noqa: BLE001 (the same)
        foe.done["failed: " + repr(error)[:200]] = 1
    foe.count("bytes", Link.ignored)
    _say({"done": foe.done})
    os._exit(0)  # whatever is still under way ends with the process


def _say(result: object) -> None:
    sys.stdout.write(json.dumps(result) + "\n")
    sys.stdout.flush()


def main(name: str, address: str, *numbers: str) -> None:
    """Attack as the arguments say."""
    port, seconds, scale, parent, busy = map(float, numbers)
    if not address.startswith("127."):
        raise SystemExit("only this machine may be attacked")
    os.nice(NICE)
    foe = Foe(int(port), address, int(scale))
    uvloop.run(_attack(name, foe, seconds, int(parent), bool(busy)))


if __name__ == "__main__":
    main(*sys.argv[1:])
