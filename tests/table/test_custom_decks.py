"""Tests of `pictomania.table.custom_decks`."""

import pytest

from pictomania.rules import Phase
from pictomania.table.custom_decks import upload
from pictomania.table.identity.codes import hash_key
from pictomania.wire import from_client
from pictomania.wire.reasons import Reason
from pictomania.wire.settings import Settings
from pictomania.words import DeckError
from tests.table.support.decks import uploaded_deck
from tests.table.support.harness import CODE, NAMES, TableHarness, key_of

DECK = uploaded_deck(level_1=3)


def upload_as(harness: TableHarness, who: str, name: str = "our words") -> Reason | None:
    """Upload a deck with the key of this player."""
    return upload(harness.session, hash_key(CODE, key_of(who)), name, DECK, harness.now)


def test_the_host_can_upload_a_deck_and_choose_it() -> None:
    harness = TableHarness(*NAMES[:3])
    assert upload_as(harness, "Ada", "  our   words ") is None
    assert harness.state(harness.players[1]).deck == "our words"
    assert harness.request(harness.players[0], from_client.ChangeSettings(Settings(deck="own"))) is None
    harness.restart()
    assert harness.table.own_deck == "our words"
    assert harness.table.chosen_box() is not None


def test_only_the_host_can_upload_and_only_in_the_lobby() -> None:
    harness = TableHarness(*NAMES[:3])
    assert upload_as(harness, "Wim") is Reason.NOT_SEATED
    assert upload_as(harness, "Ben") is Reason.NOT_THE_HOST
    assert upload_as(harness, "Ada", "\u200b") is Reason.NAME_UNFIT
    harness.play_until(Phase.READING)
    assert upload_as(harness, "Ada") is Reason.GAME_IS_ON
    assert harness.table.own_box is None


def test_an_unreadable_deck_changes_nothing() -> None:
    harness = TableHarness("Ada")
    harness.store()
    with pytest.raises(DeckError):
        upload(harness.session, hash_key(CODE, key_of("Ada")), "bad", (b"one", "text", "en"), harness.now)
    assert (harness.table.own_deck, harness.unstored) == (None, [])
