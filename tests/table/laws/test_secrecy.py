"""No output of a table leaks what its recipient must not know."""

from random import Random

import pytest

from pictomania.rules import Finish, Guess, Phase, view
from pictomania.table import views
from pictomania.table.identity.codes import hash_key
from pictomania.table.seat import Member
from pictomania.wire import from_client
from pictomania.wire.json_codec import encode
from pictomania.wire.to_client import TicketIssued
from tests.laws.worlds import other_world
from tests.table.support.harness import CODE, NAMES, TableHarness, drawing_phase, key_of
from tests.table.support.random_table import STRANGERS, RandomTable, random_table

KEYS = [key_of(name) for name in (*NAMES, *STRANGERS)]
SECRETS = [text.encode() for key in KEYS for text in (key, hash_key(CODE, key))]


def all_output(harness: TableHarness, member: Member) -> bytes:
    """Return everything that a member could be sent now."""
    return encode(views.welcome(harness.session, member, harness.now)) + views.sheets(harness.session)


def check_two_worlds(harness: TableHarness, random: Random) -> None:
    """Change everything that a member must not know: not one byte of their output changes."""
    for member in harness.session.members:
        before, game = all_output(harness, member), harness.table.game
        if game is not None:
            harness.table.game = other_world(game, harness.session.seat_of(member), random)
            assert all_output(harness, member) == before
            harness.table.game = game


def check_keys_and_tickets(harness: TableHarness) -> None:
    """No key hash gets out; a ticket only to its owner, and a game's id only at the end."""
    for member in harness.session.members:
        output = all_output(harness, member)
        assert not any(secret in output for secret in SECRETS)
        assert b"secret-" not in output
        if harness.table.game_id is not None and not harness.table.is_open:
            assert harness.table.game_id.encode() not in output
    for mail in harness.take_mail():
        data = b"" if mail.message is None else encode(mail.message)
        assert not any(secret in data for secret in SECRETS)
        if b"secret-" in data:
            assert isinstance(mail.message, TicketIssued)
            assert len(mail.to) == 1


def check_at_every_step(harness: RandomTable) -> None:
    """Look again and again while an harness goes on."""
    for _ in range(45):
        for _ in range(5):
            harness.step()
        check_two_worlds(harness, harness.random)
        check_keys_and_tickets(harness)


@pytest.mark.rule("R7", "R30")
@pytest.mark.parametrize("seed", range(5))
def test_no_secret_leaks_at_any_step(seed: int) -> None:
    check_at_every_step(random_table(seed))


@pytest.mark.long
def test_no_secret_leaks_at_many_tables() -> None:
    for seed in range(100, 300):
        check_at_every_step(random_table(seed))


def table_with_guesses() -> TableHarness:
    """A table with secrets of every kind but votes."""
    harness = drawing_phase(*NAMES[:4])
    harness.join("Wim", watch=True)
    for member in harness.players:
        harness.draw(member)
    harness.session.act(1, Guess(0, 3), harness.now)
    harness.session.act(2, Guess(0, 1), harness.now)
    harness.session.act(3, Finish(3), harness.now)
    return harness


@pytest.mark.parametrize("leak", ["_knows_word", "is_pile_turned"])
def test_a_leak_would_be_noticed(monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    monkeypatch.setattr(view, leak, lambda *_: True)
    with pytest.raises(AssertionError):
        check_twenty_worlds(table_with_guesses())


def test_a_table_without_leaks_passes() -> None:
    check_twenty_worlds(table_with_guesses())


def check_twenty_worlds(harness: TableHarness) -> None:
    """Change the secrets in twenty ways."""
    for seed in range(20):
        check_two_worlds(harness, Random(seed))


def test_a_key_in_a_message_would_be_noticed() -> None:
    harness = table_with_guesses()
    harness.play_until(Phase.WORD)
    harness.request(harness.players[0], from_client.Chat(harness.players[0].key))
    with pytest.raises(AssertionError):
        check_keys_and_tickets(harness)
