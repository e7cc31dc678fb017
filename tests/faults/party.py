"""Everybody at one table, and what has to be true of their table whatever happened."""

import asyncio
import gzip
import json
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from random import Random

import msgspec

from pictomania.ink import Sheet, take
from pictomania.log import EventLog
from pictomania.rules import seen_by
from pictomania.server.hosting import Hosting
from pictomania.table.codes import hashed
from pictomania.table.replay import Replay
from pictomania.wire.settings import Settings
from tests.faults.players import Player
from tests.faults.story import Story, told, whole
from tests.faults.witness import Witness


@dataclass
class Toll:
    """What became of everybody over many kills."""

    kills: int
    acknowledged: int = 0  # deeds and lines of chat
    states: int = 0
    marks: int = 0  # on sheets that had to be whole
    games: int = 0
    resumed_s: list[float] = field(default_factory=list)  # of processes made from nothing


class Party:
    """One table, and everybody there."""

    def __init__(self, url: str, code: str, players: int, settings: Settings, random: Random) -> None:
        """All that are to come."""
        self.code = code
        self.witnesses = [Witness(url, code, name=f"P{seat}", bot=False) for seat in range(players)]
        self.watcher = Witness(url, code, name="W", watch=True)
        self.players = [
            Player(witness, players, settings, Random(random.randrange(2**32))) for witness in self.witnesses
        ]

    @property
    def everybody(self) -> list[Witness]:
        """Those who play, and the one who watches."""
        return [*self.witnesses, self.watcher]

    async def play(self, everybody_in: AsyncExitStack, is_enough: Callable[[], bool]) -> None:
        """Play games until it is enough; everybody has seen the end then."""
        for witness in self.everybody:  # one by one: the first is the host
            await everybody_in.enter_async_context(witness)
        async with asyncio.TaskGroup() as group:
            plays = [group.create_task(player.play(is_enough)) for player in self.players]
            stop = await plays[0]
            for witness in self.everybody:
                await witness.until(lambda state: state.stop == stop)
            for play in plays[1:]:
                play.cancel()


def made_tables(url: str, count: int) -> Iterator[str]:
    """Have tables made."""
    for _ in range(count):
        request = urllib.request.Request(f"{url}/api/tables", method="POST")  # noqa: S310
        with urllib.request.urlopen(request) as answer:  # noqa: S310
            yield json.load(answer)["code"]


async def checked(party: Party, log: EventLog, toll: Toll) -> Story:
    """Hold what everybody was told against what is stored."""
    story = await told(log, party.code)
    table = story.table
    assert len(set(story.lines)) == len(story.lines)
    toll.acknowledged += len(story.lines)
    toll.games += len(story.games)
    for witness in party.everybody:
        assert witness.notes.complaints == []
        assert witness.notes.lines == story.lines
        seat = table.seat_of(hashed(party.code, witness.key))
        assert witness.view == (None if table.game is None else seen_by(table.game, seat))
        toll.states += witness.notes.states
    for seat, player in enumerate(party.players):
        seen_in, done = party.witnesses[seat].notes.deeds, story.deeds[seat]
        assert len(set(done)) == len(done)
        assert seen_in.keys() <= set(done)
        order = [seen_in[deed] for deed in done if deed in seen_in]
        assert order == sorted(order)
        toll.acknowledged += len(seen_in)
        for paper, sheets in player.sheets.items():
            assert sheets == story.sheets[paper]
        for paper, marks in player.mine.items():
            assert marks == story.sheets[paper][seat]
            toll.marks += len(marks)
    return story


async def resume(hosting: Hosting, stories: list[Story]) -> None:
    """A server that reads the record back has the same tables."""
    for story in stories:
        hosted = await hosting.find(story.table.code)
        assert hosted is not None
        assert whole(hosted.sitting.table) == whole(story.table)


async def look_back(hosting: Hosting, stories: list[Story]) -> None:
    """Every game that came to its end is kept, with every drawing."""
    for story in stories:
        for game in story.games:
            kept = await hosting.archive.replay(game)
            assert kept is not None
            drawings = msgspec.json.decode(gzip.decompress(kept), type=Replay).drawings
            sheets = [Sheet() for _ in drawings]
            for sheet, drawing in zip(sheets, drawings, strict=True):
                take(drawing.ink, sheet)
            assert [sheet.marks for sheet in sheets] == story.drawings(game)
