"""Overload and idle connections do not disturb the players at a table."""

from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from pictomania.server.net.connection_limits import ConnectionLimits
from pictomania.server.net.rate_limits import RateLimits
from pictomania.server.run import serving
from pictomania.wire import from_client
from tests.faults.support.killable_server import config
from tests.server.support.http_server import run_http_server
from tests.server.support.ink_samples import line
from tests.server.support.raw_client import UPGRADE, connect, head
from tests.server.support.running_server import RunningServer, begin, open_log, run_server
from tests.server.support.server_process import ServerProcess, run_process
from tests.server.support.socket_client import connect_client, hello
from tests.server.support.waiting import wait_until

IDLE = 300


async def test_a_client_that_answers_no_pings_is_disconnected(tmp_path: Path) -> None:
    """The seat stays, and the player can come back to it."""
    here = replace(config(0, tmp_path), origins=("http://here",))
    impatient = ConnectionLimits(ping_after_s=1.0, pong_within_s=1.0)
    async with open_log(tmp_path) as log, serving(here, log, impatient) as running:
        server = RunningServer(running.port, running.live_tables)
        code = await running.live_tables.create()
        async with server.party(code) as people:
            await begin(people)
            view = people[2].view
            async with connect_client(server, hello(code, key=people[2].key)) as mute:
                await mute.welcome()
                state = await people[0].until(lambda state: not state.seats[2].present)
                assert [seat.name for seat in state.seats] == ["Ada", "Ben", "Cleo"]
            async with server.client(code, "Cleo", key=people[2].key) as back:
                assert (back.state.seat, back.view) == (2, view)


@pytest.mark.parametrize(("setting", "status"), [("most_connections", 503), ("connections_per_address", 429)])
async def test_connections_over_the_limit_are_refused(tmp_path: Path, setting: str, status: int) -> None:
    """Existing connections are not affected."""
    async with AsyncExitStack() as stack, run_http_server(tmp_path, **{setting: 3}) as house:
        guests = [await stack.enter_async_context(connect(house, head("/healthz"))) for _ in range(3)]
        assert [(await guest.response())[0] for guest in guests] == [200] * 3
        for asked in (head("/healthz"), head("/socket", *UPGRADE, f"Origin: {house.url}")):
            async with connect(house, asked) as guest:
                assert (await guest.response())[0] == status
        guests[0].send(head("/healthz"))
        assert (await guests[0].response())[0] == 200


def memory(server: ServerProcess) -> int:
    """Return the resident memory of a server in bytes."""
    pages = Path(f"/proc/{server._child.pid}/statm")
    if not pages.exists():
        pytest.skip("this system does not report the memory of a process")
    return int(pages.read_text().split()[1]) * 4096


async def test_an_idle_socket_takes_little_memory(tmp_path: Path) -> None:
    """Less than 64 kB, so that the maximum number fits into a small machine."""
    with run_process(tmp_path, "--connections-per-address", "1000", "--origins", "http://here") as server:
        async with AsyncExitStack() as stack:
            for first in (True, False):
                before = memory(server)
                for _ in range(IDLE):
                    await stack.enter_async_context(connect_client(server))
                if not first:  # one-time costs are paid
                    assert (memory(server) - before) / IDLE < 64_000


async def test_a_flood_of_messages_does_not_disturb_others(tmp_path: Path) -> None:
    """Some messages are handled, a few refused, then the client is disconnected."""
    async with open_log(tmp_path) as log, run_server(log, rate_limits=RateLimits()) as server:
        code = await server.live_tables.create()
        async with (
            server.round(code) as people,
            connect_client(server, hello(code, key=people[2].key)) as guest,
        ):
            await guest.welcome()
            heard = server.metrics.messages
            guest.send(*[from_client.Ready(server.table(code).stop)] * 10_000)
            people[0].draw(line())
            await wait_until(lambda: people[1].sheets[0].marks == [line()])
            await guest.guest.rest()  # the close code may or may not arrive
            await people[0].until(lambda state: not state.seats[2].present)
            assert server.metrics.messages - heard < 1_000
