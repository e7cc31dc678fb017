"""A player at a table, through a client."""

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from pictomania.bots.eye import Eye
from pictomania.bots.guesser import guesser
from pictomania.bots.player import Grow, Player
from pictomania.bots.seat import _do, play
from pictomania.client import Client, Closed, client
from pictomania.ink import Point, Stroke, sheet
from pictomania.wire import from_client as say
from tests.server.served import is_drawing, opened, served, until

PACE = 20.0


def playing(client: Client, player: Player) -> asyncio.Task[None]:
    """Let a bot play for somebody."""
    loop = asyncio.get_running_loop()
    return loop.create_task(play(client, player, Eye(guesser()), lambda: loop.time() * PACE))


async def test_without_a_seat_there_is_nothing_to_play(tmp_path: Path) -> None:
    async with opened(tmp_path) as log, served(log) as house:
        code = await house.hosting.make()
        async with house.client(code, "Ada"), house.client(code, "Wim", watch=True) as wim:
            await playing(wim, Player(Random(1)))


async def test_it_goes_on_after_a_lost_connection_and_ends_when_sent_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as log, served(log) as house:
        code = await house.hosting.make()
        async with house.party(code, 3) as (ada, ben, bot):
            player = Player(Random(1))
            task = playing(bot, player)
            ada.say(say.Begin())
            for person in (ada, ben):
                await person.until(lambda state: state.view is not None)
                person.ready()
            await ada.until(is_drawing)
            await until(lambda: not bot.paper.mine.is_empty)
            monkeypatch.setattr(client, "SHORTEST_S", 0.5)
            bot.drop()
            ada.draw_line((300 * step, 100 * step % 700) for step in range(9))
            await until(lambda: player.share_drawn == 1)
            await until(lambda: ada.sheets[2].marks == bot.paper.mine.marks)
            ada.say(say.Remove("Cleo"))
            with suppress(Closed):
                await task


def test_a_sheet_that_somebody_else_has_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever played before may have used up the pencil: the bot goes on with everything else."""
    monkeypatch.setattr(sheet, "MOST_POINTS", 2)
    bot, line = Client("http://127.0.0.1", "ABCDEFGH", name="Bot"), Stroke(1, (Point(0, 0, 0, 0),))
    _do(bot, line)
    for deed in (Grow(line), Grow(line), line):
        _do(bot, deed)
    assert [len(mark.points) for mark in bot.paper.mine.marks if isinstance(mark, Stroke)] == [2]
