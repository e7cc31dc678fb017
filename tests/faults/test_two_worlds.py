"""Two worlds: until the reveal, clients receive the same bytes even if the secrets hidden from them differ.

A game is played and recorded step by step. From any step on it can be played again with every hidden hand,
guess and vote changed; an observer must receive the same bytes as without the change.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from pictomania.ink import Clear, Mark, Point, Stroke, Undo
from pictomania.log import EventLog, SqliteLog
from pictomania.rules import EditionName, Game, Phase, Variant, awaited, seats
from pictomania.rules import view as view_module
from pictomania.rules.game import guesses_of, is_pile_turned, is_word_shown, praisable_drawings
from pictomania.table import facts
from pictomania.table.entries import encode_entry
from pictomania.wire import from_client
from pictomania.wire.settings import Settings
from pictomania.words import card_languages
from tests.faults.support.offline_table import (
    CODE,
    START_MS,
    Disconnect,
    DrawInk,
    Join,
    OfflineClient,
    OfflineTable,
    Send,
    Step,
    Wait,
)
from tests.laws.worlds import other_world
from tests.table.support.all_requests import BOT_REQUESTS, allowed_requests, common_requests

GAMES = (
    (4, Settings()),
    (3, Settings(EditionName.FIRST, hurry_s=5)),
    (6, Settings(variants=(Variant.COMPETITIVE,), drawing_s=30, reveal_s=5)),
    (5, Settings(EditionName.FIRST, (Variant.ONE_CARD,), replacements="any", erasing=False)),
)
STEPS_PER_FORK = 12  # steps that are compared from each start
RARE = (
    from_client.Chat,
    from_client.React,
    from_client.Replace,
    from_client.Object,
    from_client.Remove,
    from_client.TransferHost,
    from_client.ReturnToLobby,
    from_client.ChangeSettings,
)
LINE = Stroke(1, tuple(Point(40 * step, 30 * step, 128, 2 * step) for step in range(5)))


@dataclass
class Moment:
    """A step, and the table just before it."""

    entries: int
    now: int
    present: list[str]
    step: Step
    hides: bool  # there are secrets


def guests(players: int) -> list[OfflineClient]:
    """Create players and two watchers."""
    languages = card_languages()
    table = [OfflineClient(f"P{seat}", language=languages[seat % len(languages)]) for seat in range(players)]
    return [*table, OfflineClient("Wim", watch=True), OfflineClient("Zoe", watch=True, language="fr")]


class GameRecorder:
    """Plays a random game, and records its steps."""

    def __init__(self, room: OfflineTable, players: int, random: Random) -> None:
        """Record this table."""
        self.room = room
        self.moments: list[Moment] = []
        self.entries: list[bytes] = []
        self.players = players
        self._random = random

    async def write(self) -> None:
        """Play until the game is over."""
        for name in self.room.guests:
            await self._do(Join(name))
        await self._do(Send("P0", from_client.Begin()))
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
            return [Join(random.choice(list(self.room.guests)))]
        name = random.choice(there)
        if kind < 0.06:
            return [Disconnect(name), Wait(300), Join(name)] if random.random() < 0.7 else [Disconnect(name)]
        if kind < 0.09:
            return [Wait(random.choice((10, 900, 4_000)))]
        if kind < 0.14:
            noise = random.choice(common_requests(self.room.table.stop, list(self.room.guests)))
            return [Send(name, noise, noise=True)]
        if kind < 0.15:
            return [Send(name, random.choice((from_client.RequestTicket(), from_client.Resync())))]
        if kind < 0.25:
            return [DrawInk(name, self._marks())]
        return self._move()

    def _marks(self) -> tuple[Mark, ...]:
        marks: list[Mark] = [LINE, LINE, Undo(), Clear()] if self.room.table.settings.erasing else [LINE]
        return (self._random.choice(marks),)

    def _move(self) -> list[Step]:
        """Let an awaited player send an allowed request."""
        random, room = self._random, self.room
        assert room.table.game is not None
        slow = [name for name in room.present if room.seat_of(name) in awaited(room.table.game)]
        if not slow:
            return [Wait(1_000)]
        name = random.choice(slow)
        allowed = allowed_requests(room.guests[name].state)
        options = [option for option in allowed if not isinstance(option, BOT_REQUESTS)]
        if random.random() < 0.9:
            options = [option for option in options if not isinstance(option, RARE)] or options
        kinds = sorted({type(option) for option in options}, key=lambda kind: kind.__name__)
        kind = random.choice(kinds)
        return [Send(name, random.choice([option for option in options if type(option) is kind]))]


def is_hidden(game: Game, seat: int | None) -> bool:
    """Whether anything is hidden from this seat."""
    return any(other_world(game, seat, Random(seed)) != game for seed in range(3))


def revealed(game: Game | None) -> list[object]:
    """Return what has been revealed of a game."""
    if game is None:
        return []
    words = [(is_word_shown(game, artist), is_pile_turned(game, artist)) for artist in seats(game)]
    return [game.round.index, game.phase is Phase.OVER, *words]


def step_in_other_world(step: Step, room: OfflineTable, observer: str, *, is_swapped: bool) -> Step | None:
    """Return the same step in the other world; a hidden choice may differ there."""
    if not isinstance(step, Send) or step.name == observer:
        return step
    game, seat, message = room.table.game, room.seat_of(step.name), step.message
    if game is None or seat is None or not isinstance(message, from_client.Guess | from_client.Praise):
        return step
    if step.noise:
        return None  # what is refused in one world may be possible in the other
    if not is_swapped:
        return step
    if isinstance(message, from_client.Guess):
        used = [number for _, number in guesses_of(game, seat)]
        free = [number for number in range(1, 8) if number not in (*used, message.number)]
        return Send(step.name, from_client.Guess(message.stop, message.artist, free[0]))
    others = [praise for praise in praisable_drawings(game) if praise.artist != seat]
    if not others:
        return step  # deadlines restart with the fork: both worlds have not got this far
    choice = next((one for one in others if one.artist != message.artist), others[0])
    return Send(step.name, from_client.Praise(message.stop, choice.round, choice.artist))


class Fork:
    """A recorded game, played again from some step on."""

    def __init__(self, log: EventLog, recorder: GameRecorder) -> None:
        """Fork this recording."""
        self._log = log
        self._author = recorder

    async def heard(self, place: int, observer: str, *, swap: Random | None) -> list[list[bytes]]:
        """Return what an observer receives at each step until a reveal; with `swap`, in another world."""
        moments = self._author.moments[place : place + STEPS_PER_FORK]
        room = OfflineTable(self._log, guests(self._author.players), moments[0].now)
        await room.open(self._author.entries[: moments[0].entries])
        before = revealed(room.table.game)
        if swap is not None and room.table.game is not None:
            room.table.game = other_world(room.table.game, room.seat_of(observer), swap)
        for name in moments[0].present:
            await room.do(Join(name))
        wire = room.guests[observer].wire
        heard = [list(wire.heard)]
        for moment in moments:
            step = step_in_other_world(moment.step, room, observer, is_swapped=swap is not None)
            if step is not None:
                await room.do(step)
            if revealed(room.table.game) != before:
                break
            heard.append(list(wire.heard))
        await room.live_tables.close()
        return heard


class Leak(AssertionError):  # noqa: N818 (what it is)
    """An observer can tell two worlds apart."""


async def look(folder: Path, number: int, seed: int, forks: int) -> int:
    """Record a game, and compare two worlds from some of its steps; return the number of compared steps."""
    steps, random, (players, settings) = 0, Random(seed), GAMES[number]
    log = await SqliteLog.open(folder / "log.db")
    try:
        room = OfflineTable(log, guests(players), seed=seed)
        await room.open(
            [
                encode_entry(facts.TableOpened(START_MS, CODE)),
                encode_entry(facts.SettingsChanged(START_MS, settings)),
            ]
        )
        recorder = GameRecorder(room, players, random)
        await recorder.write()
        await room.live_tables.close()
        fork = Fork(log, recorder)
        hiding = [place for place, moment in enumerate(recorder.moments) if moment.hides]
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
async def test_hidden_changes_cannot_be_observed(tmp_path: Path, number: int) -> None:
    assert await look(tmp_path, number, seed=number, forks=8) > 40


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 18))
async def test_hidden_changes_cannot_be_observed_from_any_step_on(tmp_path: Path, seed: int) -> None:
    await look(tmp_path, seed % len(GAMES), seed, forks=1_000_000)


@pytest.mark.parametrize("leak", ["_knows_word", "is_pile_turned"])
async def test_a_leak_is_detected(tmp_path: Path, leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest: Callable[..., bool] = getattr(view_module, leak)
    monkeypatch.setattr(
        view_module, leak, lambda game, *more: honest(game, *more) or game.phase is Phase.DRAWING
    )
    with pytest.raises(Leak):
        await look(tmp_path, 0, seed=0, forks=25)
