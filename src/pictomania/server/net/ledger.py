"""Budgets that survive a restart, kept in the log: tables created, decks uploaded, bytes stored, by address.

An address stays in the ledger only until its budgets are full again, which takes hours, not days.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from operator import itemgetter
from typing import Protocol

import msgspec

from pictomania.log import Conflict, EventLog, Unavailable
from pictomania.server.clock import ServerClock

NAME = "ledger"  # a name in the log that no table has: codes are in capital letters
SAVE_EVERY_S = 60.0
MAX_DEBTS = 20_000  # in all; the ledger is one entry of the log, and a debt takes up to 40 of its bytes

Debts = dict[str, dict[str, float]]  # by budget and address: when it is full again, in seconds since 1970

_decoder = msgspec.json.Decoder(Debts)


class PersistentBudgets(Protocol):
    """A kind of budget that every address has one of."""

    def debts(self, now: float) -> dict[str, float]:
        """By address, the seconds until its budget is full again."""
        ...

    def restore(self, debts: Mapping[str, float], now: float) -> None:
        """Restore what `debts` returned before a restart."""
        ...


class Ledger:
    """Saves the debts of addresses and restores them after a restart."""

    def __init__(self, log: EventLog, time: ServerClock, budgets: Mapping[str, PersistentBudgets]) -> None:
        self._log = log
        self._time = time
        self._budgets = budgets
        self._written: Debts = {}

    async def read(self) -> None:
        """Restore the saved debts; if there are none, or they are damaged, all budgets start full."""
        with suppress(Unavailable, msgspec.MsgspecError):
            entries = await self._log.read(NAME)
            written = _decoder.decode(entries[-1][1]) if entries else {}
            wall, now = self._time.ms() / 1000, asyncio.get_running_loop().time()
            for name, budget in self._budgets.items():
                paid_at = written.get(name, {})
                owed = {who: at - wall for who, at in paid_at.items() if at > wall}
                budget.restore(owed, now)

    async def write(self) -> None:
        """Save the current debts if they changed, together with those that other servers saved."""
        wall, now = self._time.ms() / 1000, asyncio.get_running_loop().time()
        debts: Debts = {
            name: {who: int(wall + seconds) for who, seconds in budget.debts(now).items()}
            for name, budget in self._budgets.items()
        }
        if debts == self._written:
            return
        is_written = False
        with suppress(Unavailable):
            while not is_written:  # unless another server was faster
                is_written = await self._try_to_write(debts, wall)
            self._written = debts

    async def _try_to_write(self, debts: Debts, wall: float) -> bool:
        entries = await self._log.read(NAME)
        position, saved = entries[-1] if entries else (0, b"{}")
        with suppress(msgspec.MsgspecError):
            debts = _merge(debts, _decoder.decode(saved), wall)
        try:
            await self._log.append(NAME, position, [msgspec.json.encode(_largest(debts))])
        except Conflict:
            return False
        await self._log.trim(NAME, position)
        return True

    async def run(self) -> None:
        """Save every minute, until cancelled."""
        while True:
            await asyncio.sleep(SAVE_EVERY_S)
            await self.write()


def _merge(ours: Debts, others: Debts, wall: float) -> Debts:
    """Merge two ledgers: of each debt the larger one, unless it is paid by now.

    Another release may know other budgets; they are kept.
    """
    merged: Debts = {}
    for name in ours.keys() | others.keys():
        mine, saved = ours.get(name, {}), others.get(name, {})
        owed = {who: max(mine.get(who, 0), saved.get(who, 0)) for who in mine.keys() | saved.keys()}
        merged[name] = {who: paid_at for who, paid_at in owed.items() if paid_at > wall}
    return merged


def _largest(debts: Debts) -> Debts:
    """Return the largest debts of each budget, so that all fit into one entry."""
    most = MAX_DEBTS // len(debts)
    return {name: dict(sorted(owed.items(), key=itemgetter(1))[-most:]) for name, owed in debts.items()}
