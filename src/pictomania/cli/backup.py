"""`pictomania backup`: copy all tables of a data folder, or of a cluster, to a file."""

import argparse
import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pictomania.cli.quoting import printable
from pictomania.cli.server_flags import add_flag
from pictomania.server.config import DATABASE

if TYPE_CHECKING:
    from pictomania.log.backup import Summary
    from pictomania.log.nats_setup import NatsSettings

FAILED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pictomania backup`."""
    parser.description = (
        "Write a consistent copy of all tables and finished games to FILE, even while a server uses them. "
        "`pictomania restore FILE` puts it back."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup to write")
    parser.add_argument("--force", action="store_true", help="overwrite FILE if it exists")
    add_log_flags(parser)


def add_log_flags(parser: argparse.ArgumentParser) -> None:
    """Declare where the tables are."""
    for name in ("data", "nats", "nats_credentials"):
        add_flag(parser, name)


def run(args: argparse.Namespace) -> int:
    """Write the backup and print what is in it."""
    # Not at the top: other commands should not have to wait for it.
    from pictomania.log import Unusable  # noqa: PLC0415
    from pictomania.log.backup import BackupExists, back_up  # noqa: PLC0415
    from pictomania.log.transfer import back_up_nats  # noqa: PLC0415

    try:
        if args.nats:
            summary = asyncio.run(back_up_nats(nats_settings(args), args.file, overwrite=args.force))
        else:
            summary = back_up(args.data / DATABASE, args.file, overwrite=args.force)
    except BackupExists as error:
        return _fail(f"{error}; --force overwrites it")
    except Unusable as error:
        return _fail(str(error))
    print(f"Backed up {describe(summary)} to {printable(str(args.file))}.")
    return 0


def nats_settings(args: argparse.Namespace) -> "NatsSettings":
    """Return where the log in NATS is, or raise `Unusable`."""
    from pictomania.log.nats_setup import NatsSettings, read_credentials  # noqa: PLC0415

    return NatsSettings(args.nats, read_credentials(args.nats_credentials))


def describe(summary: "Summary") -> str:
    """Describe the contents of a backup, as in `1 table (12 entries, 8.2 kB)`."""
    tables = "1 table" if summary.tables == 1 else f"{summary.tables:,} tables"
    entries = "1 entry" if summary.entries == 1 else f"{summary.entries:,} entries"
    size = summary.size / 1000
    return f"{tables} ({entries}, {f'{size:.1f} kB' if size < 1000 else f'{size / 1000:,.1f} MB'})"


def _fail(sentence: str) -> int:
    print(f"pictomania backup: {printable(sentence)}", file=sys.stderr)
    return FAILED
