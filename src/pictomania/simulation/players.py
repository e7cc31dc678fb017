"""Simulated people while everybody draws and guesses: random, but no fools.

They act on their own `View`, the rules, and what they recognise of the sheets; they know no `Game`.
"""

from collections.abc import MutableMapping
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple, cast

from pictomania.rules import (
    NUMBERS,
    Draw,
    Fault,
    Finish,
    Guess,
    May,
    Rules,
    SeatAction,
    View,
    Wipe,
    Word,
)
from pictomania.simulation.sheets import Impression, Sheet, look

Sheets = MutableMapping[tuple[int, int], Sheet]  # by round and artist

NO_IDEA = 0.004  # how often somebody has no idea what to draw
MISREADS = 0.015  # how often somebody draws another word than the one dealt
CHEATS = 0.008  # how often somebody writes or hints
STARTS_OVER = 0.04  # how often somebody rubs out a drawing and begins again


class Thought(NamedTuple):
    """What somebody does now, if anything, and in how many seconds they think again."""

    action: SeatAction | None
    wait: float


@dataclass(slots=True)
class Plan:
    """What somebody has in mind in one round."""

    round: int
    own: int  # number, which nobody else can have (R6)
    to_draw: float  # seconds of drawing still wanted
    starts_over: bool
    ideas: dict[int, Impression] = field(default_factory=dict)  # by artist, not laid yet
    doubt: float = 0.0  # wrong guesses to be expected of those laid
    looks_since: float | None = None


class Player:
    """Somebody with a hand, an eye and some nerve, at a table whose rules they know."""

    def __init__(self, seat: int, rules: Rules, random: Random) -> None:
        """Be born with random talents."""
        self.seat = seat
        self.rules = rules
        self.random = random
        self.hand = random.uniform(0.75, 1.25)  # how much a second of drawing brings
        self.eye = random.uniform(0.8, 1.0)  # how well they recognise drawings
        self.nerve = random.random()  # how soon they dare to stop drawing, to guess and to finish
        self._plan: Plan | None = None

    def thought(self, view: View, now: float, sheets: Sheets) -> Thought:
        """Draw, guess, finish or wait, as the moment demands."""
        may = cast("May", view.may)  # only watchers have none
        plan = self._plan_for(view, sheets)
        sheet = sheets[view.round, self.seat]
        sheet.lift_pen(now)
        drawn = view.players[self.seat].drawn
        if may.draw and not drawn and plan.to_draw > 0:
            return Thought(Draw(), self._draw_on(plan, sheet, now))
        if may.wipe and drawn and plan.starts_over:
            return self._begin_again(plan, sheet)
        waited = self._waited(plan, now)
        self._look_around(plan, view, may, now, sheets)
        guess = self._guess(plan, view, may, waited)
        if guess is not None:
            return Thought(guess, self._draw_on(plan, sheet, now) or self.random.uniform(1.0, 3.0))
        if not may.guess or (plan.to_draw <= 0 and waited > self._patience(view)):
            return Thought(self._finish(plan, may), 0.0)
        return Thought(None, self._draw_on(plan, sheet, now) or self.random.uniform(4.0, 8.0))

    # The drawing.

    def _plan_for(self, view: View, sheets: Sheets) -> Plan:
        if self._plan is None or self._plan.round != view.round:
            chance = self.random
            own = cast("Word", view.players[self.seat].word).number  # one's own is open while one draws (R7)
            wanted = chance.uniform(18.0, 40.0) * (1.3 - 0.6 * self.nerve)
            self._plan = Plan(
                view.round,
                own,
                to_draw=0.0 if chance.random() < NO_IDEA else wanted,
                starts_over=chance.random() < STARTS_OVER,
            )
            sheets[view.round, self.seat] = self._blank_sheet(own, cast("int", view.level))
        return self._plan

    def _blank_sheet(self, own: int, level: int) -> Sheet:
        """Take a sheet with the word in mind, which is not always the one dealt (R17, R18)."""
        mishap = self.random.random()
        if mishap < MISREADS:
            other = self.random.choice([number for number in NUMBERS if number != own])
            return Sheet(other, level, self.hand, Fault.OTHER_WORD)
        if mishap < MISREADS + CHEATS:
            return Sheet(own, level, self.hand, self.random.choice((Fault.WRITING, Fault.HINT)))
        return Sheet(own, level, self.hand)

    def _draw_on(self, plan: Plan, sheet: Sheet, now: float) -> float:
        """Put the pen down and say for how long: to the end where a guess would freeze the sheet (R13)."""
        if plan.to_draw <= 0:
            return 0.0
        burst = plan.to_draw
        if not self.rules.first_guess_freezes:
            burst = min(burst, self.random.uniform(6.0, 12.0))
        plan.to_draw -= burst
        sheet.put_pen_down(now)
        return burst

    def _begin_again(self, plan: Plan, sheet: Sheet) -> Thought:
        plan.starts_over = False
        plan.to_draw = 15.0
        sheet.wipe()
        return Thought(Wipe(), 1.0)

    # The guesses.

    def _waited(self, plan: Plan, now: float) -> float:
        if plan.looks_since is None:
            plan.looks_since = now
        return now - plan.looks_since

    def _look_around(self, plan: Plan, view: View, may: May, now: float, sheets: Sheets) -> None:
        """Form or better an idea of every drawing that may still be guessed."""
        for artist in may.guess:
            sheet = sheets.get((view.round, artist))
            seen = look(sheet, self.eye, now, self.random) if sheet else None
            if seen is None or seen.number == plan.own or seen.number not in may.numbers:
                continue
            if all(seen.sure > idea.sure for idea in self._rivals(plan, artist, seen)):
                plan.ideas = {of: idea for of, idea in plan.ideas.items() if idea.number != seen.number}
                plan.ideas[artist] = seen

    def _rivals(self, plan: Plan, artist: int, seen: Impression) -> list[Impression]:
        """List what speaks against an impression: an earlier one, or the same number seen elsewhere (R6)."""
        return [idea for of, idea in plan.ideas.items() if of == artist or idea.number == seen.number]

    def _guess(self, plan: Plan, view: View, may: May, waited: float) -> Guess | None:
        """Lay the surest idea if it is sure enough; less will do after a while, and where more can be won."""
        ideas = [(idea.sure, of) for of, idea in plan.ideas.items() if of in may.guess]
        if not ideas:
            return None
        sure, artist = max(ideas)
        hurry = 0.2 if view.hurry == self.seat else 0.0
        late = 0.03 * len(view.players[artist].pile)
        if sure < 0.75 - 0.3 * self.nerve - 0.007 * waited - hurry + late:
            return None
        number = plan.ideas.pop(artist).number
        plan.ideas = {of: idea for of, idea in plan.ideas.items() if idea.number != number}
        plan.doubt += 1.0 - sure
        return Guess(artist, number)

    # The end.

    def _patience(self, view: View) -> float:
        """Say how long to puzzle over the rest: less as tokens go, and the last one least of all."""
        left = len(view.black_tokens) / len(self.rules.black_tokens)
        patience = (45.0 - 25.0 * self.nerve) * (0.4 + 0.6 * left)
        return patience / 2 if view.hurry == self.seat else patience

    def _finish(self, plan: Plan, may: May) -> Finish:
        """Take the best token; in doubt a small one, or none, for fear of being the black sheep (R45)."""
        if not may.take:
            return Finish(None)
        fear = plan.doubt / (self.rules.players - 1) - 0.1 * self.nerve
        return Finish(self.random.choice((None, min(may.take))) if fear > 0.4 else max(may.take))
