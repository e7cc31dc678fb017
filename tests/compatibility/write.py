"""Write the fixture that later versions must read: tables of every kind, as this version stores them.

    python -m tests.compatibility.write FOLDER

leaves `tables.sqlite3` and `expected.json` in the folder. Run it with the version whose data is to be kept.
"""

import asyncio
import json
import sys
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path

from pictomania.client import Client
from pictomania.ink import Redo, RubOut, Undo, Wipe, written
from pictomania.rules import EditionName, Phase
from pictomania.wire import from_client as say
from pictomania.wire.settings import Settings
from pictomania.words import WordDeck, house_deck
from tests.server.http_game import begin, play
from tests.server.http_house import Answer, House, opened_house
from tests.server.test_api_decks import WRITERS, brings

NAMES = ("Ada", "Ben", "Cleo", "Dov")


def key_of(table: str, name: str) -> str:
    """Give everybody a key that the test knows too."""
    return f"compatibility-{table}-{name}".ljust(30, "-")


def fingerprint(replay: Answer) -> str:
    """Tell whether two replays are the same without keeping either."""
    return sha256(json.dumps(replay.read(dict), sort_keys=True).encode()).hexdigest()


async def _people(house: House, table: str, count: int) -> tuple[str, list[Client]]:
    code = await house.new_table()
    people = [
        Client(house.url, code, name=name, key=key_of(table, name), bot=False) for name in NAMES[:count]
    ]
    for person in people:
        await person.__aenter__()
    return code, people


async def _go(people: list[Client]) -> None:
    for person in people:
        await person.__aexit__(None, None, None)


async def _running(house: House, edition: EditionName) -> tuple[str, list[Client]]:
    """Play one round and stop in the middle of the next drawing, with every kind of mark on a sheet."""
    code, people = await _people(house, f"running-{edition}", 3)
    people[1].say(say.Say("Good luck!"))
    begin(people, Settings(edition=edition))
    await play(people, Phase.DRAWING, past=2)
    ada = people[0]
    for step in range(4):
        ada.draw_line([(100 + 90 * step, 40 * point) for point in range(40)])
    for mark in (RubOut((0,)), Undo(), Undo(), Redo(), Wipe(), Undo()):
        ada.draw(mark)
    await people[1].until(lambda _: people[1].paper.sheets[0].end == ada.paper.mine.end)
    return code, people


async def _over(house: House) -> tuple[str, str, list[Client]]:
    """Play a whole game, go back to the lobby, remove a player and pass the host's place on."""
    code, people = await _people(house, "over", 4)
    begin(people, Settings(edition=EditionName.FIRST))
    await play(people, Phase.OVER)
    game = people[0].state.game
    assert game is not None
    people[0].say(say.Again())
    await people[0].until(lambda state: state.view is None)
    people[0].say(say.Remove("Dov"))
    await people[0].until(lambda state: len(state.seats) == 3)
    people[0].say(say.HandOver("Ben"))
    await people[0].until(lambda state: state.host == 1)
    return code, game, people


async def write(folder: Path) -> None:
    """Fill a log, and note what a reader should find in it."""
    expected: dict[str, object] = {}
    async with opened_house(folder) as house:
        words = small_deck()
        for edition in EditionName:
            code, people = await _running(house, edition)
            sheets = [written(sheet).hex() for sheet in people[1].paper.sheets]
            expected[f"running-{edition}"] = {"code": code, "sheets": sheets}
            await _go(people)
        code, game, people = await _over(house)
        await _go(people)
        while (replay := await house.ask(f"/api/games/{game}")).status != HTTPStatus.OK:
            pass  # until the archive has stored it
        expected["over"] = {"code": code, "game": game, "replay": fingerprint(replay)}
        for form, writer in WRITERS.items():
            code, people = await _people(house, f"deck-{form}", 3)
            query = f"name=ours&form={form}&language=en"
            answer = await brings(house, people[0], code, writer(words).encode(), query=query)
            assert answer.status == 201, answer.body
            begin(people, Settings(deck="own"))
            await play(people, Phase.DRAWING)
            expected[f"deck-{form}"] = {"code": code, "words": people[0].state.words}
            await _go(people)
        code, people = await _people(house, "bots", 1)
        people[0].say(say.AddBot())
        people[0].say(say.AddBot())
        await people[0].until(
            lambda state: len(state.seats) == 3 and all(seat.present for seat in state.seats)
        )
        begin(people)
        await play(people, Phase.DRAWING)
        expected["bots"] = {"code": code}
        await _go(people)
    (folder / "expected.json").write_text(json.dumps(expected, ensure_ascii=False), encoding="utf-8")


def small_deck() -> WordDeck:
    """Make a small deck out of our own cards."""
    cards = house_deck().cards
    return WordDeck([*cards[:4], *cards[30:34], *cards[60:64], *cards[90:94]])


if __name__ == "__main__":
    asyncio.run(write(Path(sys.argv[1])))
