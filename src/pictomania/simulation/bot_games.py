"""Whole games of bots at a real table, in a time of their own: nothing is waited for but the network.

Everything is as it is on a server except the sockets: a table with its clock, what each seat sees, its ink.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Protocol

import numpy as np

from pictomania.bots.eye import Opinions, Question
from pictomania.bots.player import Deed, Grow, Player
from pictomania.bots.skills import MANNERS
from pictomania.client.paper import Paper
from pictomania.ink import Redo, RubOut, Sheet, Stroke, Turn, Undo, Wipe
from pictomania.rules import NUMBERS, Phase, Refusal, RoundScore
from pictomania.table import arrivals, calls, facts, seen, wishes
from pictomania.table.seat import Member
from pictomania.table.sitting import Sitting
from pictomania.table.table import Table
from pictomania.wire import from_client as say
from pictomania.wire.bots import Skill
from pictomania.wire.frames import heard_ink
from pictomania.wire.reasons import Reason
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import Refused, State
from pictomania.words import Language

STEP_S = 0.25
LONGEST_S = 3600.0  # of a game; a table that has not come to its end by then stands still
START_MS = 1_700_000_000_000
# Two may do something in the same moment; nothing else that a bot does should be refused.
CROSSED = (Reason.TOO_LATE, Refusal.TOKEN_NOT_LEFT)


# An attentive person: draws like a good bot, sees at a glance and lays a card a little later.
PERSON = replace(
    MANNERS[Skill.HARD],
    thinks=(2.0, 5.0),
    speed=0.38,
    sure=0.9,
    looks=1,
    reacts=(2.9, 0.4),
    every=0.7,
    second=0.0,
    blind=0.0,
)


class Stalled(Exception):  # noqa: N818 (what happened)
    """A game did not come to its end, or a bot was refused something: a bug, in one sentence."""


class Sight(Protocol):
    """Whatever answers a player's questions."""

    def answer(self, question: Question) -> Opinions:
        """Say how likely each number is for each artist."""
        ...


@dataclass(frozen=True, slots=True)
class BotGame:
    """A game that bots have played to its end."""

    totals: tuple[int, ...]
    rounds: tuple[RoundScore, ...]
    drawing_s: tuple[float, ...]  # how long each round was drawn
    looks: int
    refused: int


class Chair:
    """A seat, who plays there, and what of their ink is on the table."""

    def __init__(self, member: Member, player: Player, sight: Sight, state: State) -> None:
        """Nothing is drawn yet."""
        self.member = member
        self.player = player
        self.sight = sight
        self.paper = Paper()
        self.state = state


