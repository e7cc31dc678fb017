"""Budgets: players never hit a limit, reconnecting resets nothing, an address is charged for its keys."""

import math

import pytest

from pictomania.server.net import budgets as room
from pictomania.server.net.addresses import BOT_ADDRESS
from pictomania.server.net.budgets import (
    BATCH_PIECES,
    MAX_HOLD_S,
    Account,
    Budgets,
    MessageKind,
    RateBudget,
    SpendResult,
)
from pictomania.server.net.rate_limits import RateLimits
from pictomania.server.net.token_bucket import TokenBucket

MUCH = (1e9, 1e9)
FREE = RateLimits(*[MUCH] * 9)
NEVER = 1e-9


def lasts(bucket: TokenBucket, per_second: float, cost: float = 1.0, seconds: int = 600) -> bool:
    """Whether a rate can be kept up for this long."""
    return all(bucket.spend(number / per_second, cost) for number in range(round(per_second * seconds)))


@pytest.mark.parametrize(
    ("kind", "human", "much"),
    [
        ("ink", 60, 120),
        ("actions", 5, 20),
        ("requests", 4, 10),
        ("chat", 0.5, 2),
        ("strikes", 0.4, 1),
        ("welcomes", 0.4, 1),
    ],
)
def test_limits_fit_people_but_not_programs(kind: str, human: float, much: float) -> None:
    """People can go on for ten minutes, programs cannot."""
    assert lasts(getattr(RateBudget(RateLimits()), kind), human)
    assert not lasts(getattr(RateBudget(RateLimits()), kind), much)


def test_fast_drawing_for_ten_minutes_is_never_held() -> None:
    """A pen sampled at 240 Hz and sent 30 times per second is never held."""
    account = Account(RateBudget(RateLimits()), RateBudget(RateLimits().for_address()))
    assert not any(account.draw(8 * 4, number / 30) for number in range(30 * 600))


def test_ten_minutes_of_offline_drawing_fit_into_the_burst() -> None:
    """A browser sends them in frames of up to 64 kB."""
    account = Account(RateBudget(RateLimits()), RateBudget(RateLimits().for_address()))
    assert not any(account.draw(64_000, 0.0) for _ in range(4))
    assert account.draw(64_000, 0.0) > 0


def test_refused_ink_is_not_charged() -> None:
    """Otherwise a client that retries would never succeed."""
    account = Account(RateBudget(RateLimits(ink_bytes=(1_000, 10_000))), RateBudget(FREE))
    assert not account.draw(10_000, 0.0)
    assert account.draw(15_000, 0.0) == pytest.approx(15, abs=0.01)
    for _ in range(100):
        assert account.draw(15_000, 0.0) > MAX_HOLD_S
    assert account.draw(15_000, 15.0) == pytest.approx(15, abs=0.01)


def test_a_school_behind_one_router() -> None:
    """A hundred players draw, act and chat; then all reload the page at once."""
    address = RateBudget(RateLimits().for_address())
    accounts = [Account(RateBudget(RateLimits()), address) for _ in range(100)]
    for second in range(60):
        for number, account in enumerate(accounts):
            assert not any(account.draw(15, second + part / 20) for part in range(20))
            if second % 5 == number % 5:
                assert account.spend(MessageKind.ACTION, second) is SpendResult.OK
            if second % 30 == number % 30:
                assert account.spend(MessageKind.CHAT, second) is SpendResult.OK
    for account in accounts:
        assert account.spend(MessageKind.WELCOME, 60) is SpendResult.OK
        account.send(50_000, 60)
        assert account.may_welcome(60)
        assert account.may_store(60)


def test_the_result_says_which_limit_was_exceeded() -> None:
    """The key, or all keys of its address together."""
    address = RateBudget(RateLimits(actions=(NEVER, 3)))
    one, other = (Account(RateBudget(RateLimits(actions=(NEVER, 2))), address) for _ in range(2))
    assert [one.spend(MessageKind.ACTION, 0) for _ in range(3)] == [
        SpendResult.OK,
        SpendResult.OK,
        SpendResult.OVER_KEY_LIMIT,
    ]
    assert [other.spend(MessageKind.ACTION, 0) for _ in range(2)] == [
        SpendResult.OK,
        SpendResult.OVER_ADDRESS_LIMIT,
    ]


