"""What an earlier version stored is read by this one, and the games in it go on.

Each folder beside this file was written by the version of its day with `tests.compatibility.write`.
"""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from pictomania.client import Client
from pictomania.ink import written
from pictomania.rules import EditionName, Phase
from pictomania.wire import from_client as say
from pictomania.words import FORMATS
from tests.compatibility.write import NAMES, fingerprint, key_of
from tests.server.http_game import play
from tests.server.http_house import House, opened_house

FIXTURES = sorted(path.parent for path in Path(__file__).parent.glob("*/tables.sqlite3.gz"))
LIMIT_S = 60.0

pytestmark = pytest.mark.parametrize("fixture", FIXTURES, ids=lambda fixture: fixture.name)


@asynccontextmanager
async def stored(fixture: Path, folder: Path) -> AsyncIterator[tuple[House, dict[str, Any]]]:
    """Serve a copy of a fixture."""
    packed = (fixture / "tables.sqlite3.gz").read_bytes()
    (folder / "tables.sqlite3").write_bytes(gzip.decompress(packed))
    async with asyncio.timeout(LIMIT_S), opened_house(folder) as house:
        yield house, json.loads((fixture / "expected.json").read_text(encoding="utf-8"))


@asynccontextmanager
async def back(house: House, table: str, code: str, count: int) -> AsyncIterator[Sequence[Client]]:
    """Let the people of a table come back with their keys."""
    people = [
        Client(house.url, code, name=name, key=key_of(table, name), bot=False) for name in NAMES[:count]
    ]
    try:
        for person in people:
            await person.__aenter__()
        yield people
    finally:
        for person in people:
            await person.__aexit__(None, None, None)


@pytest.mark.parametrize("edition", EditionName)
def test_a_running_game_goes_on(fixture: Path, tmp_path: Path, edition: EditionName) -> None:
    async def main() -> None:
        async with stored(fixture, tmp_path) as (house, expected):
            table = f"running-{edition}"
            async with back(house, table, expected[table]["code"], 3) as people:
                assert [person.state.seat for person in people] == [0, 1, 2]
                assert [written(sheet).hex() for sheet in people[2].paper.sheets] == expected[table]["sheets"]
                assert [line.text for line in people[0].chat] == ["Good luck!"]
                await play(people, Phase.OVER)

    asyncio.run(main())


def test_a_finished_game_is_shown_as_before(fixture: Path, tmp_path: Path) -> None:
    async def main() -> None:
        async with stored(fixture, tmp_path) as (house, expected):
            over = expected["over"]
            replay = await house.ask(f"/api/games/{over['game']}")
            assert fingerprint(replay) == over["replay"]
            picture = await house.ask(f"/api/games/{over['game']}/drawings/1/0.png")
            assert picture.status == HTTPStatus.OK
            async with back(house, "over", over["code"], 3) as people:
                assert [person.state.host for person in people] == [1, 1, 1]
                people[1].say(say.Begin())
                await play(people, Phase.OVER)

    asyncio.run(main())


@pytest.mark.parametrize("form", FORMATS)
def test_a_game_with_an_own_deck_goes_on(fixture: Path, tmp_path: Path, form: str) -> None:
    async def main() -> None:
        async with stored(fixture, tmp_path) as (house, expected):
            table = f"deck-{form}"
            async with back(house, table, expected[table]["code"], 3) as people:
                words = {face: list(row) for face, row in people[0].state.words.items()}
                assert words == expected[table]["words"]
                await play(people, Phase.OVER)

    asyncio.run(main())


def test_a_table_with_bots_calls_them_back(fixture: Path, tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            stored(fixture, tmp_path) as (house, expected),
            back(house, "bots", expected["bots"]["code"], 1) as (ada,),
        ):
            await ada.until(lambda state: all(seat.present for seat in state.seats))

    asyncio.run(main())
