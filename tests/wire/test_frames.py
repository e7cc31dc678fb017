"""Tests of `pictomania.wire.frames`: frames round-trip, and all other bytes are decoded or a `BadMessage`."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pictomania.wire.frames import (
    INK,
    SHEETS,
    decode_ink_from_client,
    decode_ink_to_client,
    encode_ink_from_client,
    encode_ink_to_client,
)
from pictomania.wire.json_codec import BadMessage

papers = st.integers(0, 2**40)
pieces = st.lists(st.tuples(st.integers(0, 255), st.binary(max_size=300)), max_size=6)


@given(papers, st.binary(min_size=1))
def test_frames_from_a_client_round_trip(paper: int, piece: bytes) -> None:
    assert decode_ink_from_client(encode_ink_from_client(paper, piece)) == (paper & 0xFF, piece)


@given(st.sampled_from([INK, SHEETS]), papers, pieces)
def test_frames_to_a_client_round_trip(kind: int, paper: int, row: list[tuple[int, bytes]]) -> None:
    assert decode_ink_to_client(encode_ink_to_client(kind, paper, row)) == (kind, paper & 0xFF, row)


@pytest.mark.parametrize("size", [0, 1, 0x7F, 0x80, 0x3FFF, 0x4000, 0x1F_FFFF, 0x20_0000])
def test_lengths_around_the_sizes_of_a_varint(size: int) -> None:
    row = [(5, bytes(size)), (0, b"x")]
    frame = encode_ink_to_client(SHEETS, 1, row)
    assert decode_ink_to_client(frame) == (SHEETS, 1, row)
    assert len(frame) == 2 + 1 + max(1, -(-size.bit_length() // 7)) + size + 3


@pytest.mark.parametrize("data", [b"", b"\x01", b"\x01\x03", b"\x02\x03\x00", b"\x00\x03\x00", b"{}{}"])
def test_invalid_frames_from_a_client(data: bytes) -> None:
    with pytest.raises(BadMessage, match="not an ink frame"):
        decode_ink_from_client(data)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not an ink frame"),
        (b"\x01", "not an ink frame"),
        (b"\x00\x03", "not an ink frame"),
        (b"\x03\x03", "not an ink frame"),
        (b"\x01\x03\x00", "a length"),
        (b"\x01\x03\x00\x80", "a length"),
        (b"\x01\x03\x00\x80\x80\x80\x80\x01", "a length"),
        (b"\x01\x03\x00\x01", "truncated piece"),
        (b"\x01\x03\x00\xff\xff\xff\x7fabc", "truncated piece"),
        (b"\x01\x03\x00\x01a\x01\x02a", "truncated piece"),
    ],
)
def test_invalid_frames_to_a_client(data: bytes, why: str) -> None:
    with pytest.raises(BadMessage, match=why):
        decode_ink_to_client(data)


def decode_or_fail(data: bytes) -> None:
    """Decode a frame of either direction; nothing but `BadMessage` may be raised."""
    for decode in (decode_ink_from_client, decode_ink_to_client):
        with suppress(BadMessage):
            decode(data)


@given(st.binary())
def test_arbitrary_bytes(data: bytes) -> None:
    decode_or_fail(data)
    decode_or_fail(b"\x01\x00" + data)


def test_every_truncation_and_every_changed_byte() -> None:
    """The frame has a short, an empty and a long piece."""
    frame = encode_ink_to_client(INK, 3, [(0, b"abc"), (5, b""), (1, b"\x00" * 200)])
    for end in range(len(frame)):
        decode_or_fail(frame[:end])
    for at in range(len(frame)):
        for byte in range(256):
            decode_or_fail(frame[:at] + bytes((byte,)) + frame[at + 1 :])
