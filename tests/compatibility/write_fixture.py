"""Writes a fixture for later versions to read: tables of every kind, as this version stores them.

    python -m tests.compatibility.write_fixture FOLDER

writes `tables.sqlite3` and `expected.json` to the folder. Run it with the version whose data
later versions must read.
"""

import asyncio
import json
import sys
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path

from pictomania.client import Client
from pictomania.ink import Clear, Erase, Redo, Undo, encode_sheet
from pictomania.rules import EditionName, Phase
from pictomania.wire import from_client
from pictomania.wire.settings import Settings
from pictomania.words import WordDeck, house_deck
from tests.server.http.test_deck_uploads import WRITERS, brings
from tests.server.support.http_server import HttpResponse, HttpServer, run_http_server
from tests.server.support.quick_game import begin, play

NAMES = ("Ada", "Ben", "Cleo", "Dov")


def key_of(table: str, name: str) -> str:
    """Return a player's key, which the test knows too."""
    return f"compatibility-{table}-{name}".ljust(30, "-")


def fingerprint(replay: HttpResponse) -> str:
    """Hash a replay, so that it can be compared without storing it."""
    return sha256(json.dumps(replay.read(dict), sort_keys=True).encode()).hexdigest()


async def _join(server: HttpServer, table: str, count: int) -> tuple[str, list[Client]]:
    code = await server.new_table()
    players = [
        Client(server.url, code, name=name, key=key_of(table, name), bot=False) for name in NAMES[:count]
    ]
    for player in players:
        await player.__aenter__()
    return code, players


async def _disconnect(players: list[Client]) -> None:
    for player in players:
        await player.__aexit__(None, None, None)


async def _running(server: HttpServer, edition: EditionName) -> tuple[str, list[Client]]:
    """Play one round and stop in the next drawing phase, with every kind of mark on a sheet."""
    code, players = await _join(server, f"running-{edition}", 3)
    players[1].send(from_client.Chat("Good luck!"))
    begin(players, Settings(edition=edition))
    await play(players, Phase.DRAWING, past=2)
    ada = players[0]
    for step in range(4):
        ada.draw_line([(100 + 90 * step, 40 * point) for point in range(40)])
    for mark in (Erase((0,)), Undo(), Undo(), Redo(), Clear(), Undo()):
        ada.draw(mark)
    await players[1].until(lambda _: players[1].paper.sheets[0].end == ada.paper.mine.end)
    return code, players


async def _over(server: HttpServer) -> tuple[str, str, list[Client]]:
    """Play a whole game, return to the lobby, remove a player and make another one the host."""
    code, players = await _join(server, "over", 4)
    begin(players, Settings(edition=EditionName.FIRST))
    await play(players, Phase.OVER)
    game = players[0].state.game
    assert game is not None
    players[0].send(from_client.ReturnToLobby())
    await players[0].until(lambda state: state.view is None)
    players[0].send(from_client.Remove("Dov"))
    await players[0].until(lambda state: len(state.seats) == 3)
    players[0].send(from_client.TransferHost("Ben"))
    await players[0].until(lambda state: state.host == 1)
    return code, game, players


async def write(folder: Path) -> None:
    """Fill a log, and write down what a reader should find in it."""
    expected: dict[str, object] = {}
    async with run_http_server(folder) as server:
        words = small_deck()
        for edition in EditionName:
            code, players = await _running(server, edition)
            sheets = [encode_sheet(sheet).hex() for sheet in players[1].paper.sheets]
            expected[f"running-{edition}"] = {"code": code, "sheets": sheets}
            await _disconnect(players)
        code, game, players = await _over(server)
        await _disconnect(players)
        while (replay := await server.ask(f"/api/games/{game}")).status != HTTPStatus.OK:
            pass  # until the archive has stored it
        expected["over"] = {"code": code, "game": game, "replay": fingerprint(replay)}
        for form, writer in WRITERS.items():
            code, players = await _join(server, f"deck-{form}", 3)
            query = f"name=ours&form={form}&language=en"
            response = await brings(server, players[0], code, writer(words).encode(), query=query)
            assert response.status == 201, response.body
            begin(players, Settings(deck="own"))
            await play(players, Phase.DRAWING)
            expected[f"deck-{form}"] = {"code": code, "words": players[0].state.words}
            await _disconnect(players)
        code, players = await _join(server, "bots", 1)
        players[0].send(from_client.AddBot())
        players[0].send(from_client.AddBot())
        await players[0].until(
            lambda state: len(state.seats) == 3 and all(seat.present for seat in state.seats)
        )
        begin(players)
        await play(players, Phase.DRAWING)
        expected["bots"] = {"code": code}
        await _disconnect(players)
    (folder / "expected.json").write_text(json.dumps(expected, ensure_ascii=False), encoding="utf-8")


def small_deck() -> WordDeck:
    """Return a small deck of our own cards."""
    cards = house_deck().cards
    return WordDeck([*cards[:4], *cards[30:34], *cards[60:64], *cards[90:94]])


if __name__ == "__main__":
    asyncio.run(write(Path(sys.argv[1])))
