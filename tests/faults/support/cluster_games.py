"""Games that are played in a cluster while faults happen, and what became of them."""

import asyncio
import json
import urllib.request
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter

from pictomania.log import EventLog
from pictomania.rules import EditionName, Variant
from pictomania.server.config import Config
from pictomania.server.run import serving
from pictomania.wire.settings import Settings
from tests.faults.support.checked_table import CheckedTable, Totals, check_replays, check_resumed, check_table
from tests.faults.support.cluster import Cluster, ClusterNode, open_cluster
from tests.faults.support.table_history import TableHistory, read_history
from tests.faults.support.witness import Witness

KINDS = (  # people, house bots, settings
    (3, 0, Settings(edition=EditionName.SECOND)),
    (4, 0, Settings(edition=EditionName.FIRST)),
    (2, 3, Settings(edition=EditionName.SECOND)),
    (5, 0, Settings(edition=EditionName.SECOND, variants=(Variant.COMPETITIVE,))),
)
PAUSE_S = 0.05  # between strokes, at most
LOOK_S = 0.01  # how often the progress is looked at


@dataclass
class Figures:
    """What a run of games came to."""

    kills: int = 0
    acknowledged: int = 0  # actions and lines of chat that some client saw
    lost: int = 0
    doubled: int = 0
    games_finished: int = 0
    longest_gap_s: float = 0.0  # in which a table with players made no progress
    marks: int = 0  # on sheets that must be complete
    back_s: list[float] = field(default_factory=list)  # after each kill, until all players were

    def line(self) -> str:
        """All of it as a line of JSON."""
        return json.dumps({name: _rounded(value) for name, value in asdict(self).items()})


def _rounded(value: object) -> object:
    if isinstance(value, list):
        return [_rounded(one) for one in value]
    return round(value, 2) if isinstance(value, float) else value


class Games:
    """Parties that play one game after another in a cluster, each at a new table."""

    def __init__(self, cluster: Cluster, chance: Random, places: int, pause_s: float) -> None:
        """`places` is the number of games at a time, `pause_s` the longest pause between strokes."""
        self.cluster = cluster
        self.figures = Figures()
        self.parties: list[CheckedTable] = []  # all that began
        self.playing: dict[int, CheckedTable] = {}  # by place
        self.is_enough = False  # no more games are begun
        self._back: dict[Witness, float] = {}  # when the last connection with a welcome was begun
        self._chance = chance
        self._places = places
        self._pause_s = pause_s

    async def play(self, place: int, connections: AsyncExitStack) -> None:
        """Play games at a place."""
        while not self.is_enough:
            people, bots, settings = KINDS[len(self.parties) % len(KINDS)]
            url = self.cluster.url
            code = await asyncio.to_thread(create_table, url)
            party = CheckedTable(url, code, people, settings, self._chance, self._pause_s, bots)
            for witness in party.everyone:
                witness.on_welcome = partial(self._welcomed, witness)
            self.parties.append(party)
            self.playing[place] = party
            watch = asyncio.create_task(self._watch(party))
            try:
                await party.play(connections, lambda: True)
            finally:
                watch.cancel()
            self.figures.games_finished += 1

    def _welcomed(self, witness: Witness, begun_at: float) -> None:
        self._back[witness] = begun_at

    async def _watch(self, party: CheckedTable) -> None:
        """Measure how long a table makes no progress."""
        before, since = progress(party), perf_counter()
        while True:
            await asyncio.sleep(LOOK_S)
            now = progress(party)
            if now != before:
                before, since = now, perf_counter()
            self.figures.longest_gap_s = max(self.figures.longest_gap_s, perf_counter() - since)

    # What faults wait for.

    async def begun(self) -> None:
        """Wait until something is drawn at every place."""
        while not self._are_drawing():  # noqa: ASYNC110 (nothing announces it)
            await asyncio.sleep(LOOK_S)

    def _are_drawing(self) -> bool:
        drawings = [
            any(not sheet.is_empty for sheet in party.watcher.sheets)
            for party in self.playing.values()
            if party.watcher.is_connected
        ]
        return len(drawings) == self._places and all(drawings)

    async def more(self, count: int) -> None:
        """Wait until every place has made progress, or has begun another game."""
        before = {place: (party, progress(party)) for place, party in self.playing.items()}
        for place, (party, done) in before.items():
            while self.playing[place] is party and progress(party) < done + count:
                await asyncio.sleep(LOOK_S)

    async def back(self, since: float, witnesses: list[Witness], count: int) -> float:
        """Wait until that many players have come back since a moment; return how long that took."""
        while sum(self._back.get(witness, 0.0) > since for witness in witnesses) < count:  # noqa: ASYNC110
            await asyncio.sleep(LOOK_S)
        took_s = perf_counter() - since
        self.figures.back_s.append(took_s)
        return took_s

    async def owner(self, log: EventLog, place: int = 0) -> ClusterNode:
        """Wait until a node owns the table at a place."""
        while (owner := await self.cluster.owner(log, self.playing[place].code)) is None:
            pass
        return owner


