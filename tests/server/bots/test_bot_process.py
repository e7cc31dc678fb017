"""House bots on a real server: in their own process, through real sockets."""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, WSServerHandshakeError

from pictomania.bots.bot_invite import BotInvite
from pictomania.client import Client
from pictomania.server.bots import bot_process
from pictomania.server.bots.bot_process import BotProcess
from pictomania.server.config import Config
from pictomania.server.run import serving
from pictomania.table import house_bots
from pictomania.table.entries import decode_entry
from pictomania.table.facts import BotInvited
from pictomania.table.seat import Invite
from pictomania.wire import from_client
from pictomania.wire.bots import Skill
from tests.bots.onlooker import all_here, look_on
from tests.server.support.running_server import open_log
from tests.server.support.waiting import wait_until

PACE = 20.0  # speed of the bots relative to people, so that a game takes seconds


def bots_of(house: BotProcess) -> int:
    """The process id of the bot process."""
    assert house.process is not None
    return house.process.pid


async def test_a_whole_game_with_bots(tmp_path: Path) -> None:
    config = Config(host="127.0.0.1", port=0, bot_pace=PACE)
    async with open_log(tmp_path) as log, serving(config, log) as running:
        code = await running.live_tables.create()
        async with Client(f"http://127.0.0.1:{running.port}", code, name="Ada", bot=False) as ada:
            for skill in Skill:
                ada.send(from_client.AddBot(skill))
            await ada.until(all_here(4))
            ada.send(from_client.Begin())
            state = await look_on(ada)
            assert state.view is not None
            guessed = [
                received
                for past in state.view.past
                for one in past.score.players
                for received in one.received
            ]
            assert len(guessed) > 4  # bots recognise drawings of bots


async def test_bots_come_back_when_their_process_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_process, "RESTART_DELAY_S", 0.01)
    monkeypatch.setattr(house_bots, "RETRY_MS", 1_000)
    config = Config(host="127.0.0.1", port=0, bot_pace=PACE)
    async with open_log(tmp_path) as log, serving(config, log) as running:
        code = await running.live_tables.create()
        async with Client(f"http://127.0.0.1:{running.port}", code, name="Ada", bot=False) as ada:
            ada.send(from_client.AddBot(Skill.EASY))
            await ada.until(all_here(2))
            os.kill(bots_of(running.bot_process), signal.SIGKILL)
            await ada.until(lambda state: not state.seats[1].present)
            await ada.until(all_here(2))


async def test_a_process_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "GRACE_S", 0.1)
    monkeypatch.setattr(bot_process, "COMMAND", ("-c", "import time; time.sleep(600)"))
    house = BotProcess("http://127.0.0.1:1/", PACE)
    house.invite("ABCDEFGH", Invite("k" * 22, 1))
    await wait_until(lambda: house.process is not None)
    pid = bots_of(house)
    await house.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_a_failed_start_is_retried(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bot_process, "RESTART_DELAY_S", 0.01)
    monkeypatch.setattr(bot_process, "COMMAND", ("-c", "import sys; sys.stdin.read()"))
    house = BotProcess("http://127.0.0.1:1/", PACE)
    with monkeypatch.context() as without_python:
        without_python.setattr(sys, "executable", "/nowhere/python")
        house.invite("ABCDEFGH", Invite("k" * 22, 1))
        await wait_until(lambda: "cannot start bot process" in caplog.text)
    house.invite("ABCDEFGH", Invite("k" * 22, 1))
    await wait_until(lambda: house.process is not None)
    await house.close()


async def test_an_invite_that_comes_too_late_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "COMMAND", ("-c", "pass"))
    bots = bot_process.BotSubprocess(PACE)
    await asyncio.wait((bots.ended,))
    bots.send(BotInvite("http://127.0.0.1:1/", "ABCDEFGH", "k" * 22))
    await bots.end()


async def test_a_server_may_stop_while_bots_are_invited(tmp_path: Path) -> None:
    for wait_s in (0.0, 0.001, 0.01, 0.05, 0.2):
        async with open_log(tmp_path) as log, serving(Config(host="127.0.0.1", port=0), log) as running:
            running.bot_process.invite("ABCDEFGH", Invite("k" * 22, 1))
            await asyncio.sleep(wait_s)


async def test_the_bot_port_needs_the_token(tmp_path: Path) -> None:
    config = Config(host="127.0.0.1", port=0)
    async with open_log(tmp_path) as log, serving(config, log) as running:
        inside, _, token = running.bot_process.url.rpartition("/?")
        async with ClientSession() as session:
            for guessed in ("guessed", "", token[:-1]):
                with pytest.raises(WSServerHandshakeError, match="404"):
                    await session.ws_connect(f"{inside}/socket?{guessed}")
            await (await session.ws_connect(f"{inside}/socket?{token}")).close()


@pytest.mark.parametrize("limit", ["most_bots", "bots_per_address"])
async def test_the_number_of_bots_is_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, limit: str
) -> None:
    """Even if all are invited at once; the others are not invited, nor logged, until there is room."""
    monkeypatch.setattr(house_bots, "RETRY_MS", 1_000)
    few: dict[str, Any] = {limit: 2}
    config = Config(host="127.0.0.1", port=0, bot_pace=PACE, **few)
    async with open_log(tmp_path) as log, serving(config, log) as running:
        code = await running.live_tables.create()
        async with Client(f"http://127.0.0.1:{running.port}", code, name="Ada", bot=False) as ada:
            for _ in range(4):
                ada.send(from_client.AddBot(Skill.EASY))
            await wait_until(lambda: running.live_tables.bots == 2)
            await wait_until(lambda: caplog.messages.count("no room for more bots") >= 2)
            assert running.live_tables.bots == 2
            stored = [decode_entry(data) for _, data in await log.read(code)]
            assert {fact.seat for fact in stored if isinstance(fact, BotInvited)} == {1, 2}
            ada.send(
                from_client.Remove(next(seat.name for seat in ada.state.seats if seat.bot and seat.present))
            )
            await wait_until(lambda: len(ada.state.seats) == 4 and running.live_tables.bots == 2)


async def test_bots_are_not_counted_by_their_address(tmp_path: Path) -> None:
    config = Config(host="127.0.0.1", port=0, connections_per_address=1)
    async with open_log(tmp_path) as log, serving(config, log) as running:
        code = await running.live_tables.create()
        async with Client(f"http://127.0.0.1:{running.port}", code, name="Ada", bot=False) as ada:
            for _ in range(3):
                ada.send(from_client.AddBot(Skill.EASY))
            await ada.until(all_here(4))
            ada.send(from_client.Remove(ada.state.seats[1].name))
            await ada.until(all_here(3))
