"""`pictomania score`: results of valid rounds."""

import json
from pathlib import Path

import pytest

from pictomania.cli.score.command import EXAMPLE
from tests.cli.command import X1, X2, X4, changed, pictomania, process, score, start, text_of

X1_SCORES = {"R": 4, "Y": -1, "G": 6, "B": 3}
X2_SCORES = {"Y": 6, "R": 7, "G": -1, "B": 2}


def test_prints_one_result_for_each_round() -> None:
    """The worked examples X1 and X2 of the rules."""
    done = score(X1, X2)
    assert (done.status, done.err) == (0, "")
    assert [result["black_sheep"] for result in done.results] == ["Y", "G"]
    assert [result["scores"] for result in done.results] == [X1_SCORES, X2_SCORES]


def test_is_a_command(tmp_path: Path) -> None:
    """Run as a process, on a file and on standard input."""
    file = tmp_path / "rounds.jsonl"
    file.write_bytes(text_of(X1, X2))
    done = process("score", str(file))
    assert (done.status, done.err) == (0, "")
    assert [result["scores"] for result in done.results] == [X1_SCORES, X2_SCORES]
    assert process("score", stdin=text_of(X1, X2)) == done


def test_prints_a_breakdown() -> None:
    """It explains every star of X1, with keys in a fixed order."""
    (result,) = score(X1).results
    assert list(result) == ["black_sheep", "scores", "breakdown"]
    assert list(result["scores"]) == list(result["breakdown"]) == ["R", "Y", "G", "B"]
    assert list(result["breakdown"]["Y"].items()) == [
        ("received", [{"from": "B", "number": 4, "stars": 1}]),
        ("left", [1]),
        ("wrong", [{"on": "R", "number": 3}, {"on": "G", "number": 6}]),
        ("returned", []),
        ("black_token", {"stars": 1, "worth": -1, "why": "black-sheep"}),
        ("total", -1),
    ]
    assert result["breakdown"]["B"]["black_token"] == {"stars": None, "worth": 0, "why": "not-taken"}


def test_a_learning_round_has_no_black_sheep() -> None:
    """X2 as learning round."""
    (result,) = score(changed(X2, "variants", to=["learning"])).results
    assert result["black_sheep"] is None
    assert result["scores"] == {**X2_SCORES, "G": 3}


def test_a_wrong_word_sends_guesses_back() -> None:
    """X10: the guesses go back, the black token too."""
    pile = changed(changed(X4, "piles", "C", to=[["A", 3], ["B", 4]]), "players", 2, "token", to=2)
    done = score(changed(changed(pile, "players", 1, "token", to=1), "players", 2, "wrong_word", to=True))
    (result,) = done.results
    assert (result["black_sheep"], result["scores"]) == ("C", {"A": 3, "B": 2, "C": -3})
    assert result["breakdown"]["A"]["returned"] == [{"on": "C", "number": 3}]
    assert result["breakdown"]["C"]["black_token"] == {"stars": 2, "worth": 0, "why": "fault"}


def test_an_empty_sheet_sends_guesses_back() -> None:
    """`drew` false counts like a wrong word."""
    no_token = changed(X4, "players", 2, "token", to=None)
    (empty,) = score(changed(no_token, "players", 2, "drew", to=False)).results
    (wrong,) = score(changed(no_token, "players", 2, "wrong_word", to=True)).results
    assert empty == wrong
    assert empty["breakdown"]["C"]["left"] == [2, 1]


def test_defaults() -> None:
    """Variants, piles, tokens and the two flags."""
    players = [{"name": name, "number": number} for number, name in enumerate("ABC", start=1)]
    done = score({"edition": "first", "players": players})
    assert [result["scores"] for result in done.results] == [{"A": -3, "B": -3, "C": -3}]


def test_variants_change_the_tokens_on_the_table() -> None:
    """A token of 3 is there for three players only in the calmer game."""
    players = [{"name": "A", "number": 1, "token": 3}, {"name": "B", "number": 2}, {"name": "C", "number": 3}]
    calm = {"edition": "first", "variants": ["calm-three", "children", "one-card"], "players": players}
    assert score(calm).status == 0
    assert score(changed(calm, "variants", to=[])).status == 2


def test_tokens_may_stay_on_the_table() -> None:
    """In the first edition the low ones, in the second any."""
    assert score(changed(X1, "players", 1, "token", to=None)).status == 0
    assert score(changed(X2, "players", 1, "token", to=None)).status == 0


def test_the_example_in_the_help_works() -> None:
    """A single round over several lines."""
    done = pictomania("score", "-", stdin=EXAMPLE.encode())
    assert (done.status, done.err) == (0, "")
    assert done.results[0]["scores"] == {"Ann": 5, "Bob": 4, "Cy": -1}
    assert EXAMPLE in pictomania("score", "--help").out


def test_prints_each_result_as_soon_as_it_is_known() -> None:
    """The second round is not given before the first result is there."""
    with start("score") as running:
        assert running.stdin
        assert running.stdout
        for example, scores in ((X1, X1_SCORES), (X2, X2_SCORES)):
            running.stdin.write(text_of(example))
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["scores"] == scores
        running.stdin.close()
        assert running.wait() == 0


def test_results_before_a_bad_round_stand() -> None:
    """Later rounds are not scored."""
    done = score(X1, changed(X2, "players", 0, "number", to=9), X2)
    assert (done.status, len(done.results)) == (2, 1)
    assert done.err == "standard input, line 2: players[0].number: 9 is not a number card (1 to 7)\n"


@pytest.mark.parametrize(
    "name", ["Zoë", "猫", "a\u2028b", "\x9b31m", 'q"\\', "\ud800", "👩\u200d👧", "{}", "%s"]
)
@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_any_name_survives_any_encoding(name: str, encoding: str) -> None:
    """Characters that the terminal lacks are escaped as in JSON; the result is always one line."""
    renamed = changed(X1, "players", 3, "name", to=name)
    renamed["piles"] = {}
    done = pictomania("score", stdin=text_of(renamed), encoding=encoding)
    assert (done.status, done.err) == (0, "")
    assert len(done.out.splitlines()) == 1
    assert list(done.results[0]["scores"]) == ["R", "Y", "G", name]
    explained = pictomania("score", "--explain", stdin=text_of(renamed), encoding=encoding)
    assert (explained.status, explained.err) == (0, "")
    assert all(char.isprintable() or char in "\n\u200d" for char in explained.out)


def test_names_are_not_escaped_needlessly() -> None:
    assert (
        '"Zoë"'
        in score(
            {**X1, "players": [{**X1["players"][0], "name": "Zoë"}, *X1["players"][1:]], "piles": {}}
        ).out
    )
