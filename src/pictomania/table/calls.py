"""The bots of the house at a table: they sit down, are called while anybody else is there, and sent home.

A bot is somebody with a key like all others. Which seats are played by one is a fact; the bot itself comes
from elsewhere, with the key that it is called with, and may be called again whenever it is missing.
"""

from collections.abc import Callable

from pictomania.rules import Colour
from pictomania.table import facts
from pictomania.table.arrivals import names_in_use, send_away
from pictomania.table.codes import hashed
from pictomania.table.names import told_apart
from pictomania.table.seat import Call
from pictomania.table.sitting import Sitting
from pictomania.wire.bots import PERSONS, Skill
from pictomania.wire.reasons import Close
from pictomania.words import Language

AGAIN_MS = 8_000  # before a bot that did not come is called again
ALONE_MS = 30_000  # after everybody else has gone, bots go too


def sit_down(sitting: Sitting, skill: Skill, now: int) -> None:
    """Give a bot the next seat; who it is depends on who is there already."""
    table = sitting.table
    taken = {seat.colour for seat in table.seats}
    names = names_in_use(sitting)
    # Somebody whose colour is free, if it can be; and somebody may have given themselves a bot's name.
    name = min(PERSONS, key=lambda name: (name in names, PERSONS[name] in taken))
    colour = min(Colour, key=lambda colour: (colour in taken, colour is not PERSONS[name]))
    key = hashed(table.code, sitting.secret())  # nobody has it; the bot is called with another
    name = told_apart(name, names)
    sitting.do(facts.Sat(now, len(table.seats), name, colour, Language.EN, key, bot=True, skill=skill))


def are_due(sitting: Sitting, now: int) -> bool:
    """Is there anything to be done about bots?"""
    return bool(_missing(sitting, now)) or _is_time_to_go(sitting, now)


def expected(sitting: Sitting, now: int) -> int:
    """How many bots of the house are there, or were called a moment ago."""
    return len(_wanted(sitting)) - len(_awaited(sitting, now))


def attend(sitting: Sitting, now: int, room: Callable[[], int]) -> None:
    """Call the bots that are missing, or send all of them home when nobody else has been there for long.

    `room` says how many may come; for the others it is asked again later.
    """
    if _is_time_to_go(sitting, now):
        for seat in sitting.table.seats:
            if seat.bot_key is not None:
                send_away(sitting, seat.bot_key, Close.LEFT)
        sitting.is_changed = True
        sitting.called = {}
        sitting.wind(now)
    missing = _missing(sitting, now)
    may_come = room() if missing else 0
    if may_come < len(missing):
        sitting.no_call_until = now + AGAIN_MS
    for number in missing[:may_come]:
        key = sitting.secret()
        sitting.note(facts.Called(now, number, hashed(sitting.table.code, key)))
        sitting.called[_whose(sitting, number)] = now
        sitting.calls.append(Call(key, number))


def _missing(sitting: Sitting, now: int) -> list[int]:
    return _awaited(sitting, now) if sitting.has_company and now >= sitting.no_call_until else []


def _wanted(sitting: Sitting) -> list[int]:
    return [number for number, seat in enumerate(sitting.table.seats) if seat.skill is not None]


def _awaited(sitting: Sitting, now: int) -> list[int]:
    """Those who are neither there nor on their way."""
    seats = sitting.table.seats
    return [
        number
        for number in _wanted(sitting)
        if not sitting.with_key(seats[number].bot_key or "")
        and now - sitting.called.get(_whose(sitting, number), now - AGAIN_MS) >= AGAIN_MS
    ]


def _whose(sitting: Sitting, seat: int) -> tuple[int, str | None]:
    """A seat and its owner: a bot that has just sat down is not one that was called before."""
    return seat, sitting.table.seats[seat].key


def _is_time_to_go(sitting: Sitting, now: int) -> bool:
    alone = sitting.alone_since
    return bool(sitting.members) and alone is not None and now - alone >= ALONE_MS
