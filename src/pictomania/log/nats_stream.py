"""A stream of NATS JetStream, as far as a log needs it: numbered messages, each with a subject."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

from pictomania.log.eventlog import Conflict, Unavailable
from pictomania.log.nats_connection import NatsConnection, Reply

API = "$JS.API"
NOT_FOUND, END_OF_BATCH = "404", "204"  # status of a reply
NO_MESSAGE = 10037
WRONG_LAST = 10071  # the last message of the subject is another one
BUSY = 10164  # a message of the subject is being stored, or was just now: NATS answers before it is done
BUSY_RETRY_S = 0.002
PAGE_MESSAGES, PAGE_BYTES = 1000, 4_000_000  # of one request for messages


class NatsError(msgspec.Struct, frozen=True):
    """Why NATS refused a request."""

    code: int = 0
    err_code: int = 0
    description: str = ""


class ApiReply(msgspec.Struct):
    """An answer of the JetStream API; subclasses have more fields."""

    error: NatsError | None = None


class StreamMessage(msgspec.Struct, frozen=True):
    """A stored message."""

    seq: int
    subject: str
    data: bytes = b""


class _Stored(ApiReply):
    seq: int = 0


class _Message(ApiReply):
    message: StreamMessage | None = None


class _State(msgspec.Struct):
    subjects: dict[str, int] = msgspec.field(default_factory=dict)


class _Info(ApiReply):
    state: _State = msgspec.field(default_factory=_State)
    total: int = 0  # of subjects, on all pages


_Reply = TypeVar("_Reply", bound=ApiReply)


class NatsRefusal(Unavailable):
    """NATS answered with an error."""

    def __init__(self, error: NatsError) -> None:
        """Keep the error."""
        super().__init__(f"NATS refused: {error.description}")
        self.error = error


class NatsStream:
    """One stream; every answer but those of `range` is by its leader, so up to date."""

    def __init__(self, connection: NatsConnection, name: str) -> None:
        self.name = name
        self.connection = connection

    async def publish(self, subject: str, data: bytes, last: int | None = None) -> int:
        """Store a message and return its number, or raise `Conflict` if `last` is not the last one there."""
        headers = {"Nats-Expected-Stream": self.name}
        if last is not None:
            headers["Nats-Expected-Last-Subject-Sequence"] = str(last)
        while True:
            reply = await self.connection.request(subject, data, headers)
            try:
                return _decode(reply, _Stored).seq
            except NatsRefusal as refused:
                if refused.error.err_code == WRONG_LAST:
                    raise Conflict(refused.error.description) from None
                if refused.error.err_code != BUSY:
                    raise
            await asyncio.sleep(BUSY_RETRY_S)

    async def last(self, subject: str) -> StreamMessage | None:
        """Return the last message of a subject, which may be a pattern."""
        return await self._message({"last_by_subj": subject})

    async def next(self, subject: str, number: int) -> StreamMessage | None:
        """Return the first message of a subject that has this number or a higher one."""
        return await self._message({"next_by_subj": subject, "seq": number})

    async def range(self, subject: str, first: int, last: int) -> list[StreamMessage]:
        """Return the messages of a subject, which may be a pattern, between two numbers, both included.

        They come from any replica, in order and without gaps, but the newest may be missing.
        """
        messages: list[StreamMessage] = []
        while first <= last:
            page = await self._page(subject, first)
            messages += page
            if not page:
                break
            first = page[-1].seq + 1
        return [message for message in messages if message.seq <= last]

    async def subjects(self, pattern: str) -> list[str]:
        """Return the subjects with messages."""
        subjects: list[str] = []
        while True:
            query = {"subjects_filter": pattern, "offset": len(subjects)}
            info = await self._api("STREAM.INFO", query, _Info)
            subjects += info.state.subjects
            if len(subjects) >= info.total or not info.state.subjects:
                return subjects

    async def purge(self, pattern: str, before: int) -> None:
        """Delete the messages of a subject, which may be a pattern, that have lower numbers than this."""
        await self._api("STREAM.PURGE", {"filter": pattern, "seq": before}, ApiReply)

    async def delete(self, number: int) -> None:
        """Delete one message."""
        await self._api("STREAM.MSG.DELETE", {"seq": number, "no_erase": True}, ApiReply)

    async def _message(self, query: Mapping[str, object]) -> StreamMessage | None:
        try:
            return (await self._api("STREAM.MSG.GET", query, _Message)).message
        except NatsRefusal as refused:
            if refused.error.err_code == NO_MESSAGE:
                return None
            raise

    async def _page(self, subject: str, first: int) -> Sequence[StreamMessage]:
        query = {"next_by_subj": subject, "seq": first, "batch": PAGE_MESSAGES, "max_bytes": PAGE_BYTES}
        *messages, end = await self.connection.request_many(
            f"{API}.DIRECT.GET.{self.name}",
            msgspec.json.encode(query),
            lambda reply: reply.status is not None,
        )
        if end.status not in (NOT_FOUND, END_OF_BATCH):
            raise Unavailable(f"NATS refused: {end.headers.get('Description', end.status)}")
        return [
            StreamMessage(int(each.headers["Nats-Sequence"]), each.headers["Nats-Subject"], each.data)
            for each in messages
        ]

    async def _api(self, verb: str, query: Mapping[str, object], kind: type[_Reply]) -> _Reply:
        return await ask_api(self.connection, f"{verb}.{self.name}", query, kind)


async def ask_api(
    connection: NatsConnection, verb: str, query: Mapping[str, object], kind: type[_Reply]
) -> _Reply:
    """Send a request to the JetStream API and return the answer, or raise `NatsRefusal`."""
    reply = await connection.request(f"{API}.{verb}", msgspec.json.encode(query))
    return _decode(reply, kind)


def _decode(reply: Reply, kind: type[_Reply]) -> _Reply:
    try:
        answer = msgspec.json.decode(reply.data, type=kind)
    except msgspec.DecodeError as error:
        raise Unavailable(f"an answer of NATS cannot be understood: {error}") from None
    if answer.error is not None:
        raise NatsRefusal(answer.error)
    return answer
