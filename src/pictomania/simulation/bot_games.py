"""Plays whole games of bots at a real table in simulated time, as fast as the network can recognise drawings.

Everything is as on a server except the sockets: a table with its clock, what each seat sees, its ink.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Protocol

import numpy as np

from pictomania.bots.player import BotAction, BotPlayer, ExtendStroke
from pictomania.bots.skills import PROFILES
from pictomania.bots.vision import Beliefs, Question
from pictomania.client.paper import Paper
from pictomania.ink import Clear, Erase, Redo, Rotate, Sheet, Stroke, Undo
from pictomania.rules import NUMBERS, Phase, Refusal, RoundScore
from pictomania.table import arrivals, facts, house_bots, requests, views
from pictomania.table.seat import Member
from pictomania.table.session import Session
from pictomania.table.table import Table
from pictomania.wire import from_client
from pictomania.wire.bots import Skill
from pictomania.wire.frames import decode_ink_from_client
from pictomania.wire.reasons import Reason
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import RequestRefused, State
from pictomania.words import ENGLISH

STEP_S = 0.25
MAX_GAME_S = 3600.0  # simulated; a game that takes longer has stalled
START_MS = 1_700_000_000_000
# Refusals that happen when two players act at the same moment; a bot should never see any other.
RACE_REFUSALS = (Reason.TOO_LATE, Refusal.TOKEN_NOT_LEFT)

# An attentive person: draws like a hard bot, needs one look, and lays a card a little later.
PERSON = replace(
    PROFILES[Skill.HARD],
    thinking_s=(2.0, 5.0),
    speed=0.38,
    confidence_threshold=0.9,
    confirmations=1,
    reaction_s=(2.9, 0.4),
    look_interval_s=0.7,
    second_best_rate=0.0,
    miss_bot_rate=0.0,
)


class GameStalledError(Exception):
    """A game could not start or did not end: a bug."""


class VisionModel(Protocol):
    """Answers a player's questions about drawings."""

    def answer(self, question: Question) -> Beliefs:
        """Return how probabilities each number is for each artist."""
        ...


@dataclass(frozen=True, slots=True)
class BotGame:
    """The result of a finished game."""

    totals: tuple[int, ...]
    rounds: tuple[RoundScore, ...]
    drawing_s: tuple[float, ...]  # length of the drawing phase of each round
    looks: int
    refused: int


class SimulatedSeat:
    """A seat with its player, and the client's side of its state."""

    def __init__(self, member: Member, player: BotPlayer, vision: VisionModel, state: State) -> None:
        self.member = member
        self.player = player
        self.vision = vision
        self.paper = Paper()
        self.state = state


