"""Decks that version 0.1.0 stored as uploaded are read the same way, with the same card names."""

import json

import pytest

from pictomania.table.dealer import box_of
from pictomania.words import DeckError, Mistake, read_deck
from pictomania.words.formats.legacy_cursor import LegacyCursor


def ideas(letter: str, first: str = "") -> str:
    """Write seven ideas in TOML, one per line."""
    words = [first or f'"{letter}0"', *(f'"{letter}{number}"' for number in range(1, 7))]
    return "[\n" + "".join(f"{{ en = {word} }},\n" for word in words) + "]\n"


def side(letter: str, **more: object) -> dict[str, object]:
    """Make a JSON side."""
    return {"words": {"en": [f"{letter}{number}" for number in range(7)]}, **more}


UNNAMED_TOML = "".join(f"[[card]]\n[card.a]\nideas = {ideas(letter)}" for letter in "xyz")
THEMES_TOML = "".join(f'[[card]]\n[card.a]\ntheme = "e{letter}"\nideas = {ideas(letter)}' for letter in "xyz")
ESCAPED_TOML = f'[[card]]\n[card.a]\ntheme = "\\u0041"\nideas = {ideas("x", chr(39) + "q" + chr(39))}' + (
    f"[[card]]\n[card.b]\ntheme = 'say \"no\"'\nideas = {ideas('y')}[card.a]\nideas = {ideas('z')}"
)
EMPTY_CARDS_TOML = '[[card]]\n[[card]]\nname = ""\n' + UNNAMED_TOML + "[[card]]\n"
UNNAMED_JSON = json.dumps([side("x"), side("{y"), side('"z'), side("w", side={"any": [1]})], indent=1)
SPACED_JSON = json.dumps([side("x", id=" a  b "), side("y", id=" a  b "), side("z", id="a b")])
ESCAPED_JSON = '[\n{"words": {"en": ["\\u0041", "b", "\\"", "\\"f",\n"c", "d", "e"]}}]'
TAGS_JSON = json.dumps([side("x", draw=[["t" * 300] * 30, ["\ud800"]])])


# Card names and fingerprints as that version stored them.
STORED = [
    (UNNAMED_TOML, "toml", ["line 1", "line 10", "line 21"], "fe4166ddc52c87bf"),
    (THEMES_TOML, "toml", ["line 3", "line 15", "line 27"], "fe0ae56232aa49ca"),
    (ESCAPED_TOML, "toml", ["line 1", "line 11", "line 33"], "81c2928850a8e4c5"),
    (EMPTY_CARDS_TOML, "toml", ["line 3", "line 13", "line 24"], "a9685dc6e099cdba"),
    (UNNAMED_JSON, "json", ["line 2", "line 15", "line 24", "line 41"], "2d5685dfd9c3fb0b"),
    (SPACED_JSON, "json", [" a  b ", "a b"], "8ce2611ad15e6208"),
    (ESCAPED_JSON, "json", ["line 2"], "84aaa00361ae181d"),
    (TAGS_JSON, "json", ["line 1"], "15e7bcd0b05ea4fd"),
]


@pytest.mark.parametrize(("text", "form", "names", "fingerprint"), STORED)
def test_stored_decks_have_not_changed(text: str, form: str, names: list[str], fingerprint: str) -> None:
    deck = read_deck(text.encode(), form, stored=True)
    assert [card.name for card in deck.cards] == names
    assert box_of(deck).matches(fingerprint)


def test_stored_decks_that_were_never_valid_are_rejected() -> None:
    with pytest.raises(DeckError) as caught:
        read_deck(b"x = 1", "toml", stored=True)
    assert (caught.value.mistake, caught.value.line) == (Mistake.UNKNOWN_NAME, 1)


@pytest.mark.parametrize(
    ("text", "form", "mistake", "line"),
    [
        (EMPTY_CARDS_TOML, "toml", Mistake.NOT_SEVEN, 1),
        (UNNAMED_TOML + "[[card]]\n", "toml", Mistake.NOT_SEVEN, 34),
        (SPACED_JSON, "json", Mistake.THICK_CARD, 1),
        (TAGS_JSON, "json", Mistake.WRONG_SHAPE, 1),
        (TAGS_JSON.replace("t" * 300, "t"), "json", Mistake.WRONG_SHAPE, 1),
        (json.dumps([side("x", draw=[["t" * 300]])]), "json", Mistake.TOO_LONG, 1),
        (json.dumps([side("x", draw=[["\ud800"]])]), "json", Mistake.HIDDEN_CHARACTER, 1),
    ],
)
def test_new_decks_are_checked_more_strictly(text: str, form: str, mistake: Mistake, line: int) -> None:
    with pytest.raises(DeckError) as caught:
        read_deck(text.encode(), form)
    assert (caught.value.mistake, caught.value.line) == (mistake, line)


def test_new_decks_have_correct_line_numbers() -> None:
    assert [card.name for card in read_deck(UNNAMED_TOML.encode(), "toml").cards] == [
        "line 1",
        "line 12",
        "line 23",
    ]
    assert [card.name for card in read_deck(UNNAMED_JSON.encode(), "json").cards] == [
        "line 2",
        "line 15",
        "line 28",
        "line 41",
    ]


def test_a_missing_word_is_searched_for_only_once() -> None:
    cursor = LegacyCursor('"a"\n"b"\n"a"\n"b"', '"{}"'.format, '""')
    assert [cursor.word(word) for word in "bacab"] == [2, 3, 3, 3, 4]
    assert cursor.item(0, "") == 4
    assert cursor.word('b"') == 4
    assert (cursor.theme("a"), cursor.line) == (4, 4)