class BotTable:
    """A table of bots and models of people. Somebody looks on: without company, bots would go home."""

    def __init__(self, settings: Settings, chance: Random) -> None:
        """With these settings, and this chance."""
        self._chance = chance
        self._now = START_MS
        self._keys = 0
        self._sitting = Sitting(Table("SIMULATE"), chance.choice, self._secret, self._now)
        self._settings = settings
        self._chairs: list[Chair] = []
        self._looks = self._refused = 0
        self._comes("company", self._secret(), watches=True)

    def _secret(self) -> str:
        self._keys += 1
        return f"{self._keys:032}"

    @property
    def table(self) -> Table:
        """The table itself, for those who may know everything."""
        return self._sitting.table

    def chair(self, seat: int) -> Chair:
        """The chair of a seat."""
        return self._chairs[seat]

    def sits(self, name: str, player: Player, sight: Sight) -> None:
        """Have a person sit down."""
        self._has(self._comes(name, self._secret()), player, sight)

    def seats(self, skill: Skill, player: Player, sight: Sight) -> None:
        """Have a bot of the house sit down."""
        calls.sit_down(self._sitting, skill, self._now)
        calls.attend(self._sitting, self._now, lambda: 1)
        call = self._sitting.calls.pop()
        self._has(self._comes("Bot", call.key, watches=True), player, sight)

    def _comes(self, name: str, key: str, *, watches: bool = False) -> Member:
        hello = say.Hello(self.table.code, key, name, Language.EN, watch=watches)
        member = arrivals.greet(self._sitting, hello, self._now)
        if not isinstance(member, Member):
            raise Stalled(f"{name} was not let in: {member}")
        return member

    def _has(self, member: Member, player: Player, sight: Sight) -> None:
        self._chairs.append(Chair(member, player, sight, seen.state(self._sitting, member, self._now)))

    def play(self) -> BotGame:
        """Play a game to its end."""
        people = [number for number, seat in enumerate(self.table.seats) if not seat.plays_itself]
        self._sitting.do(facts.Hosted(self._now, (people or [0])[0]))
        host = self._chairs[self.table.host or 0]
        for message in (say.Settle(self._settings), say.Begin()):
            wishes.hear(self._sitting, host.member, message, self._now)
        drawing: dict[int, float] = {}
        while self.table.game is not None and self.table.game.phase is not Phase.OVER:
            if self.table.game.phase is Phase.DRAWING:
                index = self.table.game.round.index
                drawing[index] = drawing.get(index, 0.0) + STEP_S
            self._step()
            if self._now - START_MS > LONGEST_S * 1000:
                raise Stalled(f"nothing happens any more in the phase {self.table.game.phase}")
        game = self.table.game
        if game is None:
            raise Stalled("no game could begin")
        scores = tuple(past.score for past in game.past)
        totals = tuple(sum(stars) for stars in zip(*(score.stars for score in scores), strict=True))
        return BotGame(totals, scores, tuple(drawing.values()), self._looks, self._refused)

    def _step(self) -> None:
        self._now += int(STEP_S * 1000)
        sitting = self._sitting
        if sitting.next_at is not None and sitting.next_at <= self._now:
            sitting.tick(self._now)
        sitting.settle_ink(self._now)
        self._clear()
        for chair in self._chairs:
            self._lets(chair)

    def _clear(self) -> None:
        """Pass on what is to be said; nobody reads the log here."""
        sitting = self._sitting
        refusals = [letter.message for letter in sitting.mail if isinstance(letter.message, Refused)]
        self._refused += sum(refusal.reason not in CROSSED for refusal in refusals)
        sitting.unstored.clear()
        sitting.mail.clear()
        sitting.fresh.clear()
        if sitting.is_changed:
            sitting.is_changed = False
            for chair in self._chairs:
                chair.state = seen.state(sitting, chair.member, self._now)

    def _lets(self, chair: Chair) -> None:
        state, now = chair.state, self._now / 1000
        chair.paper.renew(state.paper, 0 if state.view is None else len(state.seats))
        sheets: list[Sheet] = self.table.sheets if state.paper == self.table.paper else []
        for deed in chair.player.step(state, sheets, now):
            self._do(chair, deed)
        question = chair.player.question(state, sheets, now) if sheets else None
        if question is not None:
            self._looks += len(question.artists)
            chair.player.saw(question, chair.sight.answer(question), state, now)

    def _do(self, chair: Chair, deed: Deed) -> None:
        match deed:
            case Grow():
                self._ink(chair, chair.paper.go_on(deed.line))
            case Stroke() | RubOut() | Wipe() | Undo() | Redo() | Turn():
                self._ink(chair, chair.paper.draw(deed))
            case _:
                wishes.hear(self._sitting, chair.member, deed, self._now)

    def _ink(self, chair: Chair, frames: Sequence[bytes]) -> None:
        for frame in frames:
            _, piece = heard_ink(frame)
            self._sitting.drew(self._chairs.index(chair), piece, self._now)


class HumanSight:
    """How an attentive person sees: nothing at first, and what it is once enough of it is there.

    They do not misread a good drawing, and cannot read a bad one; that is a matter of chance for each.
    """

    KNOWS = (0.45, 0.85)  # the share of the drawing at which they see what it is, from and to
    NEVER = 0.07  # how often they do not see it at all
    MISTAKEN = 0.05  # how often they are sure of something else

    def __init__(self, table: BotTable, chance: Random) -> None:
        """See what is on this table."""
        self._table = table
        self._chance = chance
        self._mind: dict[tuple[int, int], tuple[float, int]] = {}

    def answer(self, question: Question) -> Opinions:
        """Say which number it is, or that one has no idea."""
        return {artist: self._number(question, artist) for artist in question.artists}

    def _number(self, question: Question, artist: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        at, number = self._mind.setdefault((question.paper, artist), self._made_up(artist))
        likely = np.full(len(NUMBERS), 0.04, dtype=np.float32)
        if self._table.chair(artist).player.share_drawn >= at:
            likely[NUMBERS.index(number)] = 0.97
        return likely

    def _made_up(self, artist: int) -> tuple[float, int]:
        game = self._table.table.game
        assert game is not None  # noqa: S101 (somebody draws)
        draw = self._chance.random()
        if draw < self.NEVER:
            return 9.9, NUMBERS[0]
        right = game.round.hands[artist].number
        number = self._chance.choice(NUMBERS) if draw < self.NEVER + self.MISTAKEN else right
        return self._chance.uniform(*self.KNOWS), number


def bot_game(settings: Settings, skills: Sequence[Skill | None], sight: Sight, chance: Random) -> BotGame:
    """Play one game of bots of these skills; None is an attentive person."""
    table = BotTable(settings, chance)
    for number, skill in enumerate(skills):
        own_chance = Random(chance.getrandbits(64))
        if skill is None:
            table.sits(f"person {number}", Player(own_chance, PERSON), HumanSight(table, chance))
        else:
            table.seats(skill, Player(own_chance), sight)
    return table.play()
