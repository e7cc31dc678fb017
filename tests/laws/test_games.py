"""Laws over whole games with every edition, variant, option and number of seats."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pictomania.rules import (
    TABLE,
    Action,
    Actor,
    Deal,
    Deck,
    Draw,
    Game,
    Lay,
    Phase,
    Rules,
    TimeUp,
    apply,
    new_game,
    sample_chance,
    seats,
)
from tests.laws import laws
from tests.laws.universe import SMALL_DECK, decks, every_table, rules, seat_actions, table_actions
from tests.rules.legal_actions import legal_actions

GameStep = tuple[Actor, Action]


class GameMachine(RuleBasedStateMachine):
    """A game in which anything may happen; Hypothesis searches for steps that break a law."""

    @initialize(rules=rules(), deck=decks, host=st.integers(0, 2))
    def start(self, rules: Rules, deck: Deck, host: int) -> None:
        """Start a game."""
        self.initial = self.game = new_game(rules, deck, host=host)
        self.record: list[GameStep] = []

    def do(self, seat: Actor, action: Action) -> None:
        """Apply and record a step."""
        self.game = apply(self.game, seat, action)
        self.record.append((seat, action))

    @rule(data=st.data())
    def take_a_legal_step(self, data: st.DataObject) -> None:
        """Perform one legal action of any actor."""
        steps = [
            (seat, action) for seat in (TABLE, *seats(self.game)) for action in legal_actions(self.game, seat)
        ]
        if steps:
            self.do(*data.draw(st.sampled_from(steps)))

    @rule(seed=st.integers(0, 2**32), steps=st.integers(1, 60))
    def play_on(self, seed: int, steps: int) -> None:
        """Play on at random to reach every phase."""
        random = Random(seed)
        for _ in range(steps):
            if self.game.phase is Phase.OVER:
                return
            self.do(*likely_step(self.game, random))

    @precondition(lambda self: self.game.phase is not Phase.OVER)
    @rule(data=st.data())
    def try_any_step(self, data: st.DataObject) -> None:
        """Try any action, legal or not."""
        seat = data.draw(st.sampled_from([TABLE, -1, *range(7)]))
        anything = seat_actions(len(seats(self.game))) + table_actions(self.game.deck)
        laws.check_apply(self.game, seat, data.draw(st.sampled_from(anything)))

    @invariant()
    def laws_hold(self) -> None:
        """Check every law at every moment."""
        if hasattr(self, "game"):
            laws.check_invariants(self.game)
            laws.check_legal_actions(self.game)
            laws.check_may(self.game)
            laws.check_two_worlds(self.game, Random(len(self.record)))

    def teardown(self) -> None:
        """Replaying the record gives the same game, and timeouts end any game."""
        if hasattr(self, "game"):
            game = self.initial
            for seat, action in self.record:
                game = apply(game, seat, action)
            assert game == self.game
            assert steps_to_end(self.game, Random(0), patience=0) <= 5 * 2 * 60


def likely_step(game: Game, random: Random, patience: float = 0.97) -> GameStep:
    """Pick a random step; timeouts and changes of host are rare."""
    action = sample_chance(game, random.choice)
    if action:
        return TABLE, action
    if random.random() > patience and TimeUp() in legal_actions(game, TABLE):
        return TABLE, TimeUp()
    steps: list[GameStep] = [(seat, action) for seat in seats(game) for action in legal_actions(game, seat)]
    draws = [step for step in steps if isinstance(step[1], Draw)]  # otherwise most sheets would stay empty
    if draws and random.random() < 0.5:
        return random.choice(draws)
    return random.choice(steps or [(TABLE, action) for action in legal_actions(game, TABLE)])


def steps_to_end(game: Game, random: Random, patience: float) -> int:
    """Play a game to its end and count the steps."""
    steps = 0
    while game.phase is not Phase.OVER:
        seat, action = likely_step(game, random, patience)
        if isinstance(action, TimeUp | Lay | Deal) or seat is not TABLE:
            game = apply(game, seat, action)
        steps += 1
    return steps


def test_the_laws_hold_at_every_moment() -> None:
    run_state_machine_as_test(GameMachine, settings=settings(max_examples=60, stateful_step_count=15))


@pytest.mark.long
def test_the_laws_hold_at_every_moment_of_many_games() -> None:
    run_state_machine_as_test(GameMachine, settings=settings(max_examples=250, stateful_step_count=40))


@pytest.mark.parametrize(
    "rules", every_table(), ids=lambda r: f"{r.edition}-{r.players}-{'-'.join(sorted(r.variants))}"
)
def test_whole_games_with_all_rules_keep_the_laws_and_end(rules: Rules) -> None:
    random = Random(rules.players)
    game, steps = new_game(rules, SMALL_DECK), 0
    while game.phase is not Phase.OVER:
        game = apply(game, *likely_step(game, random))
        laws.check_invariants(game)
        if steps % 13 == 0:
            laws.check_two_worlds(game, random)
            laws.check_may(game)
        steps += 1
        assert steps < 5000


@given(rules=rules(), seed=st.integers(0, 2**32))
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
def test_every_game_ends_even_without_timeouts(rules: Rules, seed: int) -> None:
    assert steps_to_end(new_game(rules, SMALL_DECK), Random(seed), patience=1) < 5000
