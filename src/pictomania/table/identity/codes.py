"""Table codes, game ids and key hashes; the caller supplies the randomness."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from hmac import compare_digest
from typing import Protocol

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O or U: they are easily misread
LENGTH = 8  # of a table's code: 40 bits, short enough to type
GAME_LENGTH = 22  # of the random part of a game's id

_CODE = re.compile(f"[{LETTERS}]{{{LENGTH}}}")
_GAME = re.compile(r"([0-9]{8})-[0-9A-Z]{22}")
_MISREAD = str.maketrans({"I": "1", "L": "1", "O": "0", "U": "V", "-": None, " ": None})


class PickLetter(Protocol):
    """An unpredictable choice of letters."""

    def __call__(self, row: Sequence[str], /) -> str:
        """Choose a letter."""


def new_code(pick: PickLetter) -> str:
    """Generate a table code."""
    return "".join(pick(LETTERS) for _ in range(LENGTH))


def normalize_code(code: str) -> str | None:
    """Normalize a code as typed by a person; None if it is not valid."""
    code = code.upper().translate(_MISREAD)
    return code if _CODE.fullmatch(code) else None


def new_game_id(pick: PickLetter, now_ms: int) -> str:
    """Generate a game id; it starts with the date, so that old games are found without reading them."""
    day = datetime.fromtimestamp(now_ms / 1000, UTC)
    return f"{day:%Y%m%d}-" + "".join(pick(LETTERS) for _ in range(GAME_LENGTH))


def day_of(game: str) -> datetime | None:
    """Return the day a game began, from its id; None if the id is not valid."""
    match = _GAME.fullmatch(game)
    if match is None:
        return None
    try:
        return datetime.strptime(match[1], "%Y%m%d").replace(tzinfo=UTC)
    except ValueError:
        return None


def is_older(game: str, days: int, now_ms: int) -> bool:
    """Whether a game began more than this many days ago."""
    day = day_of(game)
    return day is not None and datetime.fromtimestamp(now_ms / 1000, UTC) - day > timedelta(days=days + 1)


def hash_key(code: str, key: str) -> str:
    """Hash a key or a ticket for one table."""
    return sha256(f"{code}:{key}".encode()).hexdigest()


def is_same_hash(one: str | None, other: str) -> bool:
    """Compare two hashes in constant time."""
    return one is not None and compare_digest(one, other)
