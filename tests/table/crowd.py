"""A table at which anything happens that can: people come, play, chat, go and come back, at random."""

from copy import copy
from random import Random

from pictomania.ink import Mark, Undo, Wipe
from pictomania.rules import EditionName, Variant, View, awaited
from pictomania.table import wishes
from pictomania.table.seat import Member
from pictomania.table.sitting import Sitting
from pictomania.table.table import Table
from pictomania.wire import from_client as said
from pictomania.wire.reasons import Reason
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import Refused, State
from tests.table.allowed import Message, allowed
from tests.table.evening import LINE, NAMES, Evening, key_of

STRANGERS = ("Wim", "Zoe", "Yann")
RARE = (said.Remove, said.HandOver, said.Again, said.Settle, said.Say, said.React, said.Replace, said.Object)
SETTINGS = (
    Settings(),
    Settings(EditionName.FIRST),
    Settings(variants=(Variant.COMPETITIVE,), drawing_s=60, reveal_s=15),
    Settings(EditionName.FIRST, (Variant.ONE_CARD, Variant.CHILDREN), replacements="any", erasing=False),
    Settings(levels="ask", replacements=0, hurry_s=None),
)
PAUSES_S = (0.0, 0.01, 0.5, 2.0, 4.0, 15.0, 40.0, 130.0)


class Crowd(Evening):
    """An evening that goes on by itself, step by step, as its seed has it."""

    def __init__(self, seed: int, players: int, settings: Settings) -> None:
        """Sit down and begin."""
        super().__init__(*NAMES[:players], settings=settings, seed=seed)
        self.begins()

    def step(self) -> None:
        """Let something happen."""
        kind = self.random.random()
        if kind < 0.7:
            self.somebody_acts()
        elif kind < 0.82:
            self.somebody_draws()
        elif kind < 0.9:
            self.waits(self.random.choice(PAUSES_S))
        elif kind < 0.93:
            self.somebody_goes_or_gets_up()
        else:
            self.somebody_comes()

    def anybody(self) -> Member | None:
        """Choose somebody who is there."""
        return self.random.choice(self.sitting.members) if self.sitting.members else None

    def somebody_acts(self) -> None:
        """Let somebody do something that they may, more often one who is waited for."""
        member = self.anybody()
        if self.table.game is not None and self.random.random() < 0.8:
            slow = [
                other for other in self.sitting.members if self.sitting.seat_of(other) in awaited(self.game)
            ]
            if not slow:
                self.waits(10)
                return
            member = self.random.choice(slow)
        if member is not None and (options := allowed(self.state(member))):
            kinds = sorted({type(option) for option in options}, key=lambda kind: kind.__name__)
            if self.random.random() < 0.8:
                kinds = [kind for kind in kinds if kind not in RARE] or kinds
            kind = self.random.choice(kinds)
            choice = self.random.choice([option for option in options if type(option) is kind])
            assert self.asks(member, choice) is None

    def somebody_draws(self) -> None:
        """Let somebody draw a line, or rub it out."""
        member = self.anybody()
        if member is not None and may_draw(self.state(member).view):
            marks: list[Mark] = [LINE, LINE, LINE, Undo(), Wipe()]
            self.draws(member, self.random.choice(marks if self.table.settings.erasing else [LINE]))

    def somebody_goes_or_gets_up(self) -> None:
        """Let a connection break or, now and then, somebody leave."""
        member = self.anybody()
        if member is not None and self.random.random() < 0.2:
            self.asks(member, said.Leave())
        elif member is not None:
            self.goes(member)

    def somebody_comes(self) -> None:
        """Let somebody come back, or a stranger come, or somebody with a ticket from another device."""
        there = {member.name for member in self.sitting.members}
        name = self.random.choice([name for name in (*NAMES[:6], *STRANGERS) if name not in there] or NAMES)
        member = self.anybody()
        ticket = None
        if member is not None and self.sitting.seat_of(member) is not None and self.random.random() < 0.2:
            ticket = self.ticket_of(member)
        came = self.greeted(name, key=key_of(name), watch=name == "Zoe", ticket=ticket)
        assert isinstance(came, Member | Reason)

    def is_refused(self, member: Member, message: Message) -> bool:
        """Try something out without doing it."""
        trial = fork(self.sitting)
        wishes.hear(trial, member, message, self.now)
        return any(isinstance(letter.message, Refused) for letter in trial.mail)


def may_draw(view: View | None) -> bool:
    """Does a view say that the own sheet can change?"""
    return view is not None and view.may is not None and view.may.draw


def fork(sitting: Sitting) -> Sitting:
    """Copy a sitting, so that something can be tried out; not its sheets."""
    trial, table = copy(sitting), copy(sitting.table)
    table.seats = [copy(seat) for seat in table.seats]
    table.chat = table.chat.copy()
    trial.table = table
    trial.members = list(sitting.members)
    trial.tickets = dict(sitting.tickets)
    trial.unstored, trial.mail = [], []
    trial._clock = copy(sitting._clock)
    trial._clock._ends = dict(sitting._clock._ends)
    trial._clock._ended = set(sitting._clock._ended)
    trial.pick = Random(1).choice
    return trial


def attentive_wish(state: State, random: Random) -> Message | None:
    """What somebody does who wants the game to go on, by what the state says and nothing else."""
    kinds = (said.Vote, said.Praise, said.Ready, said.ChooseLevel, said.Finish)
    options = allowed(state)
    for kind in kinds:
        fitting = [option for option in options if isinstance(option, kind)]
        if fitting:
            return random.choice(fitting)
    return None


def crowd(seed: int) -> Crowd:
    """An evening of some kind."""
    return Crowd(seed, 3 + seed % 4, SETTINGS[seed % len(SETTINGS)])


def likeness(table: Table) -> dict[str, object]:
    """Everything there is to a table; word cards are compared by what stands on them."""
    boxes = {name: box and box.fingerprint for name, box in (("box", table.box), ("own_box", table.own_box))}
    return vars(table) | boxes
