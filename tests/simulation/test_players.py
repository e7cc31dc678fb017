"""Simulated players act sensibly."""

from collections import Counter
from random import Random
from typing import cast

from pictomania.rules import (
    TABLE,
    Action,
    Actor,
    Finish,
    Game,
    Guess,
    Hand,
    Phase,
    Praise,
    SeatAction,
    apply,
    new_game,
    rules_for,
    seats,
    view_for,
)
from pictomania.simulation import SimulatedGame
from pictomania.simulation.players import SimulatedPlayer
from pictomania.simulation.sheets import SimulatedSheet
from tests.rules.tables import until
from tests.simulation.games import DECKS, sample


def states(of: SimulatedGame) -> list[tuple[Game, Actor, Action]]:
    """Replay a game; return each state with the action taken in it."""
    game, found = new_game(of.game.rules, of.game.deck), []
    for seat, action in of.steps:
        found.append((game, seat, action))
        game = apply(game, seat, action)
    return found


def test_players_never_guess_their_own_number() -> None:
    for one in sample():
        for past in one.game.past:
            for pile in past.round.piles:
                assert all(
                    laid.number != cast("Hand", past.round.hands[laid.guesser]).number for laid in pile
                )


def test_players_guess_far_better_than_chance() -> None:
    fates = Counter(
        laid.number == cast("Hand", past.round.hands[artist]).number
        for one in sample()
        for past in one.game.past
        for artist, pile in enumerate(past.round.piles)
        for laid in pile
    )
    assert 0.6 < fates[True] / fates.total() < 0.95


def test_players_draw_before_they_guess() -> None:
    early = [
        seat
        for one in sample()
        for game, seat, action in states(one)
        if isinstance(action, Guess) and seat not in game.round.drawn
    ]
    assert len(early) <= 3  # occasionally a player has no idea what to draw


def test_players_usually_take_the_best_token() -> None:
    choices = Counter(
        action.token == max(may.take)
        for one in sample()
        for game, seat, action in states(one)
        if isinstance(action, Finish) and seat is not TABLE
        for may in [view_for(game, seat).may]
        if may and may.take
    )
    assert choices[True] > 5 * choices[False] > 0


def test_players_praise_others() -> None:
    praise = [(seat, action) for one in sample() for seat, action in one.steps if isinstance(action, Praise)]
    assert praise
    assert all(seat != action.artist for seat, action in praise)


def test_players_draw_after_a_guess_only_if_allowed() -> None:
    """Drawing and guessing mix freely in the first edition (R14), but not in the second (R13)."""
    for edition, mixes in (("first", True), ("second", False)):
        table = _Table(edition)
        actions = [table.think(seat) for _ in range(40) for seat in (0, 1)]
        assert any(isinstance(action, Guess) for action in actions)
        assert any(table.drew_after_guess) is mixes


class _Table:
    """A table in the drawing phase where two of three players think in turn, every ten seconds."""

    def __init__(self, edition: str) -> None:
        rules = rules_for(edition, (), 3)
        self.game = until(new_game(rules, DECKS[rules.edition]), Phase.DRAWING)
        random = Random(5)
        self.players = [SimulatedPlayer(seat, rules, random) for seat in seats(self.game)]
        self.sheets: dict[tuple[int, int], SimulatedSheet] = {}
        self.now = 0.0
        self.drew_after_guess: list[bool] = []

    def think(self, seat: int) -> SeatAction | None:
        self.now += 5.0
        if seat in self.game.round.finished or self.game.phase is not Phase.DRAWING:
            return None
        action, _ = self.players[seat].decide(view_for(self.game, seat), self.now, self.sheets)
        if action is not None:
            self.game = apply(self.game, seat, action)
        guessed = any(laid.guesser == seat for pile in self.game.round.piles for laid in pile)
        self.drew_after_guess.append(guessed and self.sheets[1, seat].pen_down_at is not None)
        return action
