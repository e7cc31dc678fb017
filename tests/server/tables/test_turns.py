"""Turns of tables: who has used the least time goes first, and messages are read in between."""

import asyncio
from time import perf_counter

import pytest

from pictomania.server.net.token_bucket import TokenBucket
from pictomania.server.tables import turns as turns_module
from pictomania.server.tables.turns import MAX_DEBT_S, Payers, Turns

RATE = 0.01


def new_payer(used_s: float = 0.0) -> TokenBucket:
    """A budget of loop time of which some has been used."""
    budget = TokenBucket(RATE, 1.0)
    budget.charge(asyncio.get_running_loop().time(), used_s)
    return budget


def paid_by(*budgets: TokenBucket) -> Payers:
    """The people at a table."""
    return lambda: budgets


async def use_up(turns: Turns) -> None:
    """Use up this turn of the event loop."""
    with turns.spending(paid_by()):
        began = perf_counter()
        while perf_counter() - began < turns_module.SLICE_S:
            pass


async def test_a_free_loop_can_be_used_at_once() -> None:
    """Nothing else happens before."""
    turns, happened = Turns(), list[str]()
    asyncio.get_running_loop().call_soon(happened.append, "a message")
    await turns.take(paid_by(new_payer()))
    assert not happened


async def test_who_has_used_the_least_goes_first() -> None:
    """At a table of several people, the one who has used the least counts; of equals, the first."""
    turns, order = Turns(), list[str]()

    async def go(name: str, payers: Payers) -> None:
        await turns.take(payers)
        with turns.spending(payers):
            order.append(name)

    now_used = {"much": 0.05, "some": 0.02, "little": 0.01}
    tables = {name: paid_by(new_payer(used)) for name, used in now_used.items()}
    tables["company"] = paid_by(new_payer(0.04), new_payer(0.015))
    tables["nobody"] = tables["nobody else"] = paid_by()
    await asyncio.gather(use_up(turns), *(go(name, payers) for name, payers in tables.items()))
    assert order == ["nobody", "nobody else", "little", "company", "some", "much"]


async def test_messages_are_read_between_two_turns() -> None:
    """The event loop gets its turn, however many tables wait."""
    turns, order = Turns(), list[str]()
    loop = asyncio.get_running_loop()

    async def go(number: int) -> None:
        await turns.take(paid_by())
        order.append(f"table {number}")
        loop.call_soon(order.append, "messages")

    await asyncio.gather(use_up(turns), *map(go, range(3)))
    await asyncio.sleep(0)
    assert order == ["table 0", "messages", "table 1", "messages", "table 2", "messages"]


async def test_the_next_turn_of_the_loop_is_free_again() -> None:
    turns, happened = Turns(), list[str]()
    await use_up(turns)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    asyncio.get_running_loop().call_soon(happened.append, "a message")
    await turns.take(paid_by())
    assert not happened


async def test_a_table_that_is_gone_holds_up_nobody() -> None:
    turns = Turns()
    _, gone, stays = map(asyncio.ensure_future, (use_up(turns), turns.take(paid_by()), turns.take(paid_by())))
    await asyncio.sleep(0)
    gone.cancel()
    await stays
    assert gone.cancelled()


async def test_time_is_charged_up_to_a_maximum(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if something fails; and old debts are paid off at last."""
    turns, payer = Turns(), new_payer()
    loop = asyncio.get_running_loop()
    with pytest.raises(ZeroDivisionError), turns.spending(paid_by(payer)):
        _ = 1 / 0
    assert payer.full_in(loop.time()) > 0
    times = iter(range(0, 1000, 100))  # a clock by which everything takes 100 s
    monkeypatch.setattr(turns_module, "perf_counter", lambda: next(times))
    with turns.spending(paid_by(payer)):
        pass
    owed_s = payer.full_in(loop.time())
    assert owed_s > MAX_DEBT_S
    with turns.spending(paid_by(payer)):
        pass
    assert payer.full_in(loop.time()) <= owed_s
