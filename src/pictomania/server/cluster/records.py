"""What nodes tell each other about sockets: small records, many of which make one message of a link.

Each record is about one or more channels; a channel is one client's socket. Numbers are little-endian.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum, unique
from struct import Struct, error, unpack_from

HEADER = Struct("<BHI")  # kind, number of channels, size of the payload
MAX_CHANNELS = 65_535  # of one record
ONLY_SEATED = b"\1"  # at the beginning of OPENED


@unique
class RecordKind(IntEnum):
    """What a record says. Of frames from a client, the value is the opcode of the frame."""

    # From the node that has the socket.
    TEXT = 1
    BINARY = 2
    PING = 9
    OPENED = 16  # with whether only a seat gives access, and the address that pays
    ENDED = 17
    LAGS = 18  # the client reads too slowly
    KEEPS_UP = 19  # again
    # From the node that has the table.
    WRITE = 32  # bytes for the client, the same for all channels
    CLOSE = 33
    ABORT = 34
    PAUSE = 35  # reading from the client
    RESUME = 36
    LIMIT = 37  # with the number of unsent bytes above which a client lags


FRAMES = frozenset((RecordKind.TEXT, RecordKind.BINARY, RecordKind.PING))


class BadRecords(Exception):  # noqa: N818 (what it is)
    """A message that no node sends."""


LinkRecord = tuple[RecordKind, Sequence[int], bytes]


class RecordBatch:
    """Records that wait to be sent; consecutive ones that write the same bytes become one."""

    def __init__(self) -> None:
        self._records: list[tuple[RecordKind, list[int], bytes]] = []
        self.size = 0  # bytes, about

    def add(self, kind: RecordKind, channel: int, payload: bytes = b"") -> None:
        """Add a record about a channel."""
        if kind is RecordKind.WRITE and self._records:
            last_kind, channels, last = self._records[-1]
            if last is payload and last_kind is kind and len(channels) < MAX_CHANNELS:
                channels.append(channel)
                return
        self._records.append((kind, [channel], payload))
        self.size += HEADER.size + 4 + len(payload)

    def take(self) -> bytes:
        """Return all records as one message, and forget them."""
        parts: list[bytes] = []
        for kind, channels, payload in self._records:
            count = len(channels)
            parts += (HEADER.pack(kind, count, len(payload)), _channels(count).pack(*channels), payload)
        self._records.clear()
        self.size = 0
        return b"".join(parts)


def decode_records(message: bytes) -> Iterator[LinkRecord]:
    """Yield the records of a message, or raise `BadRecords`."""
    at, end = 0, len(message)
    while at < end:
        try:
            kind, count, size = HEADER.unpack_from(message, at)
            at += HEADER.size
            channels = unpack_from(f"<{count}I", message, at)
            at += 4 * count
            record = RecordKind(kind), channels, message[at : at + size]
        except (error, ValueError) as why:
            raise BadRecords(str(why)) from None
        at += size
        if at > end:
            raise BadRecords("the last record is cut off")
        yield record


_ONE = Struct("<I")


def _channels(count: int) -> Struct:
    return _ONE if count == 1 else Struct(f"<{count}I")
