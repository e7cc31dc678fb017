"""The report as JSON: figures match the counts, and shares add up."""

import json
from typing import Any

import pytest

from pictomania.rules import Rules, rules_for
from pictomania.simulation import balance_as_json, empty_balance
from tests.simulation.games import name, total

TABLES = [rules_for("first", (), 4), rules_for("second", ("learning",), 4)]


def figures(rules: Rules) -> dict[str, Any]:
    """Return the report after a round trip through JSON."""
    decoded: dict[str, Any] = json.loads(json.dumps(balance_as_json(rules, 1, total(rules, 6))))
    return decoded


@pytest.mark.parametrize("rules", TABLES, ids=name)
def test_shares_add_up(rules: Rules) -> None:
    report = figures(rules)
    assert sum(report["wins_share_by_seat"]) == pytest.approx(1, abs=0.001)
    tokens = report["black_tokens"]
    assert tokens["left"] + sum(tokens["taken"].values()) == tokens["on_the_table"]
    sheep = report["black_sheep"]
    found = sheep["with_token"] + sheep["with_token_returned"] + sheep["without_token"]
    assert (
        found + sum(sheep[f"none_as_{why}"] for why in ("tied", "spotless", "learning")) == report["rounds"]
    )
    assert sheep["share_of_rounds"] == pytest.approx(found / report["rounds"], abs=0.0001)


@pytest.mark.parametrize("rules", TABLES, ids=name)
def test_stars_by_finishing_order_add_up_to_the_totals(rules: Rules) -> None:
    report = figures(rules)
    stars = sum(row["count"] * (row["stars_mean"] or 0) for row in report["finishing"])
    assert stars / report["games"] / rules.players == pytest.approx(
        report["totals"]["everybody_mean"], abs=0.01
    )
    assert (
        report["totals"]["last_mean"] < report["totals"]["everybody_mean"] < report["totals"]["winner_mean"]
    )


def test_early_guesses_earn_more() -> None:
    places = figures(TABLES[0])["guessing"]
    assert [row["place"] for row in places] == [1, 2, 3]
    assert places[0]["stars_when_right_mean"] == 2
    assert places[0]["stars_mean"] > places[1]["stars_mean"] > places[2]["stars_mean"]


def test_the_report_names_the_settings() -> None:
    report = figures(TABLES[1])
    assert [report[key] for key in ("edition", "variants", "players", "seed", "games", "rounds")] == [
        "second",
        ["learning"],
        4,
        1,
        6,
        24,
    ]
    assert [row["how"] for row in report["finishing"]] == [
        "token-1",
        "token-2",
        "token-3",
        "token-4",
        "done",
        "stopped",
    ]


def test_a_mean_over_no_games_is_null() -> None:
    report = balance_as_json(TABLES[0], 1, empty_balance(TABLES[0]))
    assert report["shared_victories_share"] is None
    assert report["steps"] == {"mean": None, "longest": 0}
