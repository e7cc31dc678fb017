"""House bots at a table: they take seats, are invited while others are connected, and are disconnected.

A house bot has a key like any other client. Which seats they play is a fact; the bot itself runs elsewhere,
joins with the key from its invite, and is invited again whenever it is missing.
"""

from collections.abc import Callable

from pictomania.rules import Colour
from pictomania.table import facts
from pictomania.table.identity.codes import hash_key
from pictomania.table.identity.display_names import make_unique
from pictomania.table.permissions import names_in_use
from pictomania.table.session import Session
from pictomania.wire.bots import BOT_COLOURS, Skill
from pictomania.wire.reasons import Close
from pictomania.words import ENGLISH

RETRY_MS = 8_000  # before a bot that did not join is invited again
ALONE_MS = 30_000  # after all others have gone, bots are disconnected


def sit_down(session: Session, skill: Skill, now: int) -> None:
    """Give a bot the next seat, with a name and a colour that are free if possible."""
    table = session.table
    taken = {seat.colour for seat in table.seats}
    names = names_in_use(session)
    name = min(BOT_COLOURS, key=lambda name: (name in names, BOT_COLOURS[name] in taken))
    colour = min(Colour, key=lambda colour: (colour in taken, colour is not BOT_COLOURS[name]))
    key = hash_key(table.code, session.secret())  # a placeholder: the bot joins with the key of its invite
    name = make_unique(name, names)  # a person may have chosen a bot's name
    session.record(facts.SeatTaken(now, len(table.seats), name, colour, ENGLISH, key, bot=True, skill=skill))


def needs_attention(session: Session, now: int) -> bool:
    """Whether `attend` has something to do."""
    return bool(_to_invite(session, now)) or _is_time_to_go(session, now)


def expected(session: Session, now: int) -> int:
    """Count the house bots that are connected or were invited a moment ago."""
    return len(_bot_seats(session)) - len(_missing(session, now))


def attend(session: Session, now: int, capacity: Callable[[], int]) -> None:
    """Invite missing bots, or send all of them home when they have been alone for a while.

    `capacity` returns how many more bots may join; for the rest it is asked again later.
    """
    if _is_time_to_go(session, now):
        for seat in session.table.seats:
            if seat.bot_key is not None:
                session.disconnect(seat.bot_key, Close.LEFT)
        session.mark_changed()
        session.forget_invites()
        session.update_deadlines(now)
    missing = _to_invite(session, now)
    room = capacity() if missing else 0
    if room < len(missing):
        session.postpone_invites(now + RETRY_MS)
    for number in missing[:room]:
        session.invite_bot(number, now)


def _to_invite(session: Session, now: int) -> list[int]:
    return _missing(session, now) if session.may_invite(now) else []


def _bot_seats(session: Session) -> list[int]:
    return [number for number, seat in enumerate(session.table.seats) if seat.skill is not None]


def _missing(session: Session, now: int) -> list[int]:
    """List the seats whose bot is neither connected nor on its way."""
    return [
        number
        for number in _bot_seats(session)
        if not session.with_key(session.table.seats[number].bot_key or "")
        and ((at := session.invited_at(number)) is None or now - at >= RETRY_MS)
    ]


def _is_time_to_go(session: Session, now: int) -> bool:
    return session.bots_alone_for(now) >= ALONE_MS
