"""What the server says about itself: one JSON object a line, and no secret in any of them."""

import json
import logging
import secrets
import time
from hashlib import blake2b
from typing import TextIO

LOGGER = logging.getLogger("pictomania")

_SALT = secrets.token_bytes(16)  # codes are short: without it, whoever reads a log could try them all


class JsonLines(logging.Formatter):
    """One object a line; whatever is in a value is escaped, so that no line can be forged."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record with its extra fields."""
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


def begin(level: str, to: TextIO | None = None) -> None:
    """Write everything from this level on, to standard error if nowhere else."""
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
    """Name a table in a log without letting the reader in; the name is good until the next start."""
    return blake2b(code.encode(), digest_size=4, key=_SALT).hexdigest()