@pytest.mark.parametrize("kind", ["ink", "ink_bytes"])
def test_ink_is_charged_to_the_address_too(kind: str) -> None:
    """In batches, so possibly one batch late."""
    address = RateBudget(RateLimits(**{"ink": MUCH, "ink_bytes": MUCH, kind: (1.0, 20.0)}))
    account = Account(RateBudget(FREE), address)
    holds = [account.draw(1, 0.0) for _ in range(2 * BATCH_PIECES)]
    assert [number for number, hold_s in enumerate(holds, 1) if hold_s] == [2 * BATCH_PIECES]
    assert holds[-1] == pytest.approx(2 * BATCH_PIECES - 20, abs=0.01)


def test_a_large_piece_is_charged_at_once() -> None:
    """Otherwise much could be stored before it is charged."""
    account = Account(
        RateBudget(FREE), RateBudget(RateLimits(disk_bytes=(NEVER, 1000), ink=MUCH, ink_bytes=MUCH))
    )
    assert account.may_store(0)
    account.draw(5_000, 0)
    assert not account.may_store(0)


@pytest.mark.parametrize("who", ["the key", "the address"])
def test_bytes(who: str) -> None:
    """Sent and stored."""
    little = RateLimits(welcome_bytes=(NEVER, 100), disk_bytes=(NEVER, 100))
    paces = (little, FREE) if who == "the key" else (FREE, little)
    account = Account(*map(RateBudget, paces))
    assert account.charge_join(0)
    account.send(101, 0)
    assert not account.may_welcome(0)
    assert not account.charge_join(0)
    account.store(40, 0)
    assert not account.may_store(0)


def test_a_budget_is_found_again() -> None:
    """By key and by address; house bots share none."""
    budgets = Budgets(RateLimits(chat=(NEVER, 1)))
    address = budgets.of_address("1.2.3.4", 0)
    assert budgets.account("key", address, 0).spend(MessageKind.CHAT, 0) is SpendResult.OK
    again = budgets.account("key", budgets.of_address("1.2.3.4", 0), 0)
    assert again.spend(MessageKind.CHAT, 0) is SpendResult.OVER_KEY_LIMIT
    assert not again.strikes.is_full(math.inf) or again.strikes.spend(0)
    assert budgets.of_address(BOT_ADDRESS, 0) is not budgets.of_address(BOT_ADDRESS, 0)
    assert len(budgets) == 2


def test_forgetting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Full ones first, then the least recently used."""
    monkeypatch.setattr(room, "MAX_BUDGETS", 10)
    budgets = Budgets(RateLimits(chat=(NEVER, 1)))
    for number in range(11):
        budget = budgets.of_address(str(number), 0)
        if number < 4:
            budget.chat.spend(0, 8)
    assert len(budgets) == 5
    for number in range(20, 40):
        budgets.of_address(str(number), 0).chat.spend(0, 8)
    assert len(budgets) <= 10
    assert not budgets.of_address("39", 0).chat.spend(0, 8)
    assert budgets.of_address("0", 0).chat.spend(0, 8)


def test_stored_bytes_count_after_a_restart() -> None:
    """Per address, to the second."""
    before = Budgets(RateLimits(disk_bytes=(1.0, 100.0)))
    before.account("key", before.of_address("1.2.3.4", 50), 50).store(400, 50)
    before.of_address("5.6.7.8", 50)
    debts = before.debts(50)
    assert list(debts) == ["1.2.3.4"]
    after = Budgets(RateLimits(disk_bytes=(1.0, 100.0)))
    after.restore(debts, 7_000)
    assert after.debts(7_000) == pytest.approx(debts)
    after.restore({"1.2.3.4": 1e9}, 7_000)
    assert after.debts(7_000)["1.2.3.4"] < 300
