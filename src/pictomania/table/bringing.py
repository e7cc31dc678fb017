"""Bringing one's own word cards to a table."""

from pictomania.table import facts
from pictomania.table.names import LONGEST_NAME, cleaned
from pictomania.table.sitting import Sitting
from pictomania.wire.reasons import Reason
from pictomania.words import Language

LARGEST_DECK = 500_000  # bytes; our own 99 cards in four languages have two fifths of that


def bring(
    sitting: Sitting, key: str, name: str, deck: tuple[bytes, str, Language], now: int
) -> Reason | None:
    """Let the host, by the hash of a key, bring a deck that can be read, in the lobby; or say why not."""
    reason, title = why_not_bring(sitting, key, name), titled(name)
    if reason is None and title is not None:
        raw, form, language = deck
        sitting.do(facts.Brought(now, title, form, language, raw))
    return reason


def why_not_bring(sitting: Sitting, key: str, name: str) -> Reason | None:
    """Say why whoever has this key cannot bring any deck of this name, or None."""
    table = sitting.table
    seat = table.seat_of(key)
    if seat is None:
        return Reason.NOT_SEATED
    if seat != table.host:
        return Reason.NOT_THE_HOST
    if table.game is not None:
        return Reason.GAME_IS_ON
    return Reason.NAME_UNFIT if titled(name) is None else None


def titled(name: str) -> str | None:
    """What a deck is called at the table; None if that is no name."""
    return cleaned(name, LONGEST_NAME * 2)
