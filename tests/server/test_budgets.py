"""Budgets: drawing with a pen is free, reconnecting resets nothing, an address pays for its keys."""

import math

import pytest

from pictomania.server import budgets as room
from pictomania.server.addresses import INNER
from pictomania.server.budgets import BATCH_PIECES, LONGEST_HOLD_S, Account, Budget, Budgets, Kind, Verdict
from pictomania.server.credit import Credit
from pictomania.server.pace import Pace

MUCH = (1e9, 1e9)
FREE = Pace(*[MUCH] * 9)
NEVER = 1e-9


def lasts(credit: Credit, a_second: float, cost: float = 1.0, seconds: int = 600) -> bool:
    """Can somebody go on like this for so long?"""
    return all(credit.spend(number / a_second, cost) for number in range(round(a_second * seconds)))


@pytest.mark.parametrize(
    ("kind", "human", "much"),
    [
        ("ink", 60, 120),
        ("acts", 5, 20),
        ("wishes", 4, 10),
        ("talk", 0.5, 2),
        ("strikes", 0.4, 1),
        ("welcomes", 0.4, 1),
    ],
)
def test_people_and_programs(kind: str, human: float, much: float) -> None:
    """The one can go on for ten minutes, the other cannot."""
    assert lasts(getattr(Budget(Pace()), kind), human)
    assert not lasts(getattr(Budget(Pace()), kind), much)


def test_a_fast_hand_for_ten_minutes() -> None:
    """A pen that is sampled 240 times a second, sent 30 times a second, is never held up."""
    account = Account(Budget(Pace()), Budget(Pace().for_address()))
    assert not any(account.draw(8 * 4, number / 30) for number in range(30 * 600))


def test_ten_minutes_of_drawing_offline_fit_at_once() -> None:
    """A browser sends them in frames of up to 64 kB."""
    account = Account(Budget(Pace()), Budget(Pace().for_address()))
    assert not any(account.draw(64_000, 0.0) for _ in range(4))
    assert account.draw(64_000, 0.0) > 0


def test_ink_that_is_refused_is_not_paid_for() -> None:
    """Or a client that sends it again after a while would never get it through."""
    account = Account(Budget(Pace(ink_bytes=(1_000, 10_000))), Budget(FREE))
    assert not account.draw(10_000, 0.0)
    assert account.draw(15_000, 0.0) == pytest.approx(15, abs=0.01)
    for _ in range(100):
        assert account.draw(15_000, 0.0) > LONGEST_HOLD_S
    assert account.draw(15_000, 15.0) == pytest.approx(15, abs=0.01)


def test_a_school_behind_one_router() -> None:
    """A hundred people draw, act and talk as people do; then all reload the page at once."""
    address = Budget(Pace().for_address())
    accounts = [Account(Budget(Pace()), address) for _ in range(100)]
    for second in range(60):
        for number, account in enumerate(accounts):
            assert not any(account.draw(15, second + part / 20) for part in range(20))
            if second % 5 == number % 5:
                assert account.spend(Kind.ACT, second) is Verdict.FINE
            if second % 30 == number % 30:
                assert account.spend(Kind.TALK, second) is Verdict.FINE
    for account in accounts:
        assert account.spend(Kind.WELCOME, 60) is Verdict.FINE
        account.send(50_000, 60)
        assert account.may_be_sent(60)
        assert account.may_store(60)


def test_who_is_over_a_limit() -> None:
    """The key, or all keys of its address together."""
    address = Budget(Pace(acts=(NEVER, 3)))
    one, other = (Account(Budget(Pace(acts=(NEVER, 2))), address) for _ in range(2))
    assert [one.spend(Kind.ACT, 0) for _ in range(3)] == [Verdict.FINE, Verdict.FINE, Verdict.TOO_MANY]
    assert [other.spend(Kind.ACT, 0) for _ in range(2)] == [Verdict.FINE, Verdict.CROWDED]


@pytest.mark.parametrize("kind", ["ink", "ink_bytes"])
def test_ink_is_paid_for_by_the_address_too(kind: str) -> None:
    """In batches, so it may be a batch late."""
    address = Budget(Pace(**{"ink": MUCH, "ink_bytes": MUCH, kind: (1.0, 20.0)}))
    account = Account(Budget(FREE), address)
    holds = [account.draw(1, 0.0) for _ in range(2 * BATCH_PIECES)]
    assert [number for number, hold_s in enumerate(holds, 1) if hold_s] == [2 * BATCH_PIECES]
    assert holds[-1] == pytest.approx(2 * BATCH_PIECES - 20, abs=0.01)


def test_a_large_piece_is_a_batch_of_its_own() -> None:
    """Or much could be stored before anybody pays for it."""
    account = Account(Budget(FREE), Budget(Pace(stored=(NEVER, 1000), ink=MUCH, ink_bytes=MUCH)))
    assert account.may_store(0)
    account.draw(5_000, 0)
    assert not account.may_store(0)


@pytest.mark.parametrize("who", ["the key", "the address"])
def test_bytes(who: str) -> None:
    """Of both directions."""
    little = Pace(sent=(NEVER, 100), stored=(NEVER, 100))
    paces = (little, FREE) if who == "the key" else (FREE, little)
    account = Account(*map(Budget, paces))
    assert account.may_arrive(0)
    account.send(101, 0)
    assert not account.may_be_sent(0)
    assert not account.may_arrive(0)
    account.store(40, 0)
    assert not account.may_store(0)


def test_a_budget_is_found_again() -> None:
    """By key and by address; our own bots share none."""
    budgets = Budgets(Pace(talk=(NEVER, 1)))
    address = budgets.of_address("1.2.3.4", 0)
    assert budgets.account("key", address, 0).spend(Kind.TALK, 0) is Verdict.FINE
    again = budgets.account("key", budgets.of_address("1.2.3.4", 0), 0)
    assert again.spend(Kind.TALK, 0) is Verdict.TOO_MANY
    assert not again.strikes.is_full(math.inf) or again.strikes.spend(0)
    assert budgets.of_address(INNER, 0) is not budgets.of_address(INNER, 0)
    assert len(budgets) == 2


def test_forgetting(monkeypatch: pytest.MonkeyPatch) -> None:
    """First those that are as good as new, then the oldest."""
    monkeypatch.setattr(room, "MOST_REMEMBERED", 10)
    budgets = Budgets(Pace(talk=(NEVER, 1)))
    for number in range(11):
        budget = budgets.of_address(str(number), 0)
        if number < 4:
            budget.talk.spend(0, 8)
    assert len(budgets) == 5
    for number in range(20, 40):
        budgets.of_address(str(number), 0).talk.spend(0, 8)
    assert len(budgets) <= 10
    assert not budgets.of_address("39", 0).talk.spend(0, 8)
    assert budgets.of_address("0", 0).talk.spend(0, 8)


def test_what_was_stored_counts_after_a_restart() -> None:
    """For the address; to the second."""
    before = Budgets(Pace(stored=(1.0, 100.0)))
    before.account("key", before.of_address("1.2.3.4", 50), 50).store(400, 50)
    before.of_address("5.6.7.8", 50)
    debts = before.debts(50)
    assert list(debts) == ["1.2.3.4"]
    after = Budgets(Pace(stored=(1.0, 100.0)))
    after.restore(debts, 7_000)
    assert after.debts(7_000) == pytest.approx(debts)
    after.restore({"1.2.3.4": 1e9}, 7_000)
    assert after.debts(7_000)["1.2.3.4"] < 300
