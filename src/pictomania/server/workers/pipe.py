"""The protocol between the server and a worker process: length-prefixed parts on two pipes."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from struct import Struct
from typing import Protocol

import msgspec

JobParts = Sequence[bytes]

_LENGTH = Struct("<I")


@dataclass(frozen=True, slots=True)
class JobLimit:
    """Limits for one job."""

    cpu_s: int
    wall_s: float  # more than `cpu_s`, because workers have a low priority
    memory_bytes: int  # on top of the address space of an idle worker
    result_bytes: int


class JobStatus(IntEnum):
    """How a job ended."""

    DONE = 0
    DECLINED = 1  # the job found an error in its input
    RESULT_TOO_LARGE = 2
    OUT_OF_MEMORY = 3
    CRASHED = 4  # an unexpected exception


class JobRequest(msgspec.Struct, frozen=True, array_like=True):
    """A job for a worker; its input follows, part by part."""

    job: str
    cpu_s: int
    memory_bytes: int
    result_bytes: int
    sizes: tuple[int, ...]


class JobReply(msgspec.Struct, frozen=True, array_like=True):
    """The status of a finished job; its result follows, part by part."""

    status: JobStatus
    sizes: tuple[int, ...]


class PipeReader(Protocol):
    """The reading end of a pipe."""

    def read(self, size: int, /) -> bytes:
        """Read `size` bytes, or fewer if the pipe ends."""


class PipeWriter(Protocol):
    """The writing end of a pipe."""

    def write(self, data: bytes, /) -> object:
        """Write all bytes."""

    def flush(self) -> None:
        """Write buffered bytes."""


class JobDeclined(Exception):  # noqa: N818 (a result)
    """A job found an error in its input."""

    def __init__(self, data: bytes = b"") -> None:
        """`data` describes the error to the caller."""
        super().__init__(data)
        self.data = data


class PipeClosed(Exception):  # noqa: N818 (an event)
    """The other side closed its pipe in the middle of a message."""


def send(head: JobRequest | JobReply, parts: JobParts, to: PipeWriter) -> None:
    """Write one message; blocks until the other side has read it."""
    packed = msgspec.msgpack.encode(head)
    to.write(_LENGTH.pack(len(packed)) + packed)
    for part in parts:
        to.write(part)
    to.flush()


def receive_request(source: PipeReader) -> tuple[JobRequest, list[bytes]] | None:
    """Read a request; None at the end of the pipe."""
    length = source.read(_LENGTH.size)
    if not length:
        return None
    request = msgspec.msgpack.decode(_read_exactly(source, *_LENGTH.unpack(length)), type=JobRequest)
    return request, [_read_exactly(source, size) for size in request.sizes]


def receive_reply(source: PipeReader, most: int) -> tuple[JobStatus, list[bytes]]:
    """Read a reply; a result of more than `most` bytes is not read."""
    (length,) = _LENGTH.unpack(_read_exactly(source, _LENGTH.size))
    reply = msgspec.msgpack.decode(_read_exactly(source, length), type=JobReply)
    if sum(reply.sizes) > most:
        return JobStatus.RESULT_TOO_LARGE, []
    return reply.status, [_read_exactly(source, size) for size in reply.sizes]


def _read_exactly(source: PipeReader, size: int) -> bytes:
    data = source.read(size)
    if len(data) < size:
        raise PipeClosed
    return data
