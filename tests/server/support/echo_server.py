"""A listener with some simple pages and a WebSocket echo; an unexpected warning in the log fails the test."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from aiohttp import web
from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport

from pictomania.server.net.addresses import Addresses
from pictomania.server.net.connection_limits import ConnectionLimits
from pictomania.server.net.listener import Listener, open_listener
from pictomania.server.net.upgrade import AcceptSocket, Peer

HELLO = b"hello"


class Echo(WSListener):
    """Sends every frame back."""

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.CLOSE:
            transport.send_close(WSCloseCode.OK)
            transport.disconnect()
        elif frame.msg_type == WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())
        else:
            transport.send(frame.msg_type, frame.get_payload_as_bytes())

    def pause_writing(self) -> None:
        """Ignore it: this sends no more than it receives."""

    def resume_writing(self) -> None:
        """Ignore it."""


def accept_all(request: web.BaseRequest, peer: Peer) -> WSListener:  # noqa: ARG001
    """Accept every WebSocket."""
    return Echo()


async def _hello(request: web.Request) -> web.Response:  # noqa: ARG001
    return web.Response(body=HELLO)


async def _echo(request: web.Request) -> web.Response:
    return web.Response(body=await request.read())


async def _broken(request: web.Request) -> web.Response:
    raise ZeroDivisionError(request.path)


class LoggedWarnings(logging.Handler):
    """Collects warnings and errors, from loggers and from the event loop."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


@asynccontextmanager
async def echo_server(
    accept: AcceptSocket = accept_all,
    limits: ConnectionLimits | None = None,
    *,
    proxies: Sequence[str] = (),
    announcing: Sequence[str] = (),
    pages: web.Application | None = None,
    warnings: Sequence[str] = (),
) -> AsyncIterator[Listener]:
    """Listen on loopback; afterwards check that no connection is left and only `warnings` were logged."""
    if pages is None:
        pages = web.Application()
        pages.router.add_get("/", _hello)
        pages.router.add_post("/echo", _echo)
        pages.router.add_get("/broken", _broken)
    logged = LoggedWarnings()
    logging.getLogger().addHandler(logged)
    asyncio.get_running_loop().set_exception_handler(lambda _, context: logged.messages.append(str(context)))
    try:
        listener = await open_listener(
            accept, pages, "127.0.0.1", limits=limits, addresses=Addresses(proxies, announcing)
        )
        try:
            yield listener
        finally:
            await listener.shut_down()
        assert listener.connections == 0
    finally:
        logging.getLogger().removeHandler(logged)
    assert logged.messages == list(warnings)
