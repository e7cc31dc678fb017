"""Structured logging: one JSON object per line, without secrets."""

import json
import logging
import secrets
import time
from hashlib import blake2b
from typing import TextIO

LOGGER = logging.getLogger("pictomania")

_SALT = secrets.token_bytes(16)  # codes are short: without a salt, a reader of the log could try them all


class JsonLines(logging.Formatter):
    """Formats a record as one line of ASCII JSON, so that no value can forge a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record with its extra fields."""
        fields: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "what": record.getMessage(),
        }
        fields |= getattr(record, "fields", {})
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=True, default=str)


def configure(level: str, to: TextIO | None = None) -> None:
    """Log records from this level up, to standard error by default."""
    handler = logging.StreamHandler(to)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for noisy in ("aiohttp.access", "picows"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


def log_event(what: str, level: int = logging.INFO, *, trace: bool = False, **fields: object) -> None:
    """Log an event with fields."""
    LOGGER.log(level, what, extra={"fields": fields}, exc_info=trace)


def table_alias(code: str) -> str:
    """Return a name for a table that does not reveal its code; it changes with every start."""
    return blake2b(code.encode(), digest_size=4, key=_SALT).hexdigest()
