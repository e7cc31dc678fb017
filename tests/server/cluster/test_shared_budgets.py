"""Budgets that nodes share: what is spent on one of them is missing on the others."""

import asyncio

import msgspec
import pytest

from pictomania.server.cluster import shared_budgets
from pictomania.server.cluster.shared_budgets import SharedBudgets, Spent
from pictomania.server.net.budgets import Budgets
from pictomania.server.net.rate_limits import RateLimits
from pictomania.server.net.token_bucket import TokenBuckets
from tests.log.nats_server import NatsServer
from tests.server.cluster.support.nodes import new_name, open_nats_log
from tests.server.support.waiting import wait_until

HERE, THERE = "1.2.3.4", "5.6.7.8"


def may_store(budgets: Budgets, who: str) -> bool:
    """Whether an address may store more."""
    now = asyncio.get_running_loop().time()
    return budgets.account("key", budgets.of_address(who, now), now).may_store(now)


async def test_what_is_spent_on_one_node_is_missing_on_the_others(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of every kind of budget, and of the right address."""
    monkeypatch.setattr(shared_budgets, "SEND_EVERY_S", 0.01)
    monkeypatch.setattr(shared_budgets, "MAX_ADDRESSES", 1)
    now, name = asyncio.get_running_loop().time(), new_name()
    ours, theirs = TokenBuckets(1 / 3600, 3), TokenBuckets(1 / 3600, 3)
    our_bytes, their_bytes = Budgets(RateLimits()), Budgets(RateLimits())
    async with open_nats_log(nats, name) as log, open_nats_log(nats, name) as other:
        sharing = [
            SharedBudgets(log.connection, name, "a", {"tables": ours, "stored": our_bytes}),
            SharedBudgets(other.connection, name, "b", {"tables": theirs, "stored": their_bytes}),
        ]
        tasks = [asyncio.create_task(each.run()) for each in sharing]
        await wait_until(lambda: theirs._spent is not None)
        assert [ours.spend(HERE, now) for _ in range(4)] == [True, True, True, False]
        assert ours.spend(THERE, now)
        ours.spend("9.9.9.9", now)
        ours.spend("9.9.9.9", now, -1)
        account = our_bytes.account("key", our_bytes.of_address(HERE, now), now)
        account.store(10**9, now)
        await wait_until(lambda: not may_store(their_bytes, HERE))
        assert may_store(their_bytes, THERE)
        now = asyncio.get_running_loop().time()  # after they were charged
        assert not theirs.spend(HERE, now)
        assert [theirs.spend(THERE, now) for _ in range(3)] == [True, True, False]
        for task in tasks:
            task.cancel()


async def test_strange_messages(nats: NatsServer) -> None:
    """Nonsense, other nodes' unknown budgets and our own messages change nothing."""
    name, budget = new_name(), TokenBuckets(1 / 3600, 1)
    async with open_nats_log(nats, name) as log:
        shared = SharedBudgets(log.connection, name, "a", {"tables": budget})
        for data in (
            b"{",
            msgspec.json.encode(Spent("b", "chairs", {HERE: 1})),
            msgspec.json.encode(Spent("a", "tables", {HERE: 1})),
        ):
            shared._receive(data)
        assert budget.spend(HERE, asyncio.get_running_loop().time())


async def test_without_nats_it_is_not_worth_a_queue(nats: NatsServer) -> None:
    """What cannot be sent is forgotten."""
    name, budget = new_name(), TokenBuckets(1 / 3600, 1)
    async with open_nats_log(nats, name) as log:
        shared = SharedBudgets(log.connection, name, "a", {"tables": budget})
        await shared.send()
        budget.spend(HERE, asyncio.get_running_loop().time())
        await log.connection.close()
        await shared.send()
        assert budget.take_spent() == {}
