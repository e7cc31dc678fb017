"""The report as text: aligned, complete, and the same figures as the JSON."""

import re
from dataclasses import replace

from pictomania.rules import rules_for
from pictomania.simulation import blank_balance, json_form, text_form
from pictomania.simulation.balance import Guesses, Rounds
from tests.simulation.games import total

RULES = rules_for("second", ("competitive", "children"), 5)
TEXT = text_form(RULES, 7, total(RULES, 5))


def section(title: str, text: str = TEXT) -> list[str]:
    """Find the lines under a title."""
    return next(part for part in text.split("\n\n") if part.startswith(title)).splitlines()[1:]


def test_begins_with_what_was_played() -> None:
    assert TEXT.startswith(
        "Games simulated: 5 (5 players, second edition, competitive, children, seed 7)\nRounds: 20."
    )


def test_has_all_its_sections() -> None:
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


def test_says_the_same_as_the_json() -> None:
    balance = total(RULES, 5)
    figures = json_form(RULES, 7, balance)
    assert f"{balance.sheep.with_token}" in section("BLACK SHEEP")[1]
    places = figures["guessing"]
    assert isinstance(places, list)
    for row, place in zip(section("GUESSING EARLY")[1:], places, strict=False):
        assert f"{place['count']}  {100 * place['right_share']:.1f} %" in row


def test_leaves_out_what_did_not_happen() -> None:
    assert len(section("LEVELS")) == 2  # children play level 1 only
    assert "learning" not in TEXT
    assert "learning round" in text_form(RULES, 7, total(rules_for("second", ("learning",), 5), 1))


def test_tells_which_way_the_gap_goes() -> None:
    balance = replace(
        total(RULES, 5),
        takers=(Rounds(2, stars=3), Rounds(4, stars=5), Rounds(), Rounds()),
        pile=(Guesses(2, stars=1), Guesses(2, stars=5), Guesses(), Guesses()),
    )
    text = text_form(RULES, 7, balance)
    assert "Whoever took the first token scored 0.25 stars more than whoever took the last." in text
    assert "The first guess on a pile earned 2.00 stars fewer than the last" in text


def test_a_mean_of_nothing_is_a_dash() -> None:
    nothing = replace(blank_balance(RULES), games=1)
    assert section("BLACK SHEEP", text_form(RULES, 7, nothing))[-1] == (
        "It strikes in - of rounds. Its token then counts - stars on average."
    )
    assert "0.00 stars more" in text_form(RULES, 7, nothing)
