"""Tests of `pictomania.table.bringing`."""

import pytest

from pictomania.rules import Phase
from pictomania.table.bringing import bring
from pictomania.table.codes import hashed
from pictomania.wire import from_client as said
from pictomania.wire.reasons import Reason
from pictomania.wire.settings import Settings
from pictomania.words import DeckError, Language
from tests.table.decks import brought
from tests.table.evening import CODE, NAMES, Evening, key_of

DECK = brought(level_1=3)


def brings(evening: Evening, who: str, name: str = "our words") -> Reason | None:
    """Let somebody bring a deck."""
    return bring(evening.sitting, hashed(CODE, key_of(who)), name, DECK, evening.now)


def test_the_host_brings_a_deck_and_can_settle_for_it() -> None:
    evening = Evening(*NAMES[:3])
    assert brings(evening, "Ada", "  our   words ") is None
    assert evening.state(evening.people[1]).deck == "our words"
    assert evening.asks(evening.people[0], said.Settle(Settings(deck="own"))) is None
    evening.restarts()
    assert evening.table.own_deck == "our words"
    assert evening.table.chosen_box() is not None


def test_nobody_else_does_and_not_in_a_game() -> None:
    evening = Evening(*NAMES[:3])
    assert brings(evening, "Wim") is Reason.NOT_SEATED
    assert brings(evening, "Ben") is Reason.NOT_THE_HOST
    assert brings(evening, "Ada", "\u200b") is Reason.NAME_UNFIT
    evening.until(Phase.READING)
    assert brings(evening, "Ada") is Reason.GAME_IS_ON
    assert evening.table.own_box is None


def test_a_deck_that_cannot_be_read_changes_nothing() -> None:
    evening = Evening("Ada")
    evening.store()
    with pytest.raises(DeckError):
        bring(evening.sitting, hashed(CODE, key_of("Ada")), "bad", (b"one", "text", Language.EN), evening.now)
    assert (evening.table.own_deck, evening.sitting.unstored) == (None, [])
