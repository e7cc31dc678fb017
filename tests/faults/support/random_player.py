"""A player that draws and guesses at random, and copes with lost connections."""

import asyncio
from collections.abc import AsyncIterator, Callable
from random import Random

from pictomania.client import Client
from pictomania.ink import Erase, Mark, Point, Stroke, Undo
from pictomania.rules import May, Phase, View
from pictomania.wire import from_client
from pictomania.wire.bots import Skill
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import State

REVEALED = (Phase.WORD, Phase.PILE, Phase.SCORES, Phase.PRAISING, Phase.OVER)
MAX_LINES = 6  # of one player; a table remembers 50
MOST_PAUSE_S = 0.004  # between strokes
AGAIN_S = 1.0  # before a player does again what had no effect
Marks = list[Mark]


class RandomPlayer:
    """Plays random games through a client."""

    def __init__(  # noqa: PLR0913 (the last two have defaults)
        self,
        client: Client,
        players: int,
        settings: Settings,
        random: Random,
        most_pause_s: float = MOST_PAUSE_S,
        bots: int = 0,
    ) -> None:
        """Play for a client at a table of this many people, and house bots, with short pauses."""
        self.client = client
        self.players = players + bots
        self.settings = settings
        self.sheets: dict[int, list[Marks]] = {}  # by paper, as they were seen at the end of a round
        self.mine: dict[int, Marks] = {}  # by paper, if everything that was drawn had to count
        self.said: list[str] = []
        self._random = random
        self._most_pause_s = most_pause_s
        self._bots = bots
        self._done_with = 0  # the paper on which nothing will be drawn any more

    async def play(self, is_enough: Callable[[], bool]) -> int:
        """Play games; the host returns the last stop once `is_enough`."""
        async for state in self._states():
            if state.view is not None:
                self._look(state.view)
                if state.view.phase is Phase.OVER and state.may.return_to_lobby and is_enough():
                    return state.stop
            await self._move()
        raise AssertionError("the states of a client never end")

    async def _states(self) -> AsyncIterator[State]:
        """Yield each new state, and the last one again if nothing came of it."""
        loop = asyncio.get_running_loop()
        while True:
            state, again_at = self.client.state, loop.time() + AGAIN_S
            yield state
            while self.client.state is state and (left_s := again_at - loop.time()) > 0:
                await self.client.wait(left_s)

    def _look(self, view: View) -> None:
        paper = self.client.paper
        if view.phase in REVEALED and view.seat is not None:
            self.sheets[paper.number] = [sheet.marks for sheet in paper.sheets]
            if view.players[view.seat].finished:
                self.mine[paper.number] = paper.mine.marks

    async def _move(self) -> None:
        state, view = self.client.state, self.client.view
        if view is None:
            self._get_going(state)
        elif view.phase is Phase.OVER and state.may.return_to_lobby:
            self.client.send(from_client.ReturnToLobby())
        elif view.phase is Phase.DRAWING:
            await self._draw_or_guess(view)
        elif view.may is not None:
            self._go_on(state.stop, view.may)

    def _get_going(self, state: State) -> None:
        if state.may.change_settings and state.settings != self.settings:
            self.client.send(from_client.ChangeSettings(self.settings))
        elif state.may.change_settings and sum(seat.bot for seat in state.seats) < self._bots:
            self.client.send(from_client.AddBot(self._random.choice(list(Skill))))
        elif state.may.begin and [seat.ready for seat in state.seats] == [True] * self.players:
            self.client.send(from_client.Begin())
        elif state.seat is not None and not state.seats[state.seat].ready:
            self._speak()
            self.client.send(from_client.SetReady(True))

    def _go_on(self, stop: int, may: May) -> None:
        client, random = self.client, self._random
        if may.choose_level:
            client.send(from_client.ChooseLevel(stop, random.choice(may.choose_level)))
        elif may.vote:
            client.vote(random.random() < 0.5)
        elif may.praise and random.random() < 0.7:
            praise = random.choice(may.praise)
            client.send(from_client.Praise(stop, praise.round, praise.artist))
        elif may.object and random.random() < 0.05:
            client.send(from_client.Object(stop, random.choice(may.object)))
        elif may.ready:
            client.ready()

    def _speak(self) -> None:
        """Send a unique chat line, a few times."""
        if len(self.said) < MAX_LINES:
            self.said.append(f"{self.client.key[:8]} for the time number {len(self.said)}")
            self.client.send(from_client.Chat(self.said[-1]))

    async def _draw_or_guess(self, view: View) -> None:
        may, paper = view.may, self.client.paper
        if may is None or view.seat is None:
            return
        if may.draw and self._done_with != paper.number and len(paper.mine.marks) < 6:
            await self._draw(paper.number)
            return
        self._done_with = paper.number
        is_tired = self._random.random() < 0.3
        if may.guess and not is_tired:
            self.client.guess(self._random.choice(may.guess), self._random.choice(may.numbers))
        elif may.take and self._random.random() < 0.7:
            self.client.finish(self._random.choice(may.take))
        elif may.finish:
            self.client.finish()

    # Drawing.

    async def _draw(self, paper: int) -> None:
        """Draw for a while if possible, then guess."""
        for _ in range(self._random.randrange(1, 5)):
            await self._pause()
            if not self._may_draw(paper):
                return
            marks = self.client.paper.mine.marks
            if len(marks) > 1 and self._random.random() < 0.3:
                self.client.draw(Undo() if self._random.random() < 0.5 else Erase((len(marks) - 1,)))
            line = Stroke(self._random.randrange(3), self._points(0))
            self.client.draw(line)
            for _ in range(self._random.randrange(6)):
                await self._pause()
                if not self._may_draw(paper):
                    return
                line = Stroke(line.width, self._points(line.points[-1].tick))
                self.client.extend_line(line)
        await self._draw_or_guess_now()

    async def _draw_or_guess_now(self) -> None:
        view = self.client.view
        if view is not None and view.phase is Phase.DRAWING:
            await self._draw_or_guess(view)

    def _may_draw(self, paper: int) -> bool:
        view, state = self.client.view, self.client.state
        return state.paper == paper and view is not None and view.may is not None and view.may.draw

    def _points(self, tick: int) -> tuple[Point, ...]:
        random = self._random
        return tuple(
            Point(random.randrange(3072), random.randrange(4096), random.randrange(256), tick + 2 * step)
            for step in range(1, random.randrange(2, 9))
        )

    async def _pause(self) -> None:
        await asyncio.sleep(self._random.uniform(0, self._most_pause_s))  # not a wait: the pace of drawing
