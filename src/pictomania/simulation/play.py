"""Plays one whole game with simulated people and checks the invariants after every step.

Time is simulated: an event queue holds when each player thinks next.
"""

from dataclasses import dataclass, replace
from heapq import heappop, heappush
from random import Random

from pictomania.rules import (
    TABLE,
    Action,
    Actor,
    Deck,
    Face,
    Game,
    May,
    Phase,
    Refused,
    Rules,
    TimeUp,
    apply,
    last_unfinished,
    may,
    new_game,
    sample_chance,
    seats,
    view_for,
    violated_invariant,
)
from pictomania.simulation.behaviour import answer
from pictomania.simulation.players import SimulatedPlayer
from pictomania.simulation.sheets import SimulatedSheet

GameStep = tuple[Actor, Action]
StopKey = tuple[Phase, int, int, tuple[Face | None, ...], bool]

CLOCK = -1  # the clock's seat in the queue; None cannot be compared with integers
HURRY_S = 60.0  # time limit for the last player who draws (D5)
STOP_S = 10.0  # time limit for everything else that a table waits for


class SimulationError(Exception):
    """An invariant was violated, or the rules refused an action: a bug."""


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """A finished game."""

    game: Game
    steps: tuple[GameStep, ...]
    stopped: tuple[tuple[int, ...], ...]  # by round: seats that had not finished when drawing ended


def seeded_random(seed: int, number: int) -> Random:
    """Return the random generator for one game of a run, independent of the games before it."""
    return Random(f"{seed}/{number}")  # seeding with text is stable across processes and Python versions


def play_game(rules: Rules, deck: Deck, random: Random, *, check: bool = True) -> SimulatedGame:
    """Play a game to its end; raise `SimulationError` if an invariant is violated.

    `check=False` skips the invariants.
    """
    table = _Table(rules, deck, random, check)
    while table.game.phase is not Phase.OVER:
        table.advance()
    return SimulatedGame(table.game, tuple(table.steps), tuple(table.stopped))


class _Table:
    """A game, its players, and the queue of when they think next."""

    def __init__(self, rules: Rules, deck: Deck, random: Random, check: bool) -> None:
        self.random = random
        self.check = check
        self.game = new_game(rules, deck)
        self.players = [SimulatedPlayer(seat, rules, random) for seat in seats(self.game)]
        self.clicks = random.random() < 0.15  # players confirm each stop; rare, as it only adds steps
        self.sheets: dict[tuple[int, int], SimulatedSheet] = {}
        self.steps: list[GameStep] = []
        self.stopped: list[tuple[int, ...]] = []
        self.now = 0.0
        self.queue: list[tuple[float, int]] = []  # time and seat
        self.stop_key: StopKey | None = None

    def advance(self) -> None:
        """Take the next random action if one is due, otherwise let the next player think."""
        due = sample_chance(self.game, self.random.choice)
        if due is not None:
            self._act(TABLE, due)
            return
        self._refill_queue()
        if not self.queue:
            raise SimulationError(f"deadlock: no player acts in the phase {self.game.phase}")
        self.now, seat = heappop(self.queue)
        if seat == CLOCK:
            self._act(TABLE, TimeUp())
        elif self.game.phase is Phase.DRAWING:
            self._draw_or_guess(seat)
        else:
            self._answer(seat)

    def _refill_queue(self) -> None:
        """Let all players think again when the table has reached a new stop."""
        now = self.game.round
        stop_key = (self.game.phase, now.index, now.artist, now.holder, now.motion is None)
        if stop_key == self.stop_key:
            return
        self.stop_key = stop_key
        self.queue = []
        if self.clicks or self.game.phase is not Phase.PILE:  # a pile asks nothing of the players
            for player in self.players:
                self._think_later(player.seat, self.random.uniform(2.0, 8.0))
        if not self.clicks and self.game.phase not in {Phase.CHOOSING, Phase.DRAWING}:
            self._think_later(CLOCK, STOP_S)

    def _think_later(self, seat: int, wait: float) -> None:
        heappush(self.queue, (self.now + wait, seat))

    def _draw_or_guess(self, seat: int) -> None:
        action, wait = self.players[seat].decide(view_for(self.game, seat), self.now, self.sheets)
        before = last_unfinished(self.game)
        if action is not None:
            self._act(seat, action)
        if seat not in self.game.round.finished:
            self._think_later(seat, wait)
        if before is None and last_unfinished(self.game) is not None:
            self._think_later(CLOCK, HURRY_S)

    def _answer(self, seat: int) -> None:
        now = self.game.round
        on_show = self.sheets.get((now.index, now.artist)) if self.game.phase is Phase.WORD else None
        allowed = self._about_the_drawing_on_show(may(self.game, seat), seat)
        action = answer(allowed, self.sheets, on_show, self.clicks, self.random)
        if action is not None:
            self._act(seat, action)
            self._think_later(seat, self.random.uniform(1.0, 3.0))  # they may not be ready yet

    def _about_the_drawing_on_show(self, allowed: May, seat: int) -> May:
        """Leave out doubts about earlier drawings: simulated people don't come back to them."""
        artist = self.game.round.artist
        return replace(
            allowed,
            admit=allowed.admit if seat == artist else (),
            object=allowed.object if artist in allowed.object_to else (),
        )

    def _act(self, seat: Actor, action: Action) -> None:
        before = self.game
        try:
            self.game = apply(before, seat, action)
        except Refused as refused:
            raise SimulationError(f"the rules refused {action} by {_name(seat)}: {refused}") from refused
        self.steps.append((seat, action))
        if before.phase is Phase.DRAWING and self.game.phase is not Phase.DRAWING:
            done = {*before.round.finished, seat}
            self.stopped.append(tuple(other for other in seats(before) if other not in done))
        violated = violated_invariant(self.game) if self.check else None
        if violated is not None:
            raise SimulationError(
                f"invariant violated after step {len(self.steps)}, {action} by {_name(seat)}: {violated}"
            )


def _name(seat: Actor) -> str:
    return "the table" if seat is TABLE else f"seat {seat}"
