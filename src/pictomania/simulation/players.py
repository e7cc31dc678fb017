"""Simulated people in the drawing phase: random, but sensible.

They act on their own `View`, the rules, and what they recognise on the sheets; they cannot see the `Game`.
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
from pictomania.simulation.sheets import Impression, SimulatedSheet, look

Sheets = MutableMapping[tuple[int, int], SimulatedSheet]  # by round and artist

NO_IDEA_RATE = 0.004  # has no idea what to draw
MISREAD_RATE = 0.015  # draws another word than the one dealt
CHEAT_RATE = 0.008  # writes or hints
START_OVER_RATE = 0.04  # wipes the drawing and starts again


class Decision(NamedTuple):
    """What to do now, if anything, and when to think again."""

    action: SeatAction | None
    wait: float  # in seconds


@dataclass(slots=True)
class Plan:
    """What a player keeps in mind during one round."""

    round: int
    own: int  # own number, which no other player can have (R6)
    to_draw: float  # seconds of drawing left
    starts_over: bool
    ideas: dict[int, Impression] = field(default_factory=dict)  # by artist, not guessed yet
    expected_errors: float = 0.0  # among the guesses made
    looking_since: float | None = None


class SimulatedPlayer:
    """A player with random talents who knows the rules."""

    def __init__(self, seat: int, rules: Rules, random: Random) -> None:
        """Draw the player's talents at random."""
        self.seat = seat
        self.rules = rules
        self.random = random
        self.speed = random.uniform(0.75, 1.25)  # ink per second of drawing
        self.eye = random.uniform(0.8, 1.0)  # skill at recognising drawings
        self.nerve = random.random()  # readiness to stop drawing, to guess and to finish
        self._plan: Plan | None = None

    def decide(self, view: View, now: float, sheets: Sheets) -> Decision:
        """Decide whether to draw, guess, finish or wait."""
        may = cast("May", view.may)  # set for every seat
        plan = self._plan_for(view, sheets)
        sheet = sheets[view.round, self.seat]
        sheet.lift_pen(now)
        drawn = view.players[self.seat].drawn
        if may.draw and not drawn and plan.to_draw > 0:
            return Decision(Draw(), self._draw_on(plan, sheet, now))
        if may.wipe and drawn and plan.starts_over:
            return self._start_over(plan, sheet)
        waited = self._looking_for(plan, now)
        self._look_around(plan, view, may, now, sheets)
        guess = self._guess(plan, view, may, waited)
        if guess is not None:
            return Decision(guess, self._draw_on(plan, sheet, now) or self.random.uniform(1.0, 3.0))
        if not may.guess or (plan.to_draw <= 0 and waited > self._patience(view)):
            return Decision(self._finish(plan, may), 0.0)
        return Decision(None, self._draw_on(plan, sheet, now) or self.random.uniform(4.0, 8.0))

    # Drawing.

    def _plan_for(self, view: View, sheets: Sheets) -> Plan:
        if self._plan is None or self._plan.round != view.round:
            random = self.random
            own = cast("Word", view.players[self.seat].word).number  # visible in the drawing phase (R7)
            wanted = random.uniform(18.0, 40.0) * (1.3 - 0.6 * self.nerve)
            self._plan = Plan(
                view.round,
                own,
                to_draw=0.0 if random.random() < NO_IDEA_RATE else wanted,
                starts_over=random.random() < START_OVER_RATE,
            )
            sheets[view.round, self.seat] = self._new_sheet(own, cast("int", view.level))
        return self._plan

    def _new_sheet(self, own: int, level: int) -> SimulatedSheet:
        """Start a sheet for the word in mind, which is not always the one dealt (R17, R18)."""
        mishap = self.random.random()
        if mishap < MISREAD_RATE:
            other = self.random.choice([number for number in NUMBERS if number != own])
            return SimulatedSheet(other, level, self.speed, Fault.OTHER_WORD)
        if mishap < MISREAD_RATE + CHEAT_RATE:
            return SimulatedSheet(own, level, self.speed, self.random.choice((Fault.WRITING, Fault.HINT)))
        return SimulatedSheet(own, level, self.speed)

    def _draw_on(self, plan: Plan, sheet: SimulatedSheet, now: float) -> float:
        """Put the pen down; return for how long. Finish in one go if a guess freezes the sheet (R13)."""
        if plan.to_draw <= 0:
            return 0.0
        burst = plan.to_draw
        if not self.rules.first_guess_freezes:
            burst = min(burst, self.random.uniform(6.0, 12.0))
        plan.to_draw -= burst
        sheet.put_pen_down(now)
        return burst

    def _start_over(self, plan: Plan, sheet: SimulatedSheet) -> Decision:
        plan.starts_over = False
        plan.to_draw = 15.0
        sheet.wipe()
        return Decision(Wipe(), 1.0)

    # Guessing.

    def _looking_for(self, plan: Plan, now: float) -> float:
        if plan.looking_since is None:
            plan.looking_since = now
        return now - plan.looking_since

    def _look_around(self, plan: Plan, view: View, may: May, now: float, sheets: Sheets) -> None:
        """Update the idea of every drawing that may still be guessed."""
        for artist in may.guess:
            sheet = sheets.get((view.round, artist))
            seen = look(sheet, self.eye, now, self.random) if sheet else None
            if seen is None or seen.number == plan.own or seen.number not in may.numbers:
                continue
            if all(seen.confidence > idea.confidence for idea in self._rivals(plan, artist, seen)):
                plan.ideas = {other: idea for other, idea in plan.ideas.items() if idea.number != seen.number}
                plan.ideas[artist] = seen

    def _rivals(self, plan: Plan, artist: int, seen: Impression) -> list[Impression]:
        """List competing ideas: an earlier one of this artist, or the same number elsewhere (R6)."""
        return [idea for other, idea in plan.ideas.items() if other == artist or idea.number == seen.number]

    def _guess(self, plan: Plan, view: View, may: May, waited: float) -> Guess | None:
        """Guess the most confident idea. The threshold falls with waiting and rises with the pile."""
        ideas = [(idea.confidence, other) for other, idea in plan.ideas.items() if other in may.guess]
        if not ideas:
            return None
        confidence, artist = max(ideas)
        hurry = 0.2 if view.hurry == self.seat else 0.0
        late = 0.03 * len(view.players[artist].pile)
        if confidence < 0.75 - 0.3 * self.nerve - 0.007 * waited - hurry + late:
            return None
        number = plan.ideas.pop(artist).number
        plan.ideas = {other: idea for other, idea in plan.ideas.items() if idea.number != number}
        plan.expected_errors += 1.0 - confidence
        return Guess(artist, number)

    # Finishing.

    def _patience(self, view: View) -> float:
        """Return how long to puzzle over the rest: less as tokens run out, least as the last player."""
        left = len(view.black_tokens) / len(self.rules.black_tokens)
        patience = (45.0 - 25.0 * self.nerve) * (0.4 + 0.6 * left)
        return patience / 2 if view.hurry == self.seat else patience

    def _finish(self, plan: Plan, may: May) -> Finish:
        """Take the best token, or a small one or none if the black sheep is likely (R45)."""
        if not may.take:
            return Finish(None)
        risk = plan.expected_errors / (self.rules.players - 1) - 0.1 * self.nerve
        return Finish(self.random.choice((None, min(may.take))) if risk > 0.4 else max(may.take))
