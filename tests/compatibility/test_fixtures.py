"""Data of earlier versions loads, and the games in it go on.

Each folder next to this file was written by the version of that day with `tests.compatibility.write_fixture`.
"""

import gzip
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from pictomania.client import Client
from pictomania.ink import encode_sheet
from pictomania.rules import EditionName, Phase
from pictomania.wire import from_client
from pictomania.words import FORMATS
from tests.compatibility.write_fixture import NAMES, fingerprint, key_of
from tests.server.support.http_server import HttpServer, run_http_server
from tests.server.support.quick_game import play

FIXTURES = sorted(path.parent for path in Path(__file__).parent.glob("*/tables.sqlite3.gz"))

all_fixtures = pytest.mark.parametrize("fixture", FIXTURES, ids=lambda fixture: fixture.name)


@asynccontextmanager
async def serve_fixture(fixture: Path, folder: Path) -> AsyncIterator[tuple[HttpServer, dict[str, Any]]]:
    """Serve a copy of a fixture."""
    packed = (fixture / "tables.sqlite3.gz").read_bytes()
    (folder / "tables.sqlite3").write_bytes(gzip.decompress(packed))
    async with run_http_server(folder) as server:
        yield server, json.loads((fixture / "expected.json").read_text(encoding="utf-8"))


@asynccontextmanager
async def rejoin(server: HttpServer, table: str, code: str, count: int) -> AsyncIterator[Sequence[Client]]:
    """Connect the first players of a table again, with their keys."""
    players = [
        Client(server.url, code, name=name, key=key_of(table, name), bot=False) for name in NAMES[:count]
    ]
    try:
        for player in players:
            await player.__aenter__()
        yield players
    finally:
        for player in players:
            await player.__aexit__(None, None, None)


@all_fixtures
@pytest.mark.parametrize("edition", EditionName)
async def test_a_running_game_goes_on(fixture: Path, tmp_path: Path, edition: EditionName) -> None:
    async with serve_fixture(fixture, tmp_path) as (server, expected):
        table = f"running-{edition}"
        async with rejoin(server, table, expected[table]["code"], 3) as players:
            assert [player.state.seat for player in players] == [0, 1, 2]
            assert [encode_sheet(sheet).hex() for sheet in players[2].paper.sheets] == expected[table][
                "sheets"
            ]
            assert [line.text for line in players[0].chat] == ["Good luck!"]
            await play(players, Phase.OVER)


@all_fixtures
async def test_the_replay_of_a_finished_game_is_the_same(fixture: Path, tmp_path: Path) -> None:
    async with serve_fixture(fixture, tmp_path) as (server, expected):
        over = expected["over"]
        replay = await server.ask(f"/api/games/{over['game']}")
        assert fingerprint(replay) == over["replay"]
        picture = await server.ask(f"/api/games/{over['game']}/drawings/1/0.png")
        assert picture.status == HTTPStatus.OK
        async with rejoin(server, "over", over["code"], 3) as players:
            assert [player.state.host for player in players] == [1, 1, 1]
            players[1].send(from_client.Begin())
            await play(players, Phase.OVER)


@all_fixtures
@pytest.mark.parametrize("form", FORMATS)
async def test_a_game_with_a_custom_deck_goes_on(fixture: Path, tmp_path: Path, form: str) -> None:
    async with serve_fixture(fixture, tmp_path) as (server, expected):
        table = f"deck-{form}"
        async with rejoin(server, table, expected[table]["code"], 3) as players:
            words = {face: list(row) for face, row in players[0].state.words.items()}
            assert words == expected[table]["words"]
            await play(players, Phase.OVER)


@all_fixtures
async def test_house_bots_are_invited_back(fixture: Path, tmp_path: Path) -> None:
    async with (
        serve_fixture(fixture, tmp_path) as (server, expected),
        rejoin(server, "bots", expected["bots"]["code"], 1) as (ada,),
    ):
        await ada.until(lambda state: all(seat.present for seat in state.seats))
