"""Frames of ink survive; whatever else comes is read as pieces or is a `BadMessage`."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pictomania.wire.frames import INK, SHEETS, heard_ink, ink_from_client, ink_to_client, told_ink
from pictomania.wire.gate import BadMessage

papers = st.integers(0, 2**40)
pieces = st.lists(st.tuples(st.integers(0, 255), st.binary(max_size=300)), max_size=6)


@given(papers, st.binary(min_size=1))
def test_a_piece_from_a_client_survives(paper: int, piece: bytes) -> None:
    assert heard_ink(ink_from_client(paper, piece)) == (paper & 0xFF, piece)


@given(st.sampled_from([INK, SHEETS]), papers, pieces)
def test_a_frame_to_a_client_survives(kind: int, paper: int, row: list[tuple[int, bytes]]) -> None:
    assert told_ink(ink_to_client(kind, paper, row)) == (kind, paper & 0xFF, row)


@pytest.mark.parametrize("size", [0, 1, 0x7F, 0x80, 0x3FFF, 0x4000, 0x1F_FFFF, 0x20_0000])
def test_lengths_where_a_byte_more_is_needed(size: int) -> None:
    row = [(5, bytes(size)), (0, b"x")]
    frame = ink_to_client(SHEETS, 1, row)
    assert told_ink(frame) == (SHEETS, 1, row)
    assert len(frame) == 2 + 1 + max(1, -(-size.bit_length() // 7)) + size + 3


@pytest.mark.parametrize("data", [b"", b"\x01", b"\x01\x03", b"\x02\x03\x00", b"\x00\x03\x00", b"{}{}"])
def test_what_no_client_sends(data: bytes) -> None:
    with pytest.raises(BadMessage, match="not ink"):
        heard_ink(data)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not ink"),
        (b"\x01", "not ink"),
        (b"\x00\x03", "not ink"),
        (b"\x03\x03", "not ink"),
        (b"\x01\x03\x00", "a length"),
        (b"\x01\x03\x00\x80", "a length"),
        (b"\x01\x03\x00\x80\x80\x80\x80\x01", "a length"),
        (b"\x01\x03\x00\x01", "breaks off"),
        (b"\x01\x03\x00\xff\xff\xff\x7fabc", "breaks off"),
        (b"\x01\x03\x00\x01a\x01\x02a", "breaks off"),
    ],
)
def test_what_no_server_sends(data: bytes, why: str) -> None:
    with pytest.raises(BadMessage, match=why):
        told_ink(data)


def read_or_bad(data: bytes) -> None:
    """Read a frame of either direction; nothing but `BadMessage` may be raised."""
    for read in (heard_ink, told_ink):
        with suppress(BadMessage):
            read(data)


@given(st.binary())
def test_any_bytes(data: bytes) -> None:
    read_or_bad(data)
    read_or_bad(b"\x01\x00" + data)


def test_every_cut_and_every_changed_byte() -> None:
    """Of a frame with a short piece, an empty one and a long one."""
    frame = ink_to_client(INK, 3, [(0, b"abc"), (5, b""), (1, b"\x00" * 200)])
    for end in range(len(frame)):
        read_or_bad(frame[:end])
    for at in range(len(frame)):
        for byte in range(256):
            read_or_bad(frame[:at] + bytes((byte,)) + frame[at + 1 :])
