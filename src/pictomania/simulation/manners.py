"""Simulated people while the table waits: reading, voting, admitting, praising, being ready.

They act on what they `May` do and on the sheet that is on show; they know no `Game`.
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
from pictomania.simulation.sheets import Sheet, seems_at_fault

UNKNOWN_WORD = 0.02  # how often somebody stumbles over a word of the holder
FORGETS_TO_VOTE = 0.03


def answer(
    may: May, sheets: Sheets, on_show: Sheet | None, clicks: bool, random: Random
) -> SeatAction | None:
    """Say or do something, or nothing; `clicks`: the table moves on when all are ready, not by the clock."""
    if may.vote:
        return _vote(on_show, clicks, random)
    if may.choose_level:
        return ChooseLevel(random.choice(may.choose_level) if sheets else min(may.choose_level))
    if may.replace and random.random() < UNKNOWN_WORD:
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


def _vote(on_show: Sheet | None, clicks: bool, random: Random) -> Vote | None:
    """Vote on a drawing by what one sees, on another card mostly with yes (D2, D3)."""
    if not clicks and random.random() < FORGETS_TO_VOTE:
        return None
    inclined = 0.8 if on_show is None else 0.1 if on_show.fault is None else 0.9
    return Vote(random.random() < inclined)


def _claim(may: May, on_show: Sheet, random: Random) -> Admit | Object | None:
    """Own up to a drawing at fault, or object to it (R51, R55)."""
    if on_show.fault in may.admit:
        honest = 0.9 if on_show.fault is Fault.OTHER_WORD else 0.4
        return Admit(on_show.fault) if random.random() < honest else None
    if may.object:
        fault = seems_at_fault(on_show, random)
        return None if fault is None else Object(fault)
    return None


def _praise(may: May, sheets: Sheets, random: Random) -> Praise:
    """Vote for the drawing with most work in it, among the few that come to mind (R61)."""
    remembered = [random.choice(may.praise) for _ in range(3)]
    return max(remembered, key=lambda praise: sheets[praise.round, praise.artist].ink)
