"""One whole game of simulated people, from the first card to the last vote, with the laws watched on the way.

Time here is a number in a queue of thoughts; no clock is read and nobody waits.
"""

from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random

from pictomania.rules import (
    TABLE,
    Action,
    Actor,
    Deck,
    Face,
    Game,
    Phase,
    Refused,
    Rules,
    TimeUp,
    apply,
    broken_law,
    chance,
    last_one,
    may,
    new_game,
    seats,
    seen_by,
)
from pictomania.simulation.manners import answer
from pictomania.simulation.players import Player
from pictomania.simulation.sheets import Sheet

Step = tuple[Actor, Action]
Scene = tuple[Phase, int, int, tuple[Face | None, ...], bool]

CLOCK = -1  # the seat of nobody in the queue; None cannot be compared with a number
HURRY_S = 60.0  # for the last one who draws (D5)
PAGE_S = 10.0  # for everything else a table waits for


class Broken(Exception):  # noqa: N818 (facts are past participles here)
    """A law was broken or a simulated player refused: a bug, in one sentence."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played to its end."""

    game: Game
    steps: tuple[Step, ...]
    stopped: tuple[tuple[int, ...], ...]  # by round: who had not finished when the drawing ended


def random_of(seed: int, number: int) -> Random:
    """Make the chance of one game of a run, so that it can be repeated without those before it."""
    return Random(f"{seed}/{number}")  # text is hashed the same way in every process and version


def whole_game(rules: Rules, deck: Deck, random: Random, *, watch: bool = True) -> Played:
    """Play a game to its end; raise `Broken` where a law does not hold, which is watched after every step."""
    table = _Table(rules, deck, random, watch)
    while table.game.phase is not Phase.OVER:
        table.go_on()
    return Played(table.game, tuple(table.steps), tuple(table.stopped))


class _Table:
    """People around a game, and whose turn it is to think."""

    def __init__(self, rules: Rules, deck: Deck, random: Random, watch: bool) -> None:
        self.random = random
        self.watch = watch
        self.game = new_game(rules, deck)
        self.players = [Player(seat, rules, random) for seat in seats(self.game)]
        self.clicks = random.random() < 0.15  # many more steps for the same scores, so not everywhere
        self.sheets: dict[tuple[int, int], Sheet] = {}
        self.steps: list[Step] = []
        self.stopped: list[tuple[int, ...]] = []
        self.now = 0.0
        self.queue: list[tuple[float, int]] = []  # when who thinks next
        self.scene: Scene | None = None

    def go_on(self) -> None:
        """Let chance act where it has to, otherwise whoever thinks next."""
        owed = chance(self.game, self.random.choice)
        if owed is not None:
            self._act(TABLE, owed)
            return
        self._gather()
        if not self.queue:
            raise Broken(f"everybody waits for everybody else in the phase {self.game.phase}")
        self.now, seat = heappop(self.queue)
        if seat == CLOCK:
            self._act(TABLE, TimeUp())
        elif self.game.phase is Phase.DRAWING:
            self._draw_or_guess(seat)
        else:
            self._answer(seat)

    def _gather(self) -> None:
        """Have everybody think afresh when the table has come to something new."""
        now = self.game.round
        scene = (self.game.phase, now.index, now.artist, now.holder, now.motion is None)
        if scene == self.scene:
            return
        self.scene = scene
        self.queue = []
        if self.clicks or self.game.phase is not Phase.PILE:  # about which there is nothing to say
            for player in self.players:
                self._think_later(player.seat, self.random.uniform(2.0, 8.0))
        if not self.clicks and self.game.phase not in {Phase.CHOOSING, Phase.DRAWING}:
            self._think_later(CLOCK, PAGE_S)

    def _think_later(self, seat: int, wait: float) -> None:
        heappush(self.queue, (self.now + wait, seat))

    def _draw_or_guess(self, seat: int) -> None:
        action, wait = self.players[seat].thought(seen_by(self.game, seat), self.now, self.sheets)
        before = last_one(self.game)
        if action is not None:
            self._act(seat, action)
        if seat not in self.game.round.finished:
            self._think_later(seat, wait)
        if before is None and last_one(self.game) is not None:
            self._think_later(CLOCK, HURRY_S)

    def _answer(self, seat: int) -> None:
        now = self.game.round
        on_show = self.sheets.get((now.index, now.artist)) if self.game.phase is Phase.WORD else None
        action = answer(may(self.game, seat), self.sheets, on_show, self.clicks, self.random)
        if action is not None:
            self._act(seat, action)
            self._think_later(seat, self.random.uniform(1.0, 3.0))  # who admits something is not ready yet

    def _act(self, seat: Actor, action: Action) -> None:
        before = self.game
        try:
            self.game = apply(before, seat, action)
        except Refused as refused:
            raise Broken(f"the referee refused {action} by {_who(seat)}: {refused}") from refused
        self.steps.append((seat, action))
        if before.phase is Phase.DRAWING and self.game.phase is not Phase.DRAWING:
            done = {*before.round.finished, seat}
            self.stopped.append(tuple(other for other in seats(before) if other not in done))
        law = broken_law(self.game) if self.watch else None
        if law is not None:
            raise Broken(f"after step {len(self.steps)}, {action} by {_who(seat)}, this law is broken: {law}")


def _who(seat: Actor) -> str:
    return "the table" if seat is TABLE else f"seat {seat}"
