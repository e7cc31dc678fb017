"""Messages between the server and a worker process: length-prefixed parts on two pipes."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from struct import Struct
from typing import Protocol

import msgspec

Parts = Sequence[bytes]

_LENGTH = Struct("<I")


@dataclass(frozen=True, slots=True)
class Limit:
    """What one job may cost."""

    cpu_s: int
    wall_s: float  # longer than `cpu_s`: workers have a low priority
    memory_bytes: int  # on top of what an idle worker has mapped
    answer_bytes: int


class Status(IntEnum):
    """How a job ended."""

    DONE = 0
    DECLINED = 1  # the job looked at its data and says what is wrong with them
    ANSWER_TOO_LARGE = 2
    OUT_OF_MEMORY = 3
    CRASHED = 4  # an exception that nobody expected


class Order(msgspec.Struct, frozen=True, array_like=True):
    """One job for a worker; its data follow, part by part."""

    job: str
    cpu_s: int
    memory_bytes: int
    answer_bytes: int
    sizes: tuple[int, ...]


class Reply(msgspec.Struct, frozen=True, array_like=True):
    """How a job ended; the answer follows, part by part."""

    status: Status
    sizes: tuple[int, ...]


class Reader(Protocol):
    """The end of a pipe from which bytes come."""

    def read(self, size: int, /) -> bytes:
        """Read `size` bytes, or fewer if the pipe ends."""


class Writer(Protocol):
    """The end of a pipe into which bytes go."""

    def write(self, data: bytes, /) -> object:
        """Write all of it."""

    def flush(self) -> None:
        """Write what was held back."""


class Declined(Exception):  # noqa: N818 (an answer)
    """A job found something wrong with its data."""

    def __init__(self, data: bytes = b"") -> None:
        """`data` says what, to the caller."""
        super().__init__(data)
        self.data = data


class BrokenOff(Exception):  # noqa: N818 (what happened)
    """The other side closed its pipe in the middle of a message."""


def send(head: Order | Reply, parts: Parts, to: Writer) -> None:
    """Write one message; blocks until the other side has taken it."""
    packed = msgspec.msgpack.encode(head)
    to.write(_LENGTH.pack(len(packed)) + packed)
    for part in parts:
        to.write(part)
    to.flush()


def receive_order(source: Reader) -> tuple[Order, list[bytes]] | None:
    """Read a job; None at the end of the pipe."""
    length = source.read(_LENGTH.size)
    if not length:
        return None
    order = msgspec.msgpack.decode(_exactly(source, *_LENGTH.unpack(length)), type=Order)
    return order, [_exactly(source, size) for size in order.sizes]


def receive_reply(source: Reader, most: int) -> tuple[Status, list[bytes]]:
    """Read how a job ended; the answer is not read if it has more than `most` bytes."""
    (length,) = _LENGTH.unpack(_exactly(source, _LENGTH.size))
    reply = msgspec.msgpack.decode(_exactly(source, length), type=Reply)
    if sum(reply.sizes) > most:
        return Status.ANSWER_TOO_LARGE, []
    return reply.status, [_exactly(source, size) for size in reply.sizes]


def _exactly(source: Reader, size: int) -> bytes:
    data = source.read(size)
    if len(data) < size:
        raise BrokenOff
    return data
