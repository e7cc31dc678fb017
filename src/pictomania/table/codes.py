"""What tables and games are called, and how a seat's key is remembered without being kept.

Chance comes in as an argument.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from hmac import compare_digest
from typing import Protocol

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O or U: they are mistaken for others
LENGTH = 8  # of a table's code: 40 bits, typed by hand if need be
GAME_LENGTH = 22  # of the part of a game's id that nobody can guess

_CODE = re.compile(f"[{LETTERS}]{{{LENGTH}}}")
_GAME = re.compile(r"([0-9]{8})-[0-9A-Z]{22}")
_MISTAKEN = str.maketrans({"I": "1", "L": "1", "O": "0", "U": "V", "-": None, " ": None})


class PickLetter(Protocol):
    """Chooses a letter that nobody can foresee."""

    def __call__(self, row: Sequence[str], /) -> str:
        """Choose one."""


def new_code(pick: PickLetter) -> str:
    """Make up a code for a table."""
    return "".join(pick(LETTERS) for _ in range(LENGTH))


def tidied(code: str) -> str | None:
    """Read a code as a person may have typed it; None if it can be none."""
    code = code.upper().translate(_MISTAKEN)
    return code if _CODE.fullmatch(code) else None


def new_game_id(pick: PickLetter, now_ms: int) -> str:
    """Make up an id for a game; it begins with the day, so that old games can be found without being read."""
    day = datetime.fromtimestamp(now_ms / 1000, UTC)
    return f"{day:%Y%m%d}-" + "".join(pick(LETTERS) for _ in range(GAME_LENGTH))


def day_of(game: str) -> datetime | None:
    """The day a game began, by its id; None if it can be none."""
    match = _GAME.fullmatch(game)
    if match is None:
        return None
    try:
        return datetime.strptime(match[1], "%Y%m%d").replace(tzinfo=UTC)
    except ValueError:
        return None


def is_older(game: str, days: int, now_ms: int) -> bool:
    """Did a game begin more than so many days ago?"""
    day = day_of(game)
    return day is not None and datetime.fromtimestamp(now_ms / 1000, UTC) - day > timedelta(days=days + 1)


def hashed(code: str, key: str) -> str:
    """Remember a key, or a ticket, for one table, such that it cannot be read back."""
    return sha256(f"{code}:{key}".encode()).hexdigest()


def is_same(one: str | None, other: str) -> bool:
    """Compare two of these in a time that tells nothing."""
    return one is not None and compare_digest(one, other)
