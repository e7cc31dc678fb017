"""Tests of `pictomania.table.views`; that it leaks no secrets is tested in `laws/test_secrecy`."""

import pytest

from pictomania.ink import Sheet, apply_piece
from pictomania.rules import Colour, EditionName, Phase, SettingsConflict, view_for
from pictomania.table import facts
from pictomania.table.views import sheets, state, welcome
from pictomania.wire import from_client
from pictomania.wire.frames import SHEETS, decode_ink_to_client
from pictomania.wire.json_codec import decode_to_client, encode
from pictomania.wire.reasons import Reason
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import VERSION, SeatInfo, State, TableMay
from pictomania.words import house_deck
from tests.table.support.decks import uploaded_deck
from tests.table.support.harness import LINE, NAMES, TableHarness, drawing_phase, finish


def test_the_lobby_as_its_host_sees_it() -> None:
    harness = TableHarness(*NAMES[:3])
    ada, ben, _ = harness.players
    harness.join("Wim", watch=True)
    harness.disconnect(ben)
    harness.request(ada, from_client.SetReady(yes=True))
    seats = [
        SeatInfo("Ada", Colour.RED, "en", False, None, True, False, False, False, True),
        SeatInfo("Ben", Colour.YELLOW, "en", False, None, False, False, False, False, False),
        SeatInfo("Cleo", Colour.GREEN, "en", False, None, True, False, False, False, False),
    ]
    may = TableMay(
        change_settings=True,
        begin=True,
        remove=(1, 2),
        transfer_host=(2,),
        add_bot=True,
        chat=True,
        react=True,
    )
    assert harness.state(ada) == State(
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
        paused_by=None,
        pause_asked_by=(),
        held_by=None,
        planned_rounds=None,
        game=None,
        artists=(),
        view=None,
        words={},
        card_language=None,
    )


def test_other_players_and_watchers_may_do_less() -> None:
    harness = TableHarness(*NAMES[:3])
    wim = harness.join("Wim", watch=True)
    assert harness.state(harness.players[1]).may == TableMay(chat=True, react=True)
    assert harness.state(wim).may == TableMay(take_seat=(3,), chat=True, react=True)


def test_the_host_sees_why_no_game_can_begin() -> None:
    harness = TableHarness("Ada", "Ben")
    ada, ben = harness.players
    assert harness.state(ada).may.begin_not == SettingsConflict.TOO_FEW_PLAYERS
    assert not harness.state(ada).may.begin
    assert harness.state(ben).may.begin_not is None
    harness.join("Cleo")
    harness.session.record(facts.SettingsChanged(harness.now, Settings(levels=(1,))))
    assert harness.state(ada).may.begin_not == SettingsConflict.LEVELS_NOT_ONE_EACH_ROUND
    harness.session.record(facts.SettingsChanged(harness.now, Settings(deck="own")))
    assert harness.state(ada).may.begin_not == Reason.NO_OWN_DECK
    raw, form, language = uploaded_deck(level_1=1)
    harness.session.record(facts.DeckUploaded(harness.now, "ours", form, language, raw))
    assert (harness.state(ada).may.begin_not, harness.state(ben).deck) == (Reason.DECK_TOO_SMALL, "ours")
    harness.session.record(facts.SettingsChanged(harness.now, Settings(EditionName.FIRST)))
    assert (harness.state(ada).may.begin_not, harness.state(ada).may.begin) == (None, True)


@pytest.mark.rule("R19")
def test_in_a_game_each_member_gets_the_view_of_their_seat() -> None:
    harness = drawing_phase()
    wim = harness.join("Wim", watch=True)
    for member, seat in zip((*harness.players, wim), (0, 1, 2, None), strict=True):
        state = harness.state(member)
        assert (state.seat, state.view) == (seat, view_for(harness.game, seat))
        assert (state.stop, state.paper) == (harness.table.stop, harness.table.paper)
        assert state.may.chat == (seat is None)
        assert not state.may.react
        assert not state.may.change_settings
        assert not state.may.begin


