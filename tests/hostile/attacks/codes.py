"""Guessing codes of tables."""

from random import Random

from pictomania.table.identity.codes import new_code
from tests.hostile.arena.attack import Steps, attack
from tests.hostile.arena.foe import Foe, hello, new_key
from tests.hostile.arena.link import CLOSE


@attack(proof="guesses")
async def wrong_codes(foe: Foe) -> Steps:
    """Try codes over HTTP and by hellos."""
    random = Random(1)
    yield

    async def session(number: int) -> None:
        code = new_code(random.choice)
        foe.count("guesses")
        if number % 2:
            status, _ = await foe.request("GET", f"/api/tables/{code}")
            foe.count(f"answered {status}")
            return
        link = await foe.upgrade()
        try:
            await link.send(hello(code, new_key()))
            opcode, payload = await link.frame()
            foe.count(f"closed {int.from_bytes(payload[:2])}", opcode == CLOSE)
        finally:
            link.drop()

    await foe.swarm(8, session)
