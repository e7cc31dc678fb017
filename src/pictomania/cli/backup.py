"""`pictomania backup`: copy all tables of a data folder to a file."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pictomania.cli.quoting import printable
from pictomania.cli.server_flags import ENVIRONMENT, add_flag
from pictomania.server.config import DATABASE

if TYPE_CHECKING:
    from pictomania.log.backup import Summary

FAILED = 1
IN_NATS = "the tables are in NATS, which is backed up with its own tools, as docs/operations.md describes"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pictomania backup`."""
    parser.description = (
        "Write a consistent copy of all tables and finished games to FILE, even while a server uses them. "
        "`pictomania restore FILE` puts it back."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup to write")
    parser.add_argument("--force", action="store_true", help="overwrite FILE if it exists")
    add_flag(parser, "data")
    add_nats(parser)


def add_nats(parser: argparse.ArgumentParser) -> None:
    """Notice the settings of a cluster, to say that this is not for it."""
    name = f"{ENVIRONMENT}NATS"
    parser.add_argument("--nats", default=os.environ.get(name), help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    """Write the backup and print what is in it."""
    # Not at the top: other commands should not have to wait for it.
    from pictomania.log import Unusable  # noqa: PLC0415
    from pictomania.log.backup import BackupExists, back_up  # noqa: PLC0415

    if args.nats:
        return _fail(IN_NATS)
    try:
        summary = back_up(args.data / DATABASE, args.file, overwrite=args.force)
    except BackupExists as error:
        return _fail(f"{error}; --force overwrites it")
    except Unusable as error:
        return _fail(str(error))
    print(f"Backed up {describe(summary)} to {printable(str(args.file))}.")
    return 0


def describe(summary: "Summary") -> str:
    """Describe the contents of a backup, as in `1 table (12 entries, 8.2 kB)`."""
    tables = "1 table" if summary.tables == 1 else f"{summary.tables:,} tables"
    entries = "1 entry" if summary.entries == 1 else f"{summary.entries:,} entries"
    size = summary.size / 1000
    return f"{tables} ({entries}, {f'{size:.1f} kB' if size < 1000 else f'{size / 1000:,.1f} MB'})"


def _fail(sentence: str) -> int:
    print(f"pictomania backup: {printable(sentence)}", file=sys.stderr)
    return FAILED
