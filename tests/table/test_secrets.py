"""No byte that leaves a table gives away what its reader must not know."""

from random import Random

import pytest

from pictomania.rules import Finish, Guess, Phase, view
from pictomania.table import seen
from pictomania.table.codes import hashed
from pictomania.table.seat import Member
from pictomania.wire import from_client as said
from pictomania.wire.gate import written
from pictomania.wire.to_client import TicketIssued
from tests.laws.worlds import other_world
from tests.table.crowd import STRANGERS, Crowd, crowd
from tests.table.evening import CODE, NAMES, Evening, drawing, key_of

KEYS = [key_of(name) for name in (*NAMES, *STRANGERS)]
SECRETS = [text.encode() for key in KEYS for text in (key, hashed(CODE, key))]


def everything_told(evening: Evening, member: Member) -> bytes:
    """All that somebody could be sent about the table now."""
    return written(seen.welcome(evening.sitting, member, evening.now)) + seen.sheets(evening.sitting)


def nobody_can_tell_two_worlds_apart(evening: Evening, random: Random) -> None:
    """Change everything that somebody must not know: not one byte of what they are told changes."""
    for member in evening.sitting.members:
        before, game = everything_told(evening, member), evening.table.game
        if game is not None:
            evening.table.game = other_world(game, evening.sitting.seat_of(member), random)
            assert everything_told(evening, member) == before
            evening.table.game = game


def no_key_or_ticket_gets_out(evening: Evening) -> None:
    """Not even the hash of a key; a ticket only to one who asked for it, a game's id not before its end."""
    for member in evening.sitting.members:
        told = everything_told(evening, member)
        assert not any(secret in told for secret in SECRETS)
        assert b"secret-" not in told
        if evening.table.game_id is not None and not evening.table.is_open:
            assert evening.table.game_id.encode() not in told
    for letter in evening.told():
        data = b"" if letter.message is None else written(letter.message)
        assert not any(secret in data for secret in SECRETS)
        if b"secret-" in data:
            assert isinstance(letter.message, TicketIssued)
            assert len(letter.to) == 1


def all_evening(evening: Crowd) -> None:
    """Look again and again while an evening goes on."""
    for _ in range(45):
        for _ in range(5):
            evening.step()
        nobody_can_tell_two_worlds_apart(evening, evening.random)
        no_key_or_ticket_gets_out(evening)


@pytest.mark.rule("R7", "R30")
@pytest.mark.parametrize("seed", range(5))
def test_nothing_secret_gets_out_all_evening(seed: int) -> None:
    all_evening(crowd(seed))


@pytest.mark.long
def test_nothing_secret_gets_out_on_many_evenings() -> None:
    for seed in range(100, 300):
        all_evening(crowd(seed))


def guessed() -> Evening:
    """A table with secrets of every kind but votes."""
    evening = drawing(*NAMES[:4])
    evening.comes("Wim", watch=True)
    for member in evening.people:
        evening.draws(member)
    evening.sitting.act(1, Guess(0, 3), evening.now)
    evening.sitting.act(2, Guess(0, 1), evening.now)
    evening.sitting.act(3, Finish(3), evening.now)
    return evening


@pytest.mark.parametrize("leak", ["_knows_word", "is_pile_turned"])
def test_a_leak_would_be_noticed(monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    monkeypatch.setattr(view, leak, lambda *_: True)
    with pytest.raises(AssertionError):
        in_twenty_worlds(guessed())


def test_honest_tables_pass() -> None:
    in_twenty_worlds(guessed())


def in_twenty_worlds(evening: Evening) -> None:
    """Change what is secret in twenty ways."""
    for seed in range(20):
        nobody_can_tell_two_worlds_apart(evening, Random(seed))


def test_a_key_in_a_message_would_be_noticed() -> None:
    evening = guessed()
    evening.until(Phase.WORD)
    evening.asks(evening.people[0], said.Say(evening.people[0].key))
    with pytest.raises(AssertionError):
        no_key_or_ticket_gets_out(evening)
