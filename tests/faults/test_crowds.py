"""Too many, too much and nobody at all: whoever is at a table notices nothing of it."""

from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from pictomania.server.limits import Limits
from pictomania.server.pace import Pace
from pictomania.server.run import serving
from pictomania.wire import from_client as say
from tests.faults.served import config
from tests.server.caller import caller, hello
from tests.server.http_house import opened_house
from tests.server.http_process import Process, process
from tests.server.inks import line
from tests.server.served import Served, begin, opened, served, until
from tests.server.visitor import UPGRADE, head, visitor

IDLE = 300


async def test_a_cable_is_pulled(tmp_path: Path) -> None:
    """Somebody who answers no ping is away after a while; the seat stays, and is there to come back to."""
    here = replace(config(0, tmp_path), origins=("http://here",))
    impatient = Limits(ping_after_s=0.5, pong_within_s=0.5)
    async with opened(tmp_path) as log, serving(here, log, impatient) as running:
        server = Served(running.port, running.hosting)
        code = await running.hosting.make()
        async with server.party(code) as people:
            await begin(people)
            view = people[2].view
            async with caller(server, hello(code, key=people[2].key)) as mute:
                await mute.welcome()
                state = await people[0].until(lambda state: not state.seats[2].present)
                assert [seat.name for seat in state.seats] == ["Ada", "Ben", "Cleo"]
            async with server.client(code, "Cleo", key=people[2].key) as back:
                assert (back.state.seat, back.view) == (2, view)


@pytest.mark.parametrize(("setting", "status"), [("most_connections", 503), ("connections_per_address", 429)])
async def test_one_more_than_there_is_room_for(tmp_path: Path, setting: str, status: int) -> None:
    """They are sent away, whatever they want; those who are in go on."""
    async with AsyncExitStack() as stack, opened_house(tmp_path, **{setting: 3}) as house:
        guests = [await stack.enter_async_context(visitor(house, head("/healthz"))) for _ in range(3)]
        assert [(await guest.answer())[0] for guest in guests] == [200] * 3
        for asked in (head("/healthz"), head("/socket", *UPGRADE, f"Origin: {house.url}")):
            async with visitor(house, asked) as guest:
                assert (await guest.answer())[0] == status
        guests[0].say(head("/healthz"))
        assert (await guests[0].answer())[0] == 200


def memory(server: Process) -> int:
    """How many bytes a server has in memory."""
    pages = Path(f"/proc/{server._child.pid}/statm")
    if not pages.exists():
        pytest.skip("nobody tells here how much memory a process has")
    return int(pages.read_text().split()[1]) * 4096


async def test_what_an_idle_socket_costs(tmp_path: Path) -> None:
    """Less than 64 kB, so that all that there is room for fit into a small machine."""
    with process(tmp_path, "--connections-per-address", "1000", "--origins", "http://here") as server:
        async with AsyncExitStack() as stack:
            for first in (True, False):
                before = memory(server)
                for _ in range(IDLE):
                    await stack.enter_async_context(caller(server))
                if not first:  # what is needed once is there by now
                    assert (memory(server) - before) / IDLE < 64_000


async def test_ten_thousand_messages_at_once(tmp_path: Path) -> None:
    """Some are heard, a few are refused, and that is the end of it; the others draw on."""
    async with opened(tmp_path) as log, served(log, pace=Pace()) as server:
        code = await server.hosting.make()
        async with server.round(code) as people, caller(server, hello(code, key=people[2].key)) as guest:
            await guest.welcome()
            heard = server.metrics.messages
            guest.say(*[say.Ready(server.table(code).stop)] * 10_000)
            people[0].draw(line())
            await until(lambda: people[1].sheets[0].marks == [line()])
            await guest.guest.rest()  # whether they hear why depends on how much more they say
            await people[0].until(lambda state: not state.seats[2].present)
            assert server.metrics.messages - heard < 1_000
