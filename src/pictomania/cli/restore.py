"""`pictomania restore`: replace the tables of a data folder with a backup."""

import argparse
import sys
from pathlib import Path

from pictomania.cli.backup import IN_NATS, add_nats, describe
from pictomania.cli.quoting import printable
from pictomania.cli.server_flags import add_flag
from pictomania.server.config import DATABASE

FAILED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pictomania restore`."""
    parser.description = (
        "Replace all tables and finished games with those of FILE, which `pictomania backup` wrote. "
        "Stop the server first. The replaced database is kept beside the new one."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup to restore")
    add_flag(parser, "data")
    add_nats(parser)


def run(args: argparse.Namespace) -> int:
    """Restore the backup; print what was restored and where the replaced database is."""
    # Not at the top: other commands should not have to wait for it.
    from pictomania.log import Unusable  # noqa: PLC0415
    from pictomania.log.backup import restore  # noqa: PLC0415

    if args.nats:
        return _fail(IN_NATS)
    database = args.data / DATABASE
    try:
        summary, replaced = restore(args.file, database)
    except Unusable as error:
        return _fail(str(error))
    print(f"Restored {describe(summary)} to {printable(str(database))}.")
    if replaced is not None:
        print(f"The replaced database is kept as {printable(str(replaced))}.")
    return 0


def _fail(sentence: str) -> int:
    print(f"pictomania restore: {printable(sentence)}", file=sys.stderr)
    return FAILED
