"""Invalid rounds: one sentence that names the field, and exit status 2."""

import json

import pytest

from pictomania.cli.misfits import A_VARIANT, MESSAGES
from pictomania.rules import SettingsConflict
from tests.cli.command import X1, X4, Round, changed, pictomania, score

PLAYERS = X4["players"]


def seats(count: int) -> list[Round]:
    """Players with numbers 1, 2, 3 ..."""
    return [{"name": f"P{number}", "number": number} for number in range(1, count + 1)]


def without(base: Round, key: str) -> Round:
    """Copy an object without one key."""
    return {name: value for name, value in base.items() if name != key}


def at(*path: str | int, to: object) -> Round:
    """X4 with one value set."""
    return changed(X4, *path, to=to)


INVALID: list[tuple[object, str]] = [
    # not a round at all
    ([X4], "a list is not a round (an object)"),
    ("X4", '"X4" is not a round (an object)'),
    (None, "null is not a round (an object)"),
    # keys
    (without(X4, "edition"), "edition: missing"),
    (without(X4, "players"), "players: missing"),
    ({**X4, "pile": {}}, "pile: unknown key (the keys here are edition, players, variants, piles)"),
    ({**X4, "a b": 1}, '["a b"]: unknown key (the keys here are edition, players, variants, piles)'),
    (
        {**X4, "x" * 99: 1},
        f'["{"x" * 37}..."]: unknown key (the keys here are edition, players, variants, piles)',
    ),
    (
        at("players", 1, "wrongword", to=True),
        "players[1].wrongword: unknown key (the keys here are name, number, token, wrong_word, drew)",
    ),
    (at("players", 1, to={"name": "B"}), "players[1].number: missing"),
    (at("players", 1, to={"number": 2}), "players[1].name: missing"),
    # edition, variants and the number of players
    (at("edition", to="third"), 'edition: "third" is not an edition ("first" or "second")'),
    (at("edition", to=2), 'edition: 2 is not an edition ("first" or "second")'),
    (at("variants", to="learning"), 'variants: "learning" is not a list of variants'),
    (at("variants", to=None), "variants: null is not a list of variants"),
    (
        at("variants", to=["children", "calm"]),
        f'variants[1]: "calm" is not {A_VARIANT}',
    ),
    (
        at("variants", to=[3]),
        'variants[0]: 3 is not a variant ("competitive", "children", "one-card", "calm-three", "learning")',
    ),
    (
        at("variants", to=["children", "one-card"]),
        'variants[1]: "one-card" is a variant of the other edition, not of "second"',
    ),
    (
        changed(X1, "variants", to=["learning"]),
        'variants[0]: "learning" is a variant of the other edition, not of "first"',
    ),
    (
        changed(X1, "variants", to=["calm-three"]),
        'variants[0]: "calm-three" is for exactly 3 players, not 4',
    ),
    (at("players", to={}), "players: an object is not a list of players"),
    (at("players", to=[]), "players: 0 players are too few (3 to 6 can play)"),
    (at("players", to=seats(2)), "players: 2 players are too few (3 to 6 can play)"),
    (at("players", to=seats(7)), "players: 7 players are too many (3 to 6 can play)"),
    # players
    (at("players", 2, to="C"), 'players[2]: "C" is not a player (an object)'),
    (at("players", 2, "name", to=""), 'players[2].name: "" is not a name (a string of 1 to 40 characters)'),
    (
        at("players", 2, "name", to=" \t"),
        r'players[2].name: " \t" is not a name (a string of 1 to 40 characters)',
    ),
    (at("players", 2, "name", to=3), "players[2].name: 3 is not a name (a string of 1 to 40 characters)"),
    (
        at("players", 2, "name", to="n" * 41),
        f'players[2].name: "{"n" * 37}..." is not a name (a string of 1 to 40 characters)',
    ),
    (at("players", 2, "name", to="A"), 'players[2].name: "A" is already the name of players[0]'),
    (at("players", 2, "number", to=1), 'players[2].number: 1 is already the number of "A"'),
    (at("players", 2, "number", to=0), "players[2].number: 0 is not a number card (1 to 7)"),
    (at("players", 2, "number", to=8), "players[2].number: 8 is not a number card (1 to 7)"),
    (at("players", 2, "number", to=-3), "players[2].number: -3 is not a number card (1 to 7)"),
    (at("players", 2, "number", to=True), "players[2].number: true is not a number card (1 to 7)"),
    (at("players", 2, "number", to=3.0), "players[2].number: 3.0 is not a number card (1 to 7)"),
    (at("players", 2, "number", to="3"), 'players[2].number: "3" is not a number card (1 to 7)'),
    (at("players", 2, "number", to=None), "players[2].number: null is not a number card (1 to 7)"),
    (at("players", 2, "number", to=float("nan")), "players[2].number: NaN is not a number card (1 to 7)"),
    (
        at("players", 2, "number", to=float("-inf")),
        "players[2].number: -Infinity is not a number card (1 to 7)",
    ),
    (at("players", 2, "number", to=10**30), f"players[2].number: {10**30} is not a number card (1 to 7)"),
    (at("players", 2, "wrong_word", to=1), "players[2].wrong_word: 1 is neither true nor false"),
    (at("players", 2, "drew", to=None), "players[2].drew: null is neither true nor false"),
    # tokens
    (at("players", 0, "token", to=3), "players[0].token: 3 is not a black token (on the table: 2 2 1)"),
    (at("players", 0, "token", to=0), "players[0].token: 0 is not a black token (on the table: 2 2 1)"),
    (at("players", 0, "token", to=True), "players[0].token: true is not a black token (on the table: 2 2 1)"),
    (
        at("players", 0, "token", to=[2]),
        "players[0].token: a list is not a black token (on the table: 2 2 1)",
    ),
    (at("players", 2, "token", to=2), "players[2].token: no black token of 2 was left (on the table: 2 2 1)"),
    (
        changed(X4, "variants", to=["competitive"]),
        "players[1].token: no black token of 2 was left (on the table: 2 1)",
    ),
    (
        changed(X1, "players", 0, "token", to=None),
        "players[1].token: 1 cannot be taken while 2 is left (on the table: 3 2 1)",
    ),
    (
        at("players", 1, "drew", to=False),
        "players[1].token: a player who drew nothing cannot take a black token",
    ),
    # piles
    (at("piles", to=[]), "piles: a list is not an object with piles"),
    (at("piles", "A", to={}), "piles.A: an object is not a pile (a list of guesses)"),
    (at("piles", "D", to=[]), 'piles.D: no player is called "D" (the names are "A", "B", "C")'),
    (at("piles", "a b", to=[]), 'piles["a b"]: no player is called "a b" (the names are "A", "B", "C")'),
    (at("piles", "A", 1, to="C5"), 'piles.A[1]: "C5" is not a guess (["name", number])'),
    (at("piles", "A", 1, to=["C"]), 'piles.A[1]: a list of 1 is not a guess (["name", number])'),
    (at("piles", "A", 1, to=["C", 5, 6]), 'piles.A[1]: a list of 3 is not a guess (["name", number])'),
    (at("piles", "A", 1, to=[5, "C"]), "piles.A[1][0]: 5 is not a name (a string of 1 to 40 characters)"),
    (at("piles", "A", 1, 0, to="D"), 'piles.A[1][0]: no player is called "D" (the names are "A", "B", "C")'),
    (at("piles", "A", 1, 1, to=9), "piles.A[1][1]: 9 is not a number card (1 to 7)"),
    (at("piles", "A", 1, 1, to=False), "piles.A[1][1]: false is not a number card (1 to 7)"),
    (at("piles", "A", 1, to=["A", 5]), 'piles.A[1]: "A" cannot guess their own drawing'),
    (at("piles", "A", 1, to=["B", 5]), 'piles.A[1]: "B" has already guessed on this pile, with 1'),
    (at("piles", "B", 1, to=["C", 5]), 'piles.B[1]: "C" has already used the number card 5, in piles.A[1]'),
    # names that try to break the line
    (
        at("piles", "x\n\x1b[2J\u2028\ud800", to=[]),
        r'piles["x\n\u001b[2J\u2028\ud800"]: no player is called "x\n\u001b[2J\u2028\ud800" '
        '(the names are "A", "B", "C")',
    ),
]


