"""The bots in the documents play."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from pictomania.rules import Phase
from pictomania.wire.from_client import Begin
from tests.server.served import opened, served

ROOT = Path(__file__).parents[2]


def program(document: str) -> str:
    """The one program in a document."""
    (found,) = re.findall(r"```python\n(.*?)```", (ROOT / document).read_text(encoding="utf-8"), re.DOTALL)
    return str(found)


@pytest.mark.parametrize("document", ["README.md", "docs/bots.md"])
def test_it_is_as_short_as_it_says(document: str) -> None:
    lines = [
        line for line in program(document).splitlines() if line and not line.startswith(("import", "from"))
    ]
    assert len(lines) <= 20


def test_bots_of_ones_own_play(tmp_path: Path) -> None:
    asyncio.run(asyncio.wait_for(_plays(tmp_path), 60))


async def _plays(folder: Path) -> None:
    async with opened(folder) as log, served(log) as house:
        code = await house.hosting.make()
        async with house.client(code, "Ada") as ada:
            command = [
                (sys.executable, "-c", program(doc), house.url, code) for doc in ("README.md", "docs/bots.md")
            ]
            bots = [await asyncio.create_subprocess_exec(*words) for words in command]
            try:
                await ada.until(lambda state: len(state.seats) == 3)
                ada.say(Begin())
                await ada.until(lambda state: state.view is not None and state.view.phase is Phase.READING)
                ada.ready()
                await ada.until(lambda state: state.view is not None and state.view.phase is Phase.DRAWING)
                # One scribbles at once, the other thinks first and then draws.
                await ada.until(lambda state: all(one.drawn for one in state.view.players[1:]))  # type: ignore[union-attr]
            finally:
                for bot in bots:
                    bot.kill()
                    await bot.wait()
