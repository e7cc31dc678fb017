"""A bot's decisions, based only on what its seat sees.

Knows no clock and no network: the caller supplies states, sheets and the time, carries out the actions that
`step` returns, and answers the questions that `question` returns.
"""

from dataclasses import dataclass, field
from random import Random

from pictomania.bots.artist import plan_drawing
from pictomania.bots.inference import FAMILIAR, UNFAMILIAR, Holder
from pictomania.bots.lexicon import Tags, tags_of
from pictomania.bots.observation import Observation
from pictomania.bots.raster import total_length
from pictomania.bots.skills import PROFILES, SkillProfile, profile_of
from pictomania.bots.stroke_planner import TimedStroke
from pictomania.bots.vision import Beliefs, Question, strokes_on
from pictomania.ink import Clear, Mark, Sheet, Stroke
from pictomania.ink.stroke import SHORT, TICK_MS
from pictomania.rules import NUMBERS, May, Phase, View, Word
from pictomania.wire import from_client
from pictomania.wire.bots import Skill
from pictomania.wire.to_client import SeatInfo, State

PENCIL = 1
HURRY_MS = 12_000  # remaining time below which the bot guesses with what it knows
KEEP_THRESHOLD = 0.5  # how likely a drawing found on its sheet must show its number to be kept
COURTESY_S = 75.0  # how long to leave the token that ends the round to people
SUBSTANTIAL_INK = 3 * SHORT  # a person's drawing with more ink than this is kept in any case
VOTE_DELAY_S = 15.0  # how long to wait for people's votes on a drawing
LOBBY_DELAY_S = (60.0, 70.0)  # people look at the final scores first
DRAWING_PATIENCE = 3.0  # factor on `patience_s` for an artist who may still draw
RESEND_GUESS_S = 3.0  # resend a message if the table has not reacted
RESEND_FINISH_S = 2.0
RESEND_S = 5.0
MARK_CARDS = 6  # each points at one card in the holder


@dataclass(frozen=True, slots=True)
class ExtendStroke:
    """Add points to the last stroke on the bot's sheet."""

    stroke: Stroke


BotAction = from_client.TableRequest | from_client.AnyGameRequest | Mark | ExtendStroke


@dataclass(slots=True)
class RoundState:
    """What the bot keeps in mind during one round."""

    paper: int
    started_at: float
    plan: list[TimedStroke]
    strokes_done: int = 0  # of the plan
    points_done: int = 0  # of the current stroke
    clear_first: bool | None = None  # clear the ink found on the sheet? None: undecided
    observations: dict[int, Observation] = field(default_factory=dict)  # by artist
    missed: dict[int, bool] = field(default_factory=dict)  # by artist: does it fail to recognise the drawing?
    look_slot: int = 0  # time slot of the last look around
    has_open_question: bool = False
    error_risks: dict[int, float] = field(default_factory=dict)  # by artist: that the guess is wrong
    finish_at: float | None = None

    @property
    def is_drawn(self) -> bool:
        """Has the whole plan been drawn?"""
        return self.strokes_done == len(self.plan)

    def stop_drawing(self) -> None:
        """Leave the drawing as it is."""
        self.strokes_done, self.points_done = len(self.plan), 0


