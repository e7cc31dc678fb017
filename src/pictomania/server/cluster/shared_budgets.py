"""Budgets by address that all nodes share: each tells the others what was spent on it.

So a limit holds for the whole cluster, up to what is spent between two messages.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from itertools import islice
from typing import Protocol

import msgspec

from pictomania.log import Unavailable
from pictomania.log.nats_connection import NatsConnection

SEND_EVERY_S = 1.0
MAX_ADDRESSES = 5_000  # in a message, which NATS limits to a megabyte


class SharedBudget(Protocol):
    """A kind of budget that every address has one of."""

    def take_spent(self) -> Mapping[str, float]:
        """Return what was spent here since the last call, by address."""
        ...

    def charge(self, who: str, now: float, cost: float) -> None:
        """Charge what was spent on another node."""
        ...


class Spent(msgspec.Struct):
    """What was spent on a node."""

    node: str
    budget: str
    amounts: dict[str, float]


_decoder = msgspec.json.Decoder(Spent)


class SharedBudgets:
    """Sends what was spent here, and charges what was spent elsewhere."""

    def __init__(
        self, connection: NatsConnection, name: str, node: str, budgets: Mapping[str, SharedBudget]
    ) -> None:
        """`name` is the first word of all subjects."""
        self._connection = connection
        self._subject = f"{name}.spent"
        self._node = node
        self._budgets = budgets

    async def run(self) -> None:
        """Share until cancelled."""
        await self._connection.services.serve(self._subject, self._receive)
        while True:
            await self.send()
            await asyncio.sleep(SEND_EVERY_S)

    async def send(self) -> None:
        """Tell the other nodes; what cannot be sent now is forgotten, since it is not worth a queue."""
        for name, budget in self._budgets.items():
            amounts = iter(budget.take_spent().items())
            while some := dict(islice(amounts, MAX_ADDRESSES)):
                spent = Spent(self._node, name, some)
                with suppress(Unavailable):
                    await self._connection.publish(self._subject, msgspec.json.encode(spent))

    def _receive(self, data: bytes) -> None:
        with suppress(msgspec.MsgspecError):
            spent = _decoder.decode(data)
            budget = self._budgets.get(spent.budget)
            if budget is None or spent.node == self._node:
                return
            now = asyncio.get_running_loop().time()
            for who, amount in spent.amounts.items():
                budget.charge(who, now, amount)
