"""Ink as it travels: pieces of several sheets in one binary frame, the same bytes for everybody.

    from a client = INK, paper, piece                              of one's own sheet
    to a client   = INK, paper, then for each: seat, length, piece     what is new
                  | SHEETS, paper, then for each: seat, length, piece  every sheet from its beginning

`paper` is the lowest byte of the number of the set of sheets, so that what is late does not land on the next.
A piece is what `pictomania.ink` takes. Lengths are numbers of seven bits a byte, lowest first.
"""

from collections.abc import Iterable

from pictomania.wire.gate import BadMessage

INK = 1
SHEETS = 2

Pieces = list[tuple[int, bytes]]  # seat and piece


def ink_from_client(paper: int, piece: bytes) -> bytes:
    """Write a piece of one's own sheet."""
    return bytes((INK, paper & 0xFF)) + piece


def heard_ink(data: bytes) -> tuple[int, bytes]:
    """Read the paper's byte and a piece that a client sends, or raise `BadMessage`."""
    if len(data) < 3 or data[0] != INK:
        raise BadMessage("a binary message that is not ink")
    return data[1], data[2:]


def ink_to_client(kind: int, paper: int, pieces: Iterable[tuple[int, bytes]]) -> bytes:
    """Write pieces of several sheets in one frame."""
    parts = [bytes((kind, paper & 0xFF))]
    for seat, piece in pieces:
        parts.append(_head(seat, len(piece)))
        parts.append(piece)
    return b"".join(parts)


def _head(seat: int, length: int) -> bytes:
    if length < 0x80:
        return bytes((seat, length))
    head = bytearray((seat,))
    while length > 0x7F:
        head.append(length & 0x7F | 0x80)
        length >>= 7
    head.append(length)
    return bytes(head)


def told_ink(data: bytes) -> tuple[int, int, Pieces]:
    """Read kind, paper's byte and pieces, on a client's side or from the record, or raise `BadMessage`."""
    if len(data) < 2 or data[0] not in (INK, SHEETS):
        raise BadMessage("a binary message that is not ink")
    pieces: Pieces = []
    at = 2
    while at < len(data):
        seat, length, at = _read_head(data, at)
        if at + length > len(data):
            raise BadMessage("a piece of ink that breaks off")
        pieces.append((seat, data[at : at + length]))
        at += length
    return data[0], data[1], pieces


def _read_head(data: bytes, at: int) -> tuple[int, int, int]:
    seat, length, shift = data[at], 0, 0
    for at in range(at + 1, min(at + 5, len(data))):  # noqa: B020, PLR1704 (goes on from there)
        length |= (data[at] & 0x7F) << shift
        shift += 7
        if data[at] < 0x80:
            return seat, length, at + 1
    raise BadMessage("a length that breaks off or is too large")
