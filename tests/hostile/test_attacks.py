"""A hostile client must not hurt others: good players hardly notice any of the attacks."""

import asyncio
import os
import signal
from contextlib import AsyncExitStack

import pytest

from tests.hostile.arena.arena import GOOD, LONG, SHORT, USABLE_S, Length
from tests.hostile.arena.usable import usable
from tests.hostile.arena.verdict import best_verdict, judge
from tests.hostile.attacks import ATTACKS
from tests.hostile.conftest import Ring

PROMISE_S = 10.0  # time limit for SIGTERM
BACK_S = 5.0  # time limit for good players to be back after a restart
SHORT_NAMES = [name for name, attack in ATTACKS.items() if attack.short]
AT_ONCE = (
    "decks-that-take-long-to-read",
    "ink-that-claims-late-positions-24",
    "gzip-bombs",
    "sockets-that-never-read",
)
THROUGHOUT = Length(quiet_s=0, attack_s=25, scale=1)


async def attacked(ring: Ring, name: str, length: Length, address: str | None = None) -> list[str]:
    """Attack the server of the ring; return the broken promises."""
    faults = (await best_verdict(await ring.arena(), ATTACKS[name], length, address)).faults
    if faults:
        await ring.discard()
    return faults


@pytest.mark.parametrize("name", SHORT_NAMES)
def test_good_players_hardly_notice(ring: Ring, name: str) -> None:
    """Ink and stored actions stay fast, nobody is disconnected, memory and disk stay bounded."""
    assert ring.run(attacked(ring, name, SHORT)) == []


@pytest.mark.long
@pytest.mark.parametrize("name", ATTACKS)
def test_good_players_hardly_notice_for_long(ring: Ring, name: str) -> None:
    """The same with all attacks, for longer, and from more sockets."""
    assert ring.run(attacked(ring, name, LONG), long=True) == []


def test_a_neighbour_who_guesses_codes(ring: Ring) -> None:
    """Players at the attacker's address, as in a school, play on and can reload the page."""

    async def test() -> None:
        assert await attacked(ring, "wrong-codes", SHORT, GOOD) == []
        assert await (await ring.arena()).reload(USABLE_S) < USABLE_S

    ring.run(test())


def test_a_server_that_stalls_is_noticed(ring: Ring) -> None:
    """The measurement is sensitive: a third of a second without a response is a fault."""

    async def test() -> None:
        arena = await ring.arena()
        trial = asyncio.create_task(arena.trial("nothing", SHORT))
        while not arena.is_attacked:  # noqa: ASYNC110 (there is nothing else to wait for)
            await asyncio.sleep(0.01)
        os.kill(arena.victim.pid, signal.SIGSTOP)
        await asyncio.sleep(0.35)
        os.kill(arena.victim.pid, signal.SIGCONT)
        faults = judge(ATTACKS["nothing"], await trial, arena.quiet).faults
        assert [fault.split()[:2] for fault in faults] == [["ink", "p99"], ["action", "p99"]]

    ring.run(test())


def test_stopping_in_the_middle_of_attacks(ring: Ring) -> None:
    """The server ends in time; after a restart, all players are back while the attacks go on."""

    async def test() -> None:
        arena = await ring.arena()
        async with AsyncExitStack() as stack:
            work = (arena.attacker(name, THROUGHOUT, arena.address()) for name in AT_ONCE)
            for attacker in await asyncio.gather(*work):
                stack.push_async_callback(attacker.end)
                attacker.tell("go")
            await arena.measure(SHORT.attack_s)
            assert await asyncio.to_thread(arena.victim.stop, PROMISE_S) < PROMISE_S
            await asyncio.to_thread(arena.victim.restart)
            assert await arena.returned(BACK_S) < BACK_S
            assert await usable(arena.victim.port, arena.address(), BACK_S) == ""
            assert (await arena.measure(SHORT.quiet_s)).disconnects == 0

    try:
        ring.run(test())
    finally:
        ring.run(ring.discard())
