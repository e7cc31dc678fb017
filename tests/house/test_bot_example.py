"""The bot in the README is run as it stands there, and plays whole games."""

import asyncio
import re
import sys
from pathlib import Path

from pictomania.client import Client
from pictomania.log import SqliteLog
from pictomania.server.config import Config
from pictomania.server.pace import Pace
from pictomania.server.run import serving
from pictomania.wire import from_client as say

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
FAST = Pace(acts=(1e6, 1e6), wishes=(1e6, 1e6))


def bot() -> str:
    example = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert example is not None
    return example[1]


def test_the_bot_has_twenty_lines() -> None:
    assert len([line for line in bot().splitlines() if line.strip()]) <= 22


def test_two_bots_play_a_game_with_somebody_else(tmp_path: Path) -> None:
    asyncio.run(asyncio.wait_for(_game(tmp_path), 60))


async def _game(tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text(bot(), encoding="utf-8")
    log = await SqliteLog.open(tmp_path / "log")
    async with serving(Config(host="127.0.0.1", port=0), log, pace=FAST) as server:
        url, code = f"http://127.0.0.1:{server.port}", await server.hosting.make()
        async with Client(url, code, name="Ada") as ada:
            bots = [await asyncio.create_subprocess_exec(sys.executable, script, url, code) for _ in range(2)]
            await ada.until(lambda state: len(state.seats) == 3)
            ada.say(say.Begin())
            async for state in ada:
                view = state.view
                if view is None or view.may is None:
                    continue
                if view.phase == "over":
                    assert len(view.past) == 4
                    break
                if view.may.ready:
                    ada.ready()
                elif view.may.finish:
                    ada.finish()
        for process in bots:
            process.terminate()
            await process.wait()
    await log.close()
