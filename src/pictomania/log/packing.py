"""Appends as messages, and positions in a log whose messages are numbered across all tables.

An append is one message, however many entries it has, so it is stored as a whole or not at all. One that is
too large for a message is split into parts, and a last, small message lists them. A message with number n has
the positions up to n * SPAN: its last entry is at n * SPAN, the one before it at n * SPAN - 1, and so on. So
the end of an append can be told from its other positions, and only there another one may follow.
"""

from collections.abc import Mapping, Sequence

import msgspec

SPAN = 1 << 20  # positions of one message, and so the largest number of entries in an append


class Entries(msgspec.Struct, tag="e", array_like=True):
    """An append as a whole."""

    entries: Sequence[bytes]


class Parts(msgspec.Struct, tag="p", array_like=True):
    """An append in parts, by their numbers; joined, they are the message that was too large."""

    numbers: Sequence[int]


Packed = Entries | Parts

_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[Packed] = msgspec.msgpack.Decoder(Packed)


def pack(append: Packed) -> bytes:
    """Encode an append."""
    return _encoder.encode(append)


def unpack(data: bytes) -> Packed:
    """Decode a message; a damaged one is an entry that nobody can read, so that its table is left alone."""
    try:
        return _decoder.decode(data)
    except msgspec.DecodeError:
        return Entries([data])


def join(parts: Parts, stored: Mapping[int, bytes], data: bytes) -> Sequence[bytes]:
    """Return the entries of an append in parts; `data` is the message that lists them."""
    try:
        whole = unpack(b"".join(stored[number] for number in parts.numbers))
    except KeyError:
        whole = Parts([])
    return whole.entries if isinstance(whole, Entries) else [data]


def end_of(number: int) -> int:
    """Return the position of a message's last entry."""
    return number * SPAN


def is_end(position: int) -> bool:
    """Whether a message can end at a position."""
    return position >= 0 and position % SPAN == 0


def first_after(position: int) -> int:
    """Return the number of the first message that can have entries after a position."""
    return position // SPAN + 1


def positions(number: int, entries: Sequence[bytes]) -> list[tuple[int, bytes]]:
    """Return the entries of a message with their positions."""
    return list(enumerate(entries, end_of(number) - len(entries) + 1))
