"""Tests of `pictomania.table.replay`."""

import msgspec

from pictomania.ink import Sheet, apply_piece
from pictomania.rules import Face, Phase
from pictomania.table.replay import Replay, build_replay
from pictomania.wire import from_client
from pictomania.words import house_deck
from tests.table.support.harness import CODE, HOUR, LINE, NAMES, TableHarness


def play_game() -> TableHarness:
    """Play a game in which Ben draws a stroke in each round, a minute after it begins."""
    harness = TableHarness(*NAMES[:3])
    for number in (1, 2, 3, 4):
        harness.play_until(Phase.DRAWING)
        harness.wait(60)
        harness.draw(harness.players[1])
        if number == 1:
            harness.request(harness.players[2], from_client.Guess(harness.table.stop, 1, 3))
        harness.play_until(Phase.SCORES)
        harness.play_until(Phase.READING if number < 4 else Phase.OVER)
    return harness


def replay(harness: TableHarness) -> Replay:
    """Build the replay of the game."""
    assert harness.table.game_id is not None
    result = build_replay(CODE, harness.store(), harness.table.game_id)
    assert result is not None
    return result


def test_a_replay_has_every_step_of_the_game() -> None:
    harness = play_game()
    harness.request(harness.players[0], from_client.Rename("Adele"))
    result = replay(harness)
    assert (result.steps[0].at_ms, result.steps[0].view.phase) == (0, Phase.READING)
    assert (result.steps[-1].at_ms, result.steps[-1].view.phase) == (240_000, Phase.OVER)
    assert result.lasted_ms == 240_000
    assert [player.name for player in result.players] == [
        "Ada",
        "Ben",
        "Cleo",
    ]  # their names at the end of the game
    assert all(step.view.seat is None for step in result.steps)
    assert all(one.view != other.view for one, other in zip(result.steps, result.steps[1:], strict=False))


def test_a_replay_has_every_sheet_and_when_it_was_begun() -> None:
    result = replay(play_game())
    assert [(drawing.round, drawing.artist) for drawing in result.drawings] == [
        (number, seat) for number in (1, 2, 3, 4) for seat in (0, 1, 2)
    ]
    assert [drawing.began_ms for drawing in result.drawings] == [
        at for at in (0, 60_000, 120_000, 180_000) for _ in "abc"
    ]
    for drawing in result.drawings:
        sheet = Sheet()
        apply_piece(drawing.ink, sheet)
        assert sheet.strokes == ([LINE] if drawing.artist == 1 else [])


def test_artists_are_named_even_if_others_have_their_seats_at_the_end() -> None:
    harness = TableHarness(*NAMES[:3])
    harness.play_until(Phase.SCORES)
    harness.request(harness.players[1], from_client.Leave())
    harness.join("Dov")
    harness.play_until(Phase.DRAWING)
    assert harness.state(harness.players[0]).artists == ()  # until nothing is secret
    harness.play_until(Phase.OVER)
    result = replay(harness)
    assert [player.name for player in result.players] == ["Ada", "Dov", "Cleo"]
    assert result.artists == (("Ada", "Ben", "Cleo"), *(("Ada", "Dov", "Cleo"),) * 3)
    assert harness.state(harness.players[0]).artists == result.artists
    harness.request(harness.players[0], from_client.ReturnToLobby())
    assert harness.state(harness.players[0]).artists == ()


def test_a_replay_has_every_word_in_every_language() -> None:
    result = replay(play_game())
    faces = {
        f"{face.card}/{face.side}" for step in result.steps for face in step.view.holder if face is not None
    }
    assert len(faces) == 12
    assert set(result.words) == faces
    for face, words in result.words.items():
        card, side = face.split("/")
        assert tuple(words) == house_deck().side(Face(card, int(side))).languages
    assert result.language == "en"


def test_a_replay_can_be_stored() -> None:
    result = replay(play_game())
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(result), type=Replay) == result


def test_an_unfinished_or_unknown_game_has_no_replay() -> None:
    harness = play_game()
    happened = harness.store()
    game = harness.table.game_id
    assert game is not None
    assert build_replay(CODE, happened[:-1], game) is None
    assert build_replay(CODE, happened, "another") is None
    assert build_replay(CODE, [], game) is None


def test_the_replay_of_a_second_game_has_no_ink_of_the_first() -> None:
    harness = play_game()
    first = replay(harness)
    harness.request(harness.players[0], from_client.ReturnToLobby())
    harness.wait(HOUR)
    harness.play_until(Phase.DRAWING)
    harness.draw(harness.players[2])
    harness.play_until(Phase.OVER)
    second = replay(harness)
    assert first.game != second.game
    inked = [(drawing.round, drawing.artist) for drawing in second.drawings if len(drawing.ink) > 3]
    assert inked == [(1, 2)]
    assert second.steps[0].at_ms == 0
    assert build_replay(CODE, harness.store(), first.game) == first


def test_time_never_goes_backwards_in_a_replay() -> None:
    harness = TableHarness(*NAMES[:3])
    harness.play_until(Phase.DRAWING)
    harness.now -= round(HOUR * 1000)
    harness.draw(harness.players[1])
    harness.play_until(Phase.OVER)
    times = [step.at_ms for step in replay(harness).steps]
    assert times == sorted(times)
    assert times[0] == 0
    assert len(times) > 20  # no step is missing


def test_all_chance_events_of_one_moment_are_one_step() -> None:
    result = replay(play_game())
    phases = [step.view.phase for step in result.steps]
    assert Phase.LAYING not in phases
    assert Phase.DEALING not in phases
    guess = next(step for step in result.steps if step.view.players[1].pile)
    assert (guess.at_ms, guess.view.players[1].pile[0].number) == (60_000, None)
