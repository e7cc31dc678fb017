"""Any file is a deck or raises a `DeckError` with one line of text, and nothing else."""

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from pictomania.words import FORMATS, DeckError, read_deck
from tests.words.test_reader import FRENCH, SIDE, TOML

CSV = "card,side,level,theme,en,fr,draw\n" + "".join(f"1,a,2,numbers,{word},,x/y\n" for word in SIDE.split())
JSON = json.dumps([{"id": "a", "level": 1, "theme": "t", "words": {"en": SIDE.split()}}])
VALID = {"text": FRENCH, "csv": CSV, "toml": TOML, "json": JSON}
KEYS = ("id", "level", "side", "theme", "words", "draw", "en", "ru", "x")
forms = st.sampled_from(FORMATS)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6),
    max_leaves=30,
)


def check_reads_or_fails(raw: bytes, form: str) -> None:
    """Read a file, and check the deck or the error."""
    try:
        deck = read_deck(raw, form)
    except DeckError as error:
        message = error.describe("deck")
    else:
        assert deck.for_rules().cards
        return
    assert re.fullmatch(r"deck, line [1-9]\d*(, card .*?)?: [^\n]+", message)


@given(raw=st.binary(max_size=200), form=forms)
def test_any_bytes(raw: bytes, form: str) -> None:
    check_reads_or_fails(raw, form)


@given(form=forms, start=st.integers(0, 400), length=st.integers(0, 20), put=st.text(max_size=8))
def test_any_change_to_a_valid_deck(form: str, start: int, length: int, put: str) -> None:
    valid = VALID[form]
    changed = valid[:start] + put + valid[start + length :]
    check_reads_or_fails(changed.encode("utf-8", "surrogatepass"), form)


@given(document=values)
def test_any_json(document: object) -> None:
    check_reads_or_fails(json.dumps(document).encode(), "json")


def test_the_valid_decks_are_valid() -> None:
    for form, valid in VALID.items():
        assert read_deck(valid.encode(), form).cards
