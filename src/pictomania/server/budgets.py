"""Budgets of keys and addresses: what each may still do. Reconnecting resets nothing.

Has no clock of its own: callers say what time it is.
"""

from collections.abc import Mapping
from enum import Enum, auto

from pictomania.server.addresses import INNER
from pictomania.server.credit import Credit
from pictomania.server.pace import Pace

MOST_REMEMBERED = 20_000
LONGEST_HOLD_S = 20.0  # for which a socket with too much ink is not read: one large frame takes 16
ENTRY_BYTES = 64  # what storing anything costs besides its content
PIECE_BYTES = 8  # and what storing a piece of ink does
BATCH_PIECES, BATCH_BYTES = 16, 4096  # after which ink is paid for


class Kind(Enum):
    """What a text message counts as."""

    ACT = "acts"
    WISH = "wishes"
    TALK = "talk"
    WELCOME = "welcomes"


class Verdict(Enum):
    """Whether a message is within its limits."""

    FINE = auto()
    TOO_MANY = auto()  # from this key
    CROWDED = auto()  # from this address, which may be somebody else's doing


class Budget:
    """The token buckets of one key, or of one address."""

    __slots__ = ("acts", "ink", "ink_bytes", "sent", "stored", "strikes", "talk", "welcomes", "wishes")

    def __init__(self, pace: Pace) -> None:
        """Begin with all of it."""
        self.acts = Credit(*pace.acts)
        self.ink = Credit(*pace.ink)
        self.ink_bytes = Credit(*pace.ink_bytes)
        self.sent = Credit(*pace.sent)
        self.stored = Credit(*pace.stored)
        self.strikes = Credit(*pace.strikes)
        self.talk = Credit(*pace.talk)
        self.welcomes = Credit(*pace.welcomes)
        self.wishes = Credit(*pace.wishes)

    def is_full(self, now: float) -> bool:
        """Whether forgetting this changes nothing."""
        return all(getattr(self, kind).is_full(now) for kind in self.__slots__)


class Account:
    """One key at one address: everything is paid by both."""

    __slots__ = ("_bytes", "_key", "_pieces", "address")

    def __init__(self, key: Budget, address: Budget) -> None:
        """Pay with these."""
        self._key = key
        self.address = address
        self._pieces = self._bytes = 0  # of ink, not paid for yet

    def spend(self, kind: Kind, now: float) -> Verdict:
        """Pay for one message of a kind."""
        name = kind.value
        if not getattr(self._key, name).spend(now):
            return Verdict.TOO_MANY
        return Verdict.FINE if getattr(self.address, name).spend(now) else Verdict.CROWDED

    def draw(self, size: int, now: float) -> float:
        """Pay for a piece of ink, on credit if need be; return for how many seconds to read no more.

        If that is longer than `LONGEST_HOLD_S`, the piece is not paid for and must not be taken. A full
        server spends much of its time with ink, so it is paid for in batches.
        """
        self._pieces += 1
        self._bytes += size
        if self._pieces < BATCH_PIECES and self._bytes < BATCH_BYTES:
            return 0.0
        pieces, total = self._pieces, self._bytes
        self._pieces = self._bytes = 0
        key, address = self._key, self.address
        hold_s = key.ink.charge(now, pieces) + key.ink_bytes.charge(now, total)
        if hold_s > LONGEST_HOLD_S:
            key.ink.charge(now, -1)
            key.ink_bytes.charge(now, -size)
            return hold_s
        self.store(total + PIECE_BYTES * pieces, now)
        return hold_s + address.ink.charge(now, pieces) + address.ink_bytes.charge(now, total)

    @property
    def strikes(self) -> Credit:
        """How often the key may still be over a limit before its socket is closed."""
        return self._key.strikes

    def may_arrive(self, now: float) -> bool:
        """Pay for a hello, for which the address has paid already; False if there were too many."""
        return self._key.welcomes.spend(now) and self.may_be_sent(now)

    def may_be_sent(self, now: float) -> bool:
        """Whether there is anything left for another welcome."""
        return self._key.sent.spend(now, 0) and self.address.sent.spend(now, 0)

    def send(self, size: int, now: float) -> None:
        """Pay for a welcome of this many bytes."""
        self._key.sent.charge(now, size)
        self.address.sent.charge(now, size)

    def store(self, size: int, now: float) -> None:
        """Pay for bytes on disk."""
        self._key.stored.charge(now, size + ENTRY_BYTES)
        self.address.stored.charge(now, size + ENTRY_BYTES)

    def may_store(self, now: float) -> bool:
        """Whether there is anything left to store more."""
        return self._key.stored.spend(now, 0) and self.address.stored.spend(now, 0)


class Budgets:
    """All budgets of a server."""

    def __init__(self, pace: Pace) -> None:
        """Give every key this much, and every address what goes with it."""
        self._pace = pace
        self._address_pace = pace.for_address()
        self._keys: dict[str, Budget] = {}  # the one used last comes last
        self._addresses: dict[str, Budget] = {}

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._keys) + len(self._addresses)

    def of_address(self, bucket: str, now: float) -> Budget:
        """The budget of an address; each of our own bots has one of its own."""
        if bucket == INNER:
            return Budget(self._address_pace)
        return _found(self._addresses, bucket, self._address_pace, now)

    def account(self, key: str, address: Budget, now: float) -> Account:
        """The account of a key, by its hash for one table, that comes from an address."""
        return Account(_found(self._keys, key, self._pace, now), address)

    def debts(self, now: float) -> dict[str, float]:
        """By address, the seconds until its budget for the disk is full again."""
        owed = ((bucket, budget.stored.full_in(now)) for bucket, budget in self._addresses.items())
        return {bucket: seconds for bucket, seconds in owed if seconds > 0}

    def restore(self, debts: Mapping[str, float], now: float) -> None:
        """Go on with what `debts` returned before a restart."""
        rate, at_once = self._address_pace.stored
        for bucket, seconds in debts.items():
            self.of_address(bucket, now).stored.charge(now, min(seconds * rate, at_once))


def _found(budgets: dict[str, Budget], who: str, pace: Pace, now: float) -> Budget:
    budget = budgets.pop(who, None) or Budget(pace)
    if len(budgets) >= MOST_REMEMBERED:
        _forget(budgets, now)
    budgets[who] = budget
    return budget


def _forget(budgets: dict[str, Budget], now: float) -> None:
    """Forget those that are as good as new, and as many of the oldest as it takes: half of all."""
    for who in [who for who, budget in budgets.items() if budget.is_full(now)]:
        del budgets[who]
    for who in list(budgets)[: max(0, len(budgets) - MOST_REMEMBERED // 2)]:
        del budgets[who]
