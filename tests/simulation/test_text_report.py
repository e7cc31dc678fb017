"""The report as text: aligned, complete, and with the same figures as the JSON."""

import re
from dataclasses import replace

import pytest

from pictomania.rules import rules_for
from pictomania.simulation import balance_as_json, balance_as_text, empty_balance
from pictomania.simulation.balance import GuessTally, RoundTally
from tests.simulation.games import total

RULES = rules_for("second", ("competitive", "children"), 5)
TEXT = balance_as_text(RULES, 7, total(RULES, 5))


def section(title: str, text: str = TEXT) -> list[str]:
    """Return the lines under a title."""
    return next(part for part in text.split("\n\n") if part.startswith(title)).splitlines()[1:]


def test_the_heading_names_the_settings() -> None:
    assert TEXT.startswith(
        "Games simulated: 5 (5 players, second edition, competitive, children, seed 7)\nRounds: 20."
    )


def test_all_sections_are_present() -> None:
    titles = re.findall(r"^([A-Z ]+):", TEXT, re.MULTILINE)
    assert titles == [
        "FINISHING",
        "BLACK SHEEP",
        "BLACK TOKENS",
        "GUESSING EARLY",
        "LEVELS",
        "VICTORY",
        "TALK",
    ]


def test_columns_are_aligned_and_fit_a_terminal() -> None:
    lines = TEXT.splitlines()
    assert all(line == line.rstrip() for line in lines)
    assert max(map(len, lines)) <= 100
    head, *rows, _ = section("FINISHING")
    assert {len(row) for row in rows} == {len(head)}


def test_figures_match_the_json() -> None:
    balance = total(RULES, 5)
    figures = balance_as_json(RULES, 7, balance)
    assert f"{balance.sheep.with_token}" in section("BLACK SHEEP")[1]
    places = figures["guessing"]
    assert isinstance(places, list)
    for row, place in zip(section("GUESSING EARLY")[1:], places, strict=False):
        found = re.search(rf"{place['count']}  ([\d.]+) %", row)
        assert found is not None
        assert float(found[1]) == pytest.approx(100 * place["right_share"], abs=0.1)  # both are rounded


def test_empty_rows_are_left_out() -> None:
    assert len(section("LEVELS")) == 2  # children play level 1 only
    assert "learning" not in TEXT
    assert "learning round" in balance_as_text(RULES, 7, total(rules_for("second", ("learning",), 5), 1))


def test_the_direction_of_a_gap() -> None:
    balance = replace(
        total(RULES, 5),
        takers=(RoundTally(2, stars=3), RoundTally(4, stars=5), RoundTally(), RoundTally()),
        pile=(GuessTally(2, stars=1), GuessTally(2, stars=5), GuessTally(), GuessTally()),
    )
    text = balance_as_text(RULES, 7, balance)
    assert "Players who took the first token scored 0.25 stars more than players who took the last." in text
    assert "The first guess on a pile earned 2.00 stars fewer than the last" in text


def test_a_mean_over_nothing_is_a_dash() -> None:
    nothing = replace(empty_balance(RULES), games=1)
    assert section("BLACK SHEEP", balance_as_text(RULES, 7, nothing))[-1] == (
        "- of rounds had a black sheep; on average its token then counted - stars."
    )
    assert "0.00 stars more" in balance_as_text(RULES, 7, nothing)
