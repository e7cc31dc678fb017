"""Simulated people outside the drawing phase: they vote, admit faults, object, praise and get ready.

They act on what they `May` do and on the sheet on show; they cannot see the `Game`.
"""

from random import Random

from pictomania.rules import (
    Admit,
    ChooseLevel,
    Fault,
    May,
    Object,
    Praise,
    Ready,
    Replace,
    SeatAction,
    Start,
    Vote,
)
from pictomania.simulation.players import Sheets
from pictomania.simulation.sheets import SimulatedSheet, seems_at_fault

UNKNOWN_WORD_RATE = 0.02  # does not know a word in the holder
FORGOTTEN_VOTE_RATE = 0.03


def answer(
    may: May, sheets: Sheets, on_show: SimulatedSheet | None, clicks: bool, random: Random
) -> SeatAction | None:
    """Choose an action, or None. With `clicks`, the table waits for all players instead of the clock."""
    if may.vote:
        return _vote(on_show, clicks, random)
    if may.choose_level:
        return ChooseLevel(random.choice(may.choose_level) if sheets else min(may.choose_level))
    if may.replace and random.random() < UNKNOWN_WORD_RATE:
        return Replace(random.choice(may.replace))
    if on_show is not None:
        claim = _claim(may, on_show, random)
        if claim is not None:
            return claim
    if may.praise and random.random() < 0.9:
        return _praise(may, sheets, random)
    if may.start and random.random() < 0.3:
        return Start()
    return Ready() if clicks and may.ready else None


def _vote(on_show: SimulatedSheet | None, clicks: bool, random: Random) -> Vote | None:
    """Vote on a drawing by whether it is at fault, and mostly yes on replacing a card (D2, D3)."""
    if not clicks and random.random() < FORGOTTEN_VOTE_RATE:
        return None
    yes_rate = 0.8 if on_show is None else 0.1 if on_show.fault is None else 0.9
    return Vote(random.random() < yes_rate)


def _claim(may: May, on_show: SimulatedSheet, random: Random) -> Admit | Object | None:
    """Admit a fault, or object to another player's drawing (R51, R55)."""
    if on_show.fault in may.admit:
        honesty = 0.9 if on_show.fault is Fault.OTHER_WORD else 0.4
        return Admit(on_show.fault) if random.random() < honesty else None
    if may.object:
        fault = seems_at_fault(on_show, random)
        return None if fault is None else Object(fault)
    return None


def _praise(may: May, sheets: Sheets, random: Random) -> Praise:
    """Praise the drawing with the most ink among three picked at random (R61)."""
    candidates = [random.choice(may.praise) for _ in range(3)]
    return max(candidates, key=lambda praise: sheets[praise.round, praise.artist].ink)
