"""What the libraries for pages and sockets may say in our log: what is our fault, and never what was sent."""

import logging
from typing import Any

from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.web import RequestPayloadError


def _is_ours(record: logging.LogRecord) -> bool:
    fault = record.exc_info[1] if record.exc_info else None
    # The last is what aiohttp says to a page that begins to read when nobody is there any more.
    is_theirs = isinstance(fault, HttpProcessingError | RequestPayloadError | ConnectionError)
    return not is_theirs and repr(fault) != "RuntimeError('Connection closed.')"


class _Hushed(logging.LoggerAdapter[logging.Logger]):
    """Also saves picows the logger that it would make for each connection."""

    def isEnabledFor(self, level: int) -> bool:  # noqa: N802 (the name that logging has for it)
        """Below warnings picows tells addresses and contents."""
        return level >= logging.WARNING and super().isEnabledFor(level)

    def error(self, msg: object, *args: object, **more: Any) -> None:
        """Nearly always a peer that broke the protocol, of which there are as many as somebody likes."""
        if "on_ws_connected" in str(msg):
            super().error(msg, *args, **more)


PAGES = logging.getLogger("pictomania.server.pages")
PAGES.addFilter(_is_ours)
SOCKETS = _Hushed(logging.getLogger("pictomania.server.sockets"))
