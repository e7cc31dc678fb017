"""What nodes tell each other about sockets: small records, many of which make one message of a link.

Each record is about one or more channels; a channel is one client's socket. Numbers are little-endian.

During a rolling upgrade, nodes of adjacent releases share links. A release may add kinds of records, and
bytes at the end of OPENED: a node ignores what it does not know. Anything else needs another `LINK_PATH`.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum, unique
from functools import lru_cache
from struct import Struct, error

LINK_PATH = "/link/1"  # on the inside port; the number is the version of these records
HEADER = Struct("<BHI")  # kind, number of channels, size of the payload
MAX_CHANNELS = 65_535  # of one record
CHANNELS = 2**32  # numbers of channels begin again after that many


@unique
class RecordKind(IntEnum):
    """What a record says. Of frames from a client, the value is the opcode of the frame."""

    # From the node that has the socket.
    TEXT = 1
    BINARY = 2
    PING = 9
    OPENED = 16  # with an `Opening`
    ENDED = 17
    LAGS = 18  # the client reads too slowly
    KEEPS_UP = 19  # again
    # From the node that has the table.
    WRITE = 32  # bytes for the client, the same for all channels
    CLOSE = 33  # the connection, once everything is sent
    ABORT = 34  # the connection, with what is not sent yet
    PAUSE = 35  # reading from the client
    RESUME = 36
    LIMIT = 37  # with the number of unsent bytes above which a client lags


class BadRecords(Exception):  # noqa: N818 (what it is)
    """A message that no node sends."""


Record = tuple[int, Sequence[int], bytes]  # kind, which may be of another release; channels; payload


class RecordBatch:
    """Records that wait to be sent; the same bytes for several clients become one record."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._data = b""  # what was written last, and to which channels; not in `_parts` yet
        self._channels: list[int] = []
        self.size = 0  # bytes, about

    def add(self, kind: int, channel: int, payload: bytes = b"") -> None:
        """Add a record about a channel."""
        if self._channels:
            self._end_write()
        self._parts += (_ONE.pack(kind, 1, len(payload), channel), payload)
        self.size += _ONE.size + len(payload)

    def write(self, channel: int, data: bytes) -> None:
        """Add bytes for a client."""
        if data is self._data and 0 < len(self._channels) < MAX_CHANNELS:
            self._channels.append(channel)
            return
        if self._channels:
            self._end_write()
        self._data = data
        self._channels.append(channel)
        self.size += _ONE.size + len(data)

    def _end_write(self) -> None:
        count = len(self._channels)
        header = HEADER.pack(RecordKind.WRITE, count, len(self._data))
        self._parts += (header, _numbers(count).pack(*self._channels), self._data)
        self._channels.clear()

    def take(self) -> bytes:
        """Return all records as one message, and forget them."""
        if self._channels:
            self._end_write()
        message = b"".join(self._parts)
        self._parts.clear()
        self._data = b""
        self.size = 0
        return message


def decode_records(message: bytes) -> Iterator[Record]:
    """Yield the records of a message, or raise `BadRecords`."""
    at, end = 0, len(message)
    while at < end:
        try:
            kind, count, size, channel = _ONE.unpack_from(message, at)
            at += HEADER.size
            channels = (channel,) if count == 1 else _numbers(count).unpack_from(message, at)
        except error as why:
            raise BadRecords(str(why)) from None
        at += 4 * count
        payload = message[at : at + size]
        if len(payload) < size:
            raise BadRecords("the last record is cut off")
        at += size
        yield kind, channels, payload


_ONE = Struct("<BHII")  # the beginning of a record about one channel


@lru_cache
def _numbers(count: int) -> Struct:
    return Struct(f"<{count}I")


ONLY_SEATED = 1  # a flag


def encode_opening(bucket: str, *, only_seated: bool) -> bytes:
    """Encode who opens a socket: the address that pays, and whether only a seat gives access."""
    address = bucket.encode()
    return bytes((ONLY_SEATED if only_seated else 0, len(address))) + address


def decode_opening(payload: bytes) -> tuple[str, bool]:
    """Decode who opens a socket, or raise `BadRecords`."""
    try:
        flags, size = payload[:2]
        return payload[2 : 2 + size].decode(), bool(flags & ONLY_SEATED)
    except ValueError:
        raise BadRecords("nobody opens a socket like this") from None
