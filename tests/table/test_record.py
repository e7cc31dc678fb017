"""Tests of `pictomania.table.record`."""

from typing import get_args
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pictomania.table import facts
from pictomania.table.record import OLDEST, VERSION, Unreadable, entry, fact
from tests.table.evening import kinds
from tests.table.every_fact import EVERY_FACT

each_fact = pytest.mark.parametrize("happened", EVERY_FACT, ids=kinds(EVERY_FACT))


def summed(data: bytes) -> bytes:
    """Put a right check sum before anything."""
    return crc32(data).to_bytes(4, "big") + data


def test_every_kind_of_fact_is_here() -> None:
    assert {type(happened) for happened in EVERY_FACT} == set(get_args(facts.Any))


@each_fact
def test_what_is_written_is_read(happened: facts.Any) -> None:
    assert fact(entry(happened)) == happened


@each_fact
def test_whatever_breaks_off_is_unreadable(happened: facts.Any) -> None:
    whole = entry(happened)
    for end in range(len(whole)):
        with pytest.raises(Unreadable, match="damaged"):
            fact(whole[:end])


@each_fact
def test_no_byte_can_change_unnoticed(happened: facts.Any) -> None:
    whole = entry(happened)
    for place in range(len(whole)):
        for flip in (0x01, 0x80, 0xFF):
            damaged = bytearray(whole)
            damaged[place] ^= flip
            with pytest.raises(Unreadable):
                fact(bytes(damaged))


def test_bytes_after_the_end_are_noticed() -> None:
    whole = entry(EVERY_FACT[0])
    with pytest.raises(Unreadable):
        fact(whole + b"\0")
    with pytest.raises(Unreadable, match="not a fact"):
        fact(summed(whole[4:] + b"\0"))


@pytest.mark.parametrize("version", [OLDEST - 1, VERSION + 1, 255])
def test_other_versions_are_refused_and_named(version: int) -> None:
    data = bytes((version,)) + entry(EVERY_FACT[0])[5:]
    with pytest.raises(Unreadable, match=rf"another version of the server \({version}, ours {VERSION}\)"):
        fact(summed(data))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc0",
        b"\x81\xa4fact\xa7unknown",  # no such kind
        b"\x81\xa4fact\xa6opened",  # without its fields
        b"\x83\xa4fact\xa6opened\xa2at\x01\xa4code\x01",  # a code that is a number
        b"\x83\xa4fact\xa6opened\xa2at\x01\xa4code\xa2\xff\xff",  # a code that is not UTF-8
        b"\x91" * 100_000,
    ],
    ids=["nothing", "nil", "unknown", "fields missing", "wrong type", "not UTF-8", "too deep"],
)
def test_what_no_server_of_ours_wrote_is_unreadable(data: bytes) -> None:
    with pytest.raises(Unreadable):
        fact(summed(bytes((VERSION,)) + data))


@given(data=st.binary(max_size=60), good=st.booleans())
def test_any_bytes_are_a_fact_or_unreadable(data: bytes, good: bool) -> None:
    try:
        happened = fact(summed(bytes((VERSION,)) + data) if good else data)
    except Unreadable:
        return
    assert isinstance(happened, facts.Any)


@given(place=st.integers(0, 200), put=st.binary(max_size=3), which=st.sampled_from(EVERY_FACT))
def test_any_change_with_a_right_check_sum_is_a_fact_or_unreadable(
    place: int, put: bytes, which: facts.Any
) -> None:
    data = entry(which)[4:]
    try:
        happened = fact(summed(data[:place] + put + data[place + len(put) :]))
    except Unreadable:
        return
    assert isinstance(happened, facts.Any)
