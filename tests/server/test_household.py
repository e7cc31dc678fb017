"""The bots of the house on a real server: in a process of their own, through real sockets."""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from pictomania.bots.order import Order
from pictomania.client import Client
from pictomania.server import household
from pictomania.server.config import Config
from pictomania.server.household import Household
from pictomania.server.run import serving
from pictomania.table import calls
from pictomania.table.seat import Call
from pictomania.wire import from_client as say
from pictomania.wire.bots import Skill
from tests.bots.onlooker import all_here, look_on
from tests.server.served import opened, until

PACE = 20.0  # bots are so many times as fast as people, so that a game takes seconds


def bots_of(house: Household) -> int:
    """The number of the process in which bots live."""
    assert house.process is not None
    return house.process.pid


async def test_a_whole_game_with_bots(tmp_path: Path) -> None:
    config = Config(host="127.0.0.1", port=0, bot_pace=PACE)
    async with opened(tmp_path) as log, serving(config, log) as running:
        code = await running.hosting.make()
        async with Client(f"http://127.0.0.1:{running.port}", code, name="Ada", bot=False) as ada:
            for skill in Skill:
                ada.say(say.AddBot(skill))
            await ada.until(all_here(4))
            ada.say(say.Begin())
            state = await look_on(ada)
            assert state.view is not None
            guessed = [
                received
                for past in state.view.past
                for one in past.score.players
                for received in one.received
            ]
            assert len(guessed) > 4  # bots recognise what bots draw
            stall = running.hosting.metrics.longest_stall_ms
            assert stall < 500  # nobody waits for them to think, not even on a machine that is busy


async def test_bots_come_back_when_their_process_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(household, "REST_S", 0.01)
    monkeypatch.setattr(calls, "AGAIN_MS", 1_000)
    config = Config(host="127.0.0.1", port=0, bot_pace=PACE)
    async with opened(tmp_path) as log, serving(config, log) as running:
        code = await running.hosting.make()
        async with Client(f"http://127.0.0.1:{running.port}", code, name="Ada", bot=False) as ada:
            ada.say(say.AddBot(Skill.EASY))
            await ada.until(all_here(2))
            os.kill(bots_of(running.household), signal.SIGKILL)
            await ada.until(lambda state: not state.seats[1].present)
            await ada.until(all_here(2))


async def test_a_process_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(household, "GRACE_S", 0.1)
    monkeypatch.setattr(household, "COMMAND", ("-c", "import time; time.sleep(600)"))
    house = Household("http://127.0.0.1:1/", PACE)
    house.call("ABCDEFGH", Call("k" * 22, 1))
    await until(lambda: house.process is not None)
    pid = bots_of(house)
    await house.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_if_it_cannot_be_started_it_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(household, "REST_S", 0.01)
    monkeypatch.setattr(household, "COMMAND", ("-c", "import sys; sys.stdin.read()"))
    house = Household("http://127.0.0.1:1/", PACE)
    with monkeypatch.context() as without_python:
        without_python.setattr(sys, "executable", "/nowhere/python")
        house.call("ABCDEFGH", Call("k" * 22, 1))
        await until(lambda: "the bots cannot be started" in caplog.text)
    house.call("ABCDEFGH", Call("k" * 22, 1))
    await until(lambda: house.process is not None)
    await house.close()


async def test_a_call_that_comes_too_late_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(household, "COMMAND", ("-c", "pass"))
    bots = household.Bots(PACE)
    await asyncio.wait((bots.ended,))
    bots.send(Order("http://127.0.0.1:1/", "ABCDEFGH", "k" * 22))
    await bots.end()


async def test_a_server_may_stop_while_bots_are_called(tmp_path: Path) -> None:
    for wait_s in (0.0, 0.001, 0.01, 0.05, 0.2):
        async with opened(tmp_path) as log, serving(Config(host="127.0.0.1", port=0), log) as running:
            running.household.call("ABCDEFGH", Call("k" * 22, 1))
            await asyncio.sleep(wait_s)


async def test_the_door_of_bots_is_only_theirs(tmp_path: Path) -> None:
    config = Config(host="127.0.0.1", port=0)
    async with opened(tmp_path) as log, serving(config, log) as running:
        code = await running.hosting.make()
        inside = running.household.url.partition("?")[0]
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1.0), Client(inside + "?guessed", code, name="Eve"):
                pass


@pytest.mark.parametrize("limit", ["most_bots", "bots_per_address"])
async def test_only_so_many_play_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, limit: str
) -> None:
    """Also if all are called at once; the others are not called, not even in the log, until there is room."""
    monkeypatch.setattr(calls, "AGAIN_MS", 1_000)
    few: dict[str, Any] = {limit: 2}
    config = Config(host="127.0.0.1", port=0, bot_pace=PACE, **few)
    async with opened(tmp_path) as log, serving(config, log) as running:
        code = await running.hosting.make()
        async with Client(f"http://127.0.0.1:{running.port}", code, name="Ada", bot=False) as ada:
            for _ in range(4):
                ada.say(say.AddBot(Skill.EASY))
            await until(lambda: running.hosting.bots == 2)
            await until(lambda: caplog.messages.count("there is no room for more bots") >= 2)
            assert running.hosting.bots == 2
            assert sum(b"called" in fact for _, fact in await log.read(code)) == 2
            ada.say(say.Remove(next(seat.name for seat in ada.state.seats if seat.bot and seat.present)))
            await until(lambda: len(ada.state.seats) == 4 and running.hosting.bots == 2)


async def test_bots_are_not_counted_by_their_address(tmp_path: Path) -> None:
    config = Config(host="127.0.0.1", port=0, connections_per_address=1)
    async with opened(tmp_path) as log, serving(config, log) as running:
        code = await running.hosting.make()
        async with Client(f"http://127.0.0.1:{running.port}", code, name="Ada", bot=False) as ada:
            for _ in range(3):
                ada.say(say.AddBot(Skill.EASY))
            await ada.until(all_here(4))
            ada.say(say.Remove(ada.state.seats[1].name))
            await ada.until(all_here(3))
