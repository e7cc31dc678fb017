"""The records of a game: copied, never changed."""

from dataclasses import FrozenInstanceError, replace

import pytest

from pictomania.rules import Draw, Phase, apply
from pictomania.rules.game import changed
from tests.rules.tables import drawing, second

GAME = drawing(second(3))


def test_a_record_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        GAME.host = 1  # type: ignore[misc]


def test_changed_copies_as_dataclasses_do() -> None:
    assert changed(GAME, phase=Phase.OVER, host=2) == replace(GAME, phase=Phase.OVER, host=2)
    assert (GAME.phase, GAME.host) == (Phase.DRAWING, 0)
    assert hash(changed(GAME, host=0)) == hash(GAME)


def test_changed_knows_the_fields() -> None:
    with pytest.raises(TypeError, match=r"Round has no such fields: \{'drawing': 1\}"):
        changed(GAME.round, drawing=1)


def test_applying_leaves_the_game_as_it_was() -> None:
    before = drawing(second(3), drawn=False)
    apply(before, 0, Draw())
    assert before == drawing(second(3), drawn=False)
