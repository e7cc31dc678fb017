"""The rules benchmark runs, and the rules take a bounded number of calls."""

import json
import sys
from collections.abc import Callable
from functools import partial
from types import FrameType

import pytest

from bench import rules as bench
from pictomania.rules import EditionName, Phase, rules_for, seats, view_for
from pictomania.simulation import seeded_random
from pictomania.words import house_deck

# About half as many again as now. How long they take is for the benchmark, on an idle machine.
MAX_CALLS_PER_GAME = 40_000
MAX_CALLS_PER_SIX_VIEWS = 7_500

SLOW = bench.RulesSpeed("second", 199.0, 200.0, 1.0, 1.0, 1.0, six_views_us=1000.0)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure everything only once."""
    monkeypatch.setattr(bench, "RUNS", 1)


def calls_of(work: Callable[[], object]) -> int:
    """Count the function calls that some work takes."""
    calls = 0

    def count(_frame: FrameType, event: str, _detail: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("edition", EditionName)
def test_a_game_and_its_views_take_few_calls(edition: EditionName) -> None:
    rules, deck = rules_for(edition, (), bench.PLAYERS), house_deck(edition).for_rules()
    assert calls_of(lambda: bench.random_game(rules, deck, seeded_random(1, 0))) < MAX_CALLS_PER_GAME
    for moment in bench.moments_of(rules, deck, seeded_random(1, 0)):
        views = map(partial(view_for, moment.after), seats(moment.after))
        assert calls_of(partial(list, views)) < MAX_CALLS_PER_SIX_VIEWS


@pytest.mark.parametrize("edition", EditionName)
def test_random_games_are_complete(edition: EditionName) -> None:
    game = bench.random_game(rules_for(edition, (), 6), house_deck(edition).for_rules(), seeded_random(1, 0))
    assert game.phase is Phase.OVER
    assert sum(len(past.round.drawn) for past in game.past) > 3 * game.rules.rounds  # half of the sheets
    assert any(pile for past in game.past for pile in past.round.piles)


@pytest.mark.usefixtures("quick")
def test_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    bench.main(["--games", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["six", "players,", "one", "core", "first", "edition", "second", "edition"]
    assert lines[1].startswith("random full games")
    assert {len(line) for line in lines[:-1]} == {len(lines[0])}


@pytest.mark.usefixtures("quick")
def test_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    bench.main(["--games", "1", "--json"])
    figures = json.loads(capsys.readouterr().out)
    assert [each["edition"] for each in figures["editions"]] == ["first", "second"]


@pytest.mark.usefixtures("quick")
def test_fails_if_a_target_is_missed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "speed", lambda *_: SLOW)
    assert bench.main([]) == 1
    assert (
        "too slow: only 199 games a second in the second edition; the target is 200"
        in capsys.readouterr().err
    )


def test_a_target_that_is_met_is_no_shortfall() -> None:
    assert len(bench.shortfalls([SLOW])) == 2
    assert (
        bench.shortfalls([bench.RulesSpeed("second", 200.0, 200.0, 1.0, 1.0, 1.0, six_views_us=999.0)]) == []
    )
    assert bench.shortfalls([bench.RulesSpeed("first", 1.0, 200.0, 1.0, 1.0, 1.0, six_views_us=999.0)]) == []


def test_plays_at_least_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bench.main(["--games", "0"])
    assert "--games must be 1 or more" in capsys.readouterr().err
