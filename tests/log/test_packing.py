"""Appends as messages, and their positions."""

import pytest

from pictomania.log.packing import (
    SPAN,
    Entries,
    Parts,
    end_of,
    first_after,
    is_end,
    join,
    pack,
    positions,
    unpack,
)

ENTRIES = [b"one", b"", b"\0\xff" * 300]


def test_entries() -> None:
    """Short ones take two bytes more, and the message three."""
    assert unpack(pack(Entries(ENTRIES))) == Entries(ENTRIES)
    assert len(pack(Entries([b"x" * 100] * 9))) == 9 * 102 + 4


def test_parts() -> None:
    """Joined, they are the append that was too large."""
    data = pack(Entries(ENTRIES))
    stored = {number: data[number * 100 : number * 100 + 100] for number in range(7)}
    parts = unpack(pack(Parts(list(range(7)))))
    assert isinstance(parts, Parts)
    assert join(parts, stored, b"list") == ENTRIES


@pytest.mark.parametrize(
    "data", [b"", b"text", b"\x92\xa1e\xa1x", b"\x92\xa1q\x90", pack(Entries(ENTRIES))[:-1]]
)
def test_a_damaged_message(data: bytes) -> None:
    """It is one entry, which its reader will not understand either."""
    assert unpack(data) == Entries([data])


def test_damaged_parts() -> None:
    """If one is missing, or they contain parts again, the list is what remains."""
    assert join(Parts([1, 2]), {1: b"x"}, b"list") == [b"list"]
    assert join(Parts([1]), {1: pack(Parts([1]))}, b"list") == [b"list"]


def test_positions() -> None:
    """A message ends at a multiple of the span, and its other entries are just before."""
    assert positions(3, [b"a", b"b"]) == [(3 * SPAN - 1, b"a"), (3 * SPAN, b"b")]
    assert end_of(3) == 3 * SPAN
    assert [is_end(position) for position in (-SPAN, -1, 0, 1, SPAN - 1, SPAN)] == [
        *(False, False, True),
        *(False, False, True),
    ]


def test_the_message_after_a_position() -> None:
    """Where an append ends the next message, otherwise the same one."""
    assert first_after(0) == 1
    assert first_after(3 * SPAN - 1) == 3
    assert first_after(3 * SPAN) == 4


def test_the_largest_append_has_no_position_of_another() -> None:
    entries = [b""] * SPAN
    places = [position for position, _ in positions(2, entries)]
    assert (places[0], places[-1]) == (end_of(1) + 1, end_of(2))
