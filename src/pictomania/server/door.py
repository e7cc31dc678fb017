"""One port for pages and sockets: a connection says what it wants, and then somebody else goes on with it.

Limits are kept here, before anything else happens.
"""

import asyncio
import re
import socket
from contextlib import suppress
from http import HTTPStatus
from typing import cast

from aiohttp import web

from pictomania.server.addresses import INNER, Addresses, bucket
from pictomania.server.handover import Handover, Sockets
from pictomania.server.headers import protective
from pictomania.server.limits import Limits
from pictomania.server.port import Port, listening
from pictomania.server.visits import TooMany, Visit, Visits

_END = b"\r\n\r\n"
_ASKS_FOR_SOCKET = re.compile(rb"\r\nupgrade:[ \t]*websocket[ \t]*\r\n", re.IGNORECASE)


async def open_door(
    sockets: Sockets,
    pages: web.Application,
    host: str | None = None,
    port: int = 0,
    limits: Limits | None = None,
    addresses: Addresses | None = None,
) -> "Opened":
    """Listen, on every address if there is no `host`, and on any port that is free if `port` is 0.

    `sockets` is asked before picows checks the rest of the request, so a listener counts for nothing before
    it is connected.
    """
    limits = limits or Limits()
    bound = await listening(host, port)
    runner = web.AppRunner(pages, shutdown_timeout=limits.page_grace_s)
    await runner.setup()
    return Opened(bound, sockets, runner, limits, addresses or Addresses())


class Opened:
    """An open door, and everybody who came in by it."""

    def __init__(
        self,
        bound: socket.socket,
        sockets: Sockets,
        runner: web.AppRunner,
        limits: Limits,
        addresses: Addresses,
    ) -> None:
        """Let people in from now on."""
        self._runner = runner
        self._limits = limits
        self._addresses = addresses
        self._handover = Handover(sockets, cast(web.Server, runner.server), limits, addresses)
        self._visits = Visits(limits.room, limits.per_address)
        self._arriving: set[asyncio.Task[None]] = set()
        self._port = Port(bound, self._arrived)
        self._inside: Port | None = None

    async def open_inside(self) -> int:
        """Let our own bots in by a port of this machine alone, where they are not counted; say which."""
        bound = await listening("127.0.0.1", 0)
        self._inside = Port(bound, lambda connection, _: self._arrived(connection, INNER))
        return self._inside.number

    @property
    def port(self) -> int:
        """Where it is."""
        return self._port.number

    @property
    def connections(self) -> int:
        """How many are in."""
        return len(self._visits)

    def close(self) -> None:
        """Let nobody in any more."""
        self._port.close()
        if self._inside is not None:
            self._inside.close()

    async def leave(self) -> None:
        """Close, answer the requests that are under way, and then break off whatever is still there."""
        self.close()
        await asyncio.gather(*self._arriving)
        await self._runner.cleanup()
        for visit in self._visits:
            visit.transport.abort()
        await self._visits.until_over()

    def _arrived(self, connection: socket.socket, peer: str) -> None:
        # A proxy's connections are everybody's; whose a socket is shows in the request for it.
        is_proxy = self._addresses.is_proxy(peer)
        try:
            visit = self._visits.begin(peer, None if is_proxy else bucket(peer))
        except TooMany as many:
            _send_away(connection, many.status, self._limits)
        else:
            task = asyncio.create_task(self._let_in(connection, visit))
            self._arriving.add(task)
            task.add_done_callback(self._arriving.discard)

    async def _let_in(self, connection: socket.socket, visit: Visit) -> None:
        door = Door(self._handover, visit, self._limits)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: door, connection)
        except OSError:
            connection.close()
            visit.end()


class Door(asyncio.Protocol):
    """Hears the first head of one connection, all of it in one time and size, or lets it go."""

    def __init__(self, handover: Handover, visit: Visit, limits: Limits) -> None:
        """Nobody is there yet."""
        self._handover = handover
        self._visit = visit
        self._limits = limits
        self._heard = bytearray()
        self._patience: asyncio.TimerHandle
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # we serve TCP
        """Begin to listen."""
        self._transport = self._visit.transport = transport
        self._patience = asyncio.get_running_loop().call_later(self._limits.head_s, transport.abort)

    def data_received(self, data: bytes) -> None:
        """Listen on, or hand over."""
        known = max(0, len(self._heard) - len(_END) + 1)
        self._heard += data
        end = self._heard.find(_END, known, self._limits.head_bytes)
        if end >= 0:
            self._patience.cancel()
            heard = bytes(self._heard)
            asks_for_socket = _ASKS_FOR_SOCKET.search(heard, 0, end + len(_END))
            hand = self._handover.to_socket if asks_for_socket else self._handover.to_page
            hand(self._visit, self._transport, heard)
        elif len(self._heard) > self._limits.head_bytes:
            self._transport.write(_no(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, self._limits))
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Nobody is there any more."""
        self._patience.cancel()
        self._visit.end()


def _send_away(connection: socket.socket, status: HTTPStatus, limits: Limits) -> None:
    # Without a transport, and without listening to what they want: many may come at once.
    with suppress(OSError):
        connection.send(_no(status, limits))
    with suppress(OSError):
        connection.recv(64 * 1024)  # what is not read makes the kernel take the answer back
    connection.close()


def _no(status: HTTPStatus, limits: Limits) -> bytes:
    fields = {**protective(tls_only=limits.tls_only), "Connection": "close", "Content-Length": "0"}
    lines = [f"HTTP/1.1 {status:d} {status.phrase}", *(f"{name}: {value}" for name, value in fields.items())]
    return "\r\n".join([*lines, "", ""]).encode()
