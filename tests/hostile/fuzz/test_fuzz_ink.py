"""Any bytes are valid ink or refused; a client that gets the broadcast has the same sheet."""

from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pictomania.ink import sheet
from tests.hostile.fuzz.fuzz_ink import SMALL, as_input, check_pieces, corpus, fuzz_one, good_pieces

modes = st.integers(0, 3)
marks = st.sampled_from((b"\x02", b"\x03", b"\x04", b"\x05\x00", b"\x05\x01", b"\x01\x02\x00\x03"))
heads = st.builds(lambda place, known: bytes((0, place, known)), st.integers(0, 14), st.integers(0, 9))
points = st.sampled_from((b"\x18\x02\x00", b"\x18\x00\x01", b"\x08\xa0\x1f\xa0\x1f", b"\x08\x9f\x1f\x9f\x1f"))
rows = st.lists(points | st.binary(min_size=3, max_size=5), min_size=1, max_size=9)
lines = rows.map(lambda row: bytes((0, 1, len(row))) + b"".join(row))
likely = st.builds(lambda head, body: head + b"".join(body), heads, st.lists(marks | lines, max_size=6))
short = rows.map(lambda row: bytes((len(row),)) + b"".join(row))


@st.composite
def spoilt(draw: st.DrawFn) -> bytes:
    """Change a piece of an honest stream."""
    piece = draw(st.sampled_from(good_pieces()))
    at = draw(st.integers(0, len(piece) - 1))
    return piece[:at] + draw(st.binary(max_size=2)) + piece[at + draw(st.integers(0, 2)) :]


@settings(max_examples=300)
@given(st.lists(st.one_of(st.sampled_from(good_pieces()), likely, short, spoilt()), max_size=12), modes)
def test_pieces_in_any_order_with_any_changes(pieces: list[bytes], mode: int) -> None:
    fuzz_one(as_input(pieces, mode))


@settings(max_examples=200)
@given(st.binary(max_size=80))
def test_any_bytes(data: bytes) -> None:
    fuzz_one(data)


@pytest.mark.long
@settings(max_examples=30_000)
@given(st.lists(st.one_of(st.sampled_from(good_pieces()), likely, short, spoilt()), max_size=20), modes)
def test_pieces_in_any_order_for_long(pieces: list[bytes], mode: int) -> None:
    fuzz_one(as_input(pieces, mode))


@pytest.mark.parametrize("data", corpus().values(), ids=corpus())
def test_what_once_went_wrong(data: bytes) -> None:
    fuzz_one(data)


def test_the_fuzzer_gets_everywhere() -> None:
    """An honest stream is taken; and each way of being refused is met."""
    pieces = good_pieces()
    here, outcomes = check_pieces(pieces, erasing=True, bounded=False)
    assert outcomes == {"new", "overlap"}
    assert len(here.marks) == 8
    pieces += [
        pieces[0],
        b"\x00\x09\x09",
        b"\x00\x00\x00\x09",
        *[b"\x00" + bytes((place, 0, 3, 3)) for place in range(8, 20)],
    ]
    with patch.multiple(sheet, **SMALL):
        _, outcomes = check_pieces(pieces, erasing=True, bounded=True)
    assert outcomes == {"new", "overlap", "known", "MissingInk", "BadInk", "SheetFull"}
