"""A bot player connected to a table through a client."""

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from pictomania.bots.guesser import guesser
from pictomania.bots.player import BotPlayer, ExtendStroke
from pictomania.bots.seat_runner import _perform, play
from pictomania.bots.vision import Vision
from pictomania.client import Client, Closed, client
from pictomania.ink import Point, Stroke, sheet
from pictomania.wire import from_client
from tests.server.support.running_server import is_drawing, open_log, run_server
from tests.server.support.waiting import wait_until

PACE = 20.0


def start_playing(client: Client, player: BotPlayer) -> asyncio.Task[None]:
    """Let a bot play the client's seat."""
    loop = asyncio.get_running_loop()
    return loop.create_task(play(client, player, Vision(guesser()), lambda: loop.time() * PACE))


async def test_without_a_seat_play_returns(tmp_path: Path) -> None:
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.client(code, "Ada"), server.client(code, "Wim", watch=True) as wim:
            await start_playing(wim, BotPlayer(Random(1)))


async def test_it_survives_a_reconnect_and_ends_when_removed(tmp_path: Path) -> None:
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.party(code, 3) as (ada, ben, bot):
            player = BotPlayer(Random(1))
            task = start_playing(bot, player)
            ada.send(from_client.Begin())
            for person in (ada, ben):
                await person.until(lambda state: state.view is not None)
                person.ready()
            await ada.until(is_drawing)
            await wait_until(lambda: not bot.paper.mine.is_empty)
            server.patch.setattr(client, "MIN_DELAY_S", 0.5)
            bot.drop()
            ada.draw_line((300 * step, 100 * step % 700) for step in range(9))
            await wait_until(lambda: player.share_drawn == 1)
            await wait_until(lambda: ada.sheets[2].marks == bot.paper.mine.marks)
            ada.send(from_client.Remove("Cleo"))
            with suppress(Closed):
                await task


def test_a_sheet_that_is_already_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """An earlier player of the seat may have used up the ink; the bot ignores that."""
    monkeypatch.setattr(sheet, "MAX_POINTS", 2)
    bot, line = Client("http://127.0.0.1", "ABCDEFGH", name="Bot"), Stroke(1, (Point(0, 0, 0, 0),))
    _perform(bot, line)
    for action in (ExtendStroke(line), ExtendStroke(line), line):
        _perform(bot, action)
    assert [len(mark.points) for mark in bot.paper.mine.marks if isinstance(mark, Stroke)] == [2]
