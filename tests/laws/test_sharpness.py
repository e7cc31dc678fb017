"""The law of two worlds detects every kind of leak, through a view or a refusal."""

from random import Random

import pytest

from pictomania.rules import Finish, Game, Guess, Phase, Praise, Refusal, apply, referee, view
from tests.laws import laws
from tests.laws.worlds import other_world
from tests.rules.tables import after, drawing, number_of, second, until

GUESSED = after(drawing(second(4)), (1, Guess(0, 3)), (2, Guess(0, 1)), (3, Finish(3)))
PRAISED = apply(until(GUESSED, Phase.PRAISING), 0, Praise(1, 1))


def check_twenty_worlds(game: Game) -> None:
    """Check the law against twenty other worlds."""
    for seed in range(20):
        laws.check_two_worlds(game, Random(seed))


def check_leak_is_detected(game: Game) -> None:
    """Check that the law fails in at least one other world."""
    with pytest.raises(AssertionError):
        check_twenty_worlds(game)


@pytest.mark.parametrize("game", [GUESSED, PRAISED], ids=["drawing", "praising"])
def test_views_without_leaks_pass_in_worlds_that_differ(game: Game) -> None:
    check_twenty_worlds(game)
    assert any(other_world(game, 3, Random(seed)) != game for seed in range(20))


def test_a_word_shown_too_early_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "_knows_word", lambda *_: True)
    check_leak_is_detected(GUESSED)


def test_a_pile_turned_too_early_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "is_pile_turned", lambda *_: True)
    check_leak_is_detected(GUESSED)


def test_a_leaked_vote_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "winners", lambda game: game.praise)
    check_leak_is_detected(PRAISED)


def test_a_refusal_that_leaks_a_number_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = referee._guess

    def leaking(game: Game, seat: int, action: Guess) -> Refusal | None:
        refusal = honest(game, seat, action)
        right = refusal is None and action.number == number_of(game, action.artist)
        return refusal if right or refusal else Refusal.NOT_NOW

    monkeypatch.setattr(referee, "_guess", leaking)
    check_leak_is_detected(GUESSED)
