"""Filters for the log records of aiohttp and picows: keep our errors, drop errors and data of peers."""

import logging
from typing import Any

from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.web import RequestPayloadError


def _is_ours(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    # aiohttp raises the RuntimeError in a handler that starts reading after the client has disconnected.
    is_theirs = isinstance(error, HttpProcessingError | RequestPayloadError | ConnectionError)
    return not is_theirs and repr(error) != "RuntimeError('Connection closed.')"


class _QuietLogger(logging.LoggerAdapter[logging.Logger]):
    """A logger for picows, which would otherwise create one for each connection."""

    def isEnabledFor(self, level: int) -> bool:  # noqa: N802 (the name in `logging`)
        """Below warnings, picows logs addresses and payloads."""
        return level >= logging.WARNING and super().isEnabledFor(level)

    def error(self, msg: object, *args: object, **more: Any) -> None:
        """Drop protocol errors of peers, who could flood the log with them."""
        if "on_ws_connected" in str(msg):
            super().error(msg, *args, **more)


PAGES = logging.getLogger("pictomania.server.http.pages")
PAGES.addFilter(_is_ours)
SOCKETS = _QuietLogger(logging.getLogger("pictomania.server.sockets"))
