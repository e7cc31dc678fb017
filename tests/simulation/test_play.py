"""Whole games: they end under all rules, are reproducible, and report bugs."""

from collections import Counter
from random import Random
from typing import get_args

import pytest

from pictomania.rules import (
    AddSeat,
    ComeBack,
    Game,
    Guess,
    KeepPlaying,
    MakeHost,
    Phase,
    Retract,
    Rules,
    SeatAction,
    SetRounds,
    SitOut,
    TableAction,
    apply,
    new_game,
    rules_for,
    winners,
)
from pictomania.simulation import SimulationError, play_game, seeded_random
from pictomania.simulation.players import Decision, SimulatedPlayer
from tests.simulation.games import ALL_RULES, DECKS, name, played, sample


@pytest.mark.parametrize("rules", ALL_RULES, ids=name)
def test_a_game_ends_under_all_rules(rules: Rules) -> None:
    one = played(rules)
    assert one.game.phase is Phase.OVER
    assert len(one.game.past) == len(one.stopped) == rules.rounds
    assert winners(one.game)


@pytest.mark.long
@pytest.mark.parametrize("rules", ALL_RULES, ids=name)
def test_many_games_end_under_all_rules(rules: Rules) -> None:
    for number in range(100):
        assert play_game(rules, DECKS[rules.edition], seeded_random(2, number)).game.phase is Phase.OVER


def test_replaying_the_steps_gives_the_same_game() -> None:
    for one in sample(2):
        game = new_game(one.game.rules, one.game.deck)
        for seat, action in one.steps:
            game = apply(game, seat, action)
        assert game == one.game


def test_the_same_seed_gives_the_same_game() -> None:
    rules = rules_for("first", (), 5)
    again = play_game(rules, DECKS[rules.edition], seeded_random(1, 1), check=False)
    assert again == played(rules)


def test_another_seed_or_number_gives_another_game() -> None:
    rules = rules_for("second", (), 3)
    assert len({played(rules, number, seed).steps for number in (1, 2) for seed in (1, 2)}) == 4


def test_seeding_is_stable_across_python_versions() -> None:
    """These values must be the same for every process, platform and version."""
    random = seeded_random(7, 1)
    assert [random.choice(range(100)) for _ in range(5)] == [7, 70, 20, 25, 38]


def test_simulated_games_use_every_action() -> None:
    """All but those of people who come, go, or change their mind."""
    done = Counter(type(action) for one in sample(20) for _, action in one.steps)
    assert done.keys() == {*get_args(SeatAction), *get_args(TableAction)} - {
        *(MakeHost, SitOut, ComeBack, AddSeat, SetRounds),
        *(KeepPlaying, Retract),
    }


def test_stopped_players_have_no_token() -> None:
    """If the last token ends the drawing phase, unfinished players get none (R38)."""
    stopped = 0
    for one in sample():
        for past, late in zip(one.game.past, one.stopped, strict=True):
            assert all(past.round.tokens[seat] is None for seat in late)
            stopped += len(late)
    assert stopped > 0


# Bugs.

RULES = rules_for("second", (), 3)
DECK = DECKS[RULES.edition]


def test_a_violated_invariant_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def violated_invariant(game: Game) -> str | None:
        return "Nobody draws (R0)." if game.phase is Phase.DRAWING else None

    monkeypatch.setattr("pictomania.simulation.play.violated_invariant", violated_invariant)
    with pytest.raises(
        SimulationError, match=r"invariant violated after step \d+, Deal\(.*\) by the table: Nobody draws"
    ):
        play_game(RULES, DECK, Random(1))


def test_invariants_can_be_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pictomania.simulation.play.violated_invariant", lambda _: "Nobody plays (R0).")
    assert play_game(RULES, DECK, Random(1), check=False).game.phase is Phase.OVER


def test_a_refusal_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimulatedPlayer, "decide", lambda self, *_: Decision(Guess(self.seat, 1), 1.0))
    with pytest.raises(SimulationError, match=r"the rules refused Guess\(.*\) by seat \d: own-drawing"):
        play_game(RULES, DECK, Random(1))


def test_a_deadlock_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pictomania.simulation.play.answer", lambda *_: None)
    with pytest.raises(SimulationError, match="deadlock: no player acts in the phase choosing"):
        play_game(rules_for("first", (), 3), DECKS[rules_for("first").edition], Random(1))


def test_the_clock_ends_the_drawing_for_the_last_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the last player does not finish, the clock ends the drawing phase (R37, D5)."""
    decide = SimulatedPlayer.decide

    def dawdle(self: SimulatedPlayer, *args: object) -> Decision:
        action, wait = decide(self, *args)  # type: ignore[arg-type]
        return Decision(None, 5.0) if self.seat == 0 else Decision(action, wait)

    monkeypatch.setattr(SimulatedPlayer, "decide", dawdle)
    assert play_game(RULES, DECK, Random(1)).stopped == ((0,),) * RULES.rounds
