"""A server with bots is killed in the middle of a round, and everybody comes back, bots too."""

import asyncio
import json
import urllib.request
from pathlib import Path

from pictomania.client import Client
from pictomania.rules import Phase
from pictomania.wire import from_client as say
from pictomania.wire.bots import Skill
from pictomania.wire.to_client import State
from tests.bots.onlooker import all_here, look_on
from tests.browser.house import House

PACE = 20


def made(house: House) -> str:
    """The code of a new table."""
    request = urllib.request.Request(  # noqa: S310 (it is ours)
        f"{house.url}/api/tables", method="POST", data=b"", headers={"Origin": house.url}
    )
    with urllib.request.urlopen(request) as answer:  # noqa: S310
        return str(json.load(answer)["code"])


def somebody_has_guessed(state: State) -> bool:
    """Has a bot laid a card?"""
    return state.view is not None and any(one.pile for one in state.view.players)


async def survive(house: House) -> None:
    """Play a game, with a kill in the middle of its first round."""
    async with Client(house.url, made(house), name="Ada", bot=False) as ada:
        for skill in Skill:
            ada.say(say.AddBot(skill))
        await ada.until(all_here(4))
        ada.say(say.Begin())
        await ada.until(lambda state: state.view is not None and state.view.phase is Phase.READING)
        ada.ready()
        seen = await ada.until(somebody_has_guessed)
        await asyncio.to_thread(house.kill)
        await asyncio.to_thread(house.start)
        await ada.until(lambda state: state is not seen)
        assert somebody_has_guessed(ada.state)
        await ada.until(all_here(4))
        state = await look_on(ada)
        assert state.view is not None
        assert len(state.view.past) == 4


async def test_bots_come_back_after_a_kill(tmp_path: Path) -> None:
    house = await asyncio.to_thread(House, tmp_path, PACE)
    try:
        await survive(house)
    finally:
        await asyncio.to_thread(house.close)
