"""The `pictomania` command: chooses the subcommand, and ends quietly whatever happens to the terminal."""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from pictomania.cli import bots, decks, score, serve, simulate
from pictomania.server.version import VERSION

INTERRUPTED = 130  # what a shell reports for SIGINT
PIPE_CLOSED = 141  # and for SIGPIPE
WORLD_FAILED = 1  # a full disk and the like; 2 is for what was typed


class Command(Protocol):
    """What a module must offer to be a subcommand."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what may follow the command's name."""

    def run(self, args: argparse.Namespace) -> int:
        """Do it and return the exit status."""


COMMANDS: tuple[tuple[str, str, Command], ...] = (
    ("serve", "serve tables that people can play at", serve),
    ("score", "score rounds played at a real table", score),
    ("decks", "read our word cards, or check and convert your own", decks),
    ("bots", "see how well bots guess", bots),
    ("simulate", "play whole games with simulated people and report on the balance", simulate),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that `argv`, or else the command line, names; return the exit status."""
    try:
        return _run(argv)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _let_go_of_output()
        return PIPE_CLOSED
    except OSError as error:
        _let_go_of_output()
        print(f"pictomania: {error}", file=sys.stderr)
        return WORLD_FAILED


def _run(argv: Sequence[str] | None) -> int:
    if sys.stdout is None:  # closed by whoever started us
        raise OSError("standard output is closed, and results would be lost")
    try:
        args = _parser().parse_args(argv)
        status: int = args.run(args)
        return status
    finally:
        print(end="", flush=True)  # here and not at exit, where a closed pipe could no longer be caught


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pictomania",
        description="Pictomania Online: everybody draws and guesses at the same time.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {VERSION}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, purpose, command in COMMANDS:
        subparser = commands.add_parser(name, help=purpose, allow_abbrev=False)
        command.add_arguments(subparser)
        subparser.set_defaults(run=command.run)
    return parser


def _let_go_of_output() -> None:
    """Send what is still buffered nowhere: flushing it at exit would complain once more."""
    with suppress(OSError, AttributeError), Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
