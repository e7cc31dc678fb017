"""A connection to NATS that comes back by itself; requests fail at once while it is lost.

Knows nothing of streams and tables.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from ssl import SSLCertVerificationError
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from nats.aio.client import Client, RawCredentials, Srv
from nats.aio.msg import Msg
from nats.aio.transport import TcpTransport
from nats.errors import Error, SecureConnWantedError

from pictomania.log.eventlog import Unavailable, Unusable
from pictomania.log.nats_services import NatsServices

OLDEST_VERSION = (2, 12, 3)  # of the server; older ones lose or fork what they acknowledged
RETRY_S = 0.1
CONNECT_S = 2  # for a server to introduce itself
PING_S = 2  # a server that has not answered one ping by the next is given up
CLOSE_S = 1.0  # for a server to take what is left to send, and to hang up too
NO_RESPONDERS = "503"
NO_ANSWER = "no answer"

_HOPELESS = (SecureConnWantedError, SSLCertVerificationError)  # errors that stay

_LOGGER = logging.getLogger("pictomania")
_QUOTED = re.compile(r'"[^"]*"')


class NatsTooOld(Unusable):
    """The server has a version that loses what it acknowledges."""


class NoResponders(Unavailable):
    """Nobody serves the subject of a request."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A message that answers a request."""

    data: bytes
    headers: Mapping[str, str]

    @property
    def status(self) -> str | None:
        """The status line of NATS, such as 404; None for an ordinary message."""
        return self.headers.get("Status")


@dataclass(frozen=True, slots=True)
class _Request:
    is_last: Callable[[Reply], bool]
    done: asyncio.Future[list[Reply]]
    replies: list[Reply] = field(default_factory=list)

    def add(self, reply: Reply) -> None:
        """Take a reply; those after the last, or after the caller has given up, are ignored."""
        self.replies.append(reply)
        with suppress(asyncio.InvalidStateError):
            if reply.status == NO_RESPONDERS or self.is_last(reply):
                self.done.set_result([*self.replies])

    def fail(self) -> None:
        """Tell the caller that there will be no reply."""
        with suppress(asyncio.InvalidStateError):
            self.done.set_exception(Unavailable("the connection to NATS was lost"))


class _Client(Client):
    """A client that knows its server, and never waits for one that is frozen or has lost power.

    It encrypts if it was told to; nats-py leaves that to the server.
    """

    info: Mapping[str, Any] = MappingProxyType({})  # the server's introduction

    async def _process_info(self, info: dict[str, Any], initial_connection: bool = False) -> None:
        server = self._current_server
        if initial_connection and server and server.uri.scheme == "tls" and not info.get("tls_required"):
            raise SecureConnWantedError
        self.info = info
        await super()._process_info(info, initial_connection)

    async def _connect_to_server(self, s: Srv) -> None:
        self._abort()  # to a server that never introduced itself; nats-py would just forget it
        task = asyncio.current_task()
        if task is not None and task.cancelling():  # Python 3.11 may have lost it: see its `wait_for`
            raise asyncio.CancelledError
        await super()._connect_to_server(s)

    async def _process_op_err(self, e: Exception) -> None:
        self._abort()  # nats-py would go to no other server before this one has taken what is left to send
        await super()._process_op_err(e)

    async def _close(self, status: int, do_cbs: bool = True) -> None:
        self._pending_data_size = 0  # nats-py would write what is left, even to a connection that is lost
        timer = asyncio.get_running_loop().call_later(CLOSE_S, self._abort)
        try:
            await super()._close(status, do_cbs)
        finally:
            timer.cancel()

    def _abort(self) -> None:
        """Hang up at once, if there is a connection."""
        writer = self._transport._io_writer if isinstance(self._transport, TcpTransport) else None
        if writer is not None:
            writer.transport.abort()


