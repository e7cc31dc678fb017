"""Tests of `pictomania.table.entries`."""

from typing import get_args
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pictomania.table import facts
from pictomania.table.entries import OLDEST, VERSION, UnreadableEntry, decode_entry, encode_entry
from tests.table.support.every_fact import EVERY_FACT
from tests.table.support.harness import fact_names

each_fact = pytest.mark.parametrize("fact", EVERY_FACT, ids=fact_names(EVERY_FACT))


def with_checksum(data: bytes) -> bytes:
    """Prepend a valid checksum."""
    return crc32(data).to_bytes(4, "big") + data


def test_there_is_an_example_of_every_fact() -> None:
    assert {type(fact) for fact in EVERY_FACT} == set(get_args(facts.AnyFact))


@each_fact
def test_facts_round_trip(fact: facts.AnyFact) -> None:
    assert decode_entry(encode_entry(fact)) == fact


@each_fact
def test_truncated_entries_are_unreadable(fact: facts.AnyFact) -> None:
    whole = encode_entry(fact)
    for end in range(len(whole)):
        with pytest.raises(UnreadableEntry, match="damaged"):
            decode_entry(whole[:end])


@each_fact
def test_every_changed_byte_is_noticed(fact: facts.AnyFact) -> None:
    whole = encode_entry(fact)
    for place in range(len(whole)):
        for flip in (0x01, 0x80, 0xFF):
            damaged = bytearray(whole)
            damaged[place] ^= flip
            with pytest.raises(UnreadableEntry):
                decode_entry(bytes(damaged))


def test_trailing_bytes_are_noticed() -> None:
    whole = encode_entry(EVERY_FACT[0])
    with pytest.raises(UnreadableEntry):
        decode_entry(whole + b"\0")
    with pytest.raises(UnreadableEntry, match="not a fact"):
        decode_entry(with_checksum(whole[4:] + b"\0"))


@pytest.mark.parametrize("version", [OLDEST - 1, VERSION + 1, 255])
def test_other_versions_are_refused_by_number(version: int) -> None:
    data = bytes((version,)) + encode_entry(EVERY_FACT[0])[5:]
    with pytest.raises(
        UnreadableEntry, match=rf"another version of the server \({version}, ours {VERSION}\)"
    ):
        decode_entry(with_checksum(data))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc0",
        b"\x81\xa4fact\xa7unknown",  # no such fact
        b"\x81\xa4fact\xa6opened",  # without its fields
        b"\x83\xa4fact\xa6opened\xa2at\x01\xa4code\x01",  # a code that is a number
        b"\x83\xa4fact\xa6opened\xa2at\x01\xa4code\xa2\xff\xff",  # a code that is not UTF-8
        b"\x91" * 100_000,
    ],
    ids=["nothing", "nil", "unknown", "fields missing", "wrong type", "not UTF-8", "too deep"],
)
def test_invalid_facts_are_unreadable(data: bytes) -> None:
    with pytest.raises(UnreadableEntry):
        decode_entry(with_checksum(bytes((VERSION,)) + data))


@given(data=st.binary(max_size=60), good=st.booleans())
def test_arbitrary_bytes_are_a_fact_or_unreadable(data: bytes, good: bool) -> None:
    try:
        fact = decode_entry(with_checksum(bytes((VERSION,)) + data) if good else data)
    except UnreadableEntry:
        return
    assert isinstance(fact, facts.AnyFact)


@given(place=st.integers(0, 200), put=st.binary(max_size=3), which=st.sampled_from(EVERY_FACT))
def test_any_change_with_a_valid_checksum_is_a_fact_or_unreadable(
    place: int, put: bytes, which: facts.AnyFact
) -> None:
    data = encode_entry(which)[4:]
    try:
        fact = decode_entry(with_checksum(data[:place] + put + data[place + len(put) :]))
    except UnreadableEntry:
        return
    assert isinstance(fact, facts.AnyFact)
