"""A client that plays whole games at random and drops its connection now and then."""

import asyncio
from collections.abc import Callable
from random import Random

from pictomania.client import Client
from pictomania.ink import Point, Stroke, Undo
from pictomania.rules import Phase
from pictomania.rules.may import May
from pictomania.wire import from_client
from pictomania.wire.reactions import Reaction
from tests.server.support.waiting import wait_until


class RandomClient:
    """Plays at random."""

    def __init__(self, client: Client, seed: int, drops: float = 0.0) -> None:
        """`drops` is the share of moves at which the connection is dropped."""
        self.client = client
        self.moves = 0
        self._random = Random(seed)
        self._drops = drops

    async def play(self) -> None:
        """Play whenever the state changes."""
        async for state in self.client:
            if self._random.random() < self._drops:
                self.client.drop()
            self.moves += 1
            view = state.view
            if view is None:
                if state.may.begin and len(state.seats) > 3:
                    self.client.send(from_client.Begin())
            elif view.may is not None and view.seat is not None:
                self._move(state.stop, view.may)
                if self._random.random() < 0.1:
                    self.client.send(from_client.Chat(f"move {self.moves}"))
                    self.client.send(from_client.React(Reaction.PUZZLED))

    def _move(self, stop: int, may: May) -> None:
        client, pick = self.client, self._random.choice
        if may.draw and client.paper.mine.is_empty:
            self._draw()
        elif may.guess and may.numbers and self._random.random() < 0.8:
            client.guess(pick(may.guess), pick(may.numbers))
        elif may.take:
            client.finish(pick(may.take))
        elif may.finish:
            client.finish()
        elif may.choose_level:
            client.send(from_client.ChooseLevel(stop, pick(may.choose_level)))
        elif may.vote:
            client.vote(self._random.random() < 0.5)
        elif may.praise:
            praise = pick(may.praise)
            client.send(from_client.Praise(stop, praise.round, praise.artist))
        elif may.ready:
            client.ready()

    def _draw(self) -> None:
        line = self._line(0)
        self.client.draw(self._line(0), line)
        for _ in range(self._random.randrange(4)):
            line = self._line(line.points[-1].tick + 1)
            self.client.extend_line(line)
        if self._random.random() < self._drops:
            self.client.drop()
        self.client.draw(Undo(), self._line(0))

    def _line(self, tick: int) -> Stroke:
        spot = self._random.randrange
        points = (Point(spot(3072), spot(4096), spot(256), tick + step) for step in range(spot(1, 9)))
        return Stroke(1, tuple(points))


async def play(gamers: list[RandomClient], is_enough: Callable[[], bool]) -> None:
    """Let all clients play until a condition holds."""
    playing = [asyncio.create_task(gamer.play()) for gamer in gamers]
    await wait_until(lambda: is_enough() or any(task.done() for task in playing))
    for task in playing:
        task.cancel()
    ends = await asyncio.gather(*playing, return_exceptions=True)
    assert all(isinstance(end, asyncio.CancelledError) for end in ends), ends


def is_over(client: Client) -> bool:
    """Whether the game is over."""
    return client.view is not None and client.view.phase is Phase.OVER
