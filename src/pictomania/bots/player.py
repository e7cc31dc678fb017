"""A player: decides what to do from what its seat sees, and nothing else.

Knows no clock and no network: whoever plays with it brings states, sheets and the time, carries out what
`step` says, and answers what `question` asks.
"""

from dataclasses import dataclass, field
from random import Random

from pictomania.bots.artist import draw
from pictomania.bots.eye import Opinions, Question, lines_on
from pictomania.bots.hand import Drawn
from pictomania.bots.lexicon import Tags, tags_of
from pictomania.bots.opinion import ANYTHING, FAMILIAR, Holder
from pictomania.bots.picture import length_of
from pictomania.bots.skills import MANNERS, Manner, manner_of
from pictomania.bots.watch import Watch
from pictomania.ink import Mark, Sheet, Stroke, Wipe
from pictomania.ink.stroke import SHORT, TICK_MS
from pictomania.rules import EDITIONS, NUMBERS, May, Phase, Variant, View, Word
from pictomania.wire import from_client as say
from pictomania.wire.bots import Skill
from pictomania.wire.to_client import SeatSeen, State

PENCIL = 1
HASTE_MS = 12_000  # of a clock that runs out: then one lays what one has
KEEPS = 0.5  # how likely its own number must be for what somebody has begun at its seat
COURTESY_S = 75.0  # so long it leaves a token that ends the round to people who still draw or guess
MUCH = 3 * SHORT  # the better part of a drawing by somebody else, who knows better what it shows
LETS_VOTE_S = 15.0  # so long it waits for people to vote on a drawing before it does
AFTERWARDS_S = (60.0, 70.0)  # people look at the end of a game
PATIENCE = 3.0  # with somebody who may go on drawing, as a multiple of what one waits for others


@dataclass(frozen=True, slots=True)
class Grow:
    """Let the last line on the own sheet grow."""

    line: Stroke


Deed = say.Wish | say.Played | Mark | Grow


@dataclass(slots=True)
class Round:
    """What somebody has in mind in one round."""

    paper: int
    began: float
    plan: list[Drawn]
    line: int = 0  # of the plan, and how much of it is drawn
    points: int = 0
    wipes: bool | None = None  # what it has found on its sheet; None: it does not know yet
    watches: dict[int, Watch] = field(default_factory=dict)
    blind: dict[int, bool] = field(default_factory=dict)  # is it, to what an artist draws?
    beat: int = 0  # of the clock, in which it looked around last
    asks: bool = False  # has a question that is not answered yet
    doubts: dict[int, float] = field(default_factory=dict)  # how likely each card laid is wrong, by artist
    ends_at: float | None = None  # the round, for oneself

    @property
    def is_drawn(self) -> bool:
        """Is the drawing as it was meant to be?"""
        return self.line == len(self.plan)

    def end(self) -> None:
        """Let it be as it is."""
        self.line, self.points = len(self.plan), 0


