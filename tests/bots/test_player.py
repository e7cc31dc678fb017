"""What a bot decides, from what its seat sees."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import msgspec
import numpy as np
import pytest

from pictomania.bots.eye import Opinions, Question
from pictomania.bots.opinion import ANYTHING, FAMILIAR
from pictomania.bots.player import Deed, Grow, Player
from pictomania.bots.skills import MANNERS
from pictomania.ink import Point, Stroke, Turn, Wipe
from pictomania.ink.stroke import SHORT
from pictomania.rules import NUMBERS, EditionName, Fault, Phase, Praise, Variant
from pictomania.table import facts
from pictomania.table.seat import Member
from pictomania.wire import from_client as say
from pictomania.wire.bots import Skill
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import Clock, ClockKind, State
from tests.table.decks import brought
from tests.table.evening import Evening, drawing


class Table:
    """An evening with a bot in the last seat."""

    def __init__(self, evening: Evening, seed: int = 1, skill: Skill = Skill.HARD) -> None:
        """Sit down."""
        self.evening = evening
        self.player = Player(Random(seed), replace(MANNERS[skill], second=0.0))
        self.me = evening.people[-1]
        self.now = 1000.0

    @property
    def state(self) -> State:
        """What the bot sees."""
        return self.evening.state(self.me)

    def steps(self, seconds: float, state: State | None = None) -> list[Deed]:
        """Let time pass; what the bot does meanwhile is done, if the table lets it."""
        done: list[Deed] = []
        for _ in range(int(seconds * 4)):
            self.now += 0.25
            self.evening.now += 250
            seen = state or self.state
            for deed in self.player.step(seen, self.evening.table.sheets, self.now):
                done.append(deed)
                if state is None:
                    self._does(deed)
        return done

    def _does(self, deed: Deed) -> None:
        if isinstance(deed, Stroke):
            self.evening.draws(self.me, deed)
        elif isinstance(deed, say.Message):
            self.evening.asks(self.me, deed)

    def thinks(self, opinion: Callable[[Question], Opinions]) -> Question | None:
        """Let the bot have a look, and tell it what is there."""
        question = self.player.question(self.state, self.evening.table.sheets, self.now)
        if question is not None:
            self.player.saw(question, opinion(question), self.state, self.now)
        return question


def sure(*numbers: int) -> Callable[[Question], Opinions]:
    """Be sure of a number for each artist."""

    def opinion(question: Question) -> Opinions:
        likely = np.full((len(question.artists), len(NUMBERS)), 0.01, dtype=np.float32)
        for place in range(len(question.artists)):
            likely[place, NUMBERS.index(numbers[place])] = 0.94
        return dict(zip(question.artists, likely, strict=True))

    return opinion


def words(deeds: list[Deed]) -> list[type]:
    """What kinds of things were done, ink left out."""
    return [type(deed) for deed in deeds if isinstance(deed, say.Message)]


def others_draw(table: Table, *members: Member, lines: int = 3) -> None:
    """Let others draw some lines."""
    for member in members or table.evening.people[:-1]:
        for _ in range(lines):
            table.evening.draws(member)


def own_number(table: Table) -> int:
    """What the bot is to draw."""
    view = table.state.view
    word = None if view is None else view.players[2].word
    assert word is not None
    return word.number


CORNERS = ((0, 0), (3000, 0), (3000, 4000), (0, 4000))
FIRST = Settings(edition=EditionName.FIRST, levels=(1, 1, 1, 1, 1))


# Between the rounds.


def test_it_is_ready_in_the_lobby_once() -> None:
    table = Table(Evening("Ada", "Ben", "Bot"))
    assert table.steps(10) == [say.GetReady(True)]


def test_watching_it_does_nothing() -> None:
    evening = Evening("Ada", "Ben", "Cleo")
    table = Table(evening)
    table.me = evening.comes("Wim", watch=True)
    assert table.steps(5) == []


def test_it_reads_and_is_ready_and_says_it_again_if_nobody_heard() -> None:
    evening = Evening("Ada", "Ben", "Bot")
    evening.until(Phase.READING)
    table = Table(evening)
    state = table.state
    assert words(table.steps(20, state)) == [say.Ready] * 4
    assert words(table.steps(5)) == [say.Ready]


def test_it_takes_a_moment() -> None:
    evening = Evening("Ada", "Ben", "Bot")
    evening.until(Phase.READING)
    assert Table(evening).steps(0.5) == []


def test_as_the_host_it_chooses_the_easiest_level() -> None:
    evening = Evening("Bot", settings=Settings(edition=EditionName.FIRST, levels="ask"))
    for name in ("Ada", "Ben"):
        evening.comes(name)
    table = Table(evening)
    evening.begins()
    stop = evening.table.stop
    assert table.steps(4)[0] == say.ChooseLevel(stop, 1)


def test_it_votes_for_cards_that_others_want() -> None:
    evening = Evening("Ada", "Ben", "Bot", settings=replaced(replacements=0))
    evening.until(Phase.READING)
    evening.asks(evening.people[0], say.Replace(evening.table.stop, 0))
    assert say.Vote(evening.table.stop, True) in Table(evening).steps(6)


def replaced(**changes: object) -> Settings:
    """Settings with some of them changed."""
    return msgspec.structs.replace(FIRST, **changes)


def objected(*names: str) -> tuple[Evening, list[Member]]:
    """An evening on which one of these objects to the first drawing, and those who have yet to vote."""
    evening = Evening(*names, settings=FIRST)
    evening.until(Phase.DRAWING)
    for person in evening.people:
        evening.draws(person)
    evening.until(Phase.WORD)
    artist = evening.game.round.artist
    first, *others = [person for person in evening.people[:-1] if evening.seat_of(person) != artist]
    evening.asks(first, say.Object(evening.table.stop, Fault.WRITING))
    return evening, others


def votes(deeds: list[Deed]) -> list[bool]:
    """What was voted."""
    return [deed.yes for deed in deeds if isinstance(deed, say.Vote)]


@pytest.mark.parametrize("second", [True, False])
def test_it_votes_on_drawings_as_most_people_do(second: bool) -> None:
    evening, others = objected("Ada", "Ben", "Cleo", "Dov", "Bot")
    table = Table(evening)
    evening.asks(others[0], say.Vote(evening.table.stop, second))
    assert votes(table.steps(14)) == []  # the third has a say too
    assert votes(table.steps(3)) == [second]


def test_once_all_people_have_voted_so_does_it() -> None:
    evening, others = objected("Ada", "Ben", "Cleo", "Dov", "Bot")
    for person, yes in zip(others, (True, False), strict=True):
        evening.asks(person, say.Vote(evening.table.stop, yes))
    assert votes(Table(evening).steps(6)) == [False]


def test_who_objects_alone_does_not_persuade_it() -> None:
    evening, others = objected("Ada", "Ben", "Bot")
    assert others == []
    assert votes(Table(evening).steps(6)) == [False]


def test_it_does_not_wait_for_votes_for_ever() -> None:
    evening, _ = objected("Ada", "Ben", "Cleo", "Bot")
    table = Table(evening)
    assert votes(table.steps(14)) == []
    assert votes(table.steps(3)) == [False]


def test_bots_drawings_are_as_they_should_be() -> None:
    evening = Evening("Ada", "Ben", "Cleo", "Bot", settings=FIRST)
    evening.until(Phase.DRAWING)
    for person in evening.people:
        evening.draws(person)
    evening.until(Phase.WORD)
    artist = evening.game.round.artist
    by = next(person for person in evening.people[:-1] if evening.seat_of(person) != artist)
    evening.asks(by, say.Object(evening.table.stop, Fault.WRITING))
    table = Table(evening)
    state = table.state
    seats = list(state.seats)
    seats[artist] = msgspec.structs.replace(seats[artist], bot=True, skill=Skill.EASY)
    deeds = table.steps(8, msgspec.structs.replace(state, seats=tuple(seats)))
    assert say.Vote(evening.table.stop, False) in deeds


def test_it_praises_something_in_the_end() -> None:
    evening = drawing("Ada", "Ben", "Bot")
    for person in evening.people:
        evening.draws(person)
    evening.until(Phase.PRAISING)
    deeds = Table(evening).steps(4)
    assert words(deeds)[0] is say.Praise
    praise = deeds[0]
    assert isinstance(praise, say.Praise)
    assert Praise(praise.round, praise.artist).artist != 2


@pytest.mark.parametrize("people_are_there", [True, False])
def test_a_host_whom_nobody_else_plays_with_clears_the_table_in_the_end(people_are_there: bool) -> None:
    evening = drawing("Ada", "Ben", "Bot")
    for person in evening.people:
        evening.draws(person)
    evening.until(Phase.OVER)
    evening.asks(evening.people[0], say.HandOver("Bot"))
    table = Table(evening)
    assert evening.table.host == 2
    if not people_are_there:
        evening.goes(*evening.people[:2])
    assert table.steps(58) == []
    assert words(table.steps(15))[:1] == ([] if people_are_there else [say.Again])
    assert (evening.table.game is None) is not people_are_there


# Drawing.


def test_it_draws_line_by_line() -> None:
    table = Table(drawing("Ada", "Ben", "Bot"))
    first = table.steps(1)
    assert first == []
    ink = [deed for deed in table.steps(60) if not isinstance(deed, say.Message)]
    assert isinstance(ink[0], Stroke)
    assert len(ink) > 8
    assert table.player.share_drawn == 1


def test_it_has_drawn_nothing_before_a_round() -> None:
    assert Player(Random(1)).share_drawn == 0


def test_it_keeps_what_somebody_else_has_begun_if_it_shows_the_number_and_begins_again_if_not() -> None:
    for shift, keeps in ((0, True), (1, False)):
        evening = drawing("Ada", "Ben", "Bot")
        evening.draws(evening.people[-1])
        table = Table(evening)
        assert table.steps(5) == []  # until it has looked at it
        seen = sure((own_number(table) - 1 + shift) % 7 + 1)
        question = table.thinks(seen)
        assert question is not None
        assert question.artists == (2,)
        assert question.holder.own_number is None
        assert table.player.share_drawn == float(keeps)
        ink = [deed for deed in table.steps(60) if isinstance(deed, Stroke | Wipe)]
        assert ink[:1] == ([] if keeps else [Wipe()])
        assert (len(ink) > 8) is not keeps
        assert ink.count(Wipe()) == (not keeps)
        assert table.player.share_drawn == 1


@pytest.mark.parametrize(("bot", "wipes"), [(False, False), (True, True)])
def test_the_better_part_of_a_drawing_by_a_person_stays_whatever_it_shows(bot: bool, wipes: bool) -> None:
    evening = drawing("Ada", "Ben", "Bot")
    corners = [Point(x, y, 128, nth * 9) for nth, (x, y) in enumerate(CORNERS)]
    evening.draws(evening.people[-1], Stroke(1, tuple(corners)))
    table = Table(evening)
    evening.table.seats[2].bot = bot  # its own seat, or somebody else's
    table.steps(1)
    table.thinks(sure(own_number(table) % 7 + 1))
    assert (Wipe() in table.steps(1)) is wipes


def test_it_looks_at_what_it_has_found_also_when_all_its_cards_are_laid() -> None:
    evening = drawing("Ada", "Ben", "Bot", settings=FIRST)
    table = Table(evening)
    table.steps(1)  # it has a sheet that is empty, and cards; then somebody else's
    evening.draws(table.me)
    laid = msgspec.structs.replace(without_cards(table.state), paper=9)
    assert table.steps(1, laid) == []
    question = table.player.question(laid, evening.table.sheets, table.now)
    assert question is not None
    table.player.saw(question, sure(own_number(table) % 7 + 1)(question), laid, table.now)
    assert table.steps(1, laid)[0] == Wipe()


def test_it_goes_on_with_what_is_there_where_nothing_may_be_rubbed_out() -> None:
    for shift, keeps in ((0, True), (1, False)):
        evening = drawing("Ada", "Ben", "Bot", settings=Settings(erasing=False))
        evening.draws(evening.people[-1])
        table = Table(evening)
        assert table.steps(1) == []
        table.thinks(sure((own_number(table) - 1 + shift) % 7 + 1))
        ink = [deed for deed in table.steps(60) if isinstance(deed, Stroke | Wipe)]
        assert Wipe() not in ink
        assert (ink == []) is keeps


def test_a_sheet_that_lies_across_is_drawn_on_as_it_lies() -> None:
    evening = drawing("Ada", "Ben", "Bot")
    evening.draws(evening.people[-1], Turn(True))
    lines = [deed for deed in Table(evening).steps(60) if isinstance(deed, Stroke | Grow)]
    points = [point for deed in lines for point in (deed.line if isinstance(deed, Grow) else deed).points]
    assert len(points) > 20
    assert max(point.y for point in points) <= SHORT


def test_it_draws_something_even_if_everybody_has_guessed_before() -> None:
    evening = drawing("Ada", "Ben", "Bot", settings=FIRST)
    table = Table(evening)
    for person in evening.people[:-1]:
        evening.draws(person)
        numbers = evening.state(person).view.may.numbers  # type: ignore[union-attr]
        assert evening.asks(person, say.Guess(evening.table.stop, 2, numbers[0])) is None
    assert any(isinstance(deed, Stroke) for deed in table.steps(10))
    assert not evening.table.sheets[2].is_empty


def test_what_it_cannot_draw_it_does_not_draw() -> None:
    evening = Evening("Ada", "Ben", "Bot")
    raw, form, language = brought(level_1=12)
    evening.sitting.do(facts.Brought(evening.now, "ours", form, language, raw))
    evening.asks(evening.people[0], say.Settle(replaced(deck="own")))
    evening.until(Phase.DRAWING)
    table = Table(evening)
    deeds = table.steps(200)
    assert not any(isinstance(deed, Stroke) for deed in deeds)
    assert say.Finish(evening.table.stop, None) in deeds  # without a token (R54)


def test_it_does_not_draw_once_it_may_not() -> None:
    evening = drawing("Ada", "Ben", "Bot")
    table = Table(evening)
    table.steps(6)
    others_draw(table)
    evening.asks(table.me, say.Guess(evening.table.stop, 0, table.state.view.may.numbers[0]))  # type: ignore[union-attr]
    assert not any(isinstance(deed, Stroke) for deed in table.steps(30))


# Guessing.


def test_it_asks_for_drawings_that_are_there() -> None:
    table = Table(drawing("Ada", "Ben", "Bot"))
    table.steps(1)
    assert table.thinks(sure(1)) is None
    others_draw(table, table.evening.people[0])
    table.steps(1)
    question = table.thinks(sure(1))
    assert question is not None
    assert question.artists == (0,)
    assert question.trusts == (ANYTHING,)
    assert len(question.drawings[0]) == 3
    assert question.holder.own_place is None
    own = table.evening.game.round.hands[2].number
    assert question.holder.own_number == own


def test_it_is_less_sure_of_what_people_draw_than_of_what_bots_draw() -> None:
    table = Table(drawing("Ada", "Ben", "Bot"))
    others_draw(table)
    table.steps(2)
    state = table.state
    seats = (msgspec.structs.replace(state.seats[0], bot=True, skill=Skill.EASY), *state.seats[1:])
    beside_a_bot = msgspec.structs.replace(state, seats=seats)
    question = table.player.question(beside_a_bot, table.evening.table.sheets, table.now)
    assert question is not None
    assert dict(zip(question.artists, question.trusts, strict=True)) == {0: FAMILIAR, 1: ANYTHING}


def test_in_the_first_edition_its_card_is_nobody_elses() -> None:
    table = Table(drawing("Ada", "Ben", "Bot", settings=FIRST))
    others_draw(table)
    table.steps(3)
    question = table.thinks(sure(1, 2))
    assert question is not None
    assert question.holder.own_place is not None
    assert len(question.holder.words) == 6


def test_with_one_card_all_have_it() -> None:
    table = Table(drawing("Ada", "Ben", "Bot", settings=replaced(variants=(Variant.ONE_CARD,))))
    others_draw(table)
    table.steps(3)
    question = table.thinks(sure(1, 2))
    assert question is not None
    assert question.holder.own_place is None


def test_it_does_not_look_all_the_time() -> None:
    table = Table(drawing("Ada", "Ben", "Bot"))
    others_draw(table)
    table.steps(2)
    assert table.thinks(sure(1, 2)) is not None
    assert table.thinks(sure(1, 2)) is None
    table.steps(2)
    assert table.thinks(sure(1, 2)) is not None


def test_it_asks_one_thing_at_a_time() -> None:
    table = Table(drawing("Ada", "Ben", "Bot"))
    others_draw(table)
    table.steps(2)
    assert table.player.question(table.state, table.evening.table.sheets, table.now) is not None
    table.steps(5)
    assert table.player.question(table.state, table.evening.table.sheets, table.now) is None


def play(table: Table, opinion: Callable[[Question], Opinions], seconds: int = 120) -> list[Deed]:
    """Let a bot play for a while."""
    deeds: list[Deed] = []
    for _ in range(seconds):
        deeds += table.steps(1)
        table.thinks(opinion)
    return deeds


def test_it_draws_before_it_guesses_where_a_guess_ends_the_drawing() -> None:
    table = Table(drawing("Ada", "Ben", "Bot"))
    others_draw(table)
    own = table.evening.game.round.hands[2].number
    one, two = [number for number in NUMBERS if number != own][:2]
    deeds = play(table, sure(one, two))
    kinds = [type(deed) for deed in deeds]
    assert kinds.index(say.Guess) > max(place for place, kind in enumerate(kinds) if kind is Stroke)
    laid = {deed.artist: deed.number for deed in deeds if isinstance(deed, say.Guess)}
    assert laid == {0: one, 1: two}
    assert kinds[-1] is say.Finish


def test_it_guesses_while_it_draws_in_the_first_edition() -> None:
    table = Table(drawing("Ada", "Ben", "Bot", settings=FIRST))
    others_draw(table)
    own = table.evening.game.round.hands[2].number
    one, two = [number for number in NUMBERS if number != own][:2]
    kinds = [type(deed) for deed in play(table, sure(one, two), 60)]
    assert kinds.index(say.Guess) < max(place for place, kind in enumerate(kinds) if kind is Stroke)


def test_it_takes_the_best_token() -> None:
    table = Table(drawing("Ada", "Ben", "Bot"))
    others_draw(table)
    own = table.evening.game.round.hands[2].number
    deeds = play(table, sure(*[number for number in NUMBERS if number != own][:2]))
    assert deeds[-1] == say.Finish(table.evening.table.stop, 2)


@pytest.mark.parametrize(("does", "waits"), [("draws", True), ("finishes", False), ("is offline", True)])
def test_it_leaves_the_last_token_to_people_for_a_while(does: str, waits: bool) -> None:
    """It would end the round for them (R38)."""
    table = Table(drawing("Ada", "Ben", "Cleo", "Bot", settings=FIRST))
    others_draw(table)
    evening = table.evening
    for person, token in zip(evening.people, evening.game.rules.black_tokens[:2], strict=False):
        assert evening.asks(person, say.Finish(evening.table.stop, token)) is None
    if does == "finishes":
        evening.asks(evening.people[2], say.Finish(evening.table.stop, None))
    if does == "is offline":
        evening.goes(evening.people[2])
    own = evening.game.round.hands[3].number
    deeds = play(table, sure(*[number for number in NUMBERS if number != own][:3]), 74)
    assert (say.Finish not in words(deeds)) is waits
    if waits:
        stop = evening.table.stop
        assert say.Finish(stop, 1) in play(table, sure(*NUMBERS[:3]), 10)


def test_it_draws_no_more_once_everybody_has_guessed() -> None:
    table = Table(drawing("Ada", "Ben", "Bot", settings=FIRST))
    table.steps(8)
    assert 0 < table.player.share_drawn < 1
    for seat, person in enumerate(table.evening.people[:2]):
        number = next(number for number in NUMBERS if number != table.evening.game.round.hands[seat].number)
        assert table.evening.asks(person, say.Guess(table.evening.table.stop, 2, number)) is None
    assert not any(isinstance(deed, Stroke | Grow) for deed in table.steps(20))
    assert table.player.share_drawn == 1


def test_it_takes_none_when_it_fears_the_black_sheep() -> None:
    table = Table(drawing("Ada", "Ben", "Bot"))
    others_draw(table)

    def unsure(question: Question) -> Opinions:
        likely = np.full(len(NUMBERS), 0.05, dtype=np.float32)
        own = table.evening.game.round.hands[2].number
        numbers = [number for number in NUMBERS if number != own]
        answers = {}
        for place, artist in enumerate(question.artists):
            answers[artist] = likely.copy()
            answers[artist][NUMBERS.index(numbers[place])] = 0.46
        return answers

    deeds = play(table, unsure, 200)
    assert len([deed for deed in deeds if isinstance(deed, say.Guess)]) == 2
    assert deeds[-1] == say.Finish(table.evening.table.stop, None)


def test_it_gives_up_what_it_cannot_see() -> None:
    table = Table(drawing("Ada", "Ben", "Bot"))
    others_draw(table)
    blind = {0: np.full(7, 1 / 7, dtype=np.float32), 1: np.full(7, 1 / 7, dtype=np.float32)}
    deeds = play(table, lambda question: {artist: blind[artist] for artist in question.artists}, 200)
    assert say.Guess not in words(deeds)
    assert words(deeds)[-1] is say.Finish


@pytest.mark.parametrize(
    ("skill", "blind", "guesses"), [(None, 1, 2), (Skill.EASY, 1, 0), (Skill.EASY, 0, 2)]
)
def test_it_may_not_see_what_bots_draw(skill: Skill | None, blind: float, guesses: int) -> None:
    """It has learnt from the same pictures as they, and people have not."""
    table = Table(drawing("Ada", "Ben", "Bot"))
    table.player = Player(Random(1), replace(MANNERS[Skill.HARD], second=0.0, blind=blind))
    for seat in (0, 1):
        table.evening.sitting.do(facts.Tuned(table.evening.now, seat, skill))
    others_draw(table)
    own = table.evening.game.round.hands[2].number
    deeds = play(table, sure(*[number for number in NUMBERS if number != own][:2]))
    assert words(deeds).count(say.Guess) == guesses


def test_when_time_runs_out_it_lays_what_it_has() -> None:
    table = Table(drawing("Ada", "Ben", "Bot", settings=FIRST))
    others_draw(table)
    state = msgspec.structs.replace(table.state, clock=Clock(ClockKind.HURRY, 8000))
    table.player.step(state, table.evening.table.sheets, table.now)
    watch_at = table.now
    own = table.evening.game.round.hands[2].number
    number = next(number for number in NUMBERS if number != own)
    likely = np.full(7, 0.05, dtype=np.float32)
    likely[NUMBERS.index(number)] = 0.5
    for second in range(12):
        now = watch_at + 5 + second
        deeds = table.player.step(state, table.evening.table.sheets, now)
        if any(isinstance(deed, say.Guess) for deed in deeds):
            return
        question = table.player.question(state, table.evening.table.sheets, now)
        if question is not None:
            table.player.saw(question, dict.fromkeys(question.artists, likely), state, now)
    pytest.fail("no card was laid")


def test_an_answer_for_other_sheets_is_of_no_use() -> None:
    table = Table(drawing("Ada", "Ben", "Bot"))
    others_draw(table)
    table.steps(2)
    question = table.player.question(table.state, table.evening.table.sheets, table.now)
    assert question is not None
    late = replace(question, paper=question.paper + 1)
    table.player.saw(late, sure(1, 2)(late), table.state, table.now)
    table.player.saw(
        question, sure(1, 2)(question), msgspec.structs.replace(table.state, view=None), table.now
    )
    Player(Random(1)).saw(question, {}, table.state, table.now)
    table.player.saw(question, sure(1, 2)(question), without_cards(table.state), table.now)
    assert words(table.steps(30)) == []


def without_cards(state: State) -> State:
    """The same when all cards are laid."""
    assert state.view is not None
    assert state.view.may is not None
    may = replace(state.view.may, numbers=(), guess=())
    return msgspec.structs.replace(state, view=replace(state.view, may=may))


def test_without_sheets_it_waits_for_them() -> None:
    table = Table(drawing("Ada", "Ben", "Bot"))
    assert table.player.step(table.state, [], table.now) == []


def test_the_table_says_how_well_it_plays() -> None:
    evening = drawing("Ada", "Ben", "Bot")
    ends = []
    for skill in (Skill.EASY, Skill.HARD):
        table = Table(evening, skill=Skill.NORMAL)
        state = table.state
        seats = (*state.seats[:2], msgspec.structs.replace(state.seats[2], skill=skill))
        steps = 0
        while table.player.share_drawn < 1:
            steps += 1
            table.steps(1, msgspec.structs.replace(state, seats=seats))
        ends.append(steps)
    assert ends[0] > ends[1]
