"""The example bots in the documentation run, and play."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pictomania.client import Client
from pictomania.rules import Phase
from pictomania.wire.from_client import Begin
from tests.server.support.running_server import open_log, run_server

ROOT = Path(__file__).parents[2]
README, BOTS = "README.md", "docs/bots.md"


def program(document: str) -> str:
    """Return the only program in a document."""
    (found,) = re.findall(r"```python\n(.*?)```", (ROOT / document).read_text(encoding="utf-8"), re.DOTALL)
    return str(found)


@asynccontextmanager
async def game(folder: Path, *documents: str) -> AsyncIterator[Client]:
    """Begin a game with a program of each document, and a client in the first seat."""
    async with open_log(folder) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.client(code, "Ada") as ada:
            bots = [
                await asyncio.create_subprocess_exec(sys.executable, "-c", program(each), server.url, code)
                for each in documents
            ]
            try:
                await ada.until(lambda state: len(state.seats) == 1 + len(documents))
                ada.send(Begin())
                yield ada
            finally:
                for bot in bots:
                    bot.kill()
                    await bot.wait()


@pytest.mark.parametrize("document", [README, BOTS])
def test_programs_are_short(document: str) -> None:
    lines = [
        line for line in program(document).splitlines() if line and not line.startswith(("import", "from"))
    ]
    assert len(lines) <= 20


async def test_bots_of_both_documents_draw(tmp_path: Path) -> None:
    """One scribbles at once, the other thinks first."""
    async with game(tmp_path, README, BOTS) as ada:
        await ada.until(lambda state: state.view is not None and state.view.phase is Phase.READING)
        ada.ready()
        await ada.until(lambda state: state.view is not None and state.view.phase is Phase.DRAWING)
        await ada.until(
            lambda state: state.view is not None and all(player.drawn for player in state.view.players[1:])
        )


async def test_two_bots_play_a_whole_game(tmp_path: Path) -> None:
    async with game(tmp_path, README, README) as ada:
        async for state in ada:
            view = state.view
            if view is None or view.may is None:
                continue
            if view.phase is Phase.OVER:
                assert len(view.past) == 4
                break
            if view.may.ready:
                ada.ready()
            elif view.may.finish:
                ada.finish()
