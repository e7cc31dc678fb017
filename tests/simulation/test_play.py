"""Whole games: by every rules to the end, the same by the same chance, and loud when something breaks."""

from collections import Counter
from random import Random
from typing import get_args

import pytest

from pictomania.rules import (
    Game,
    Guess,
    MakeHost,
    Phase,
    Rules,
    SeatAction,
    TableAction,
    apply,
    new_game,
    rules_for,
    winners,
)
from pictomania.simulation import Broken, random_of, whole_game
from pictomania.simulation.players import Player, Thought
from tests.simulation.games import DECKS, EVERY_RULES, name, played, some


@pytest.mark.parametrize("rules", EVERY_RULES, ids=name)
def test_plays_by_every_rules_to_the_end(rules: Rules) -> None:
    one = played(rules)
    assert one.game.phase is Phase.OVER
    assert len(one.game.past) == len(one.stopped) == rules.rounds
    assert winners(one.game)


@pytest.mark.long
@pytest.mark.parametrize("rules", EVERY_RULES, ids=name)
def test_plays_by_every_rules_many_times(rules: Rules) -> None:
    for number in range(100):
        assert whole_game(rules, DECKS[rules.edition], random_of(2, number)).game.phase is Phase.OVER


def test_its_steps_are_the_whole_game() -> None:
    for one in some(2):
        game = new_game(one.game.rules, one.game.deck)
        for seat, action in one.steps:
            game = apply(game, seat, action)
        assert game == one.game


def test_the_same_chance_plays_the_same_game() -> None:
    rules = rules_for("first", (), 5)
    again = whole_game(rules, DECKS[rules.edition], random_of(1, 1), watch=False)
    assert again == played(rules)


def test_another_seed_or_number_plays_another_game() -> None:
    rules = rules_for("second", (), 3)
    assert len({played(rules, number, seed).steps for number in (1, 2) for seed in (1, 2)}) == 4


def test_chance_of_a_game_is_that_of_every_python() -> None:
    """The figures were written down once; no process, platform or version may give others."""
    random = random_of(7, 1)
    assert [random.choice(range(100)) for _ in range(5)] == [7, 70, 20, 25, 38]


def test_everything_that_can_be_done_is_done() -> None:
    """All but changing the host, which no rule of the game asks for."""
    done = Counter(type(action) for one in some(20) for _, action in one.steps)
    assert done.keys() == {*get_args(SeatAction), *get_args(TableAction)} - {MakeHost}


def test_says_who_was_stopped() -> None:
    """Where the last token ends the drawing, whoever has not finished is stopped without one (R38)."""
    stopped = 0
    for one in some():
        for past, late in zip(one.game.past, one.stopped, strict=True):
            assert all(past.round.tokens[seat] is None for seat in late)
            stopped += len(late)
    assert stopped > 0


# When something is wrong.

RULES = rules_for("second", (), 3)
DECK = DECKS[RULES.edition]


def test_a_broken_law_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_law(game: Game) -> str | None:
        return "Nobody draws (R0)." if game.phase is Phase.DRAWING else None

    monkeypatch.setattr("pictomania.simulation.play.broken_law", broken_law)
    with pytest.raises(
        Broken, match=r"after step \d+, Deal\(.*\) by the table, this law is broken: Nobody draws"
    ):
        whole_game(RULES, DECK, Random(1))


def test_laws_are_not_watched_when_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pictomania.simulation.play.broken_law", lambda _: "Nobody plays (R0).")
    assert whole_game(RULES, DECK, Random(1), watch=False).game.phase is Phase.OVER


def test_a_refusal_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Player, "thought", lambda self, *_: Thought(Guess(self.seat, 1), 1.0))
    with pytest.raises(Broken, match=r"the referee refused Guess\(.*\) by seat \d: own-drawing"):
        whole_game(RULES, DECK, Random(1))


def test_a_table_that_waits_for_ever_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pictomania.simulation.play.answer", lambda *_: None)
    with pytest.raises(Broken, match="everybody waits for everybody else in the phase choosing"):
        whole_game(rules_for("first", (), 3), DECKS[rules_for("first").edition], Random(1))


def test_the_last_one_is_given_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock ends the drawing when the last player does not (R37, D5)."""
    think = Player.thought

    def dawdle(self: Player, *args: object) -> Thought:
        action, wait = think(self, *args)  # type: ignore[arg-type]
        return Thought(None, 5.0) if self.seat == 0 else Thought(action, wait)

    monkeypatch.setattr(Player, "thought", dawdle)
    assert whole_game(RULES, DECK, Random(1)).stopped == ((0,),) * RULES.rounds
