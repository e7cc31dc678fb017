"""Strangers' text made safe to show: nothing in it breaks the line, moves the cursor or goes on forever."""

import json

LONGEST = 40  # characters of a stranger's text that a sentence can bear
JOINERS = "\u200c\u200d"  # invisible, but Persian, Hindi and family emoji are spelt with them


def printable(text: str) -> str:
    """Write control and other unprintable characters as JSON escapes; JSON text keeps its meaning."""
    return "".join(char if char.isprintable() or char in JOINERS else json.dumps(char)[1:-1] for char in text)


def quoted(text: str) -> str:
    """Write a string as JSON does, on one line and not too long."""
    short = text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
    return printable(json.dumps(short, ensure_ascii=False))
