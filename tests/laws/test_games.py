"""Laws over whole games, with every edition, variant, option and number of seats."""

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
    Deck,
    Draw,
    Game,
    MakeHost,
    Phase,
    Rules,
    TimeUp,
    apply,
    chance,
    legal,
    new_game,
    seats,
)
from tests.laws import laws
from tests.laws.universe import SMALL_DECK, decks, every_table, rules, seat_actions, table_actions

Step = tuple[Actor, Action]


class Table(RuleBasedStateMachine):
    """A table at which anything may happen; Hypothesis looks for the steps that break a law."""

    @initialize(rules=rules(), deck=decks, host=st.integers(0, 2))
    def sit_down(self, rules: Rules, deck: Deck, host: int) -> None:
        """Begin a game."""
        self.beginning = self.game = new_game(rules, deck, host=host)
        self.record: list[Step] = []

    def do(self, seat: Actor, action: Action) -> None:
        """Apply and record a step."""
        self.game = apply(self.game, seat, action)
        self.record.append((seat, action))

    @rule(data=st.data())
    def anybody_does_something_legal(self, data: st.DataObject) -> None:
        """Do one legal action of anybody's."""
        steps = [(seat, action) for seat in (TABLE, *seats(self.game)) for action in legal(self.game, seat)]
        if steps:
            self.do(*data.draw(st.sampled_from(steps)))

    @rule(seed=st.integers(0, 2**32), steps=st.integers(1, 60))
    def the_game_goes_on(self, seed: int, steps: int) -> None:
        """Play on at random, so that every part of a game is reached."""
        random = Random(seed)
        for _ in range(steps):
            if self.game.phase is Phase.OVER:
                return
            self.do(*likely_step(self.game, random))

    @precondition(lambda self: self.game.phase is not Phase.OVER)
    @rule(data=st.data())
    def somebody_tries_anything(self, data: st.DataObject) -> None:
        """Try any action at all."""
        seat = data.draw(st.sampled_from([TABLE, -1, *range(7)]))
        anything = seat_actions(self.game.rules.players) + table_actions(self.game.deck)
        laws.apply_raises_exactly_when_why_not_speaks(self.game, seat, data.draw(st.sampled_from(anything)))

    @invariant()
    def the_laws_hold(self) -> None:
        """Check every law at every moment."""
        if hasattr(self, "game"):
            laws.nothing_is_broken(self.game)
            laws.legal_is_what_the_referee_allows(self.game)
            laws.the_view_says_what_is_legal(self.game)
            laws.a_seat_cannot_tell_two_worlds_apart(self.game, Random(len(self.record)))

    def teardown(self) -> None:
        """Replaying the record gives the same game, and the clock brings any game to its end."""
        if hasattr(self, "game"):
            game = self.beginning
            for seat, action in self.record:
                game = apply(game, seat, action)
            assert game == self.game
            assert ends(self.game, Random(0), patience=0) <= 5 * 2 * 60


def likely_step(game: Game, random: Random, patience: float = 0.97) -> Step:
    """Pick a step at random, with a clock that seldom strikes and a host who seldom changes."""
    action = chance(game, random.choice)
    if action:
        return TABLE, action
    if random.random() > patience and TimeUp() in legal(game, TABLE):
        return TABLE, TimeUp()
    steps: list[Step] = [(seat, action) for seat in seats(game) for action in legal(game, seat)]
    draws = [step for step in steps if isinstance(step[1], Draw)]  # or else most sheets would stay empty
    if draws and random.random() < 0.5:
        return random.choice(draws)
    return random.choice(steps or [(TABLE, action) for action in legal(game, TABLE)])


def ends(game: Game, random: Random, patience: float) -> int:
    """Play a game to its end and count the steps."""
    steps = 0
    while game.phase is not Phase.OVER:
        seat, action = likely_step(game, random, patience)
        if not isinstance(action, MakeHost):
            game = apply(game, seat, action)
        steps += 1
    return steps


def test_the_laws_hold_at_every_moment() -> None:
    run_state_machine_as_test(Table, settings=settings(max_examples=60, stateful_step_count=15))


@pytest.mark.long
def test_the_laws_hold_at_every_moment_of_many_games() -> None:
    run_state_machine_as_test(Table, settings=settings(max_examples=250, stateful_step_count=40))


@pytest.mark.parametrize(
    "rules", every_table(), ids=lambda r: f"{r.edition}-{r.players}-{'-'.join(sorted(r.variants))}"
)
def test_whole_games_of_every_table_break_no_law_and_end(rules: Rules) -> None:
    random = Random(rules.players)
    game, steps = new_game(rules, SMALL_DECK), 0
    while game.phase is not Phase.OVER:
        game = apply(game, *likely_step(game, random))
        laws.nothing_is_broken(game)
        if steps % 13 == 0:
            laws.a_seat_cannot_tell_two_worlds_apart(game, random)
            laws.the_view_says_what_is_legal(game)
        steps += 1
        assert steps < 5000


@given(rules=rules(), seed=st.integers(0, 2**32))
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
def test_every_game_ends_even_if_the_clock_never_strikes(rules: Rules, seed: int) -> None:
    assert ends(new_game(rules, SMALL_DECK), Random(seed), patience=1) < 5000
