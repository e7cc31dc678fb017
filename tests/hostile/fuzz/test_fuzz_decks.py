"""Any uploaded file is a deck or refused with a sentence; every past failure is replayed."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pictomania.words import FORMATS
from tests.hostile.fuzz.fuzz_decks import (
    CORPUS,
    LANGUAGES,
    PIECES,
    TROUBLE,
    WRITERS,
    as_input,
    check_deck,
    corpus,
    fuzz_one,
    good_deck,
)

TOKEN = re.compile(r"\w+|\s+|.", re.DOTALL)
GOOD = {form: TOKEN.findall(write(good_deck())) for form, write in WRITERS.items()}


@st.composite
def mutated(draw: st.DrawFn) -> tuple[str, str]:
    """Take a good deck apart into tokens, and change some of them."""
    form = draw(st.sampled_from(FORMATS))
    tokens = list(GOOD[form])
    pieces = st.sampled_from((*PIECES[form], *TROUBLE)) | st.sampled_from(GOOD[form]) | st.text(max_size=4)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(tokens) - 1))
        end = at + draw(st.integers(0, 9))
        match draw(st.sampled_from(("put", "replace", "delete", "repeat", "move"))):
            case "put":
                tokens[at:at] = [draw(pieces)]
            case "replace":
                tokens[at : at + 1] = [draw(pieces)]
            case "delete":
                del tokens[at:end]
            case "repeat":
                tokens[at:at] = tokens[at:end] * draw(st.sampled_from((1, 2, 30)))
            case _:
                part = tokens[at:end]
                del tokens[at:end]
                to = draw(st.integers(0, len(tokens)))
                tokens[to:to] = part
    return form, "".join(tokens)


def check_mutated(deck: tuple[str, str]) -> None:
    """Read a changed deck."""
    form, written = deck
    check_deck(written.encode("utf-8", "replace"), form)


@settings(max_examples=300)
@given(deck=mutated())
def test_a_good_deck_with_any_changes_is_a_deck_or_refused(deck: tuple[str, str]) -> None:
    check_mutated(deck)


@pytest.mark.long
@settings(max_examples=20_000)
@given(deck=mutated())
def test_a_good_deck_with_any_changes_is_a_deck_or_refused_long(deck: tuple[str, str]) -> None:
    check_mutated(deck)


@given(data=st.binary(max_size=300))
@example(b"")
def test_any_bytes_are_a_deck_or_refused(data: bytes) -> None:
    fuzz_one(data)


@pytest.mark.parametrize("name", sorted(file.name for file in CORPUS.iterdir()))
def test_what_once_made_a_parser_fail_is_a_deck_or_refused(name: str) -> None:
    for language in LANGUAGES:
        check_deck((CORPUS / name).read_bytes(), name.rpartition(".")[2], language)


def test_the_corpus_has_every_form() -> None:
    assert {form for form, _ in corpus()} == set(FORMATS)


@pytest.mark.parametrize("form", FORMATS)
def test_a_good_deck_can_be_dealt_from(form: str) -> None:
    raw = WRITERS[form](good_deck()).encode()
    assert check_deck(raw, form)
    fuzz_one(as_input(raw, form))
    fuzz_one(as_input(raw, FORMATS[FORMATS.index(form) - 1]))
