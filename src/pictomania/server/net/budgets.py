"""Rate limit budgets of keys and addresses. They outlive a connection: reconnecting resets nothing.

The caller supplies the time.
"""

from collections.abc import Mapping
from enum import Enum, auto

from pictomania.server.net.addresses import BOT_ADDRESS
from pictomania.server.net.rate_limits import RateLimits
from pictomania.server.net.token_bucket import TokenBucket

MAX_BUDGETS = 20_000
MAX_HOLD_S = 20.0  # longest pause in reading a socket; one maximum-size frame of ink costs 16 s
ENTRY_BYTES = 64  # storage overhead of an entry
PIECE_BYTES = 8  # storage overhead of a piece of ink
BATCH_PIECES, BATCH_BYTES = 16, 4096  # ink is charged in batches of this size
LOOP_SHARE = 0.02  # of the event loop, for the tables of one address; those that use more go last


class MessageKind(Enum):
    """The rate limit that a text message falls under."""

    ACTION = "actions"
    REQUEST = "requests"
    CHAT = "chat"
    WELCOME = "welcomes"


class SpendResult(Enum):
    """Whether a message is within its rate limits."""

    OK = auto()
    OVER_KEY_LIMIT = auto()
    OVER_ADDRESS_LIMIT = auto()  # other clients of this address may have caused it


class RateBudget:
    """The token buckets of one key or one address."""

    __slots__ = (
        "actions",
        "chat",
        "disk_bytes",
        "ink",
        "ink_bytes",
        "loop_time",
        "requests",
        "spent_bytes",
        "strikes",
        "welcome_bytes",
        "welcomes",
    )

    def __init__(self, rate_limits: RateLimits) -> None:
        self.actions = TokenBucket(*rate_limits.actions)
        self.ink = TokenBucket(*rate_limits.ink)
        self.ink_bytes = TokenBucket(*rate_limits.ink_bytes)
        self.welcome_bytes = TokenBucket(*rate_limits.welcome_bytes)
        self.disk_bytes = TokenBucket(*rate_limits.disk_bytes)
        self.strikes = TokenBucket(*rate_limits.strikes)
        self.chat = TokenBucket(*rate_limits.chat)
        self.welcomes = TokenBucket(*rate_limits.welcomes)
        self.requests = TokenBucket(*rate_limits.requests)
        self.loop_time = TokenBucket(LOOP_SHARE, 1.0)  # nothing is refused for it, see `Turns`
        self.spent_bytes = 0.0  # of `disk_bytes`, since other servers were told

    def is_full(self, now: float) -> bool:
        """Whether all buckets are full, so that the budget can be forgotten."""
        buckets = (getattr(self, name) for name in self.__slots__ if name != "spent_bytes")
        return all(bucket.is_full(now) for bucket in buckets)


