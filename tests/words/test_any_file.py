"""Whatever file somebody brings, it is a deck or gets one sentence: nothing else is ever raised."""

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from pictomania.words import FORMATS, DeckError, read_deck
from tests.words.test_reader import FRENCH, SIDE, TOML

CSV = "card,side,level,theme,en,fr,draw\n" + "".join(f"1,a,2,numbers,{word},,x/y\n" for word in SIDE.split())
JSON = json.dumps([{"id": "a", "level": 1, "theme": "t", "words": {"en": SIDE.split()}}])
GOOD = {"text": FRENCH, "csv": CSV, "toml": TOML, "json": JSON}
KEYS = ("id", "level", "side", "theme", "words", "draw", "en", "ru", "x")
forms = st.sampled_from(FORMATS)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6),
    max_leaves=30,
)


def refused_or_deck(raw: bytes, form: str) -> None:
    """Read something."""
    try:
        deck = read_deck(raw, form)
    except DeckError as error:
        told = error.told("deck")
    else:
        assert deck.for_rules().cards
        return
    assert re.fullmatch(r"deck, line [1-9]\d*(, card .*?)?: [^\n]+", told)


@given(raw=st.binary(max_size=200), form=forms)
def test_any_bytes(raw: bytes, form: str) -> None:
    refused_or_deck(raw, form)


@given(form=forms, start=st.integers(0, 400), length=st.integers(0, 20), put=st.text(max_size=8))
def test_any_change_to_a_good_deck(form: str, start: int, length: int, put: str) -> None:
    good = GOOD[form]
    changed = good[:start] + put + good[start + length :]
    refused_or_deck(changed.encode("utf-8", "surrogatepass"), form)


@given(document=values)
def test_any_json(document: object) -> None:
    refused_or_deck(json.dumps(document).encode(), "json")


def test_the_good_decks_are_good() -> None:
    for form, good in GOOD.items():
        assert read_deck(good.encode(), form).cards
