"""Any text is a distinguishable name, or refused; every past failure is replayed."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hostile.fuzz.fuzz_names import CORPUS, PIECES, check_names, fuzz_one

texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=2), max_size=30).map("".join)


@settings(max_examples=200)
@given(one=texts, other=texts)
def test_any_two_names_are_refused_or_told_apart(one: str, other: str) -> None:
    check_names(one, other)


@settings(max_examples=100)
@given(name=texts, changes=st.lists(st.tuples(st.integers(0, 40), st.sampled_from(PIECES)), max_size=3))
def test_a_name_and_one_that_is_almost_the_same(name: str, changes: list[tuple[int, str]]) -> None:
    other = name
    for place, piece in changes:
        other = other[:place] + piece + other[place + 1 :]
    check_names(name, other)


@settings(max_examples=100)
@given(data=st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    fuzz_one(data)


@pytest.mark.parametrize("file", sorted(CORPUS.iterdir()), ids=lambda file: str(file.name))
def test_what_once_broke_something(file: Path) -> None:
    fuzz_one(file.read_bytes())


@pytest.mark.long
@settings(max_examples=20_000, deadline=None)
@given(one=texts, other=texts)
def test_any_two_names_for_a_long_time(one: str, other: str) -> None:
    check_names(one, other)
