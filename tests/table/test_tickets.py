"""Tests of tickets, with which `pictomania.table.arrivals` moves a seat to another device."""

from pictomania.table.arrivals import TICKET_MS
from pictomania.table.seat import Member
from pictomania.wire import from_client as said
from pictomania.wire.reasons import Close
from tests.table.evening import NAMES, Evening, drawing, key_of, kinds

PHONE = key_of("the phone")


def comes_with(evening: Evening, ticket: str, key: str = PHONE, name: str = "Phone") -> Member:
    """Somebody comes from another device."""
    member = evening.greeted(name, key=key, ticket=ticket)
    assert isinstance(member, Member)
    return member


def test_a_ticket_moves_a_seat_to_another_device() -> None:
    evening = drawing()
    ben = evening.people[1]
    ticket = evening.ticket_of(ben)
    before = evening.state(ben).view
    phone = comes_with(evening, ticket)
    assert evening.closed() == [(ben, Close.REPLACED)]
    assert (evening.seat_of(phone), evening.state(phone).view, evening.names()[1]) == (1, before, "Ben")
    assert kinds(evening.store())[-1] == "Rekeyed"
    assert evening.sitting.seat_of(evening.comes("Ben")) is None  # the old key has no seat any more


def test_a_ticket_is_good_once() -> None:
    evening = Evening(*NAMES[:3])
    ticket = evening.ticket_of(evening.people[1])
    comes_with(evening, ticket)
    thief = comes_with(evening, ticket, key_of("a thief"), "Thief")
    assert evening.names() == ["Ada", "Ben", "Cleo", "Thief"]
    assert evening.seat_of(thief) == 3


def test_a_ticket_is_good_for_five_minutes() -> None:
    evening = drawing()
    ticket = evening.ticket_of(evening.people[1])
    evening.now += TICKET_MS
    assert evening.seat_of(comes_with(evening, ticket)) == 1
    ticket = evening.ticket_of(evening.people[0])
    evening.now += TICKET_MS + 1
    assert evening.sitting.seat_of(comes_with(evening, ticket, key_of("late"))) is None
    assert evening.sitting.present == {0, 1, 2}


def test_a_newer_ticket_makes_the_older_worthless_but_not_those_of_others() -> None:
    evening = drawing()
    old = evening.ticket_of(evening.people[1])
    others = evening.ticket_of(evening.people[2])
    new = evening.ticket_of(evening.people[1])
    assert evening.sitting.seat_of(comes_with(evening, old, key_of("old"))) is None
    assert evening.seat_of(comes_with(evening, others, key_of("others"))) == 2
    assert evening.seat_of(comes_with(evening, new)) == 1


def test_tickets_that_nobody_used_are_forgotten() -> None:
    evening = drawing()
    evening.ticket_of(evening.people[1])
    evening.now += TICKET_MS + 1
    evening.ticket_of(evening.people[2])
    assert len(evening.sitting.tickets) == 1


def test_a_bad_ticket_changes_nothing() -> None:
    evening = Evening(*NAMES[:3])
    evening.ticket_of(evening.people[1])
    evening.store()
    before, members = len(evening.stored), list(evening.sitting.members)
    evening.greeted("Mallory", key=PHONE, ticket="x" * 32)
    assert evening.closed() == []
    assert evening.sitting.members[:3] == members
    assert kinds(evening.store())[before:] == ["Sat"]  # as anybody who comes to the lobby


def test_who_has_a_seat_cannot_take_another_with_a_ticket() -> None:
    evening = Evening(*NAMES[:3])
    ticket = evening.ticket_of(evening.people[1])
    ada = comes_with(evening, ticket, key_of("Ada"))
    assert evening.seat_of(ada) == 0
    assert evening.seat_of(evening.people[1]) == 1


def test_a_ticket_of_a_seat_that_is_gone_is_worthless() -> None:
    evening = Evening(*NAMES[:3])
    ticket = evening.ticket_of(evening.people[1])
    evening.asks(evening.people[0], said.Remove("Ben"))
    assert evening.seat_of(comes_with(evening, ticket)) == 2
    assert evening.names() == ["Ada", "Cleo", "Phone"]


def test_a_ticket_brings_back_who_got_up() -> None:
    evening = drawing()
    ticket = evening.ticket_of(evening.people[1])
    evening.asks(evening.people[1], said.Leave())
    assert evening.seat_of(comes_with(evening, ticket)) == 1
    assert not evening.table.seats[1].left


def test_a_watcher_may_take_a_seat_with_a_ticket() -> None:
    evening = drawing()
    old = evening.comes("Phone", key=PHONE, watch=True)
    ticket = evening.ticket_of(evening.people[1])
    phone = comes_with(evening, ticket)
    assert evening.seat_of(phone) == 1
    assert evening.closed() == [(evening.people[1], Close.REPLACED), (old, Close.REPLACED)]
    assert evening.sitting.watchers == []
