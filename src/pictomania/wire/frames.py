"""Binary frames with ink; broadcasts are the same bytes for every client.

    from a client = INK, paper, piece                                  of the client's own sheet
    to a client   = INK, paper, then for each: seat, length, piece     new ink
                  | SHEETS, paper, then for each: seat, length, piece  every sheet from its beginning

`paper` is the lowest byte of the number of the set of sheets, so that late ink does not land on the next one.
Pieces are encoded by `pictomania.ink`; lengths are varints.
"""

from collections.abc import Iterable

from pictomania.wire.json_codec import BadMessage

INK = 1
SHEETS = 2

Pieces = list[tuple[int, bytes]]  # seat and piece


def encode_ink_from_client(paper: int, piece: bytes) -> bytes:
    """Encode a piece of the client's own sheet."""
    return bytes((INK, paper & 0xFF)) + piece


def decode_ink_from_client(data: bytes) -> tuple[int, bytes]:
    """Decode a client's frame into the paper's byte and a piece, or raise `BadMessage`."""
    if len(data) < 3 or data[0] != INK:
        raise BadMessage("not an ink frame")
    return data[1], data[2:]


def encode_ink_to_client(kind: int, paper: int, pieces: Iterable[tuple[int, bytes]]) -> bytes:
    """Encode pieces of several sheets as one frame."""
    parts = [bytes((kind, paper & 0xFF))]
    for seat, piece in pieces:
        parts.append(_encode_head(seat, len(piece)))
        parts.append(piece)
    return b"".join(parts)


def _encode_head(seat: int, length: int) -> bytes:
    if length < 0x80:
        return bytes((seat, length))
    head = bytearray((seat,))
    while length > 0x7F:
        head.append(length & 0x7F | 0x80)
        length >>= 7
    head.append(length)
    return bytes(head)


def decode_ink_to_client(data: bytes) -> tuple[int, int, Pieces]:
    """Decode a server's frame into kind, paper's byte and pieces, or raise `BadMessage`."""
    if len(data) < 2 or data[0] not in (INK, SHEETS):
        raise BadMessage("not an ink frame")
    pieces: Pieces = []
    at = 2
    while at < len(data):
        seat, length, at = _decode_head(data, at)
        if at + length > len(data):
            raise BadMessage("a truncated piece of ink")
        pieces.append((seat, data[at : at + length]))
        at += length
    return data[0], data[1], pieces


def _decode_head(data: bytes, at: int) -> tuple[int, int, int]:
    seat, length, shift = data[at], 0, 0
    for at in range(at + 1, min(at + 5, len(data))):  # noqa: B020, PLR1704 (continues from there)
        length |= (data[at] & 0x7F) << shift
        shift += 7
        if data[at] < 0x80:
            return seat, length, at + 1
    raise BadMessage("a length that is truncated or too large")