@pytest.mark.parametrize(("played", "sentence"), INVALID, ids=[sentence for _, sentence in INVALID])
def test_invalid_rounds(played: object, sentence: str) -> None:
    """Nothing on standard output, one line on standard error."""
    done = score(played)
    assert (done.status, done.out, done.err) == (2, "", f"standard input, line 1: {sentence}\n")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            json.dumps(X4).replace('"token": 1', '"token": 1, "token": 2'),
            "players[2].token: appears twice in the same object",
        ),
        (
            json.dumps(X4).replace('"edition"', '"edition": "first", "edition"'),
            "edition: appears twice in the same object",
        ),
        (
            json.dumps(X4).replace('"C": [', '"A": [], "C": ['),
            "piles.A: appears twice in the same object",
        ),
        (
            '{"edition": {"a": 1, "a": 2}, "players": []}',
            'edition: an object is not an edition ("first" or "second")',
        ),
        (
            json.dumps(X4).replace('"number": 3', '"number": ' + "3" * 5000),
            "players[2].number: a number of 5000 characters is not a number card (1 to 7)",
        ),
        (
            json.dumps(X4).replace('"number": 3', '"number": 1e999999999999999999999'),
            "players[2].number: 1e999999999999999999999 is not a number card (1 to 7)",
        ),
    ],
)
def test_json_that_python_would_read_differently(text: str, sentence: str) -> None:
    """Duplicate keys and huge numbers are errors."""
    done = pictomania("score", stdin=text.encode())
    assert (done.status, done.out, done.err) == (2, "", f"standard input, line 1: {sentence}\n")


def test_every_conflict_has_a_message() -> None:
    """And each can be formatted."""
    assert set(MESSAGES) == set(SettingsConflict)
    for message in MESSAGES.values():
        assert "{" not in message.format(variant='"x"', edition='"first"', players=3)


def test_names_are_compared_in_normal_form() -> None:
    """An accent may be part of its letter or follow it; a pile spelt in both ways is a duplicate."""
    composed, decomposed = "Zo\u00e9", "Zoe\u0301"
    played = at("players", 2, "name", to=composed)
    played["piles"] = {"A": [[decomposed, 1]], decomposed: [["A", 3]]}
    done = pictomania("score", stdin=json.dumps(played).encode())
    assert (done.status, done.err) == (0, "")
    assert json.loads(done.out)["scores"][composed] == 2 - 1 + 1
    played["piles"] = {composed: [], decomposed: []}
    done = pictomania("score", stdin=json.dumps(played).encode())
    assert (done.status, done.out) == (2, "")
    assert "appears twice, spelled in two ways" in done.err
