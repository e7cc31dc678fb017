"""Games that are played in a cluster while faults happen, and what became of them."""

import asyncio
import json
import sys
import urllib.request
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter

from pictomania.log import EventLog
from pictomania.log.nats import NatsLog
from pictomania.rules import EditionName, Variant
from pictomania.server.config import Config
from pictomania.server.run import serving
from pictomania.wire.settings import Settings
from tests.faults.support.checked_table import CheckedTable, Totals, check_replays, check_resumed, check_table
from tests.faults.support.cluster import Cluster, ClusterNode, open_cluster
from tests.faults.support.table_history import TableHistory, read_history
from tests.faults.support.witness import Witness

Kind = tuple[int, int, Settings]  # people, house bots
PEOPLE: tuple[Kind, ...] = (
    (3, 0, Settings(edition=EditionName.SECOND)),
    (4, 0, Settings(edition=EditionName.FIRST)),
    (5, 0, Settings(edition=EditionName.SECOND, variants=(Variant.COMPETITIVE,))),
)
PEOPLE_AND_BOTS = (*PEOPLE, (2, 3, Settings(edition=EditionName.SECOND, reveal="steps")))
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


@dataclass(frozen=True)
class Plan:
    """Which games are played, and how fast."""

    seed: int = 1
    places: int = 2  # games at a time
    kinds: Sequence[Kind] = PEOPLE
    pause_s: float = 0.05  # between strokes, at most


class Games:
    """Parties that play one game after another in a cluster, each at a new table."""

    def __init__(self, cluster: Cluster, log: NatsLog, plan: Plan) -> None:
        self.cluster = cluster
        self.log = log
        self.figures = Figures()
        self.parties: list[CheckedTable] = []  # all that began
        self.playing: dict[int, CheckedTable] = {}  # by place
        self.is_enough = False  # no more games are begun
        self._back: dict[Witness, float] = {}  # when the last connection with a welcome was begun
        self._chance = Random(plan.seed)
        self._numbers = count()
        self._plan = plan

    async def play(self, place: int, connections: AsyncExitStack) -> None:
        """Play games at a place."""
        while not self.is_enough:
            people, bots, settings = self._plan.kinds[next(self._numbers) % len(self._plan.kinds)]
            url = self.cluster.url
            code = await asyncio.to_thread(create_table, url)
            party = CheckedTable(
                url, code, people, settings, self._chance, most_pause_s=self._plan.pause_s, bots=bots
            )
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
        await self.until(self._are_drawing)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for something that nothing announces."""
        while not is_so():  # noqa: ASYNC110
            await asyncio.sleep(LOOK_S)

    def _are_drawing(self) -> bool:
        drawings = [
            any(not sheet.is_empty for sheet in party.watcher.sheets)
            for party in self.playing.values()
            if party.watcher.is_connected
        ]
        return len(drawings) == self._plan.places and all(drawings)

    async def more(self, steps: int) -> None:
        """Wait until every place has made progress, or has begun another game."""
        before = {place: (party, progress(party)) for place, party in self.playing.items()}
        for place, (party, done) in before.items():
            await self.until(partial(self._has_moved, place, party, done + steps))

    def _has_moved(self, place: int, party: CheckedTable, wanted: int) -> bool:
        return self.playing[place] is not party or progress(party) >= wanted

    async def back(self, since: float, witnesses: list[Witness], number: int) -> float:
        """Wait until that many players have come back since a moment; return how long that took."""
        await self.until(lambda: sum(self._back.get(witness, 0.0) > since for witness in witnesses) >= number)
        took_s = perf_counter() - since
        self.figures.back_s.append(took_s)
        return took_s

    async def owner(self) -> ClusterNode:
        """Wait until a node owns the first table."""
        while (owner := await self.cluster.owner(self.log, self.playing[0].code)) is None:
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


async def survive(folder: Path, faults: Faults, plan: Plan) -> Figures:
    """Play while faults happen; then let all games end, stop all nodes, and check everything."""
    async with open_cluster(folder) as cluster, cluster.log() as log:
        games = Games(cluster, log, plan)
        async with AsyncExitStack() as connections, asyncio.TaskGroup() as group:
            for place in range(plan.places):
                group.create_task(games.play(place, connections))
            await games.begun()
            await faults(games)
            games.is_enough = True
        await asyncio.gather(*map(cluster.stop, cluster.nodes.values()))
        await verify(games, folder)
    return games.figures


async def verify(games: Games, folder: Path) -> None:
    """Compare what all clients saw with the log, as a new connection and a new node read it."""
    figures, totals = games.figures, Totals(0)
    async with games.cluster.log() as log:
        for party in games.parties:
            await count_losses(party, log, figures)
        sys.stdout.write(f"{figures.line()}\n")  # also of a failure
        stories = [await check_table(party, log, totals) for party in games.parties]
        figures.marks = totals.marks
        async with serving(Config(port=0, data=folder), log) as running:
            await check_resumed(running.live_tables, stories)
            await check_replays(running.live_tables, stories)


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
