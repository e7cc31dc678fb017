"""What the server says about itself: one JSON object a line, and no secret in any of them."""

import json
import logging
import sys
from hashlib import sha256
from typing import TextIO

LOGGER = logging.getLogger("pictomania")


class JsonLines(logging.Formatter):
    """One object a line; whatever is in a value is escaped, so that no line can be forged."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record with its extra fields."""
        fields: dict[str, object] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S") + f".{record.msecs:03.0f}",
            "level": record.levelname.lower(),
            "what": record.getMessage(),
        }
        fields |= getattr(record, "fields", {})
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=True, default=str)


def begin(level: str, to: TextIO = sys.stderr) -> None:
    """Write everything from this level on."""
    handler = logging.StreamHandler(to)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for noisy in ("aiohttp.access", "picows"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


def note(what: str, level: int = logging.INFO, *, trace: bool = False, **fields: object) -> None:
    """Write one line."""
    LOGGER.log(level, what, extra={"fields": fields}, exc_info=trace)


def alias(code: str) -> str:
    """Name a table in a log without letting the reader in."""
    return sha256(code.encode()).hexdigest()[:8]
