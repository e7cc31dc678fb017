"""`pictomania bench`: measure what this machine can do."""

import argparse
import json
import sys
from pathlib import Path

from pictomania.cli.progress_bar import ProgressBar
from pictomania.cli.quoting import printable

FAILED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pictomania bench`."""
    parser.description = (
        "Start a real server on one core, let crowds of clients draw from another one, and report what the "
        "server can do, next to a minimal server in C and to an ordinary one of Starlette and uvicorn in the "
        "same run. It takes ten minutes at most. Let nothing else run meanwhile."
    )
    parser.add_argument(
        "--quick", action="store_true", help="measure the most important figures only, within 50 s"
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--html", type=Path, metavar="FILE", help="also write a page with charts")


def run(args: argparse.Namespace) -> int:
    """Measure, and print the report."""
    # Not at the top: other commands should not have to wait for these.
    from pictomania.cli.bench.benchmark import run_benchmark  # noqa: PLC0415
    from pictomania.cli.bench.failure import BenchError  # noqa: PLC0415
    from pictomania.cli.bench.page import page  # noqa: PLC0415
    from pictomania.cli.bench.plan import FULL, QUICK  # noqa: PLC0415
    from pictomania.cli.bench.results import as_text  # noqa: PLC0415

    plan = QUICK if args.quick else FULL
    try:
        if args.html is not None:
            args.html.open("a").close()  # to fail now, not in ten minutes
        with ProgressBar(round(plan.at_most_s), "s", sys.stderr) as bar:
            results = run_benchmark(plan, bar)
    except (BenchError, OSError) as error:
        print(f"pictomania bench: {printable(str(error))}", file=sys.stderr)
        return FAILED
    if args.html is not None:
        args.html.write_text(page(results), encoding="utf-8")
    print(f"{json.dumps(results.as_json(), indent=2)}\n" if args.json else as_text(results), end="")
    return 0
