"""The stream of a log: created if it is missing, and refused if it would forget what it should keep."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from pictomania.log.eventlog import Unavailable, Unusable
from pictomania.log.nats_connection import RETRY_S, NatsConnection
from pictomania.log.nats_stream import ApiReply, NatsRefusal, NatsStream, ask_api

KINDS = ("log", "part", "trim")  # subjects: appends, parts of large ones, and what was trimmed
FORMAT = 1  # of the messages, stored in the stream's metadata
REPLICAS = 3  # in a cluster
MIN_PAYLOAD = 64 * 1024  # bytes of a message; less would make many parts of an append
ANSWER_S = 2.0  # servers without a leader answer nothing at all

_FORMAT_KEY = "pictomania-format"
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")

_JETSTREAM_OFF = (10039, 10076)
_TURN_ON = "JetStream is turned off in NATS; turn it on in the configuration of the server"
NO_STREAM = 10059
_OTHER_CONFIGURATION = 10058  # another server was faster
# While servers start: not enough of them are there yet, or they have no leader.
_PASSING = (10004, 10005, 10008, 10009, 10023)

# What keeps a stream from forgetting; its other settings are the operator's.
_KEEPS_ALL: Mapping[str, object] = {
    "retention": "limits",
    "storage": "file",
    "discard": "new",  # when it is full
    "max_age": 0,
    "max_msgs": -1,
    "max_msgs_per_subject": -1,
    "max_msg_size": -1,
    "deny_purge": False,
    "allow_direct": True,
}
_DEFAULTS = {"deny_purge": False, "allow_direct": False}  # left out where they are false
_MUST_NOT_HAVE = ("mirror", "sources", "sealed", "subject_transform", "no_ack")


class _Stream(ApiReply):
    config: dict[str, Any] = msgspec.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NatsSettings:
    """Where a log is, and how a new one is kept."""

    servers: Sequence[str]  # URLs; any of them leads to the others
    credentials: str | None = None  # text of a credentials file
    name: str = "pictomania"  # of the stream, and the first word of its subjects
    replicas: int | None = None  # of a new log: by default three in a cluster, and one otherwise
    max_bytes: int = -1  # of a new log, unlimited by default
    patience_s: float = 30.0  # for servers that are starting


@dataclass(frozen=True, slots=True)
class LogFacts:
    """What is known about the NATS servers of a log. Whether they sync every write is known only to them."""

    version: str  # of the server that we are connected to
    is_clustered: bool
    replicas: int

    @property
    def warnings(self) -> list[str]:
        """What an operator should change, in sentences."""
        if self.replicas >= REPLICAS:
            return []
        return [f"the log has {self.replicas} of {REPLICAS} replicas, so it ends with a disk"]


def read_credentials(file: Path | None) -> str | None:
    """Read a credentials file, if there is one, or raise `Unusable`."""
    try:
        return None if file is None else file.read_text()
    except (OSError, UnicodeError) as error:
        raise Unusable(f"cannot read {file}: {error}") from None


async def open_stream(connection: NatsConnection, settings: NatsSettings) -> tuple[NatsStream, LogFacts]:
    """Find the stream or create it, or raise `Unusable` with one sentence.

    Enough servers for its replicas may still be starting, so this tries until its patience ends.
    """
    name = settings.name
    if not _NAME.fullmatch(name):
        raise Unusable(f"a log in NATS cannot be called {name!r}; use letters, digits, - and _")
    if not connection.is_clustered and not connection.has_jetstream:
        raise Unusable(_TURN_ON)
    if connection.max_payload < MIN_PAYLOAD:
        needed = f"max_payload must be {MIN_PAYLOAD} or more"
        raise Unusable(f"NATS allows messages of {connection.max_payload} bytes only; {needed}")
    wanted = {
        **_KEEPS_ALL,
        "name": name,
        "subjects": _subjects(name),
        "num_replicas": settings.replicas or (REPLICAS if connection.is_clustered else 1),
        "max_bytes": settings.max_bytes,
        "metadata": {_FORMAT_KEY: str(FORMAT)},
    }
    config = await _find_or_create(connection, wanted, settings.patience_s)
    verify_stream(config, name)
    facts = LogFacts(connection.version, connection.is_clustered, config["num_replicas"])
    stream = NatsStream(connection, name)
    await _wait_until_readable(stream, settings.patience_s)
    return stream, facts


async def _wait_until_readable(stream: NatsStream, timeout_s: float) -> None:
    """Wait until the stream has a leader, or raise `Unusable`; a new one has none for some seconds."""
    why = "no answer"
    try:
        async with asyncio.timeout(timeout_s):
            while True:
                try:
                    async with asyncio.timeout(ANSWER_S):
                        await stream.last(f"{stream.name}.log.any")
                        return
                except Unavailable as error:
                    why = str(error)
                except TimeoutError:
                    why = "it has no leader"
                await asyncio.sleep(RETRY_S)
    except TimeoutError:
        raise Unusable(f"the log in NATS cannot be read: {why}") from None


async def _find_or_create(
    connection: NatsConnection, wanted: Mapping[str, Any], timeout_s: float
) -> Mapping[str, Any]:
    why = "no answer"
    try:
        async with asyncio.timeout(timeout_s):
            while True:
                try:
                    return await _find_or_create_now(connection, wanted)
                except Unavailable as error:
                    why = str(error)
                await asyncio.sleep(RETRY_S)
    except TimeoutError:
        servers = "one server" if wanted["num_replicas"] == 1 else f"{wanted['num_replicas']} servers"
        raise Unusable(f"NATS cannot store the log on {servers}: {why}") from None


async def _find_or_create_now(connection: NatsConnection, wanted: Mapping[str, Any]) -> Mapping[str, Any]:
    """Do it, or raise `Unavailable` if that may work later."""
    name = wanted["name"]
    try:
        return await _ask(connection, f"STREAM.INFO.{name}", {})
    except NatsRefusal as refused:
        if refused.error.err_code != NO_STREAM:
            raise _final(refused) from None
    try:
        return await _ask(connection, f"STREAM.CREATE.{name}", wanted)
    except NatsRefusal as refused:
        raise _final(refused) from None


async def _ask(connection: NatsConnection, verb: str, query: Mapping[str, Any]) -> Mapping[str, Any]:
    try:
        async with asyncio.timeout(ANSWER_S):
            return (await ask_api(connection, verb, query, _Stream)).config
    except TimeoutError:
        raise Unavailable("NATS does not answer; perhaps too few of its servers are running") from None


def _final(refused: NatsRefusal) -> Exception:
    """Return the error itself if it may pass, and otherwise what the operator should know."""
    if refused.error.err_code in (*_PASSING, _OTHER_CONFIGURATION):
        return refused
    if refused.error.err_code in _JETSTREAM_OFF:
        return Unusable(_TURN_ON)
    return Unusable(f"NATS cannot store the log: {refused.error.description}")


def _subjects(name: str) -> list[str]:
    return [f"{name}.{kind}.*" for kind in KINDS]


def verify_stream(config: Mapping[str, Any], name: str) -> None:
    """Raise `Unusable` if a stream is not ours, or would not keep everything."""
    metadata = config.get("metadata", {})
    found = int(metadata[_FORMAT_KEY]) if _FORMAT_KEY in metadata else 0
    if found > FORMAT:
        sentence = f"was written by a newer server (its version {found}, ours {FORMAT}); update this one"
        raise Unusable(f"the NATS stream {name} {sentence}")
    if not found or sorted(config.get("subjects", ())) != sorted(_subjects(name)):
        raise Unusable(f"the NATS stream {name} belongs to another program; choose another name")
    settings = {**_DEFAULTS, **config}
    wrong = [key for key, value in _KEEPS_ALL.items() if settings.get(key) != value]
    wrong += [key for key in _MUST_NOT_HAVE if config.get(key)]
    if config.get("persist_mode") == "async":
        wrong.append("persist_mode")
    if wrong:
        raise Unusable(f"the NATS stream {name} would not keep everything: change its {', '.join(wrong)}")