class NatsConnection:
    """A connection to one of several servers; use `open`."""

    def __init__(self, servers: Sequence[str], credentials: RawCredentials | None) -> None:
        self.losses = 0  # how often the connection was lost
        self.version = ""  # of the server
        self.is_clustered = False
        self.has_jetstream = False  # this server; others of its cluster may have it
        self.max_payload = 0  # bytes of a message, headers included
        self.services = NatsServices()
        self._servers = list(servers)
        self._names = ", ".join(map(_host_of, servers))
        self._credentials = credentials
        self._client = _Client()
        self._inbox = ""  # where answers go, once connected
        self._numbers = count()
        self._requests: dict[str, _Request] = {}
        self._why = NO_ANSWER  # the last error
        self._is_hopeless = asyncio.Event()  # trying again would not help
        self._too_old: str | None = None  # why this server cannot be used
        self._is_closed = False
        self._reopening: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls, servers: Sequence[str], credentials: str | None, patience_s: float
    ) -> "NatsConnection":
        """Connect, or raise `Unusable` with one sentence; `credentials` is the text of a credentials file."""
        if credentials is not None and not _are_credentials(credentials):
            raise Unusable("the file with the NATS credentials contains none")
        connection = cls(servers, None if credentials is None else RawCredentials(credentials))
        try:
            await connection._first_connect(patience_s)
            if connection._too_old is not None:
                raise NatsTooOld(connection._too_old)
        except BaseException:
            await connection.close()
            raise
        return connection

    async def request(self, subject: str, data: bytes, headers: dict[str, str] | None = None) -> Reply:
        """Send a request and return the answer, or raise `Unavailable` if the connection is or gets lost.

        There is no time limit: a server that does not answer is for the caller to give up.
        """
        (reply,) = await self.request_many(subject, data, lambda _: True, headers)
        return reply

    async def request_many(
        self,
        subject: str,
        data: bytes,
        is_last: Callable[[Reply], bool],
        headers: dict[str, str] | None = None,
    ) -> list[Reply]:
        """Send a request and return all answers up to the last."""
        self._check_connected()
        number = str(next(self._numbers))
        request = self._requests[number] = _Request(is_last, asyncio.get_running_loop().create_future())
        try:
            # Returns without waiting, since nothing is buffered while the connection is lost.
            await self._client.publish(subject, data, f"{self._inbox}.{number}", headers)
            replies = await request.done
        except Error as error:
            raise Unavailable(_without_names(error)) from None
        finally:
            del self._requests[number]
        if replies[-1].status == NO_RESPONDERS:
            raise NoResponders("no server of NATS stores this log now")
        return replies

    async def publish(self, subject: str, data: bytes) -> None:
        """Send a message to all who serve a subject, or raise `Unavailable` while the connection is lost."""
        self._check_connected()
        try:
            await self._client.publish(subject, data)
        except Error as error:
            raise Unavailable(_without_names(error)) from None

    async def close(self) -> None:
        """Close the connection; requests that still wait for an answer fail."""
        self._is_closed = True
        if self._reopening is not None:
            self._reopening.cancel()
        await self._close_client()

    async def _close_client(self) -> None:
        with suppress(AssertionError):  # one that never tried to connect
            await self._client.close()

    # Connecting.

    async def _first_connect(self, patience_s: float) -> None:
        connecting = asyncio.ensure_future(self._connect())
        hopeless = asyncio.ensure_future(self._is_hopeless.wait())
        try:
            await asyncio.wait(
                (connecting, hopeless), timeout=patience_s, return_when=asyncio.FIRST_COMPLETED
            )
            is_connected = connecting.done()
        finally:
            hopeless.cancel()
            while not connecting.done():  # nats-py may swallow a cancellation
                connecting.cancel()
                await asyncio.wait((connecting,), timeout=RETRY_S)
        why = self._why
        if is_connected:
            try:
                return connecting.result()
            except ModuleNotFoundError as error:
                raise Unusable(f"NATS credentials need one more package: pip install {error.name}") from None
            except Exception as error:  # noqa: BLE001 (of nats-py, nkeys or ssl; all are for the operator)
                why = _without_names(error)
        if self._client.info.get("auth_required"):
            why += " (it asks for a password or for credentials)"  # and may just hang up without them
        raise Unusable(f"no connection to NATS at {self._names}: {why}")

    async def _connect(self) -> None:
        """Connect with a new client, trying until it works."""
        while True:
            try:
                return await self._try_to_connect()
            except OSError as error:  # nats-py tries again by itself, but not after all of them
                await self._on_error(error)
            await self._close_client()
            await asyncio.sleep(RETRY_S)

    async def _try_to_connect(self) -> None:
        self._inbox = ""
        self._client = client = _Client()
        await client.connect(
            self._servers,
            name="pictomania",
            error_cb=self._on_error,
            disconnected_cb=self._on_disconnected,
            reconnected_cb=self._on_connected,
            closed_cb=self._on_closed,
            connect_timeout=CONNECT_S,
            reconnect_time_wait=RETRY_S,  # type: ignore[arg-type] # passed on to asyncio.sleep
            max_reconnect_attempts=-1,
            ping_interval=PING_S,
            max_outstanding_pings=1,
            user_credentials=self._credentials,
            pending_size=0,  # buffer nothing while the connection is lost, and never wait for a slow one
        )
        if not client.is_connected:  # nats-py does not notice
            raise ConnectionResetError("the server hung up")
        self._inbox = client.new_inbox()
        await client.subscribe(
            f"{self._inbox}.*", cb=self._on_reply, pending_msgs_limit=0, pending_bytes_limit=0
        )
        await self.services.renew(client)
        await self._on_connected()

    async def _on_connected(self) -> None:
        self._why = NO_ANSWER
        info = self._client.info
        self.version = info.get("version", "")
        self.is_clustered = "cluster" in info
        self.has_jetstream = info.get("jetstream", False)
        self.max_payload = self._client.max_payload
        self._too_old = None
        if _is_too_old(self.version):
            needed = ".".join(map(str, OLDEST_VERSION))
            found = self.version or "no version"
            self._too_old = f"the NATS server at {self._server} has {found}; {needed} or newer is needed"
        fields = {"server": self._server, "version": self.version}
        log = _LOGGER.info if self._too_old is None else _LOGGER.warning
        log("NATS connected" if self._too_old is None else "NATS too old", extra={"fields": fields})

    async def _on_error(self, error: Exception) -> None:
        self._why = _without_names(error)
        if isinstance(error, _HOPELESS) or "authorization" in self._why.lower():
            self._is_hopeless.set()
        if "permissions" in self._why:
            _LOGGER.warning("NATS permission missing", extra={"fields": {"why": self._why}})

    async def _on_disconnected(self) -> None:
        self.losses += 1
        for request in self._requests.values():
            request.fail()
        if self._inbox and not self._is_closed:
            _LOGGER.warning("NATS connection lost", extra={"fields": {"why": self._why}})

    async def _on_closed(self) -> None:
        # nats-py gives up after many kinds of errors that a server can send.
        if self._inbox and not self._is_closed:
            self._reopening = asyncio.ensure_future(self._connect())

    # Using the connection.

    async def _on_reply(self, message: Msg) -> None:
        with suppress(KeyError):  # its caller has given up
            request = self._requests[message.subject.rpartition(".")[2]]
            request.add(Reply(message.data, message.headers or {}))

    def _check_connected(self) -> None:
        if not self._client.is_connected or not self._inbox:
            raise Unavailable(f"there is no connection to NATS: {self._why}")
        if self._too_old is not None:
            raise Unavailable(self._too_old)

    @property
    def info(self) -> Mapping[str, Any]:
        """How the server introduced itself."""
        return self._client.info

    @property
    def _server(self) -> str:
        url = self._client.connected_url
        return self._names if url is None else _host_of(url.geturl())


def _is_too_old(version: str) -> bool:
    numbers = re.match(r"(\d+)\.(\d+)\.(\d+)", version)
    return numbers is None or tuple(map(int, numbers.groups())) < OLDEST_VERSION


def _host_of(url: str) -> str:
    """Return what may be logged of a server's URL, which may contain a password."""
    return urlsplit(url if "://" in url else f"//{url}").netloc.rpartition("@")[2]


def _without_names(error: Exception) -> str:
    """Return an error message without subjects: codes of tables are secrets."""
    return _QUOTED.sub('"…"', str(error)) or type(error).__name__


def _are_credentials(text: str) -> bool:
    return "BEGIN NATS USER JWT" in text and "BEGIN USER NKEY SEED" in text  # nats-py would search forever
