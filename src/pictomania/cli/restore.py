"""`pictomania restore`: replace the tables of a data folder with a backup, or fill a cluster with it."""

import argparse
import asyncio
import sys
from pathlib import Path

from pictomania.cli.backup import add_log_flags, describe, nats_settings
from pictomania.cli.quoting import printable
from pictomania.server.config import DATABASE

FAILED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pictomania restore`."""
    parser.description = (
        "Replace all tables and finished games with those of FILE, which `pictomania backup` wrote. "
        "Stop the server first. The replaced database is kept beside the new one. With --nats, the log there "
        "must be empty."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup to restore")
    add_log_flags(parser)


def run(args: argparse.Namespace) -> int:
    """Restore the backup; print what was restored and where the replaced database is."""
    # Not at the top: other commands should not have to wait for it.
    from pictomania.log import Unusable  # noqa: PLC0415
    from pictomania.log.backup import restore  # noqa: PLC0415
    from pictomania.log.transfer import restore_to_nats  # noqa: PLC0415

    database, replaced = args.data / DATABASE, None
    where = "NATS" if args.nats else printable(str(database))
    try:
        if args.nats:
            summary = asyncio.run(restore_to_nats(args.file, nats_settings(args)))
        else:
            summary, replaced = restore(args.file, database)
    except Unusable as error:
        print(f"pictomania restore: {printable(str(error))}", file=sys.stderr)
        return FAILED
    print(f"Restored {describe(summary)} to {where}.")
    if replaced is not None:
        print(f"The replaced database is kept as {printable(str(replaced))}.")
    return 0
