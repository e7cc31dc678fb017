"""Tests of `pictomania.table.replay`."""

import msgspec

from pictomania.ink import Sheet, take
from pictomania.rules import Phase
from pictomania.table.replay import Replay, replay_of
from pictomania.wire import from_client as said
from pictomania.words import Language
from tests.table.evening import CODE, HOUR, LINE, NAMES, Evening


def played() -> Evening:
    """A game in which Ben draws a line in each round, a minute after it has begun."""
    evening = Evening(*NAMES[:3])
    for number in (1, 2, 3, 4):
        evening.until(Phase.DRAWING)
        evening.waits(60)
        evening.draws(evening.people[1])
        if number == 1:
            evening.asks(evening.people[2], said.Guess(evening.table.stop, 1, 3))
        evening.until(Phase.SCORES)
        evening.until(Phase.READING if number < 4 else Phase.OVER)
    return evening


def replay(evening: Evening) -> Replay:
    """The game as it is kept."""
    assert evening.table.game_id is not None
    kept = replay_of(CODE, evening.store(), evening.table.game_id)
    assert kept is not None
    return kept


def test_a_game_is_seen_again_from_its_first_step_to_its_last() -> None:
    evening = played()
    evening.asks(evening.people[0], said.Rename("Adele"))
    kept = replay(evening)
    assert (kept.steps[0].at_ms, kept.steps[0].view.phase) == (0, Phase.READING)
    assert (kept.steps[-1].at_ms, kept.steps[-1].view.phase) == (240_000, Phase.OVER)
    assert kept.lasted_ms == 240_000
    assert [player.name for player in kept.players] == ["Ada", "Ben", "Cleo"]  # as they were then
    assert all(step.view.seat is None for step in kept.steps)
    assert all(one.view != other.view for one, other in zip(kept.steps, kept.steps[1:], strict=False))


def test_every_sheet_is_kept_with_the_time_it_was_begun() -> None:
    kept = replay(played())
    assert [(drawing.round, drawing.artist) for drawing in kept.drawings] == [
        (number, seat) for number in (1, 2, 3, 4) for seat in (0, 1, 2)
    ]
    assert [drawing.began_ms for drawing in kept.drawings] == [
        at for at in (0, 60_000, 120_000, 180_000) for _ in "abc"
    ]
    for drawing in kept.drawings:
        sheet = Sheet()
        take(drawing.ink, sheet)
        assert sheet.strokes == ([LINE] if drawing.artist == 1 else [])


def test_whoever_drew_is_named_whoever_has_the_seat_in_the_end() -> None:
    evening = Evening(*NAMES[:3])
    evening.until(Phase.SCORES)
    evening.asks(evening.people[1], said.Leave())
    evening.comes("Dov")
    evening.until(Phase.DRAWING)
    assert evening.state(evening.people[0]).artists == ()  # as long as it is of no use
    evening.until(Phase.OVER)
    kept = replay(evening)
    assert [player.name for player in kept.players] == ["Ada", "Dov", "Cleo"]
    assert kept.artists == (("Ada", "Ben", "Cleo"), *(("Ada", "Dov", "Cleo"),) * 3)
    assert evening.state(evening.people[0]).artists == kept.artists
    evening.asks(evening.people[0], said.Again())
    assert evening.state(evening.people[0]).artists == ()


def test_every_word_is_kept_in_every_language() -> None:
    kept = replay(played())
    faces = {
        f"{face.card}/{face.side}" for step in kept.steps for face in step.view.holder if face is not None
    }
    assert len(faces) == 12
    assert set(kept.words) == faces
    assert all(set(words) == set(Language) for words in kept.words.values())


def test_a_replay_survives_being_written_down() -> None:
    kept = replay(played())
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(kept), type=Replay) == kept


def test_a_game_that_is_not_over_or_not_there_has_no_replay() -> None:
    evening = played()
    happened = evening.store()
    game = evening.table.game_id
    assert game is not None
    assert replay_of(CODE, happened[:-1], game) is None
    assert replay_of(CODE, happened, "another") is None
    assert replay_of(CODE, [], game) is None


def test_a_game_after_another_is_kept_without_the_ink_of_the_first() -> None:
    evening = played()
    first = replay(evening)
    evening.asks(evening.people[0], said.Again())
    evening.waits(HOUR)
    evening.until(Phase.DRAWING)
    evening.draws(evening.people[2])
    evening.until(Phase.OVER)
    second = replay(evening)
    assert first.game != second.game
    inked = [(drawing.round, drawing.artist) for drawing in second.drawings if len(drawing.ink) > 3]
    assert inked == [(1, 2)]
    assert second.steps[0].at_ms == 0
    assert replay_of(CODE, evening.store(), first.game) == first


def test_time_does_not_go_back_in_a_replay() -> None:
    evening = Evening(*NAMES[:3])
    evening.until(Phase.DRAWING)
    evening.now -= round(HOUR * 1000)
    evening.draws(evening.people[1])
    evening.until(Phase.OVER)
    times = [step.at_ms for step in replay(evening).steps]
    assert times == sorted(times)
    assert times[0] == 0
    assert len(times) > 20  # and nothing is lost


def test_what_chance_does_in_one_moment_is_one_step() -> None:
    kept = replay(played())
    phases = [step.view.phase for step in kept.steps]
    assert Phase.LAYING not in phases
    assert Phase.DEALING not in phases
    guess = next(step for step in kept.steps if step.view.players[1].pile)
    assert (guess.at_ms, guess.view.players[1].pile[0].number) == (60_000, None)
