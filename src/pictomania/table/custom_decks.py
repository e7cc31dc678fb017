"""The host's own word cards."""

from pictomania.table import facts
from pictomania.table.identity.display_names import clean_name
from pictomania.table.permissions import MAX_DECK_NAME_LENGTH, why_not_upload
from pictomania.table.session import Session
from pictomania.wire.reasons import Reason
from pictomania.words import Language

MAX_UPLOAD_BYTES = 500_000  # our own 99 cards in four languages take two fifths of that


def upload(
    session: Session, key: str, name: str, deck: tuple[bytes, str, Language], now: int
) -> Reason | None:
    """Put a deck that was read on the table, for the owner of this key (by its hash); or say why not."""
    reason, title = why_not_upload(session, key, name), clean_name(name, MAX_DECK_NAME_LENGTH)
    if reason is None and title is not None:
        raw, form, language = deck
        session.record(facts.DeckUploaded(now, title, form, language, raw))
    return reason
