"""A server with house bots is killed in the middle of a round, and all players come back."""

import asyncio
import json
import urllib.request
from pathlib import Path

from pictomania.client import Client
from pictomania.rules import Phase
from pictomania.wire import from_client
from pictomania.wire.bots import Skill
from pictomania.wire.to_client import State
from tests.bots.onlooker import all_here, look_on
from tests.browser.server_process import ServerProcess

PACE = 20


def create_table(server: ServerProcess) -> str:
    """Create a table, and return its code."""
    request = urllib.request.Request(  # noqa: S310 (it is ours)
        f"{server.url}/api/tables", method="POST", data=b"", headers={"Origin": server.url}
    )
    with urllib.request.urlopen(request) as response:  # noqa: S310
        return str(json.load(response)["code"])


def has_guess(state: State) -> bool:
    """Whether a bot has laid a card."""
    return state.view is not None and any(one.pile for one in state.view.players)


async def play_through_a_kill(server: ServerProcess) -> None:
    """Play a round, with a kill in the middle of it."""
    async with Client(server.url, create_table(server), name="Ada", bot=False) as ada:
        for skill in Skill:
            ada.send(from_client.AddBot(skill))
        await ada.until(all_here(4))
        ada.send(from_client.Begin())
        await ada.until(lambda state: state.view is not None and state.view.phase is Phase.READING)
        ada.ready()
        seen = await ada.until(has_guess)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        await ada.until(lambda state: state is not seen)
        assert has_guess(ada.state)
        await ada.until(all_here(4))
        await look_on(ada, Phase.SCORES)


async def test_bots_come_back_after_a_kill(tmp_path: Path) -> None:
    server = await asyncio.to_thread(ServerProcess, tmp_path, PACE)
    try:
        await play_through_a_kill(server)
    finally:
        await asyncio.to_thread(server.close)
