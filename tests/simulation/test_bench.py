"""The rules benchmark runs, and the rules are reasonably fast compared with a plain Python loop."""

import json

import pytest

from bench import rules as bench
from pictomania.rules import EditionName, Phase, rules_for
from pictomania.simulation import seeded_random
from pictomania.words import house_deck

# The targets are 200 games per second and six views per millisecond: 100,000 and 20,000 iterations of 50 ns.
# The limits are ten times that, because tests run on busy machines and with coverage.
MAX_ITERATIONS_PER_GAME = 1_000_000
MAX_ITERATIONS_PER_SIX_VIEWS = 200_000

SLOW = bench.RulesSpeed("second", 199.0, 200.0, 1.0, 1.0, 1.0, six_views_us=1000.0)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure everything only once."""
    monkeypatch.setattr(bench, "RUNS", 1)


@pytest.mark.parametrize("edition", EditionName)
def test_a_game_and_its_views_are_fast(edition: EditionName) -> None:
    speed, iteration_ns = bench.speed(edition, games=1, runs=2), bench.loop_ns(runs=3)
    assert 1e9 / speed.games_per_s / iteration_ns < MAX_ITERATIONS_PER_GAME
    assert speed.six_views_us * 1e3 / iteration_ns < MAX_ITERATIONS_PER_SIX_VIEWS


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
