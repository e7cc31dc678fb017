"""Tests of `pictomania.table.names`."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pictomania.table.names import LONGEST_NAME, MOST_SIGNS, cleaned, length, looks, told_apart

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
ASTRONAUT = "\U0001f469\U0001f3fd\u200d\U0001f680"
PIRATES = "\U0001f3f4\u200d\u2620\ufe0f"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"  # spelt with a joiner that nobody sees
FLAG = "\U0001f1e9\U0001f1ea"
KEYCAP = "1\ufe0f\u20e3"
HEART = "\u2764\ufe0f"
ROCKET = "\U0001f680"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ada", "Ada"),
        ("  Ada \t  Lovelace\n", "Ada Lovelace"),
        ("Ada\u2028L", "Ada L"),
        ("Ame\u0301lie", "Amélie"),
        ("Нина", "Нина"),
        ("محمد", "محمد"),
        (PERSIAN, PERSIAN),
        ("नमस्ते", "नमस्ते"),
        ("ကြွှေး", "ကြွှေး"),  # five marks on one letter
        ("Việt Ngọc", "Việt Ngọc"),
        ("A\u0301\u0301\u0301", "\u00c1\u0301\u0301"),  # as much as there is room for
        ("A" + "\u0903" * 6, "A" + "\u0903" * 6),
        (FAMILY, FAMILY),
        (HEART, HEART),
        ("?!", "?!"),
        ("<b>Ada</b>", "<b>Ada</b>"),  # a name is a text, whatever it looks like
    ],
)
def test_names_that_people_have(typed: str, name: str) -> None:
    assert cleaned(typed, LONGEST_NAME) == name


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " \t\n",
        "\u200b",
        "\u200d\u200c",
        "\u3164",  # a Hangul filler, by its category a letter
        "\u2800",  # Braille without dots
        "\U0001d159",  # a note without a head
        "\u0301",
        "\u00ad",
        "Ada\u202eadA",  # turns the direction of writing
        "\u2066Ada\u2069",
        "A\u200bda",
        "A\ufeffda",
        "A\x00da",
        "A\x1b[31mda",
        "A\ud800",
        "\ue000",
        "A" * (LONGEST_NAME + 1),
        FAMILY * (LONGEST_NAME + 1),
        "A" + "\u0301" * 4,
        "A" + "\u0903" * 7,  # signs that stand beside a letter
        "A" + "\u0301\u0301\u0301\u200d" * 2,
        "A" + "\u0301\u0301\u0301\u0903" * 2,
    ],
)
def test_names_that_nobody_can_read(typed: str) -> None:
    assert cleaned(typed, LONGEST_NAME) is None


def test_names_of_a_megabyte_are_refused_at_once() -> None:
    began = process_time()
    assert cleaned("A" * 1_000_000, LONGEST_NAME) is None
    assert (
        cleaned("A" + "\u0301\u0327" * 500_000, LONGEST_NAME) is None
    )  # putting these in order takes minutes
    assert process_time() - began < 0.5


def test_the_longest_names_there_are() -> None:
    assert cleaned("W" * LONGEST_NAME, LONGEST_NAME) is not None
    assert cleaned(FAMILY * LONGEST_NAME, LONGEST_NAME) is not None
    assert len(FAMILY) < MOST_SIGNS


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("", 0),
        ("Ada", 3),
        ("e\u0301", 1),
        (FAMILY, 1),
        (ASTRONAUT, 1),
        (PIRATES, 1),
        (KEYCAP, 1),
        (HEART, 1),
        (FLAG, 1),
        (FLAG + FLAG, 2),
        (FLAG[0] + "A", 2),
        (PERSIAN, 7),
        ("A\u200d" * 20, 20),  # letters cannot be joined
        (f"A\u200d{ROCKET}", 2),
        (f"{ROCKET}\u200dA", 2),
        (f"{ROCKET}\u200d" * 8, 2),  # nor more than four pictures
        ("\U0001f3fd" * 8, 4),  # skin without anybody in it
    ],
)
def test_length_is_what_the_eye_counts(text: str, signs: int) -> None:
    assert length(text) == signs


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("Ada", "\u0410d\u0430"),  # Cyrillic
        ("HOPE", "\u041d\u041e\u0420\u0415"),
        ("ANNA", "\u0391\u039d\u039d\u0391"),  # Greek
        ("Ada", "\uff21\uff44\uff41"),  # full width
        ("Ada", "A da"),
        ("Ada", "A\u200dda"),
        ("Ada", "Ad\u00e1"),
        ("Ada", "Ada\u3164"),
        ("Bill", "B1ll"),
        ("Ivan", "lvan"),
        ("IVAN", "ivan"),
        ("Otto", "0tt0"),
        ("straße", "STRASSE"),
    ],
)
def test_names_that_look_the_same(one: str, other: str) -> None:
    assert looks(one) == looks(other)


def test_names_that_look_different() -> None:
    assert len({looks(name) for name in ("Ada", "Ade", "Adam", "Ада́м Б", "Ada 2")}) == 5


def test_whoever_comes_later_gets_a_number() -> None:
    assert told_apart("Ada", []) == "Ada"
    assert told_apart("Ada", ["Ben"]) == "Ada"
    assert told_apart("\u0410da", ["Ada"]) == "\u0410da 2"
    assert told_apart("Ada", ["Ada", "ADA 2", "Ada3"]) == "Ada 4"


@given(st.text(max_size=60))
def test_any_text_is_cleaned_once_and_for_all_or_refused(text: str) -> None:
    name = cleaned(text, LONGEST_NAME)
    if name is not None:
        assert cleaned(name, LONGEST_NAME) == name
        assert 1 <= length(name) <= LONGEST_NAME
        name.encode()  # can be stored and sent
        assert looks(told_apart(name, [name])) != looks(name)
