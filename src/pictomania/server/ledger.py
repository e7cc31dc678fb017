"""Budgets that must outlast a restart, kept in the log: tables made, decks brought, bytes stored, by address.

An address is in it only until its budgets are full again, which takes hours, not days.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Protocol

import msgspec

from pictomania.log import Conflict, EventLog, Unavailable
from pictomania.server.time import Time

NAME = "ledger"  # in the log, where no table is called so: codes have capital letters only
EVERY_S = 60.0

Debts = dict[str, dict[str, float]]  # by budget and address, when all is paid back, in seconds since 1970

_decoder = msgspec.json.Decoder(Debts)


class Debtors(Protocol):
    """A budget of which every address has a share."""

    def debts(self, now: float) -> dict[str, float]:
        """By address, the seconds until its share is full again."""
        ...

    def restore(self, debts: Mapping[str, float], now: float) -> None:
        """Go on with what `debts` returned before a restart."""
        ...


class Ledger:
    """Writes down who owes what, and reads it after a restart."""

    def __init__(self, log: EventLog, time: Time, budgets: Mapping[str, Debtors]) -> None:
        """Look after these."""
        self._log = log
        self._time = time
        self._budgets = budgets
        self._written: Debts = {}

    async def read(self) -> None:
        """Go on with what was written before; without it, or if it is damaged, everybody begins anew."""
        with suppress(Unavailable, msgspec.MsgspecError):
            entries = await self._log.read(NAME)
            written = _decoder.decode(entries[-1][1]) if entries else {}
            wall, now = self._time.ms() / 1000, asyncio.get_running_loop().time()
            for name, budget in self._budgets.items():
                paid_at = written.get(name, {})
                owed = {who: at - wall for who, at in paid_at.items() if at > wall}
                budget.restore(owed, now)

    async def write(self) -> None:
        """Write down what is owed now, if there is anything new about it."""
        wall, now = self._time.ms() / 1000, asyncio.get_running_loop().time()
        debts = {
            name: {who: int(wall + seconds) for who, seconds in budget.debts(now).items()}
            for name, budget in self._budgets.items()
        }
        if debts != self._written:
            with suppress(Unavailable, Conflict):
                await self._log.drop(NAME)
                await self._log.append(NAME, 0, [msgspec.json.encode(debts)])
                self._written = {name: dict(owed) for name, owed in debts.items()}

    async def run(self) -> None:
        """Write every minute, until cancelled."""
        while True:
            await asyncio.sleep(EVERY_S)
            await self.write()
