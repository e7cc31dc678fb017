"""The good players in their own process: four draw at one table, three are in the lobby of another.

    python -m tests.hostile.arena.crowd PORT ADDRESS

Commands are lines on standard input, each answered by one line of JSON: `measure SECONDS` reports what they
saw in that time, `reload` lets one of them reload the page, `return` waits until all are at their seats.
"""

import asyncio
import gc
import json
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from time import perf_counter

import uvloop

from pictomania.rules import Phase
from pictomania.wire import from_client
from tests.hostile.arena.http import made_table
from tests.hostile.arena.player import Player
from tests.hostile.arena.samples import Samples, Seen

ARTISTS = ("Ada", "Ben", "Cleo", "Dora")
GUESTS = ("Emil", "Fay", "Gus")
PIECES_PER_S = 20
ACTIONS_PER_S = 3  # of each player; the default limits allow five
PATIENCE_S = 5.0  # for messages of a measured time that have not arrived at its end


class Crowd:
    """Two tables of players that never stop playing."""

    def __init__(self, port: int, address: str) -> None:
        self._url = f"http://127.0.0.1:{port}"
        self._address = address
        self._samples = Samples()
        self._artists: list[Player] = []
        self._guests: list[Player] = []
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def _everybody(self) -> list[Player]:
        return [*self._artists, *self._guests]

    async def gather(self) -> None:
        """Take seats, begin a game at one of the tables, and draw."""
        self._artists = await self._table(ARTISTS)
        self._guests = await self._table(GUESTS)
        self._artists[0].send(from_client.Begin())
        for phase in (Phase.READING, Phase.DRAWING):
            for player in self._artists:
                state = await player.until(lambda s, p=phase: s.view is not None and s.view.phase is p)  # type: ignore[misc]
                if phase is Phase.READING:
                    player.send(from_client.Ready(state.stop))
        for player in self._artists:
            for other in self._artists:
                if other is not player:
                    player.follow(other)
        work = [player.stay() for player in self._everybody]
        self._tasks = [asyncio.create_task(task) for task in (*work, self._draw(), self._act())]

    async def _table(self, names: Sequence[str]) -> list[Player]:
        code = await made_table(self._url, self._address)
        players = [Player(self._url, code, name, self._address, self._samples) for name in names]
        for player in players:
            await player.connect()
        return players

    async def _draw(self) -> None:
        await _in_turn(self._artists, PIECES_PER_S, Player.draw)

    async def _act(self) -> None:
        await _in_turn(self._everybody, ACTIONS_PER_S, Player.act)

    async def measure(self, seconds: float) -> Seen:
        """Say what all of them saw in the coming seconds."""
        samples = self._samples
        disconnects, closed, refused = samples.disconnects, len(samples.closed), len(samples.refused)
        start = perf_counter()
        await asyncio.sleep(seconds)
        end = perf_counter()
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                while any(start <= sent < end for _, sent in self._pending()):  # noqa: ASYNC110 (a measurement)
                    await asyncio.sleep(0.01)
        seen = samples.between(start, end, self._pending())
        seen.disconnects = samples.disconnects - disconnects
        seen.closed, seen.refused = samples.closed[closed:], samples.refused[refused:]
        return seen

    def _pending(self) -> list[tuple[str, float]]:
        return [pending for player in self._everybody for pending in player.pending()]

    async def reload(self) -> float:
        """Let one player reload; return how long it took."""
        return await self._artists[-1].reload()

    async def all_back(self) -> float:
        """Wait until all players are at their seats; return how long it took."""
        began = perf_counter()
        for player in self._everybody:
            while not player.is_there:
                await player.news()
        return perf_counter() - began


async def _in_turn(players: list[Player], rate: float, do: Callable[[Player], None]) -> None:
    """Let players do something at a steady rate, one after the other, without waiting for the result."""
    began, done = perf_counter(), 0
    while True:
        due = int((perf_counter() - began) * rate * len(players))
        for turn in range(max(done, due - len(players)), due):
            do(players[turn % len(players)])
        done = due
        await asyncio.sleep(0.002)


async def _run(port: int, address: str) -> None:
    crowd = Crowd(port, address)
    await crowd.gather()
    gc.collect()
    gc.freeze()
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    _answer({"crowd": "plays"})
    while line := (await lines.readline()).split():
        if line[0] == b"measure":
            _answer(asdict(await crowd.measure(float(line[1]))))
        elif line[0] == b"reload":
            _answer({"took": await crowd.reload()})
        else:
            _answer({"took": await crowd.all_back()})


def _answer(result: object) -> None:
    sys.stdout.write(json.dumps(result) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    uvloop.run(_run(int(sys.argv[1]), sys.argv[2]))