class Account:
    """One key at one address; both budgets are charged for everything."""

    __slots__ = ("_bytes", "_key", "_pieces", "address")

    def __init__(self, key: RateBudget, address: RateBudget) -> None:
        self._key = key
        self.address = address
        self._pieces = self._bytes = 0  # of ink, not charged yet

    def spend(self, kind: MessageKind, now: float) -> SpendResult:
        """Charge one message."""
        name = kind.value
        if not getattr(self._key, name).spend(now):
            return SpendResult.OVER_KEY_LIMIT
        return SpendResult.OK if getattr(self.address, name).spend(now) else SpendResult.OVER_ADDRESS_LIMIT

    def draw(self, size: int, now: float) -> float:
        """Charge a piece of ink, into debt if necessary; return for how many seconds to stop reading.

        If that is more than `MAX_HOLD_S`, the piece was not charged and must be refused. Ink is charged in
        batches, because a busy server spends much of its time on it.
        """
        self._pieces += 1
        self._bytes += size
        if self._pieces < BATCH_PIECES and self._bytes < BATCH_BYTES:
            return 0.0
        pieces, total = self._pieces, self._bytes
        self._pieces = self._bytes = 0
        key, address = self._key, self.address
        hold_s = key.ink.charge(now, pieces) + key.ink_bytes.charge(now, total)
        if hold_s > MAX_HOLD_S:
            key.ink.charge(now, -1)
            key.ink_bytes.charge(now, -size)
            return hold_s
        self.store(total + PIECE_BYTES * pieces, now)
        return hold_s + address.ink.charge(now, pieces) + address.ink_bytes.charge(now, total)

    @property
    def strikes(self) -> TokenBucket:
        """How often the key may exceed a limit before its socket is closed."""
        return self._key.strikes

    def charge_join(self, now: float) -> bool:
        """Charge the key for a hello, which the address was charged for already; False if over a limit."""
        return self._key.welcomes.spend(now) and self.may_welcome(now)

    def may_welcome(self, now: float) -> bool:
        """Whether the budgets allow another welcome."""
        return self._key.welcome_bytes.spend(now, 0) and self.address.welcome_bytes.spend(now, 0)

    def send(self, size: int, now: float) -> None:
        """Charge a welcome of this many bytes."""
        self._key.welcome_bytes.charge(now, size)
        self.address.welcome_bytes.charge(now, size)

    def store(self, size: int, now: float) -> None:
        """Charge bytes written to disk."""
        self._key.disk_bytes.charge(now, size + ENTRY_BYTES)
        self.address.disk_bytes.charge(now, size + ENTRY_BYTES)
        self.address.spent_bytes += size + ENTRY_BYTES

    def may_store(self, now: float) -> bool:
        """Whether the budgets allow storing more."""
        return self._key.disk_bytes.spend(now, 0) and self.address.disk_bytes.spend(now, 0)


class Budgets:
    """The budgets of all keys and addresses."""

    def __init__(self, rate_limits: RateLimits) -> None:
        self._key_limits = rate_limits
        self._address_limits = rate_limits.for_address()
        self._keys: dict[str, RateBudget] = {}  # least recently used first
        self._addresses: dict[str, RateBudget] = {}

    def __len__(self) -> int:
        """The number of budgets in memory."""
        return len(self._keys) + len(self._addresses)

    def of_address(self, bucket: str, now: float) -> RateBudget:
        """The budget of an address; every house bot gets a separate one."""
        if bucket == BOT_ADDRESS:
            return RateBudget(self._address_limits)
        return _find_or_add(self._addresses, bucket, self._address_limits, now)

    def account(self, key: str, address: RateBudget, now: float) -> Account:
        """The account of a key, given as its hash for one table, at an address."""
        return Account(_find_or_add(self._keys, key, self._key_limits, now), address)

    def debts(self, now: float) -> dict[str, float]:
        """By address, the seconds until its disk budget is full again."""
        waits = ((bucket, budget.disk_bytes.full_in(now)) for bucket, budget in self._addresses.items())
        return {bucket: seconds for bucket, seconds in waits if seconds > 0}

    def restore(self, debts: Mapping[str, float], now: float) -> None:
        """Restore what `debts` returned before a restart."""
        rate, burst = self._address_limits.disk_bytes
        for bucket, seconds in debts.items():
            self.of_address(bucket, now).disk_bytes.charge(now, min(seconds * rate, burst))

    def take_spent(self) -> dict[str, float]:
        """Return the bytes stored here since the last call, by address; for other servers."""
        spent = {bucket: budget.spent_bytes for bucket, budget in self._addresses.items()}
        for budget in self._addresses.values():
            budget.spent_bytes = 0.0
        return {bucket: size for bucket, size in spent.items() if size}

    def charge(self, who: str, now: float, cost: float) -> None:
        """Charge bytes that another server stored for an address."""
        self.of_address(who, now).disk_bytes.charge(now, cost)


def _find_or_add(budgets: dict[str, RateBudget], who: str, rate_limits: RateLimits, now: float) -> RateBudget:
    budget = budgets.pop(who, None) or RateBudget(rate_limits)
    if len(budgets) >= MAX_BUDGETS:
        _evict(budgets, now)
    budgets[who] = budget
    return budget


def _evict(budgets: dict[str, RateBudget], now: float) -> None:
    """Drop full budgets, then the least recently used, until at most half the maximum is left."""
    for who in [who for who, budget in budgets.items() if budget.is_full(now)]:
        del budgets[who]
    for who in list(budgets)[: max(0, len(budgets) - MAX_BUDGETS // 2)]:
        del budgets[who]
