"""The `pictomania` command: runs a subcommand, and exits cleanly when the terminal goes away."""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from pictomania.cli import backup, decks, restore, serve, simulate
from pictomania.cli.bench import command as bench
from pictomania.cli.bots import command as bots
from pictomania.cli.cluster import command as cluster
from pictomania.cli.doctor import command as doctor
from pictomania.cli.score import command as score
from pictomania.server.version import VERSION

INTERRUPTED = 130  # as a shell reports SIGINT
PIPE_CLOSED = 141  # as a shell reports SIGPIPE
IO_FAILED = 1  # a full disk and the like; 2 is for usage errors


class Command(Protocol):
    """Interface of a subcommand module."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Run the command and return the exit status."""


COMMANDS: tuple[tuple[str, str, Command], ...] = (
    ("serve", "serve tables that people can play at", serve),
    ("cluster", "run a whole cluster on this machine", cluster),
    ("doctor", "check a cluster, and say what to fix", doctor),
    ("backup", "back up all tables to a file, even while a server runs", backup),
    ("restore", "replace all tables with a backup", restore),
    ("score", "score rounds played at a real table", score),
    ("decks", "list our word cards, or check and convert your own", decks),
    ("bots", "measure how well bots guess", bots),
    ("bench", "measure what this machine can do", bench),
    ("simulate", "simulate whole games and report on the balance", simulate),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command named by `argv`, by default the command line; return the exit status."""
    try:
        return _run(argv)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return PIPE_CLOSED
    except OSError as error:
        _discard_output()
        print(f"pictomania: {error}", file=sys.stderr)
        return IO_FAILED


def _run(argv: Sequence[str] | None) -> int:
    if sys.stdout is None:  # closed by the parent process
        raise OSError("standard output is closed, and results would be lost")
    try:
        args = _parser().parse_args(argv)
        status: int = args.run(args)
        return status
    finally:
        print(end="", flush=True)  # not at exit, where a closed pipe could no longer be caught


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


def _discard_output() -> None:
    """Redirect buffered output to nowhere: flushing it at exit would fail again."""
    with suppress(OSError, AttributeError), Path(os.devnull).open("wb") as devnull:
        os.dup2(devnull.fileno(), sys.stdout.fileno())
