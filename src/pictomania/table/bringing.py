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
    table = sitting.table
    seat = table.seat_of(key)
    if seat is None:
        return Reason.NOT_SEATED
    if seat != table.host:
        return Reason.NOT_THE_HOST
    if table.game is not None:
        return Reason.GAME_IS_ON
    title = cleaned(name, LONGEST_NAME * 2)
    if title is None:
        return Reason.NAME_UNFIT
    raw, form, language = deck
    sitting.do(facts.Brought(now, title, form, language, raw))
    return None
