"""The law of two worlds notices each kind of leak: a view that shows too much, a refusal that gives away."""

from random import Random

import pytest

from pictomania.rules import Finish, Game, Guess, Phase, Praise, Refusal, apply, referee, view
from tests.laws import laws
from tests.laws.worlds import other_world
from tests.rules.tables import after, drawing, second, until

GUESSED = after(drawing(second(4)), (1, Guess(0, 3)), (2, Guess(0, 1)), (3, Finish(3)))
PRAISED = apply(until(GUESSED, Phase.PRAISING), 0, Praise(1, 1))


def in_twenty_worlds(game: Game) -> None:
    """Check the law against twenty other worlds."""
    for seed in range(20):
        laws.a_seat_cannot_tell_two_worlds_apart(game, Random(seed))


def noticed(game: Game) -> None:
    """The law speaks in some other world, if not in the first."""
    with pytest.raises(AssertionError):
        in_twenty_worlds(game)


@pytest.mark.parametrize("game", [GUESSED, PRAISED], ids=["drawing", "praising"])
def test_honest_views_pass_and_the_other_world_is_another(game: Game) -> None:
    in_twenty_worlds(game)
    assert any(other_world(game, 3, Random(seed)) != game for seed in range(20))


def test_a_word_shown_too_early_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "_knows_word", lambda *_: True)
    noticed(GUESSED)


def test_a_pile_turned_too_early_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "is_pile_turned", lambda *_: True)
    noticed(GUESSED)


def test_a_secret_vote_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "winners", lambda game: game.praise)
    noticed(PRAISED)


def test_a_refusal_that_gives_a_number_away_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = referee._guess

    def leaking(game: Game, seat: int, action: Guess) -> Refusal | None:
        refusal = honest(game, seat, action)
        right = refusal is None and action.number == game.round.hands[action.artist].number
        return refusal if right or refusal else Refusal.NOT_NOW

    monkeypatch.setattr(referee, "_guess", leaking)
    noticed(GUESSED)
