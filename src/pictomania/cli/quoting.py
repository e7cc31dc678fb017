"""Escaping of untrusted text, so that it cannot break the line, move the cursor or flood the terminal."""

import json

LONGEST = 40  # characters of untrusted text in a sentence
JOINERS = "\u200c\u200d"  # invisible, but part of Persian, Hindi and family emoji


def printable(text: str) -> str:
    """Replace control and other unprintable characters by JSON escapes; JSON text keeps its meaning."""
    return "".join(char if char.isprintable() or char in JOINERS else json.dumps(char)[1:-1] for char in text)


def quoted(text: str) -> str:
    """Quote a string as JSON, on one line and truncated if long."""
    short = text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
    return printable(json.dumps(short, ensure_ascii=False))
