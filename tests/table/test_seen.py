"""Tests of `pictomania.table.seen`; that it gives away no secret is told by `test_secrets`."""

import pytest

from pictomania.ink import Sheet, take
from pictomania.rules import Colour, EditionName, Misfit, Phase, seen_by
from pictomania.table import facts
from pictomania.table.seen import sheets, welcome
from pictomania.wire import from_client as said
from pictomania.wire.frames import SHEETS, told_ink
from pictomania.wire.gate import told, written
from pictomania.wire.reasons import Reason
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import VERSION, SeatSeen, State, TableMay
from pictomania.words import Language, house_deck
from tests.table.decks import brought
from tests.table.evening import LINE, NAMES, Evening, drawing


def test_the_lobby_as_its_host_sees_it() -> None:
    evening = Evening(*NAMES[:3])
    ada, ben, _ = evening.people
    evening.comes("Wim", watch=True)
    evening.goes(ben)
    evening.asks(ada, said.GetReady(yes=True))
    seats = [
        SeatSeen("Ada", Colour.RED, Language.EN, False, None, True, False, True, ()),
        SeatSeen("Ben", Colour.YELLOW, Language.EN, False, None, False, False, False, ()),
        SeatSeen("Cleo", Colour.GREEN, Language.EN, False, None, True, False, False, ()),
    ]
    may = TableMay(
        settle=True, begin=True, remove=(1, 2), hand_over=(2,), add_bot=True, talk=True, react=True
    )
    assert evening.state(ada) == State(
        seat=0,
        host=0,
        seats=tuple(seats),
        watchers=1,
        settings=Settings(),
        deck=None,
        stop=0,
        paper=0,
        may=may,
        clock=None,
        game=None,
        artists=(),
        view=None,
        words={},
    )


def test_others_may_do_less() -> None:
    evening = Evening(*NAMES[:3])
    wim = evening.comes("Wim", watch=True)
    assert evening.state(evening.people[1]).may == TableMay(talk=True, react=True)
    assert evening.state(wim).may == TableMay(sit=(3,), talk=True, react=True)


def test_the_host_is_told_why_no_game_can_begin() -> None:
    evening = Evening("Ada", "Ben")
    ada, ben = evening.people
    assert evening.state(ada).may.begin_not == Misfit.TOO_FEW_PLAYERS
    assert not evening.state(ada).may.begin
    assert evening.state(ben).may.begin_not is None
    evening.comes("Cleo")
    evening.sitting.do(facts.Settled(evening.now, Settings(levels=(1,))))
    assert evening.state(ada).may.begin_not == Misfit.LEVELS_NOT_ONE_EACH_ROUND
    evening.sitting.do(facts.Settled(evening.now, Settings(deck="own")))
    assert evening.state(ada).may.begin_not == Reason.NO_OWN_DECK
    raw, form, language = brought(level_1=1)
    evening.sitting.do(facts.Brought(evening.now, "ours", form, language, raw))
    assert (evening.state(ada).may.begin_not, evening.state(ben).deck) == (Reason.DECK_TOO_SMALL, "ours")
    evening.sitting.do(facts.Settled(evening.now, Settings(EditionName.FIRST)))
    assert (evening.state(ada).may.begin_not, evening.state(ada).may.begin) == (None, True)


@pytest.mark.rule("R19")
def test_in_a_game_everybody_sees_it_from_their_own_seat() -> None:
    evening = drawing()
    wim = evening.comes("Wim", watch=True)
    for member, seat in zip((*evening.people, wim), (0, 1, 2, None), strict=True):
        state = evening.state(member)
        assert (state.seat, state.view) == (seat, seen_by(evening.game, seat))
        assert (state.stop, state.paper) == (evening.table.stop, evening.table.paper)
        assert state.may.talk == (seat is None)
        assert not state.may.react
        assert not state.may.settle
        assert not state.may.begin


def test_everybody_reads_the_cards_in_their_own_language() -> None:
    evening = Evening(*NAMES[:3])
    wim = evening.comes("Wim", watch=True)
    evening.asks(evening.people[1], said.Speak(Language.RU))
    evening.asks(wim, said.Speak(Language.FR))
    evening.until(Phase.READING)
    faces = [face for face in evening.game.round.holder if face is not None]
    for member, language in (
        (evening.people[0], Language.EN),
        (evening.people[1], Language.RU),
        (wim, Language.FR),
    ):
        words = {f"{face.card}/{face.side}": house_deck().words(face, language) for face in faces}
        assert evening.state(member).words == words
    assert len({tuple(evening.state(member).words.values()) for member in evening.people[:2]}) == 2


def test_the_words_of_all_rounds_are_there_for_looking_back() -> None:
    evening = Evening(*NAMES[:3])
    evening.until(Phase.OVER)
    view = evening.state(evening.people[0]).view
    assert view is not None
    faces = {f"{face.card}/{face.side}" for past in view.past for face in past.holder if face is not None}
    assert len(faces) == 12
    assert set(evening.state(evening.people[0]).words) == faces


def test_a_game_can_be_found_once_nothing_is_secret_any_more() -> None:
    evening = drawing()
    ada = evening.people[0]
    seen: dict[Phase, str | None] = {}
    for phase in (Phase.DRAWING, Phase.WORD, Phase.SCORES, Phase.PRAISING, Phase.OVER):
        evening.until(phase)
        seen[phase] = evening.state(ada).game
    game = evening.table.game_id
    assert game is not None
    assert list(seen.values()) == [None, None, None, game, game]
    assert evening.state(ada).may.again
    assert not evening.state(evening.people[1]).may.again


def test_a_welcome_is_everything_and_the_same_for_a_state_that_travelled() -> None:
    evening = drawing()
    ada = evening.people[0]
    everything = welcome(evening.sitting, ada, evening.now)
    assert (everything.version, everything.state) == (VERSION, evening.state(ada))
    assert told(written(everything)) == everything


@pytest.mark.rule("R12")
def test_all_sheets_from_their_beginning() -> None:
    evening = drawing()
    evening.draws(evening.people[1])
    evening.draws(evening.people[1])
    kind, paper, pieces = told_ink(sheets(evening.sitting))
    assert (kind, paper, [seat for seat, _ in pieces]) == (SHEETS, evening.table.paper, [0, 1, 2])
    copies = [Sheet() for _ in pieces]
    for seat, piece in pieces:
        take(piece, copies[seat])
    assert copies == evening.table.sheets
    assert copies[1].strokes == [LINE, LINE]


def test_there_are_no_sheets_in_the_lobby() -> None:
    evening = Evening("Ada")
    assert told_ink(sheets(evening.sitting)) == (SHEETS, 0, [])
