"""Run the command in this process or a new one; sample rounds."""

import copy
import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any
from unittest import mock

from pictomania.cli.main import main

Round = dict[str, Any]

SCRIPT = "import sys; from pictomania.cli.main import main; sys.exit(main())"

X1: Round = {
    "edition": "first",
    "variants": [],
    "players": [
        {"name": "R", "number": 2, "token": 2},
        {"name": "Y", "number": 5, "token": 1},
        {"name": "G", "number": 7, "token": 3},
        {"name": "B", "number": 4, "token": None},
    ],
    "piles": {
        "R": [["Y", 3], ["G", 2], ["B", 2]],
        "Y": [["R", 5], ["G", 5], ["B", 3]],
        "G": [["R", 1], ["Y", 6], ["B", 7]],
        "B": [["G", 4], ["R", 4], ["Y", 4]],
    },
}
X2: Round = {
    "edition": "second",
    "variants": [],
    "players": [
        {"name": "Y", "number": 1, "token": 2},
        {"name": "R", "number": 3, "token": 3},
        {"name": "G", "number": 5, "token": 2},
        {"name": "B", "number": 6, "token": 1},
    ],
    "piles": {
        "Y": [["R", 1], ["G", 1], ["B", 2]],
        "R": [["Y", 3], ["B", 3], ["G", 4]],
        "G": [["Y", 5], ["R", 5], ["B", 5]],
        "B": [["R", 6], ["Y", 6], ["G", 7]],
    },
}
X4: Round = {
    "edition": "second",
    "variants": [],
    "players": [
        {"name": "A", "number": 1, "token": 2, "wrong_word": False, "drew": True},
        {"name": "B", "number": 2, "token": 2, "wrong_word": False, "drew": True},
        {"name": "C", "number": 3, "token": 1, "wrong_word": False, "drew": True},
    ],
    "piles": {"A": [["B", 1], ["C", 5]], "B": [["A", 2], ["C", 6]], "C": [["A", 3], ["B", 3]]},
}


@dataclass(frozen=True)
class Outcome:
    """Result of a run."""

    status: int
    out: str
    err: str

    @property
    def results(self) -> list[Round]:
        """The JSON results, one from each line."""
        return [json.loads(line) for line in self.out.split("\n")[:-1]]


def text_of(*rounds: object) -> bytes:
    """Encode rounds as JSON Lines."""
    return "".join(json.dumps(one) + "\n" for one in rounds).encode()


def changed(base: Round, *path: str | int, to: object) -> Round:
    """Copy a round with one value set."""
    result = copy.deepcopy(base)
    inner: Any = result
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return result


def pictomania(*argv: str, stdin: bytes = b"", encoding: str = "utf-8") -> Outcome:
    """Run the command in this process."""
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n")
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace", newline="\n")
    with redirect_stdout(out), redirect_stderr(err):
        with mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin))):
            try:
                status = main(argv)
            except SystemExit as end:  # how argparse exits
                status = int(end.code or 0)
        out.flush()
        err.flush()
    return Outcome(status, _contents(out), _contents(err))


def score(*rounds: object) -> Outcome:
    """Score rounds from standard input."""
    return pictomania("score", stdin=text_of(*rounds))


def process(*argv: str, stdin: bytes = b"") -> Outcome:
    """Run the command in a new process."""
    with start(*argv) as running:
        out, err = running.communicate(stdin)
    return Outcome(running.returncode, out.decode(), err.decode())


def start(*argv: str, stdout: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """Start the command in a new process, with its default buffering."""
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, *argv],
        stdin=subprocess.PIPE,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
    )


def _contents(stream: io.TextIOWrapper) -> str:
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode(stream.encoding)
