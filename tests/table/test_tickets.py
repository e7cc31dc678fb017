"""Tests of tickets, which move a seat to another device."""

from pictomania.table.seat import Member
from pictomania.table.session import TICKET_MS
from pictomania.wire import from_client
from pictomania.wire.reasons import Close
from tests.table.support.harness import NAMES, TableHarness, drawing_phase, fact_names, key_of

PHONE = key_of("the phone")


def redeem(harness: TableHarness, ticket: str, key: str = PHONE, name: str = "Phone") -> Member:
    """Join from another device with a ticket."""
    member = harness.try_to_join(name, key=key, ticket=ticket)
    assert isinstance(member, Member)
    return member


def test_a_ticket_moves_a_seat_to_another_device() -> None:
    harness = drawing_phase()
    ben = harness.players[1]
    ticket = harness.request_ticket(ben)
    before = harness.state(ben).view
    phone = redeem(harness, ticket)
    assert harness.take_closed() == [(ben, Close.REPLACED)]
    assert (harness.seat_of(phone), harness.state(phone).view, harness.names()[1]) == (1, before, "Ben")
    assert fact_names(harness.store())[-1] == "SeatMoved"
    assert harness.session.seat_of(harness.join("Ben")) is None  # the old key has no seat


def test_a_ticket_is_valid_once() -> None:
    harness = TableHarness(*NAMES[:3])
    ticket = harness.request_ticket(harness.players[1])
    redeem(harness, ticket)
    thief = redeem(harness, ticket, key_of("a thief"), "Thief")
    assert harness.names() == ["Ada", "Ben", "Cleo", "Thief"]
    assert harness.seat_of(thief) == 3


def test_a_ticket_is_valid_for_five_minutes() -> None:
    harness = drawing_phase()
    ticket = harness.request_ticket(harness.players[1])
    harness.now += TICKET_MS
    assert harness.seat_of(redeem(harness, ticket)) == 1
    ticket = harness.request_ticket(harness.players[0])
    harness.now += TICKET_MS + 1
    assert harness.session.seat_of(redeem(harness, ticket, key_of("late"))) is None
    assert harness.session.present == {0, 1, 2}


def test_a_new_ticket_invalidates_the_old_one_but_not_those_of_other_players() -> None:
    harness = drawing_phase()
    old = harness.request_ticket(harness.players[1])
    others = harness.request_ticket(harness.players[2])
    new = harness.request_ticket(harness.players[1])
    assert harness.session.seat_of(redeem(harness, old, key_of("old"))) is None
    assert harness.seat_of(redeem(harness, others, key_of("others"))) == 2
    assert harness.seat_of(redeem(harness, new)) == 1


def test_expired_tickets_are_forgotten() -> None:
    harness = drawing_phase()
    harness.request_ticket(harness.players[1])
    harness.now += TICKET_MS + 1
    harness.request_ticket(harness.players[2])
    assert len(harness.session._tickets) == 1


def test_an_invalid_ticket_changes_nothing() -> None:
    harness = TableHarness(*NAMES[:3])
    harness.request_ticket(harness.players[1])
    harness.store()
    before, members = len(harness.stored), list(harness.session.members)
    harness.try_to_join("Mallory", key=PHONE, ticket="x" * 32)
    assert harness.take_closed() == []
    assert harness.session.members[:3] == members
    assert fact_names(harness.store())[before:] == ["SeatTaken"]  # like any newcomer in the lobby


def test_a_player_with_a_seat_cannot_redeem_a_ticket_for_another() -> None:
    harness = TableHarness(*NAMES[:3])
    ticket = harness.request_ticket(harness.players[1])
    ada = redeem(harness, ticket, key_of("Ada"))
    assert harness.seat_of(ada) == 0
    assert harness.seat_of(harness.players[1]) == 1


def test_a_ticket_for_a_removed_seat_is_invalid() -> None:
    harness = TableHarness(*NAMES[:3])
    ticket = harness.request_ticket(harness.players[1])
    harness.request(harness.players[0], from_client.Remove("Ben"))
    assert harness.seat_of(redeem(harness, ticket)) == 2
    assert harness.names() == ["Ada", "Cleo", "Phone"]


def test_a_player_who_left_can_come_back_with_a_ticket() -> None:
    harness = drawing_phase()
    ticket = harness.request_ticket(harness.players[1])
    harness.request(harness.players[1], from_client.Leave())
    assert harness.seat_of(redeem(harness, ticket)) == 1
    assert not harness.table.seats[1].left


def test_a_watcher_can_redeem_a_ticket() -> None:
    harness = drawing_phase()
    old = harness.join("Phone", key=PHONE, watch=True)
    ticket = harness.request_ticket(harness.players[1])
    phone = redeem(harness, ticket)
    assert harness.seat_of(phone) == 1
    assert harness.take_closed() == [(harness.players[1], Close.REPLACED), (old, Close.REPLACED)]
    assert harness.session.watchers == []