class BotTable:
    """A table of bots and simulated people. A watcher is present, because bots leave an empty table."""

    def __init__(self, settings: Settings, random: Random) -> None:
        self._now = START_MS
        self._key_count = 0
        self._session = Session(Table("SIMULATE"), random.choice, self._new_key, self._now)
        self._settings = settings
        self._seats: list[SimulatedSeat] = []
        self._looks = self._refused = 0
        self._join("watcher", self._new_key(), watch=True)

    def _new_key(self) -> str:
        self._key_count += 1
        return f"{self._key_count:032}"

    @property
    def table(self) -> Table:
        """The table itself, with all its secrets."""
        return self._session.table

    def seat(self, number: int) -> SimulatedSeat:
        """Return a seat by its number."""
        return self._seats[number]

    def add_person(self, name: str, player: BotPlayer, vision: VisionModel) -> None:
        """Seat a simulated person."""
        self._add_seat(self._join(name, self._new_key()), player, vision)

    def add_bot(self, skill: Skill, player: BotPlayer, vision: VisionModel) -> None:
        """Seat a house bot."""
        house_bots.sit_down(self._session, skill, self._now)
        house_bots.attend(self._session, self._now, lambda: 1)
        (invite,) = self._session.drain().invites
        self._add_seat(self._join("Bot", invite.key, watch=True), player, vision)

    def _join(self, name: str, key: str, *, watch: bool = False) -> Member:
        hello = from_client.Hello(self.table.code, key, name, ENGLISH, watch=watch)
        member = arrivals.join(self._session, hello, self._now)
        if not isinstance(member, Member):
            raise GameStalledError(f"{name} could not join: {member}")
        return member

    def _add_seat(self, member: Member, player: BotPlayer, vision: VisionModel) -> None:
        self._seats.append(
            SimulatedSeat(member, player, vision, views.state(self._session, member, self._now))
        )

    def play(self) -> BotGame:
        """Play a game to its end."""
        people = [number for number, seat in enumerate(self.table.seats) if not seat.is_automated]
        self._session.record(facts.HostChanged(self._now, (people or [0])[0]))
        host = self._seats[self.table.host or 0]
        for message in (from_client.ChangeSettings(self._settings), from_client.Begin()):
            requests.handle(self._session, host.member, message, self._now)
        drawing_s: dict[int, float] = {}
        while self.table.game is not None and self.table.game.phase is not Phase.OVER:
            if self.table.game.phase is Phase.DRAWING:
                index = self.table.game.round.index
                drawing_s[index] = drawing_s.get(index, 0.0) + STEP_S
            self._step()
            if self._now - START_MS > MAX_GAME_S * 1000:
                raise GameStalledError(f"the game has stalled in the phase {self.table.game.phase}")
        game = self.table.game
        if game is None:
            raise GameStalledError("the game could not start")
        scores = tuple(past.score for past in game.past)
        totals = tuple(sum(stars) for stars in zip(*(score.stars for score in scores), strict=True))
        return BotGame(totals, scores, tuple(drawing_s.values()), self._looks, self._refused)

    def _step(self) -> None:
        self._now += int(STEP_S * 1000)
        session = self._session
        if session.next_tick_at is not None and session.next_tick_at <= self._now:
            session.tick(self._now)
        session.flush_ink(self._now)
        self._drain()
        for seat in self._seats:
            self._step_seat(seat)

    def _drain(self) -> None:
        """Count refusals, update the states, and discard everything that a server would store or send."""
        session = self._session
        outcome = session.drain()
        refusals = [letter.message for letter in outcome.mail if isinstance(letter.message, RequestRefused)]
        self._refused += sum(refusal.reason not in RACE_REFUSALS for refusal in refusals)
        if outcome.changed:
            for seat in self._seats:
                seat.state = views.state(session, seat.member, self._now)

    def _step_seat(self, seat: SimulatedSeat) -> None:
        state, now = seat.state, self._now / 1000
        seat.paper.switch_to(state.paper, 0 if state.view is None else len(state.seats))
        sheets: list[Sheet] = self.table.sheets if state.paper == self.table.paper else []
        for action in seat.player.step(state, sheets, now):
            self._perform(seat, action)
        question = seat.player.question(state, sheets, now) if sheets else None
        if question is not None:
            self._looks += len(question.artists)
            seat.player.receive(question, seat.vision.answer(question), state, now)

    def _perform(self, seat: SimulatedSeat, action: BotAction) -> None:
        match action:
            case ExtendStroke():
                self._send_ink(seat, seat.paper.extend_line(action.stroke))
            case Stroke() | Erase() | Clear() | Undo() | Redo() | Rotate():
                self._send_ink(seat, seat.paper.draw(action))
            case _:
                requests.handle(self._session, seat.member, action, self._now)

    def _send_ink(self, seat: SimulatedSeat, frames: Sequence[bytes]) -> None:
        for frame in frames:
            _, piece = decode_ink_from_client(frame)
            self._session.draw(self._seats.index(seat), piece, self._now)


class HumanVision:
    """Models an attentive person, who recognises a drawing once enough of it is there.

    Each drawing is either clear to the person, unclear, or misleading, at random.
    """

    RECOGNISED_AT = (0.45, 0.85)  # range of the share drawn at which the person recognises it
    NEVER = 0.07  # share of drawings that the person never recognises
    MISTAKEN = 0.05  # share of drawings that the person takes for something else

    def __init__(self, table: BotTable, random: Random) -> None:
        self._table = table
        self._random = random
        self._fates: dict[tuple[int, int], tuple[float, int]] = {}

    def answer(self, question: Question) -> Beliefs:
        """Return a nearly certain number for each recognised drawing, and equal odds for the others."""
        return {artist: self._probabilities(question, artist) for artist in question.artists}

    def _probabilities(self, question: Question, artist: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        at, number = self._fates.setdefault((question.paper, artist), self._draw_fate(artist))
        probabilities = np.full(len(NUMBERS), 0.04, dtype=np.float32)
        if self._table.seat(artist).player.share_drawn >= at:
            probabilities[NUMBERS.index(number)] = 0.97
        return probabilities

    def _draw_fate(self, artist: int) -> tuple[float, int]:
        game = self._table.table.game
        assert game is not None  # noqa: S101 (drawings exist only during a game)
        luck = self._random.random()
        if luck < self.NEVER:
            return 9.9, NUMBERS[0]
        hand = game.round.hands[artist]
        assert hand is not None  # noqa: S101 (nobody sits out here)
        right = hand.number
        number = self._random.choice(NUMBERS) if luck < self.NEVER + self.MISTAKEN else right
        return self._random.uniform(*self.RECOGNISED_AT), number


def play_bot_game(
    settings: Settings, skills: Sequence[Skill | None], vision: VisionModel, random: Random
) -> BotGame:
    """Play one game of bots with these skills; None stands for an attentive person."""
    table = BotTable(settings, random)
    for number, skill in enumerate(skills):
        player_random = Random(random.getrandbits(64))
        if skill is None:
            table.add_person(f"person {number}", BotPlayer(player_random, PERSON), HumanVision(table, random))
        else:
            table.add_bot(skill, BotPlayer(player_random), vision)
    return table.play()
