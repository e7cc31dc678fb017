"""Somebody behind the door: pages and sockets that answer, and an ear for complaints."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from aiohttp import web
from picows import (
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
)

from pictomania.server.addresses import Addresses
from pictomania.server.door import Opened, open_door
from pictomania.server.handover import Peer, Sockets
from pictomania.server.limits import Limits

HELLO = b"hello"


class Echo(WSListener):
    """Says everything again."""

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Answer a frame."""
        if frame.msg_type == WSMsgType.CLOSE:
            transport.send_close(WSCloseCode.OK)
            transport.disconnect()
        elif frame.msg_type == WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())
        else:
            transport.send(frame.msg_type, frame.get_payload_as_bytes())

    def pause_writing(self) -> None:
        """Wait, as everybody does who says no more than was heard."""

    def resume_writing(self) -> None:
        """Go on."""


def echo(request: WSUpgradeRequest, peer: Peer) -> WSListener | WSUpgradeResponse:  # noqa: ARG001
    """Take everybody."""
    return Echo()


async def _hello(request: web.Request) -> web.Response:  # noqa: ARG001
    return web.Response(body=HELLO)


async def _again(request: web.Request) -> web.Response:
    return web.Response(body=await request.read())


async def _broken(request: web.Request) -> web.Response:
    raise ZeroDivisionError(request.path)


class Complaints(logging.Handler):
    """Whatever is worth a warning, of a log or of the event loop."""

    def __init__(self) -> None:
        """None so far."""
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Hear one."""
        self.heard.append(record.getMessage())


@asynccontextmanager
async def opened(
    sockets: Sockets = echo,
    limits: Limits | None = None,
    *,
    proxies: Sequence[str] = (),
    pages: web.Application | None = None,
    complaints: Sequence[str] = (),
) -> AsyncIterator[Opened]:
    """Open a door on this machine; afterwards nobody is left, and nothing else was complained about."""
    if pages is None:
        pages = web.Application()
        pages.router.add_get("/", _hello)
        pages.router.add_post("/again", _again)
        pages.router.add_get("/broken", _broken)
    ear = Complaints()
    logging.getLogger().addHandler(ear)
    asyncio.get_running_loop().set_exception_handler(lambda _, context: ear.heard.append(str(context)))
    try:
        door = await open_door(sockets, pages, "127.0.0.1", limits=limits, addresses=Addresses(proxies))
        try:
            yield door
        finally:
            await door.leave()
        assert door.connections == 0
    finally:
        logging.getLogger().removeHandler(ear)
    assert ear.heard == list(complaints)