class Player:
    """Somebody who draws and guesses."""

    def __init__(self, random: Random, manner: Manner = MANNERS[Skill.NORMAL]) -> None:
        """`manner` is for tables that do not say how well it should play."""
        self._random = random
        self._usual = manner
        self._round: Round | None = None
        self._state: State | None = None  # the last one seen, and when
        self._seen_at = 0.0
        self._stop: int | None = None  # what it has answered, or will in a moment, and when it saw it
        self._stop_at = 0.0
        self._answers_at = 0.0

    def _manner(self, state: State) -> Manner:
        seat = None if state.seat is None else state.seats[state.seat]
        return self._usual if seat is None or seat.skill is None else manner_of(seat.skill, seat.name)

    @property
    def share_drawn(self) -> float:
        """How much of what it means to draw is on its sheet."""
        mine = self._round
        if mine is None or not mine.plan:
            return 0.0
        total = sum(len(line.points) for line in mine.plan)
        return (sum(len(line.points) for line in mine.plan[: mine.line]) + mine.points) / total

    # What it does.

    def step(self, state: State, sheets: list[Sheet], now: float) -> list[Deed]:
        """Do what is to be done now."""
        if state is not self._state:
            self._state, self._seen_at = state, now
        view = state.view
        if state.seat is None or state.seat >= len(state.seats):
            return []
        if view is None:
            return self._in_lobby(state, now)
        if view.phase is Phase.OVER:
            return self._afterwards(state, now)
        if view.phase is not Phase.DRAWING:
            return self._between(state, view, now)
        if view.may is None or len(sheets) != len(state.seats):
            return []
        own = sheets[state.seat]
        mine = self._round_of(state, view, own, now)
        self._look_around(mine, state.seat, sheets, now)
        if len(view.players[state.seat].pile) == len(view.players) - 1 and not own.is_empty:
            mine.end()  # everybody has guessed: there is nobody left to draw for
        deeds = self._draws(mine, view.may, own, now)
        deeds += self._guesses(mine, state, view.may, now)
        return deeds + self._finishes(mine, state, view, view.may, now)

    def _in_lobby(self, state: State, now: float) -> list[Deed]:
        self._round = None
        if state.seat is None or state.seats[state.seat].ready or not self._is_time(state, now, (0.5, 1.5)):
            return []
        return [say.GetReady(True)]

    def _is_time(self, state: State, now: float, within: tuple[float, float]) -> bool:
        """Take a moment for whatever is new, and answer it once; if nobody heard it, again."""
        if state.stop != self._stop:
            self._stop, self._stop_at = state.stop, now
            self._answers_at = now + self._random.uniform(*within)
        if now < self._answers_at:
            return False
        self._answers_at = now + 5.0
        return True

    def _between(self, state: State, view: View, now: float) -> list[Deed]:
        """Read, vote, look on; whatever is asked of everybody."""
        may = view.may
        if may is None or not self._is_time(state, now, (2.5, 5.0) if view.motion else (0.8, 2.4)):
            return []
        if may.vote:
            yes = self._votes(state, view, now)
            return [] if yes is None else [say.Vote(state.stop, yes)]
        if may.choose_level:
            return [say.ChooseLevel(state.stop, min(may.choose_level))]
        if may.praise:
            praise = self._random.choice(may.praise)
            return [say.Praise(state.stop, praise.round, praise.artist)]
        return [say.Ready(state.stop)] if may.ready else []

    def _afterwards(self, state: State, now: float) -> list[Deed]:
        """Clear the table where nobody else can, so that those who watch may sit down."""
        others = (who for seat, who in enumerate(state.seats) if seat != state.seat)
        people = (who.present and _is_person(who) for who in others)
        if state.seat != state.host or any(people) or not self._is_time(state, now, AFTERWARDS_S):
            return []
        return [say.Again()]

    def _votes(self, state: State, view: View, now: float) -> bool | None:
        """Let people have the cards they want; of drawings, bots' are as they should be, and as to people's
        it votes as most other people do than the one who objects; None: it waits for these.
        """
        motion = view.motion
        if motion is None or motion.fault is None:
            return True
        if view.artist is not None and state.seats[view.artist].skill is not None:
            return False
        others = set(motion.voters) - {motion.by, state.seat}
        people = {seat for seat in others if _is_person(state.seats[seat])}
        ayes, noes = people.intersection(motion.ayes), people.intersection(motion.noes)
        if people - ayes - noes and now - self._stop_at < LETS_VOTE_S:
            self._answers_at = now
            return None
        return len(ayes) > len(noes)

    # Drawing.

    def _round_of(self, state: State, view: View, sheet: Sheet, now: float) -> Round:
        if self._round is None or self._round.paper != state.paper:
            tags = self._own_tags(state, view)
            plan = draw(tags, self._manner(state), self._random, across=sheet.across)
            self._round = Round(state.paper, now, plan)
        return self._round

    def _own_tags(self, state: State, view: View) -> Tags:
        word = _own_word(state, view)
        return _holder_of(state, view)[word.place][word.number - 1]

    def _draws(self, mine: Round, may: May, sheet: Sheet, now: float) -> list[Deed]:
        if not may.draw:
            mine.end()
        if mine.wipes is None and (mine.is_drawn or sheet.is_empty):
            mine.wipes = False
        if mine.wipes is None:  # begun by somebody else at this seat, or before a restart: first it looks
            return []
        deeds: list[Deed] = []
        if mine.wipes:
            deeds.append(Wipe())
            mine.wipes = False
        tick = (now - mine.began) * 1000 / TICK_MS
        while not mine.is_drawn:
            line = mine.plan[mine.line]
            due = sum(point.tick <= tick for point in line.points)
            if due > mine.points:
                stroke = Stroke(PENCIL, line.points[mine.points : due])
                deeds.append(Grow(stroke) if mine.points else stroke)
                mine.points = due
            if due < len(line.points):
                break
            mine.line, mine.points = mine.line + 1, 0
        return deeds

    # Guessing.

    def _look_around(self, mine: Round, seat: int, sheets: list[Sheet], now: float) -> None:
        for artist, sheet in enumerate(sheets):
            if artist != seat:
                watch = mine.watches.setdefault(artist, Watch(changed=now))
                watch.see(sheet.end, sheet.lines_shown, now)

    def question(self, state: State, sheets: list[Sheet], now: float) -> Question | None:
        """What it would like to know of the drawings; None: nothing new, or not yet."""
        mine, view = self._round, state.view
        if mine is None or mine.asks or view is None or view.may is None or mine.paper != state.paper:
            return None
        if mine.wipes is None:
            assert state.seat is not None  # noqa: S101 (or nothing would be allowed)
            mine.asks = True
            own = lines_on(sheets[state.seat])
            return Question(mine.paper, (state.seat,), (own,), (FAMILIAR,), Holder(_holder_of(state, view)))
        # All look at the same moments, and so at the same drawings, which then have to be looked at once.
        beat = int(now / self._manner(state).every)
        if beat == mine.beat or not view.may.guess:
            return None
        artists = tuple(artist for artist, watch in mine.watches.items() if watch.lines)
        if not artists:
            return None
        mine.beat = beat
        mine.asks = True
        drawings = tuple(lines_on(sheets[artist]) for artist in artists)
        trusts = tuple(FAMILIAR if state.seats[artist].skill else ANYTHING for artist in artists)
        return Question(mine.paper, artists, drawings, trusts, self._holder(state, view))

    def _holder(self, state: State, view: View) -> Holder:
        word = _own_word(state, view)
        # In the first edition every card is somebody's alone.
        marks = () if Variant.ONE_CARD in view.variants else EDITIONS[view.edition].marks
        own_place = word.place if marks.count(word.place) == 1 else None
        return Holder(_holder_of(state, view), word.number, own_place)

    def saw(self, question: Question, opinions: Opinions, state: State, now: float) -> None:
        """Take in an answer; what came too late is of no use."""
        mine, view = self._round, state.view
        if mine is None or mine.paper != question.paper:
            return
        mine.asks = False
        if view is None or view.may is None:
            return
        if state.seat in opinions:
            is_kept = self._keeps(question, opinions, state, view)
            mine.wipes = view.may.wipe and not is_kept
            mine.began = now
            if is_kept:
                mine.end()
            return
        if not view.may.numbers:
            return
        manner = self._manner(state)
        for artist, likely in opinions.items():
            is_blind = self._random.random() < manner.blind and state.seats[artist].skill is not None
            if mine.blind.setdefault(artist, is_blind):
                continue
            watch = mine.watches[artist]
            is_done = self._is_done(watch, state, view, artist, now)
            watch.think(likely, view.may.numbers, manner, now, is_done)

    def _keeps(self, question: Question, opinions: Opinions, state: State, view: View) -> bool:
        """Should what it has found on its own sheet stay: for what it shows, or as somebody else's work?"""
        assert state.seat is not None  # noqa: S101 (the question was about its sheet)
        likely = opinions[state.seat][NUMBERS.index(_own_word(state, view).number)]
        is_much = not state.seats[state.seat].bot and length_of(question.drawings[0]) > MUCH
        return bool(likely >= KEEPS) or is_much

    def _is_done(self, watch: Watch, state: State, view: View, artist: int, now: float) -> bool:
        """Is nothing more to be expected of a drawing, or no time left to wait for it?"""
        manner = self._manner(state)
        left = None if state.clock is None else state.clock.remaining_ms - (now - self._seen_at) * 1000
        is_late = left is not None and left < HASTE_MS
        is_still = watch.quiet_for(now) > (manner.waits if view.players[artist].drawing else manner.waits / 4)
        return is_late or is_still

    def _guesses(self, mine: Round, state: State, may: May, now: float) -> list[Deed]:
        if may.guess_freezes and not mine.is_drawn:
            return []
        manner = self._manner(state)
        for artist in may.guess:
            watch = mine.watches[artist]
            watch.decide(may.numbers, manner, self._random, now)
            if watch.lays not in may.numbers:
                watch.lays_at = None  # the card was laid elsewhere meanwhile
            if watch.lays_at is not None and watch.lays_at <= now:
                mine.doubts[artist] = 1 - watch.chance(watch.lays)
                watch.lays_at = now + 3.0  # if nobody heard it, again
                return [say.Guess(state.stop, artist, watch.lays)]  # one card at a time
        return []

    # Being done.

    def _finishes(self, mine: Round, state: State, view: View, may: May, now: float) -> list[Deed]:
        is_done = mine.is_drawn and self._has_seen_enough(mine, self._manner(state), view, may, now)
        is_waiting = _would_end(view) and now - mine.began < COURTESY_S and _has_people(state, view)
        if not may.finish or not is_done or is_waiting:
            mine.ends_at = None
            return []
        if mine.ends_at is None:
            mine.ends_at = now + self._random.uniform(0.8, 2.2)
        if now < mine.ends_at:
            return []
        mine.ends_at = now + 2.0  # if somebody else had the token first, or nobody heard it, again
        is_afraid = sum(mine.doubts.values()) >= self._manner(state).fears and not view.learning
        token = max(may.take) if may.take and not is_afraid else None
        return [say.Finish(state.stop, token)]

    def _has_seen_enough(self, mine: Round, manner: Manner, view: View, may: May, now: float) -> bool:
        """Has it guessed what can be guessed, or given up?"""
        for artist in may.guess:
            watch = mine.watches[artist]
            if watch.lays_at is not None:
                return False
            waits = manner.waits * (PATIENCE if view.players[artist].drawing else 0.5)
            if watch.quiet_for(now) < waits:
                return False
        return True


def _would_end(view: View) -> bool:
    """Is this the last token, which ends the round for everybody (R38)?"""
    ends = EDITIONS[view.edition].last_token_ends or Variant.COMPETITIVE in view.variants
    return ends and len(view.black_tokens) == 1


def _has_people(state: State, view: View) -> bool:
    """Is there anybody else who is no bot and has not finished?"""
    return any(
        seat != state.seat and _is_person(who)  # who is offline for a moment, too
        for seat, who in enumerate(state.seats)
        if not view.players[seat].finished
    )


def _is_person(seat: SeatSeen) -> bool:
    return not seat.bot and seat.skill is None


def _own_word(state: State, view: View) -> Word:
    word = None if state.seat is None else view.players[state.seat].word
    assert word is not None  # noqa: S101 (everybody has one while all draw)
    return word


def _holder_of(state: State, view: View) -> tuple[tuple[Tags, ...], ...]:
    faces = [face for face in view.holder if face is not None]
    return tuple(tags_of(state.words[f"{face.card}/{face.side}"]) for face in faces)
