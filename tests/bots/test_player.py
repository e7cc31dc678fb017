"""A bot's decisions, based on what its seat sees."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import msgspec
import numpy as np
import pytest

from pictomania.bots.inference import FAMILIAR, UNFAMILIAR
from pictomania.bots.player import BotAction, BotPlayer, ExtendStroke
from pictomania.bots.skills import PROFILES
from pictomania.bots.vision import Beliefs, Question
from pictomania.ink import Clear, Point, Rotate, Stroke
from pictomania.ink.stroke import SHORT
from pictomania.rules import NUMBERS, EditionName, Fault, Phase, Praise, Variant
from pictomania.table import facts
from pictomania.table.seat import Member
from pictomania.wire import from_client
from pictomania.wire.bots import Skill
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import Countdown, CountdownKind, State
from tests.rules.tables import number_of
from tests.table.support.decks import uploaded_deck
from tests.table.support.harness import TableHarness, drawing_phase


class TableWithBot:
    """A table with a bot in the last seat."""

    def __init__(self, harness: TableHarness, seed: int = 1, skill: Skill = Skill.HARD) -> None:
        self.harness = harness
        self.player = BotPlayer(Random(seed), replace(PROFILES[skill], second_best_rate=0.0))
        self.me = harness.players[-1]
        self.now = 1000.0

    @property
    def state(self) -> State:
        """The latest state that the bot sees."""
        return self.harness.state(self.me)

    def steps(self, seconds: float, state: State | None = None) -> list[BotAction]:
        """Let time pass and return the bot's actions.

        They are applied to the table unless a fixed `state` is given.
        """
        done: list[BotAction] = []
        for _ in range(int(seconds * 4)):
            self.now += 0.25
            self.harness.now += 250
            seen = state or self.state
            for action in self.player.step(seen, self.harness.table.sheets, self.now):
                done.append(action)
                if state is None:
                    self._apply(action)
        return done

    def _apply(self, action: BotAction) -> None:
        if isinstance(action, Stroke):
            self.harness.draw(self.me, action)
        elif isinstance(action, from_client.ClientMessage):
            self.harness.request(self.me, action)

    def look(self, answer: Callable[[Question], Beliefs]) -> Question | None:
        """Let the bot ask its next question, and answer it."""
        question = self.player.question(self.state, self.harness.table.sheets, self.now)
        if question is not None:
            self.player.receive(question, answer(question), self.state, self.now)
        return question


def sure(*numbers: int) -> Callable[[Question], Beliefs]:
    """Answer with one almost certain number for each artist."""

    def answer(question: Question) -> Beliefs:
        probabilities = np.full((len(question.artists), len(NUMBERS)), 0.01, dtype=np.float32)
        for index in range(len(question.artists)):
            probabilities[index, NUMBERS.index(numbers[index])] = 0.94
        return dict(zip(question.artists, probabilities, strict=True))

    return answer


def messages(actions: list[BotAction]) -> list[type]:
    """Return the types of the messages among the actions, leaving out ink."""
    return [type(action) for action in actions if isinstance(action, from_client.ClientMessage)]


def others_draw(table: TableWithBot, *members: Member, lines: int = 3) -> None:
    """Let these members draw, or all people."""
    for member in members or table.harness.players[:-1]:
        for _ in range(lines):
            table.harness.draw(member)


def own_number(table: TableWithBot) -> int:
    """Return the number that the bot has to draw."""
    view = table.state.view
    word = None if view is None else view.players[2].word
    assert word is not None
    return word.number


CORNERS = ((0, 0), (3000, 0), (3000, 4000), (0, 4000))
FIRST = Settings(edition=EditionName.FIRST, levels=(1, 1, 1, 1, 1))


# Between drawing phases.


def test_it_gets_ready_in_the_lobby_once() -> None:
    table = TableWithBot(TableHarness("Ada", "Ben", "Bot"))
    assert table.steps(10) == [from_client.SetReady(True)]


def test_it_does_nothing_as_a_watcher() -> None:
    harness = TableHarness("Ada", "Ben", "Cleo")
    table = TableWithBot(harness)
    table.me = harness.join("Wim", watch=True)
    assert table.steps(5) == []


def test_it_resends_ready_if_the_table_does_not_react() -> None:
    harness = TableHarness("Ada", "Ben", "Bot")
    harness.play_until(Phase.READING)
    table = TableWithBot(harness)
    state = table.state
    assert messages(table.steps(20, state)) == [from_client.Ready] * 4
    assert messages(table.steps(5)) == [from_client.Ready]


def test_it_does_not_answer_at_once() -> None:
    harness = TableHarness("Ada", "Ben", "Bot")
    harness.play_until(Phase.READING)
    assert TableWithBot(harness).steps(0.5) == []


def test_as_the_host_it_chooses_the_easiest_level() -> None:
    settings = Settings(edition=EditionName.FIRST, levels="ask", level_choice="host")
    harness = TableHarness("Bot", settings=settings)
    for name in ("Ada", "Ben"):
        harness.join(name)
    table = TableWithBot(harness)
    harness.begin()
    stop = harness.table.stop
    assert table.steps(4)[0] == from_client.ChooseLevel(stop, 1)


@pytest.mark.rule("D4")
def test_it_votes_for_the_level_that_most_people_want() -> None:
    """It waits for people, and votes once."""
    harness = TableHarness("Ada", "Ben", "Cleo", settings=Settings(levels="ask"))
    assert harness.request(harness.players[0], from_client.AddBot()) is None
    (invite,) = harness.invite_bots()
    harness.players.append(harness.join_bot(invite))
    table = TableWithBot(harness)
    harness.begin()
    stop = harness.table.stop
    for seat, level in ((0, 3), (1, 2)):
        assert harness.request(harness.players[seat], from_client.ChooseLevel(stop, level)) is None
    assert table.steps(20) == []
    harness.disconnect(harness.players[2])  # who is not waited for
    assert table.steps(20, table.state)[:1] == [from_client.ChooseLevel(stop, 2)]
    voted = harness.request(table.me, from_client.ChooseLevel(stop, 2))
    assert voted is None
    assert table.steps(20) == []


@pytest.mark.rule("D12")
def test_it_does_nothing_in_a_pause_and_goes_on_where_it_was() -> None:
    table = TableWithBot(drawing_phase("Ada", "Ben", "Bot"))
    table.steps(3)
    drawn = table.player.share_drawn
    host = table.harness.players[0]
    assert table.harness.request(host, from_client.Pause(yes=True)) is None
    assert table.steps(60) == []
    assert table.harness.request(host, from_client.Pause(yes=False)) is None
    table.steps(0.25)
    assert drawn <= table.player.share_drawn < drawn + 0.5
    waiting = TableWithBot(TableHarness("Ada", "Ben", "Bot"))
    waiting.harness.play_until(Phase.READING)
    waiting.harness.request(waiting.harness.players[0], from_client.Pause(yes=True))
    assert waiting.steps(5) == []
    waiting.harness.request(waiting.harness.players[0], from_client.Pause(yes=False))
    assert waiting.steps(5) == [from_client.Ready(waiting.harness.table.stop)]


@pytest.mark.rule("D10")
def test_a_stand_in_sits_out_if_it_cannot_draw_the_word_and_comes_back() -> None:
    harness = TableHarness("Ada", "Ben", "Cleo", "Bot")
    raw, form, language = uploaded_deck(level_1=12)
    harness.session.record(facts.DeckUploaded(harness.now, "ours", form, language, raw))
    harness.request(harness.players[0], from_client.ChangeSettings(first_edition(deck="own")))
    harness.play_until(Phase.DRAWING)
    harness.session.record(facts.BotSkillSet(harness.now, 3, Skill.NORMAL))
    (invite,) = harness.invite_bots()
    harness.disconnect(harness.players[3])
    harness.players[3] = harness.join_bot(invite)
    table = TableWithBot(harness)
    assert table.steps(1)[:1] == [from_client.SitOut()]
    assert harness.game.round.lost == {3}
    assert table.steps(10) == []
    harness.play_until(Phase.SCORES)
    assert table.steps(5)[:1] == [from_client.ComeBack()]
    assert harness.game.out == frozenset()
    out = harness.request(harness.players[0], from_client.SitOut("Bot"))
    assert out is None
    harness.play_until(Phase.DRAWING)
    assert table.steps(5) == []


def test_it_agrees_to_replace_a_card() -> None:
    harness = TableHarness("Ada", "Ben", "Bot", settings=first_edition(replacements=0))
    harness.play_until(Phase.READING)
    harness.request(harness.players[0], from_client.Replace(harness.table.stop, 0))
    assert from_client.Vote(harness.table.stop, True) in TableWithBot(harness).steps(6)


def first_edition(**changes: object) -> Settings:
    """Return the settings of the first edition with some changes."""
    return msgspec.structs.replace(FIRST, **changes)


def table_with_objection(*names: str) -> tuple[TableHarness, list[Member]]:
    """Let one person object to the first drawing; return the table and the people who have yet to vote."""
    harness = TableHarness(*names, settings=FIRST)
    harness.play_until(Phase.DRAWING)
    for person in harness.players:
        harness.draw(person)
    harness.play_until(Phase.WORD)
    artist = harness.game.round.artist
    first, *others = [person for person in harness.players[:-1] if harness.seat_of(person) != artist]
    harness.request(first, from_client.Object(harness.table.stop, Fault.WRITING))
    return harness, others


def votes(actions: list[BotAction]) -> list[bool]:
    """Return the votes among the actions."""
    return [action.yes for action in actions if isinstance(action, from_client.Vote)]


@pytest.mark.parametrize("second", [True, False])
def test_it_votes_on_drawings_with_the_majority_of_people(second: bool) -> None:
    harness, others = table_with_objection("Ada", "Ben", "Cleo", "Dov", "Bot")
    table = TableWithBot(harness)
    harness.request(others[0], from_client.Vote(harness.table.stop, second))
    assert votes(table.steps(14)) == []  # one person has not voted yet
    assert votes(table.steps(3)) == [second]


def test_it_votes_once_all_people_have_voted() -> None:
    harness, others = table_with_objection("Ada", "Ben", "Cleo", "Dov", "Bot")
    for person, yes in zip(others, (True, False), strict=True):
        harness.request(person, from_client.Vote(harness.table.stop, yes))
    assert votes(TableWithBot(harness).steps(6)) == [False]


def test_a_lone_objector_does_not_persuade_it() -> None:
    harness, others = table_with_objection("Ada", "Ben", "Bot")
    assert others == []
    assert votes(TableWithBot(harness).steps(6)) == [False]


def test_it_votes_without_people_after_a_while() -> None:
    harness, _ = table_with_objection("Ada", "Ben", "Cleo", "Bot")
    table = TableWithBot(harness)
    assert votes(table.steps(14)) == []
    assert votes(table.steps(3)) == [False]


def test_it_praises_a_drawing_by_another_player() -> None:
    harness = drawing_phase("Ada", "Ben", "Bot")
    for person in harness.players:
        harness.draw(person)
    harness.play_until(Phase.PRAISING)
    actions = TableWithBot(harness).steps(4)
    assert messages(actions)[0] is from_client.Praise
    praise = actions[0]
    assert isinstance(praise, from_client.Praise)
    assert Praise(praise.round, praise.artist).artist != 2


@pytest.mark.parametrize("people_are_there", [True, False])
def test_a_host_returns_to_the_lobby_if_no_people_are_present(people_are_there: bool) -> None:
    harness = drawing_phase("Ada", "Ben", "Bot")
    for person in harness.players:
        harness.draw(person)
    harness.play_until(Phase.OVER)
    harness.request(harness.players[0], from_client.TransferHost("Bot"))
    table = TableWithBot(harness)
    assert harness.table.host == 2
    if not people_are_there:
        harness.disconnect(*harness.players[:2])
    assert table.steps(58) == []
    assert messages(table.steps(15))[:1] == ([] if people_are_there else [from_client.ReturnToLobby])
    assert (harness.table.game is None) is not people_are_there


# Drawing.


def test_it_draws_stroke_by_stroke() -> None:
    table = TableWithBot(drawing_phase("Ada", "Ben", "Bot"))
    first = table.steps(1)
    assert first == []
    ink = [action for action in table.steps(60) if not isinstance(action, from_client.ClientMessage)]
    assert isinstance(ink[0], Stroke)
    assert len(ink) > 8
    assert table.player.share_drawn == 1


def test_share_drawn_is_zero_before_a_round() -> None:
    assert BotPlayer(Random(1)).share_drawn == 0


def test_it_keeps_a_drawing_that_shows_its_number_and_starts_over_otherwise() -> None:
    for shift, keeps in ((0, True), (1, False)):
        harness = drawing_phase("Ada", "Ben", "Bot")
        harness.draw(harness.players[-1])
        harness.table.seats[2].bot = True
        table = TableWithBot(harness)
        assert table.steps(5) == []  # until it has recognised the ink
        seen = sure((own_number(table) - 1 + shift) % 7 + 1)
        question = table.look(seen)
        assert question is not None
        assert question.artists == (2,)
        assert question.holder.own_number is None
        assert table.player.share_drawn == float(keeps)
        ink = [action for action in table.steps(60) if isinstance(action, Stroke | Clear)]
        assert ink[:1] == ([] if keeps else [Clear()])
        assert (len(ink) > 4) is not keeps
        assert ink.count(Clear()) == (not keeps)
        assert table.player.share_drawn == 1


@pytest.mark.rule("D10")
def test_it_never_wipes_what_a_person_drew() -> None:
    """It goes on with a few lines, and leaves most of a drawing alone."""
    harness = drawing_phase("Ada", "Ben", "Bot")
    harness.draw(harness.players[-1])
    table = TableWithBot(harness)
    table.steps(1)
    table.look(sure(own_number(table) % 7 + 1))
    ink = [action for action in table.steps(60) if isinstance(action, Stroke | Clear)]
    assert Clear() not in ink
    assert len(ink) > 4


@pytest.mark.rule("D10")
@pytest.mark.parametrize(("bot", "wipes"), [(False, False), (True, True)])
def test_most_of_a_drawing_by_a_person_is_always_kept(bot: bool, wipes: bool) -> None:
    harness = drawing_phase("Ada", "Ben", "Bot")
    corners = [Point(x, y, 128, nth * 9) for nth, (x, y) in enumerate(CORNERS)]
    harness.draw(harness.players[-1], Stroke(1, tuple(corners)))
    table = TableWithBot(harness)
    harness.table.seats[2].bot = bot  # a bot's seat, or one where it stands in
    table.steps(1)
    table.look(sure(own_number(table) % 7 + 1))
    assert (Clear() in table.steps(1)) is wipes


def test_it_recognises_the_ink_it_found_even_without_cards_in_hand() -> None:
    harness = drawing_phase("Ada", "Ben", "Bot", settings=FIRST)
    harness.table.seats[2].bot = True
    table = TableWithBot(harness)
    table.steps(1)  # an empty sheet and cards in hand; then a sheet with ink
    harness.draw(table.me)
    laid = msgspec.structs.replace(without_cards(table.state), paper=9)
    assert table.steps(1, laid) == []
    question = table.player.question(laid, harness.table.sheets, table.now)
    assert question is not None
    table.player.receive(question, sure(own_number(table) % 7 + 1)(question), laid, table.now)
    assert table.steps(1, laid)[0] == Clear()


def test_it_draws_over_the_ink_it_found_if_erasing_is_not_allowed() -> None:
    for shift, keeps in ((0, True), (1, False)):
        harness = drawing_phase("Ada", "Ben", "Bot", settings=Settings(erasing=False))
        harness.draw(harness.players[-1])
        table = TableWithBot(harness)
        assert table.steps(1) == []
        table.look(sure((own_number(table) - 1 + shift) % 7 + 1))
        ink = [action for action in table.steps(60) if isinstance(action, Stroke | Clear)]
        assert Clear() not in ink
        assert (ink == []) is keeps


def test_it_draws_on_a_sheet_in_landscape_format() -> None:
    harness = drawing_phase("Ada", "Ben", "Bot")
    harness.draw(harness.players[-1], Rotate(True))
    lines = [
        action for action in TableWithBot(harness).steps(60) if isinstance(action, Stroke | ExtendStroke)
    ]
    points = [
        point
        for action in lines
        for point in (action.stroke if isinstance(action, ExtendStroke) else action).points
    ]
    assert len(points) > 20
    assert max(point.y for point in points) <= SHORT


def test_it_draws_something_even_if_all_others_have_guessed() -> None:
    harness = drawing_phase("Ada", "Ben", "Bot", settings=FIRST)
    table = TableWithBot(harness)
    for person in harness.players[:-1]:
        harness.draw(person)
        numbers = harness.state(person).view.may.numbers  # type: ignore[union-attr]
        assert harness.request(person, from_client.Guess(harness.table.stop, 2, numbers[0])) is None
    assert any(isinstance(action, Stroke) for action in table.steps(10))
    assert not harness.table.sheets[2].is_empty


def test_it_leaves_the_sheet_empty_if_it_cannot_draw_the_word() -> None:
    harness = TableHarness("Ada", "Ben", "Bot")
    raw, form, language = uploaded_deck(level_1=12)
    harness.session.record(facts.DeckUploaded(harness.now, "ours", form, language, raw))
    harness.request(harness.players[0], from_client.ChangeSettings(first_edition(deck="own")))
    harness.play_until(Phase.DRAWING)
    table = TableWithBot(harness)
    actions = table.steps(200)
    assert not any(isinstance(action, Stroke) for action in actions)
    assert from_client.Finish(harness.table.stop, None) in actions  # without a token (R54)


def test_it_stops_drawing_once_its_sheet_is_frozen() -> None:
    harness = drawing_phase("Ada", "Ben", "Bot")
    table = TableWithBot(harness)
    table.steps(6)
    others_draw(table)
    harness.request(table.me, from_client.Guess(harness.table.stop, 0, table.state.view.may.numbers[0]))  # type: ignore[union-attr]
    assert not any(isinstance(action, Stroke) for action in table.steps(30))


# Guessing.


def test_it_asks_about_drawings_that_have_ink() -> None:
    table = TableWithBot(drawing_phase("Ada", "Ben", "Bot"))
    table.steps(1)
    assert table.look(sure(1)) is None
    others_draw(table, table.harness.players[0])
    table.steps(1)
    question = table.look(sure(1))
    assert question is not None
    assert question.artists == (0,)
    assert question.trusts == (UNFAMILIAR,)
    assert len(question.drawings[0]) == 3
    assert question.holder.own_place is None
    own = number_of(table.harness.game, 2)
    assert question.holder.own_number == own


def test_it_trusts_predictions_for_people_less_than_for_bots() -> None:
    table = TableWithBot(drawing_phase("Ada", "Ben", "Bot"))
    others_draw(table)
    table.steps(2)
    state = table.state
    seats = (msgspec.structs.replace(state.seats[0], bot=True, skill=Skill.EASY), *state.seats[1:])
    beside_a_bot = msgspec.structs.replace(state, seats=seats)
    question = table.player.question(beside_a_bot, table.harness.table.sheets, table.now)
    assert question is not None
    assert dict(zip(question.artists, question.trusts, strict=True)) == {0: FAMILIAR, 1: UNFAMILIAR}


def test_with_six_cards_in_the_holder_its_card_is_its_own() -> None:
    table = TableWithBot(drawing_phase("Ada", "Ben", "Bot", settings=FIRST))
    others_draw(table)
    table.steps(3)
    question = table.look(sure(1, 2))
    assert question is not None
    assert question.holder.own_place is not None
    assert len(question.holder.words) == 6


def test_with_one_card_all_players_share_it() -> None:
    table = TableWithBot(
        drawing_phase("Ada", "Ben", "Bot", settings=first_edition(variants=(Variant.ONE_CARD,)))
    )
    others_draw(table)
    table.steps(3)
    question = table.look(sure(1, 2))
    assert question is not None
    assert question.holder.own_place is None


def test_it_looks_once_per_interval() -> None:
    table = TableWithBot(drawing_phase("Ada", "Ben", "Bot"))
    others_draw(table)
    table.steps(2)
    assert table.look(sure(1, 2)) is not None
    assert table.look(sure(1, 2)) is None
    table.steps(2)
    assert table.look(sure(1, 2)) is not None


def test_it_asks_one_question_at_a_time() -> None:
    table = TableWithBot(drawing_phase("Ada", "Ben", "Bot"))
    others_draw(table)
    table.steps(2)
    assert table.player.question(table.state, table.harness.table.sheets, table.now) is not None
    table.steps(5)
    assert table.player.question(table.state, table.harness.table.sheets, table.now) is None


def play(table: TableWithBot, answer: Callable[[Question], Beliefs], seconds: int = 120) -> list[BotAction]:
    """Let the bot play for a while."""
    actions: list[BotAction] = []
    for _ in range(seconds):
        actions += table.steps(1)
        table.look(answer)
    return actions


def test_it_draws_before_it_guesses_if_a_guess_freezes_its_sheet() -> None:
    table = TableWithBot(drawing_phase("Ada", "Ben", "Bot"))
    others_draw(table)
    own = number_of(table.harness.game, 2)
    one, two = [number for number in NUMBERS if number != own][:2]
    actions = play(table, sure(one, two))
    kinds = [type(action) for action in actions]
    assert kinds.index(from_client.Guess) > max(place for place, kind in enumerate(kinds) if kind is Stroke)
    laid = {action.artist: action.number for action in actions if isinstance(action, from_client.Guess)}
    assert laid == {0: one, 1: two}
    assert kinds[-1] is from_client.Finish


def test_it_guesses_while_it_draws_in_the_first_edition() -> None:
    table = TableWithBot(drawing_phase("Ada", "Ben", "Bot", settings=FIRST))
    others_draw(table)
    own = number_of(table.harness.game, 2)
    one, two = [number for number in NUMBERS if number != own][:2]
    kinds = [type(action) for action in play(table, sure(one, two), 60)]
    assert kinds.index(from_client.Guess) < max(place for place, kind in enumerate(kinds) if kind is Stroke)


def test_it_takes_the_best_token() -> None:
    table = TableWithBot(drawing_phase("Ada", "Ben", "Bot"))
    others_draw(table)
    own = number_of(table.harness.game, 2)
    actions = play(table, sure(*[number for number in NUMBERS if number != own][:2]))
    assert actions[-1] == from_client.Finish(table.harness.table.stop, 2)


@pytest.mark.parametrize(
    ("third_player", "waits"), [("draws", True), ("finishes", False), ("is offline", True)]
)
def test_it_leaves_the_last_token_to_people_for_a_while(third_player: str, waits: bool) -> None:
    """It would end the round for them (R38)."""
    table = TableWithBot(drawing_phase("Ada", "Ben", "Cleo", "Bot", settings=FIRST))
    others_draw(table)
    harness = table.harness
    for person, token in zip(harness.players, harness.game.rules.black_tokens[:2], strict=False):
        assert harness.request(person, from_client.Finish(harness.table.stop, token)) is None
    if third_player == "finishes":
        harness.request(harness.players[2], from_client.Finish(harness.table.stop, None))
    if third_player == "is offline":
        harness.disconnect(harness.players[2])
    own = number_of(harness.game, 3)
    actions = play(table, sure(*[number for number in NUMBERS if number != own][:3]), 74)
    assert (from_client.Finish not in messages(actions)) is waits
    if waits:
        stop = harness.table.stop
        assert from_client.Finish(stop, 1) in play(table, sure(*NUMBERS[:3]), 10)


def test_it_stops_drawing_once_all_others_have_guessed() -> None:
    table = TableWithBot(drawing_phase("Ada", "Ben", "Bot", settings=FIRST))
    table.steps(8)
    assert 0 < table.player.share_drawn < 1
    for seat, person in enumerate(table.harness.players[:2]):
        number = next(number for number in NUMBERS if number != number_of(table.harness.game, seat))
        assert table.harness.request(person, from_client.Guess(table.harness.table.stop, 2, number)) is None
    assert not any(isinstance(action, Stroke | ExtendStroke) for action in table.steps(20))
    assert table.player.share_drawn == 1


def test_it_declines_a_token_when_it_risks_the_black_sheep() -> None:
    table = TableWithBot(drawing_phase("Ada", "Ben", "Bot"))
    others_draw(table)

    def unsure(question: Question) -> Beliefs:
        probabilities = np.full(len(NUMBERS), 0.05, dtype=np.float32)
        own = number_of(table.harness.game, 2)
        numbers = [number for number in NUMBERS if number != own]
        answers = {}
        for place, artist in enumerate(question.artists):
            answers[artist] = probabilities.copy()
            answers[artist][NUMBERS.index(numbers[place])] = 0.46
        return answers

    actions = play(table, unsure, 200)
    assert len([action for action in actions if isinstance(action, from_client.Guess)]) == 2
    assert actions[-1] == from_client.Finish(table.harness.table.stop, None)


def test_it_gives_up_on_drawings_it_cannot_recognise() -> None:
    table = TableWithBot(drawing_phase("Ada", "Ben", "Bot"))
    others_draw(table)
    clueless = {0: np.full(7, 1 / 7, dtype=np.float32), 1: np.full(7, 1 / 7, dtype=np.float32)}
    actions = play(table, lambda question: {artist: clueless[artist] for artist in question.artists}, 200)
    assert from_client.Guess not in messages(actions)
    assert messages(actions)[-1] is from_client.Finish


@pytest.mark.parametrize(
    ("skill", "miss_rate", "guesses"), [(None, 1, 2), (Skill.EASY, 1, 0), (Skill.EASY, 0, 2)]
)
def test_it_sometimes_misses_drawings_by_bots(skill: Skill | None, miss_rate: float, guesses: int) -> None:
    """Bots learnt from the same pictures, so they would recognise each other too well."""
    table = TableWithBot(drawing_phase("Ada", "Ben", "Bot"))
    table.player = BotPlayer(
        Random(1), replace(PROFILES[Skill.HARD], second_best_rate=0.0, miss_bot_rate=miss_rate)
    )
    for seat in (0, 1):
        table.harness.session.record(facts.BotSkillSet(table.harness.now, seat, skill))
    others_draw(table)
    own = number_of(table.harness.game, 2)
    actions = play(table, sure(*[number for number in NUMBERS if number != own][:2]))
    assert messages(actions).count(from_client.Guess) == guesses


def test_it_guesses_with_less_confidence_when_time_runs_out() -> None:
    table = TableWithBot(drawing_phase("Ada", "Ben", "Bot", settings=FIRST))
    others_draw(table)
    state = msgspec.structs.replace(table.state, clock=Countdown(CountdownKind.HURRY, 8000))
    table.player.step(state, table.harness.table.sheets, table.now)
    start = table.now
    own = number_of(table.harness.game, 2)
    number = next(number for number in NUMBERS if number != own)
    probabilities = np.full(7, 0.05, dtype=np.float32)
    probabilities[NUMBERS.index(number)] = 0.5
    for second in range(12):
        now = start + 5 + second
        actions = table.player.step(state, table.harness.table.sheets, now)
        if any(isinstance(action, from_client.Guess) for action in actions):
            return
        question = table.player.question(state, table.harness.table.sheets, now)
        if question is not None:
            table.player.receive(question, dict.fromkeys(question.artists, probabilities), state, now)
    pytest.fail("no card was laid")


def test_it_ignores_late_answers() -> None:
    table = TableWithBot(drawing_phase("Ada", "Ben", "Bot"))
    others_draw(table)
    table.steps(2)
    question = table.player.question(table.state, table.harness.table.sheets, table.now)
    assert question is not None
    late = replace(question, paper=question.paper + 1)
    table.player.receive(late, sure(1, 2)(late), table.state, table.now)
    table.player.receive(
        question, sure(1, 2)(question), msgspec.structs.replace(table.state, view=None), table.now
    )
    BotPlayer(Random(1)).receive(question, {}, table.state, table.now)
    table.player.receive(question, sure(1, 2)(question), without_cards(table.state), table.now)
    assert messages(table.steps(30)) == []


def without_cards(state: State) -> State:
    """Return the state as if all cards were laid."""
    assert state.view is not None
    assert state.view.may is not None
    may = replace(state.view.may, numbers=(), guess=())
    return msgspec.structs.replace(state, view=replace(state.view, may=may))


def test_it_waits_until_it_has_the_sheets() -> None:
    table = TableWithBot(drawing_phase("Ada", "Ben", "Bot"))
    assert table.player.step(table.state, [], table.now) == []


def test_the_table_sets_its_skill() -> None:
    harness = drawing_phase("Ada", "Ben", "Bot")
    ends = []
    for skill in (Skill.EASY, Skill.HARD):
        table = TableWithBot(harness, skill=Skill.NORMAL)
        state = table.state
        seats = (*state.seats[:2], msgspec.structs.replace(state.seats[2], skill=skill))
        steps = 0
        while table.player.share_drawn < 1:
            steps += 1
            table.steps(1, msgspec.structs.replace(state, seats=seats))
        ends.append(steps)
    assert ends[0] > ends[1]
