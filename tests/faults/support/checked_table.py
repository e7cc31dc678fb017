"""A table of random players, and checks of what they saw against the log."""

import asyncio
import gzip
import json
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from random import Random

import msgspec

from pictomania.ink import Sheet, apply_piece
from pictomania.log import EventLog
from pictomania.rules import view_for
from pictomania.server.tables.live_table import LiveTable
from pictomania.server.tables.live_tables import LiveTables
from pictomania.table.identity.codes import hash_key
from pictomania.table.replay import Replay
from pictomania.wire.settings import Settings
from tests.faults.support.random_player import MOST_PAUSE_S, RandomPlayer
from tests.faults.support.table_history import TableHistory, read_history, table_state
from tests.faults.support.witness import Witness


@dataclass
class Totals:
    """Totals over many kills."""

    kills: int
    acknowledged: int = 0  # deeds and lines of chat
    states: int = 0
    marks: int = 0  # on sheets that must be complete
    games: int = 0


class CheckedTable:
    """One table with its players and a watcher."""

    def __init__(  # noqa: PLR0913 (the last one has a default)
        self,
        url: str,
        code: str,
        players: int,
        settings: Settings,
        random: Random,
        most_pause_s: float = MOST_PAUSE_S,
        bots: int = 0,
    ) -> None:
        """Create the clients; they join in `play`, invite house bots, and pause between strokes."""
        self.code = code
        self.witnesses = [Witness(url, code, name=f"P{seat}", bot=False) for seat in range(players)]
        self.watcher = Witness(url, code, name="W", watch=True)
        self.players = [
            RandomPlayer(
                witness, players, settings, Random(random.randrange(2**32)), most_pause_s, bots
            )
            for witness in self.witnesses
        ]

    @property
    def everyone(self) -> list[Witness]:
        """The players and the watcher."""
        return [*self.witnesses, self.watcher]

    async def play(self, connections: AsyncExitStack, is_enough: Callable[[], bool]) -> None:
        """Play games until `is_enough`, and wait until every client has seen the end."""
        for witness in self.everyone:  # one by one: the first is the host
            await connections.enter_async_context(witness)
        async with asyncio.TaskGroup() as group:
            plays = [group.create_task(player.play(is_enough)) for player in self.players]
            stop = await plays[0]
            for witness in self.everyone:
                await witness.until(lambda state: state.stop == stop)
            for play in plays[1:]:
                play.cancel()


def create_tables(url: str, count: int) -> Iterator[str]:
    """Create tables over HTTP."""
    for _ in range(count):
        request = urllib.request.Request(f"{url}/api/tables", method="POST")  # noqa: S310
        with urllib.request.urlopen(request) as answer:  # noqa: S310
            yield json.load(answer)["code"]


async def check_table(party: CheckedTable, log: EventLog, totals: Totals) -> TableHistory:
    """Compare what all clients saw with the log."""
    story = await read_history(log, party.code)
    table = story.table
    assert len(set(story.lines)) == len(story.lines)
    totals.acknowledged += len(story.lines)
    totals.games += len(story.games)
    for witness in party.everyone:
        assert witness.notes.errors == [], witness.notes.errors
        assert witness.notes.lines == story.lines
        seat = table.seat_of(hash_key(party.code, witness.key))
        assert witness.view == (None if table.game is None else view_for(table.game, seat))
        totals.states += witness.notes.states
    for seat, player in enumerate(party.players):
        notes, done = party.witnesses[seat].notes, story.deeds.get(seat, [])
        seen_in = {(paper, *deed): state for (paper, *deed), state in notes.deeds.items() if story.has(paper)}
        assert len(set(done)) == len(done)
        assert seen_in.keys() <= set(done)
        order = [seen_in[deed] for deed in done if deed in seen_in]
        assert order == sorted(order)
        totals.acknowledged += len(seen_in)
        for paper, sheets in player.sheets.items():
            assert not story.has(paper) or sheets == story.sheets[paper]
        for paper, marks in player.mine.items():
            if story.has(paper):
                assert marks == story.sheets[paper][seat]
                totals.marks += len(marks)
    return story


async def check_resumed(hosting: LiveTables, stories: list[TableHistory]) -> None:
    """Check that a server resumes the same tables from the log."""
    for story in stories:
        live_table = await hosting.find(story.table.code)
        assert isinstance(live_table, LiveTable)
        assert table_state(live_table.session.table) == table_state(story.table)


async def check_replays(hosting: LiveTables, stories: list[TableHistory]) -> None:
    """Check that a running server archives every finished game, with every drawing."""
    for story in stories:
        for game in story.games:
            while (kept := await hosting.archive.replay(game)) is None:  # noqa: ASYNC110 (there is no event)
                await asyncio.sleep(0.001)
            drawings = msgspec.json.decode(gzip.decompress(kept), type=Replay).drawings
            sheets = [Sheet() for _ in drawings]
            for sheet, drawing in zip(sheets, drawings, strict=True):
                apply_piece(drawing.ink, sheet)
            assert [sheet.marks for sheet in sheets] == story.drawings(game)