def test_members_read_the_cards_in_their_own_language() -> None:
    harness = TableHarness(*NAMES[:3])
    wim = harness.join("Wim", watch=True)
    harness.request(harness.players[1], from_client.SetLanguage("ru"))
    harness.request(wim, from_client.SetLanguage("fr"))
    harness.play_until(Phase.READING)
    faces = [face for face in harness.game.round.holder if face is not None]
    for member, language in (
        (harness.players[0], "en"),
        (harness.players[1], "ru"),
        (wim, "fr"),
    ):
        words = {f"{face.card}/{face.side}": house_deck().words(face, language) for face in faces}
        assert harness.state(member).words == words
    assert len({tuple(harness.state(member).words.values()) for member in harness.players[:2]}) == 2


def test_members_without_cards_in_their_language_read_those_of_the_host() -> None:
    harness = TableHarness(*NAMES[:3])
    ada, ben, cleo = harness.players
    harness.request(ada, from_client.SetLanguage("es-MX"))
    harness.request(ben, from_client.SetLanguage("sr-Latn"))
    wim = harness.join("Wim", watch=True)
    harness.request(wim, from_client.SetLanguage("tlh"))
    harness.play_until(Phase.READING)
    spanish = harness.state(ada).words
    faces = [face for face in harness.game.round.holder if face is not None]
    assert list(spanish.values()) == [house_deck().words(face, "es") for face in faces]
    assert harness.state(ben).words == harness.state(wim).words == spanish
    assert harness.state(cleo).words != spanish
    languages = [harness.state(member).card_language for member in (ada, ben, cleo, wim)]
    assert languages == ["es", "es", "en", "es"]
    harness.session.record(facts.HostChanged(harness.now, 2))
    assert harness.state(ben).words == harness.state(cleo).words


def test_a_finished_game_has_the_words_of_all_rounds() -> None:
    harness = TableHarness(*NAMES[:3])
    harness.play_until(Phase.OVER)
    view = harness.state(harness.players[0]).view
    assert view is not None
    faces = {f"{face.card}/{face.side}" for past in view.past for face in past.holder if face is not None}
    assert len(faces) == 12
    assert set(harness.state(harness.players[0]).words) == faces


def test_the_game_id_is_shown_once_nothing_is_secret() -> None:
    harness = drawing_phase()
    ada = harness.players[0]
    seen: dict[Phase, str | None] = {}
    for phase in (Phase.DRAWING, Phase.WORD, Phase.SCORES, Phase.PRAISING, Phase.OVER):
        harness.play_until(phase)
        seen[phase] = harness.state(ada).game
    game = harness.table.game_id
    assert game is not None
    assert list(seen.values()) == [None, None, None, game, game]
    assert harness.state(ada).may.return_to_lobby
    assert not harness.state(harness.players[1]).may.return_to_lobby


def test_a_welcome_contains_the_state_and_round_trips() -> None:
    harness = drawing_phase()
    ada = harness.players[0]
    everything = welcome(harness.session, ada, harness.now)
    assert (everything.version, everything.state) == (VERSION, harness.state(ada))
    assert decode_to_client(encode(everything)) == everything


def test_an_earlier_state_of_a_table() -> None:
    """What happened since is not to be seen in it, not even by the clock."""
    harness = drawing_phase(settings=Settings(drawing_s=100))
    ada, _, cleo = harness.players
    before, known = harness.state(ada), harness.table.copy()
    finish(harness, 1, 2)
    harness.disconnect(cleo)
    earlier = state(harness.session.as_of(known), ada, harness.now)
    assert earlier.view == before.view != harness.state(ada).view
    assert earlier.clock is None
    assert [seat.present for seat in earlier.seats] == [True, True, False]


@pytest.mark.rule("R12")
def test_the_sheets_frame_has_every_sheet_from_its_beginning() -> None:
    harness = drawing_phase()
    harness.draw(harness.players[1])
    harness.draw(harness.players[1])
    kind, paper, pieces = decode_ink_to_client(sheets(harness.session))
    assert (kind, paper, [seat for seat, _ in pieces]) == (SHEETS, harness.table.paper, [0, 1, 2])
    copies = [Sheet() for _ in pieces]
    for seat, piece in pieces:
        apply_piece(piece, copies[seat])
    assert copies == harness.table.sheets
    assert copies[1].strokes == [LINE, LINE]


def test_there_are_no_sheets_in_the_lobby() -> None:
    harness = TableHarness("Ada")
    assert decode_ink_to_client(sheets(harness.session)) == (SHEETS, 0, [])