class BotPlayer:
    """Plays one seat: draws, guesses, votes and finishes."""

    def __init__(self, random: Random, profile: SkillProfile = PROFILES[Skill.NORMAL]) -> None:
        """Use `profile` where the table does not set a skill for the seat."""
        self._random = random
        self._default_profile = profile
        self._round: RoundState | None = None
        self._state: State | None = None  # the latest
        self._state_at = 0.0
        self._stop: int | None = None  # the stop it has answered or is about to answer
        self._stop_at = 0.0
        self._answer_at = 0.0
        self._paused_at: float | None = None

    def _profile(self, state: State) -> SkillProfile:
        seat = None if state.seat is None else state.seats[state.seat]
        return (
            self._default_profile if seat is None or seat.skill is None else profile_of(seat.skill, seat.name)
        )

    @property
    def share_drawn(self) -> float:
        """Share of the planned drawing that is on the sheet."""
        mine = self._round
        if mine is None or not mine.plan:
            return 0.0
        total = sum(len(stroke.points) for stroke in mine.plan)
        done = sum(len(stroke.points) for stroke in mine.plan[: mine.strokes_done])
        return (done + mine.points_done) / total

    def step(self, state: State, sheets: list[Sheet], now: float) -> list[BotAction]:
        """Return the actions to take now."""
        if state is not self._state:
            self._state, self._state_at = state, now
        view = state.view
        if state.seat is None or state.seat >= len(state.seats) or self._is_paused(state, now):
            return []
        if view is None:
            return self._get_ready(state, now)
        if view.phase is Phase.OVER:
            return self._return_to_lobby(state, now)
        if view.phase is not Phase.DRAWING:
            return self._answer(state, view, now)
        if view.may is None or len(sheets) != len(state.seats) or view.players[state.seat].word is None:
            return []
        own = sheets[state.seat]
        if self._cannot_draw(state, view, own):
            return [] if view.players[state.seat].finished else [from_client.SitOut()]
        mine = self._current_round(state, view, own, now)
        self._observe(mine, state.seat, sheets, now)
        others = sum(not player.sits_out for player in view.players) - 1
        if len(view.players[state.seat].pile) == others and not own.is_empty:
            mine.stop_drawing()  # all others have guessed
        actions = self._draw(mine, view.may, own, now)
        actions += self._guess(mine, state, view.may, now)
        return actions + self._finish(mine, state, view, view.may, now)

    def _is_paused(self, state: State, now: float) -> bool:
        """Do nothing in a pause, and go on drawing afterwards where it began (D12)."""
        if state.paused_by is not None:
            self._paused_at = now if self._paused_at is None else self._paused_at
            return True
        if self._paused_at is not None and self._round is not None:
            self._round.started_at += now - self._paused_at
        self._paused_at = None
        return False

    def _cannot_draw(self, state: State, view: View, sheet: Sheet) -> bool:
        """Whether it would lose a person's tokens because it doesn't know how to draw their word (D10)."""
        assert state.seat is not None  # noqa: S101 (`step` asked for it)
        return _is_stand_in(state.seats[state.seat]) and sheet.is_empty and not self._own_tags(state, view)

    def _get_ready(self, state: State, now: float) -> list[BotAction]:
        self._round = None
        if state.seat is None or state.seats[state.seat].ready or not self._is_due(state, now, (0.5, 1.5)):
            return []
        return [from_client.SetReady(True)]

    def _is_due(self, state: State, now: float, delay: tuple[float, float]) -> bool:
        """Delay the answer to a new stop; afterwards be due again only to resend it."""
        if state.stop != self._stop:
            self._stop, self._stop_at = state.stop, now
            self._answer_at = now + self._random.uniform(*delay)
        if now < self._answer_at:
            return False
        self._answer_at = now + RESEND_S
        return True

    def _answer(self, state: State, view: View, now: float) -> list[BotAction]:
        """Answer what the table waits for outside the drawing phase."""
        may = view.may
        if may is None or not self._is_due(state, now, (2.5, 5.0) if view.motion else (0.8, 2.4)):
            return []
        if state.may.come_back:
            return [from_client.ComeBack()]
        if may.vote:
            yes = self._vote(state, view, now)
            return [] if yes is None else [from_client.Vote(state.stop, yes)]
        if may.choose_level:
            level = self._choose_level(state, view, may)
            return [] if level is None else [from_client.ChooseLevel(state.stop, level)]
        if may.praise:
            praise = self._random.choice(may.praise)
            return [from_client.Praise(state.stop, praise.round, praise.artist)]
        return [from_client.Ready(state.stop)] if may.ready else []

    def _choose_level(self, state: State, view: View, may: May) -> int | None:
        """Vote once, for the level that most people have voted for; None: wait for them, or done (D4)."""
        assert state.seat is not None  # noqa: S101 (`step` asked for it)
        if not view.level_vote:
            return min(may.choose_level)
        seats = [seat for seat, info in enumerate(state.seats) if info.present and _is_person(info)]
        votes = [view.players[seat].level_vote for seat in seats if not view.players[seat].out]
        if view.players[state.seat].level_vote is not None or None in votes:
            return None
        cast = [vote for vote in votes if vote is not None]
        return max(cast, key=lambda level: (cast.count(level), -level), default=min(may.choose_level))

    def _return_to_lobby(self, state: State, now: float) -> list[BotAction]:
        """As host, return to the lobby if no other person is present, so that watchers can sit down."""
        others = (info for seat, info in enumerate(state.seats) if seat != state.seat)
        people = (info.present and _is_person(info) for info in others)
        if state.seat != state.host or any(people) or not self._is_due(state, now, LOBBY_DELAY_S):
            return []
        return [from_client.ReturnToLobby()]

    def _vote(self, state: State, view: View, now: float) -> bool | None:
        """Decide how to vote; None means wait for people's votes.

        Always agree to replace a card. On a person's drawing, vote with the majority of people other than the
        player who objected. About drawings by bots, only people are asked.
        """
        motion = view.motion
        if motion is None or motion.fault is None:
            return True
        others = set(motion.voters) - {motion.by, state.seat}
        people = {seat for seat in others if _is_person(state.seats[seat])}
        ayes, noes = people.intersection(motion.ayes), people.intersection(motion.noes)
        if people - ayes - noes and now - self._stop_at < VOTE_DELAY_S:
            self._answer_at = now
            return None
        return len(ayes) > len(noes)

    # Drawing.

    def _current_round(self, state: State, view: View, sheet: Sheet, now: float) -> RoundState:
        if self._round is None or self._round.paper != state.paper:
            tags = self._own_tags(state, view)
            plan = plan_drawing(tags, self._profile(state), self._random, landscape=sheet.is_landscape)
            self._round = RoundState(state.paper, now, plan)
        return self._round

    def _own_tags(self, state: State, view: View) -> Tags:
        word = _own_word(state, view)
        return _holder_of(state, view)[word.place][word.number - 1]

    def _draw(self, mine: RoundState, may: May, sheet: Sheet, now: float) -> list[BotAction]:
        if not may.draw:
            mine.stop_drawing()
        if mine.clear_first is None and (mine.is_drawn or sheet.is_empty):
            mine.clear_first = False
        if mine.clear_first is None:  # there is ink on the sheet already: recognise it first
            return []
        actions: list[BotAction] = []
        if mine.clear_first:
            actions.append(Clear())
            mine.clear_first = False
        tick = (now - mine.started_at) * 1000 / TICK_MS
        while not mine.is_drawn:
            planned = mine.plan[mine.strokes_done]
            due = sum(point.tick <= tick for point in planned.points)
            if due > mine.points_done:
                stroke = Stroke(PENCIL, planned.points[mine.points_done : due])
                actions.append(ExtendStroke(stroke) if mine.points_done else stroke)
                mine.points_done = due
            if due < len(planned.points):
                break
            mine.strokes_done, mine.points_done = mine.strokes_done + 1, 0
        return actions

    # Guessing.

    def _observe(self, mine: RoundState, seat: int, sheets: list[Sheet], now: float) -> None:
        for artist, sheet in enumerate(sheets):
            if artist != seat:
                observation = mine.observations.setdefault(artist, Observation(changed_at=now))
                observation.note_ink(sheet.end, sheet.visible_count, now)

    def question(self, state: State, sheets: list[Sheet], now: float) -> Question | None:
        """Return the next question about the drawings, or None if there is none yet."""
        mine, view = self._round, state.view
        if mine is None or view is None or view.may is None:
            return None
        if mine.has_open_question or mine.paper != state.paper:
            return None
        if mine.clear_first is None:
            assert state.seat is not None  # noqa: S101 (watchers have no `may`)
            mine.has_open_question = True
            own = strokes_on(sheets[state.seat])
            return Question(mine.paper, (state.seat,), (own,), (FAMILIAR,), Holder(_holder_of(state, view)))
        # Fixed time slots make all bots look at the same drawings at once, so the cache answers most of them.
        slot = int(now / self._profile(state).look_interval_s)
        if slot == mine.look_slot or not view.may.guess:
            return None
        artists = tuple(artist for artist, observation in mine.observations.items() if observation.strokes)
        if not artists:
            return None
        mine.look_slot = slot
        mine.has_open_question = True
        drawings = tuple(strokes_on(sheets[artist]) for artist in artists)
        trusts = tuple(FAMILIAR if state.seats[artist].skill else UNFAMILIAR for artist in artists)
        return Question(mine.paper, artists, drawings, trusts, self._holder(state, view))

    def _holder(self, state: State, view: View) -> Holder:
        word = _own_word(state, view)
        # With as many cards as mark cards, each card in the holder belongs to one artist alone.
        own_place = word.place if len(view.holder) == MARK_CARDS else None
        return Holder(_holder_of(state, view), word.number, own_place)

    def receive(self, question: Question, beliefs: Beliefs, state: State, now: float) -> None:
        """Take in the answer to a question; ignore it if the round is over."""
        mine, view = self._round, state.view
        if mine is None or mine.paper != question.paper:
            return
        mine.has_open_question = False
        if view is None or view.may is None:
            return
        if state.seat in beliefs:
            is_kept = self._should_keep(question, beliefs, state, view)
            is_own_ink = state.seats[state.seat].bot  # from before a restart; people get theirs back (D10)
            mine.clear_first = view.may.wipe and not is_kept and is_own_ink
            mine.started_at = now
            if is_kept:
                mine.stop_drawing()
            return
        if not view.may.numbers:
            return
        profile = self._profile(state)
        for artist, probabilities in beliefs.items():
            is_missed = (
                self._random.random() < profile.miss_bot_rate and state.seats[artist].skill is not None
            )
            if mine.missed.setdefault(artist, is_missed):
                continue
            observation = mine.observations[artist]
            is_done = self._is_done(observation, state, view, artist, now)
            observation.update(probabilities, view.may.numbers, profile, now, is_done)

    def _should_keep(self, question: Question, beliefs: Beliefs, state: State, view: View) -> bool:
        """Does the ink found on its sheet show the right number, or is it most of a person's drawing?"""
        assert state.seat is not None  # noqa: S101 (the question was about its sheet)
        likely = beliefs[state.seat][NUMBERS.index(_own_word(state, view).number)]
        is_substantial = (
            not state.seats[state.seat].bot and total_length(question.drawings[0]) > SUBSTANTIAL_INK
        )
        return bool(likely >= KEEP_THRESHOLD) or is_substantial

    def _is_done(self, observation: Observation, state: State, view: View, artist: int, now: float) -> bool:
        """Is a drawing finished as far as the bot can tell, or is there no time left to wait?"""
        profile = self._profile(state)
        left = None if state.clock is None else state.clock.remaining_ms - (now - self._state_at) * 1000
        is_late = left is not None and left < HURRY_MS
        patience_s = profile.patience_s if view.players[artist].drawing else profile.patience_s / 4
        return is_late or observation.idle_for(now) > patience_s

    def _guess(self, mine: RoundState, state: State, may: May, now: float) -> list[BotAction]:
        if may.guess_freezes and not mine.is_drawn:
            return []
        profile = self._profile(state)
        for artist in may.guess:
            observation = mine.observations[artist]
            observation.decide(may.numbers, profile, self._random, now)
            if observation.guess not in may.numbers:
                observation.guess_at = None  # the card has been laid on another pile
            if observation.guess_at is not None and observation.guess_at <= now:
                mine.error_risks[artist] = 1 - observation.probability(observation.guess)
                observation.guess_at = now + RESEND_GUESS_S
                return [from_client.Guess(state.stop, artist, observation.guess)]  # one card per step
        return []

    # Finishing.

    def _finish(self, mine: RoundState, state: State, view: View, may: May, now: float) -> list[BotAction]:
        is_done = mine.is_drawn and self._is_done_guessing(mine, self._profile(state), view, may, now)
        is_waiting = _would_end(view) and now - mine.started_at < COURTESY_S and _has_people(state, view)
        if not may.finish or not is_done or is_waiting:
            mine.finish_at = None
            return []
        if mine.finish_at is None:
            mine.finish_at = now + self._random.uniform(0.8, 2.2)
        if now < mine.finish_at:
            return []
        mine.finish_at = (
            now + RESEND_FINISH_S
        )  # the message may be lost, or another player may take the token first
        is_risky = sum(mine.error_risks.values()) >= self._profile(state).risk_limit and not view.learning
        token = max(may.take) if may.take and not is_risky else None
        return [from_client.Finish(state.stop, token)]

    def _is_done_guessing(
        self, mine: RoundState, profile: SkillProfile, view: View, may: May, now: float
    ) -> bool:
        """Has the bot guessed or given up on every drawing?"""
        for artist in may.guess:
            observation = mine.observations[artist]
            if observation.guess_at is not None:
                return False
            patience_s = profile.patience_s * (DRAWING_PATIENCE if view.players[artist].drawing else 0.5)
            if observation.idle_for(now) < patience_s:
                return False
        return True


def _would_end(view: View) -> bool:
    """Would taking a token end the round for everyone (R38)?"""
    return view.last_token_ends and len(view.black_tokens) == 1


def _has_people(state: State, view: View) -> bool:
    """Has any other person, present or offline, not finished yet?"""
    return any(
        seat != state.seat and _is_person(info)
        for seat, info in enumerate(state.seats)
        if not (view.players[seat].finished or view.players[seat].sits_out)
    )


def _is_person(seat: SeatInfo) -> bool:
    return not seat.bot and seat.skill is None


def _is_stand_in(seat: SeatInfo) -> bool:
    return not seat.bot and seat.skill is not None


def _own_word(state: State, view: View) -> Word:
    word = None if state.seat is None else view.players[state.seat].word
    assert word is not None  # noqa: S101 (every player has one in the drawing phase)
    return word


def _holder_of(state: State, view: View) -> tuple[tuple[Tags, ...], ...]:
    faces = [face for face in view.holder if face is not None]
    return tuple(tags_of(state.words[f"{face.card}/{face.side}"]) for face in faces)