def progress(party: CheckedTable) -> int:
    """How much its clients have seen being done."""
    return sum(len(witness.notes.deeds) + len(witness.notes.lines) for witness in party.everyone) + sum(
        witness._state.stop for witness in party.everyone if witness._state is not None
    )


def create_table(url: str) -> str:
    """Create a table, asking again while no node can."""
    while True:
        request = urllib.request.Request(f"{url}/api/tables", method="POST")  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310
                return str(json.load(answer)["code"])
        except (OSError, ValueError):
            continue


Faults = Callable[[Games], Awaitable[None]]


async def survive(folder: Path, faults: Faults, *, seed: int = 1, places: int = 2, pause_s: float = PAUSE_S) -> Figures:
    """Play while faults happen; then let all games end, stop all nodes, and compare everything with the log."""
    async with open_cluster(folder) as cluster:
        games = Games(cluster, Random(seed), places, pause_s)
        async with AsyncExitStack() as connections, asyncio.TaskGroup() as group:
            for place in range(places):
                group.create_task(games.play(place, connections))
            await games.begun()
            await faults(games)
            games.is_enough = True
        for node in cluster.nodes.values():
            if not node.is_dead.is_set():
                await cluster.stop(node)
        await verify(games, folder)
    return games.figures


async def verify(games: Games, folder: Path) -> None:
    """Compare what all clients saw with the log, as a new connection and a new node read it."""
    figures, totals, stories = games.figures, Totals(0), []
    async with games.cluster.log() as log:
        for party in games.parties:
            await count_losses(party, log, figures)
        for party in games.parties:
            stories.append(await check_table(party, log, totals))
        figures.marks = totals.marks
        async with serving(Config(port=0, data=folder), log) as running:
            await check_resumed(running.live_tables, stories)
            await check_replays(running.live_tables, stories)
    print(figures.line())


async def count_losses(party: CheckedTable, log: EventLog, figures: Figures) -> None:
    """Count what was acknowledged, and what of it is missing from the log or there twice."""
    story = await read_history(log, party.code)
    for seat, witness in enumerate(party.witnesses):
        stored = story.deeds.get(seat, [])
        seen = [deed for deed in witness.notes.deeds if has_paper(story, deed[0])]
        figures.acknowledged += len(seen)
        figures.lost += len(set(seen) - set(stored)) + len(witness.notes.errors)
        figures.doubled += len(stored) - len(set(stored))
    lines = {line for witness in party.everyone for line in witness.notes.lines}
    figures.acknowledged += len(lines)
    figures.lost += len(lines - set(story.lines))
    figures.doubled += len(story.lines) - len(set(story.lines))


def has_paper(story: TableHistory, paper: object) -> bool:
    """Whether what happened on a paper is in the log, which may have been compacted."""
    assert isinstance(paper, int)
    return story.has(paper)
