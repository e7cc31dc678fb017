"""Worlds that differ in what somebody must not know sound the same to them, byte for byte, until the reveal.

A game is played and written down step by step. From any step on it can be played again with every hidden
hand, guess and vote changed; what one guest hears then has to be what they hear without the change.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from pictomania.ink import Mark, Point, Stroke, Undo, Wipe
from pictomania.log import EventLog, SqliteLog
from pictomania.rules import EditionName, Game, Phase, Variant, awaited, seats
from pictomania.rules import view as rules_of_sight
from pictomania.rules.game import drawings, guesses_of, is_pile_turned, is_word_shown
from pictomania.table import facts
from pictomania.table.record import entry
from pictomania.wire import from_client as said
from pictomania.wire.settings import Settings
from pictomania.words import Language
from tests.faults.room import CODE, START_MS, Comes, Draws, Goes, Guest, Passes, Room, Says, Step
from tests.laws.worlds import other_world
from tests.table.allowed import allowed, everything

GAMES = (
    (4, Settings()),
    (3, Settings(EditionName.FIRST, hurry_s=5)),
    (6, Settings(variants=(Variant.COMPETITIVE,), drawing_s=30, reveal_s=5)),
    (5, Settings(EditionName.FIRST, (Variant.ONE_CARD,), replacements="any", erasing=False)),
)
FAR = 12  # steps that are looked at from each
RARE = (said.Say, said.React, said.Replace, said.Object, said.Remove, said.HandOver, said.Again, said.Settle)
LINE = Stroke(1, tuple(Point(40 * step, 30 * step, 128, 2 * step) for step in range(5)))


@dataclass
class Moment:
    """Where a game was before a step, and the step."""

    entries: int
    now: int
    present: list[str]
    step: Step
    hides: bool  # is there anything that somebody must not know?


def guests(players: int) -> list[Guest]:
    """Those who play, and two who watch."""
    tongues = list(Language)
    table = [Guest(f"P{seat}", language=tongues[seat % len(tongues)]) for seat in range(players)]
    return [*table, Guest("Wim", watch=True), Guest("Zoe", watch=True, language=Language.FR)]


class Author:
    """Plays a game at random, and writes it down."""

    def __init__(self, room: Room, players: int, random: Random) -> None:
        """Begin with an empty page."""
        self.room = room
        self.moments: list[Moment] = []
        self.entries: list[bytes] = []
        self.players = players
        self._random = random

    async def write(self) -> None:
        """Play until the game is over."""
        for name in self.room.guests:
            await self._do(Comes(name))
        await self._do(Says("P0", said.Begin()))
        while not self.room.table.is_over:
            for step in self._next():
                await self._do(step)

    async def _do(self, step: Step) -> None:
        room = self.room
        self.entries += [data for _, data in await room.log.read(CODE, len(self.entries))]
        hides = room.table.game is not None and any(is_hidden(room.table.game, seat) for seat in (0, None))
        self.moments.append(Moment(len(self.entries), room.clock.now, room.present, step, hides))
        await room.do(step)

    def _next(self) -> list[Step]:
        random, there = self._random, self.room.present
        kind = random.random()
        if not there or kind < 0.03:
            return [Comes(random.choice(list(self.room.guests)))]
        name = random.choice(there)
        if kind < 0.06:
            return [Goes(name), Passes(300), Comes(name)] if random.random() < 0.7 else [Goes(name)]
        if kind < 0.09:
            return [Passes(random.choice((10, 900, 4_000)))]
        if kind < 0.14:
            noise = random.choice(everything(self.room.table.stop, list(self.room.guests)))
            return [Says(name, noise, noise=True)]
        if kind < 0.15:
            return [Says(name, random.choice((said.AskTicket(), said.AskWelcome())))]
        if kind < 0.25:
            return [Draws(name, self._marks())]
        return self._move()

    def _marks(self) -> tuple[Mark, ...]:
        marks: list[Mark] = [LINE, LINE, Undo(), Wipe()] if self.room.table.settings.erasing else [LINE]
        return (self._random.choice(marks),)

    def _move(self) -> list[Step]:
        """Let somebody do something that they may, if possible one who is waited for."""
        random, room = self._random, self.room
        assert room.table.game is not None
        slow = [name for name in room.present if room.seat_of(name) in awaited(room.table.game)]
        if not slow:
            return [Passes(1_000)]
        name = random.choice(slow)
        options = allowed(room.guests[name].state)
        if random.random() < 0.9:
            options = [option for option in options if not isinstance(option, RARE)] or options
        kinds = sorted({type(option) for option in options}, key=lambda kind: kind.__name__)
        kind = random.choice(kinds)
        return [Says(name, random.choice([option for option in options if type(option) is kind]))]


def is_hidden(game: Game, seat: int | None) -> bool:
    """Is there anything that this seat must not know?"""
    return any(other_world(game, seat, Random(seed)) != game for seed in range(3))


def revealed(game: Game | None) -> list[object]:
    """What has come to light of a game."""
    if game is None:
        return []
    words = [(is_word_shown(game, artist), is_pile_turned(game, artist)) for artist in seats(game)]
    return [game.round.index, game.phase is Phase.OVER, *words]


def elsewhere(step: Step, room: Room, observer: str, *, is_swapped: bool) -> Step | None:
    """What somebody does in the other world where in this one they do something that nobody else may see."""
    if not isinstance(step, Says) or step.name == observer:
        return step
    game, seat, message = room.table.game, room.seat_of(step.name), step.message
    if game is None or seat is None or not isinstance(message, said.Guess | said.Praise):
        return step
    if step.noise:
        return None  # what is refused in one world may be possible in the other
    if not is_swapped:
        return step
    if isinstance(message, said.Guess):
        used = [number for _, number in guesses_of(game, seat)]
        free = [number for number in range(1, 8) if number not in (*used, message.number)]
        return Says(step.name, said.Guess(message.stop, message.artist, free[0]))
    others = [praise for praise in drawings(game) if praise.artist != seat]
    if not others:
        return (
            step  # waits begin anew where a game is taken up again: here it is not so far yet, in both worlds
        )
    choice = next((one for one in others if one.artist != message.artist), others[0])
    return Says(step.name, said.Praise(message.stop, choice.round, choice.artist))


class Fork:
    """A written game, played again from some moment on."""

    def __init__(self, log: EventLog, author: Author) -> None:
        """Fork this one."""
        self._log = log
        self._author = author

    async def heard(self, place: int, observer: str, *, swap: Random | None) -> list[list[bytes]]:
        """What somebody hears step by step, until something comes to light; perhaps in another world."""
        moments = self._author.moments[place : place + FAR]
        room = Room(self._log, guests(self._author.players), moments[0].now)
        await room.open(self._author.entries[: moments[0].entries])
        before = revealed(room.table.game)
        if swap is not None and room.table.game is not None:
            room.table.game = other_world(room.table.game, room.seat_of(observer), swap)
        for name in moments[0].present:
            await room.do(Comes(name))
        wire = room.guests[observer].wire
        heard = [list(wire.heard)]
        for moment in moments:
            step = elsewhere(moment.step, room, observer, is_swapped=swap is not None)
            if step is not None:
                await room.do(step)
            if revealed(room.table.game) != before:
                break
            heard.append(list(wire.heard))
        await room.hosting.close()
        return heard


class Leak(AssertionError):  # noqa: N818 (what it is)
    """Somebody can tell two worlds apart."""


async def look(folder: Path, number: int, seed: int, forks: int) -> int:
    """Write a game, and look at it from so many moments, each through somebody's ears; count the steps."""
    steps, random, (players, settings) = 0, Random(seed), GAMES[number]
    log = await SqliteLog.open(folder / "log.db")
    try:
        room = Room(log, guests(players), seed=seed)
        await room.open([entry(facts.Opened(START_MS, CODE)), entry(facts.Settled(START_MS, settings))])
        author = Author(room, players, random)
        await author.write()
        await room.hosting.close()
        fork = Fork(log, author)
        hiding = [place for place, moment in enumerate(author.moments) if moment.hides]
        for place in sorted(random.sample(hiding, min(forks, len(hiding)))):
            observer = random.choice(list(room.guests))
            here = await fork.heard(place, observer, swap=None)
            if here != await fork.heard(place, observer, swap=Random(place)):
                raise Leak(place, observer)
            steps += len(here)
    finally:
        await log.close()
    return steps


@pytest.mark.parametrize("number", range(len(GAMES)))
async def test_what_is_hidden_is_not_heard(tmp_path: Path, number: int) -> None:
    assert await look(tmp_path, number, seed=number, forks=16) > 80


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 18))
async def test_what_is_hidden_is_not_heard_from_anywhere_on(tmp_path: Path, seed: int) -> None:
    await look(tmp_path, seed % len(GAMES), seed, forks=1_000_000)


@pytest.mark.parametrize("leak", ["_knows_word", "is_pile_turned"])
async def test_a_leak_would_be_heard(tmp_path: Path, leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest: Callable[..., bool] = getattr(rules_of_sight, leak)
    monkeypatch.setattr(
        rules_of_sight, leak, lambda game, *more: honest(game, *more) or game.phase is Phase.DRAWING
    )
    with pytest.raises(Leak):
        await look(tmp_path, 0, seed=0, forks=25)
