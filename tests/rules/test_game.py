"""Game records are immutable."""

from dataclasses import FrozenInstanceError, replace

import pytest

from pictomania.rules import Draw, Phase, advance, apply
from pictomania.rules.game import copy_with
from tests.rules.tables import drawing, second

GAME = drawing(second(3))


def test_a_record_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        GAME.host = 1  # type: ignore[misc]


def test_copy_with_equals_dataclasses_replace() -> None:
    assert copy_with(GAME, phase=Phase.OVER, host=2) == replace(GAME, phase=Phase.OVER, host=2)
    assert (GAME.phase, GAME.host) == (Phase.DRAWING, 0)
    assert hash(copy_with(GAME, host=0)) == hash(GAME)


def test_copy_with_rejects_unknown_fields() -> None:
    with pytest.raises(TypeError, match=r"unknown fields of Round: \{'drawing': 1\}"):
        copy_with(GAME.round, drawing=1)


def test_applying_an_action_does_not_change_the_old_game() -> None:
    before = drawing(second(3), drawn=False)
    apply(before, 0, Draw())
    assert before == drawing(second(3), drawn=False)


def test_advancing_an_allowed_action_equals_applying_it() -> None:
    before = drawing(second(3), drawn=False)
    assert advance(before, 0, Draw()) == apply(before, 0, Draw())
