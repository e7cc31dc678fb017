"""A client that checks that nothing it was told is ever lost, across reconnections."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from time import perf_counter

from pictomania.client import Client
from pictomania.rules import View
from pictomania.wire.to_client import ChatSaid, State, ToClient, Welcome


@dataclass
class Notes:
    """What a client was told, in order, and its own acknowledged actions."""

    states: int = 0
    welcomes: int = 0
    lines: list[str] = field(default_factory=list)  # of chat
    deeds: dict[tuple[int, *tuple[object, ...]], int] = field(
        default_factory=dict
    )  # its own, and the state that showed them first
    errors: list[str] = field(default_factory=list)  # what was lost


def step_back(before: State, after: State) -> str | None:
    """Name what was lost between two states, or None."""
    if after.stop < before.stop or after.paper < before.paper:
        return "a stop"
    if before.view is None or after.view is None:
        return "a game" if before.stop == after.stop and before.view is not after.view else None
    if (before.paper, before.view.round) != (after.paper, after.view.round):
        return None
    return _lost_in_round(before.view, after.view) or (
        _lost_in_stop(before.view, after.view) if before.stop == after.stop else None
    )


def _lost_in_round(before: View, after: View) -> str | None:
    confirmed = before.round - 1  # the scores of this round can still change (D2)
    for old, new in zip(before.players, after.players, strict=True):
        if [card.guesser for card in new.pile][: len(old.pile)] != [card.guesser for card in old.pile]:
            return "a card on a pile"
        if any(was.number not in (None, now.number) for was, now in zip(old.pile, new.pile, strict=False)):
            return "the number of a card"
        if old.token not in (None, new.token):
            return "a black token"
        if old.word not in (None, new.word):
            return "a word"
        if old.finished and not (new.finished or old.declined or old.lost):  # these may play on
            return "a finish"
        if new.stars[:confirmed] != old.stars[:confirmed]:
            return "a score"
    return None


def _lost_in_stop(before: View, after: View) -> str | None:
    for old, new in zip(before.players, after.players, strict=True):
        if (old.ready and not new.ready) or (old.praised and not new.praised):
            return "readiness"
    return None


class Witness(Client):
    """Compares every message with the previous ones."""

    on_welcome: Callable[[float], None] | None = None  # called with the time the connection began
    _begun_at = 0.0

    @cached_property
    def notes(self) -> Notes:
        """What it was told."""
        return Notes()

    async def more(self) -> None:
        """Wait for the next update."""
        await self._next_update()

    async def _connect(self) -> bool:
        self._begun_at = perf_counter()
        return await super()._connect()

    def _apply(self, message: ToClient) -> None:
        before, notes = self._state, self.notes
        super()._apply(message)
        if isinstance(message, Welcome):
            notes.welcomes += 1
            if self.on_welcome is not None:
                self.on_welcome(self._begun_at)
        if isinstance(message, Welcome | ChatSaid):
            self._compare_lines()
        if before is not None and (lost := step_back(before, self.state)) is not None:
            notes.errors.append(f"lost: {lost}")
        notes.states += self._state is not before
        self._note_deeds()

    def _compare_lines(self) -> None:
        now = [line.text for line in self.chat]
        if now[: len(self.notes.lines)] != self.notes.lines:
            self.notes.errors.append(f"lost: chat, {self.notes.lines} and now {now}")
        self.notes.lines = now

    def _note_deeds(self) -> None:
        view, deeds = self.view, self.notes.deeds
        if view is None or view.seat is None:
            return
        for artist, player in enumerate(view.players):
            for card in player.pile:
                if card.guesser == view.seat:
                    deeds.setdefault((self.state.paper, "Guess", artist, card.number), self.notes.states)
        me = view.players[view.seat]
        if me.finished:
            deeds.setdefault((self.state.paper, "Finish", me.token), self.notes.states)
