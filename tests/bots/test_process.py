"""The process in which bots live, run in this one."""

import asyncio
import os
import sys
from pathlib import Path

import msgspec
import pytest

from pictomania.bots import process
from pictomania.bots.eye import Eye
from pictomania.bots.guesser import guesser
from pictomania.bots.order import Order
from pictomania.client import Client
from pictomania.rules import Phase
from pictomania.wire import from_client as say
from pictomania.wire.bots import Skill
from tests.server.served import Served, opened, served


async def called(house: Served, code: str, ada: Client) -> list[Order]:
    """Have two bots sit down, and get their orders instead of the household."""
    orders: list[Order] = []
    house.hosting.on_call = lambda table, call: orders.append(Order(house.url, table, call.key))
    for skill in (Skill.NORMAL, Skill.HARD):
        ada.say(say.AddBot(skill))
    while len(orders) < 2:  # noqa: ASYNC110 (a table calls whom it misses)
        await asyncio.sleep(0.01)
    assert code
    return orders


async def test_they_come_and_play_until_nobody_can_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as log, served(log) as house:
        code = await house.hosting.make()
        async with house.client(code, "Ada") as ada:
            orders = await called(house, code, ada)
            reading, writing = os.pipe()
            with os.fdopen(reading) as stdin:
                monkeypatch.setattr(sys, "stdin", stdin)
                running = asyncio.create_task(process._main(30.0))
                os.write(writing, b"".join(msgspec.json.encode(order) + b"\n" for order in orders))
                await ada.until(
                    lambda state: all(seat.present and (seat.ready or not seat.bot) for seat in state.seats)
                )
                ada.say(say.Begin())
                await ada.until(lambda state: state.view is not None and state.view.phase is Phase.READING)
                ada.ready()
                await ada.until(lambda state: state.view is not None and state.view.phase is Phase.DRAWING)
                ada.drop()  # and come back, while others draw
                await ada.until(lambda state: any(one.pile or one.finished for one in state.view.players))  # type: ignore[union-attr]
                ada.say(say.Remove(ada.state.seats[1].name))
                await ada.until(lambda state: not state.seats[1].present)
                os.close(writing)
                await running
            await ada.until(lambda state: not state.seats[2].present)


async def test_whoever_is_not_let_in_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is called again as long as it is missing; clients would pile up."""
    monkeypatch.setattr(process, "PATIENCE_S", 0.3)
    async with asyncio.timeout(5):
        await process._play(Order("http://127.0.0.1:1/", "ABCDEFGH", "k" * 22), Eye(guesser()), 1.0)
