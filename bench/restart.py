"""How soon players are back after a kill: from the start of a new server process until a client is welcomed.

    .venv/bin/python -m bench.restart [--runs 5]

The time is also given relative to a process that only imports the server, started in the same run; compare
that on a busy or slow machine. Exits with 1 if it is too long.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from pictomania.client import Client
from tests.server.support.server_process import run_process

IMPORTS = [sys.executable, "-c", "import pictomania.server.process"]
MAX_RATIO = 3.0


def seconds(work: Callable[[], object]) -> float:
    """Time some work."""
    began = perf_counter()
    work()
    return perf_counter() - began


def rejoin(folder: Path, code: str, key: str) -> None:
    """Start a server, take a seat, and kill the server."""
    with run_process(folder) as server:
        asyncio.run(_visit(server.url, code, key))


async def _visit(url: str, code: str, key: str) -> None:
    async with Client(url, code, name="Ada", key=key):
        pass


def main() -> int:
    """Parse the options and run the benchmark."""
    parser = argparse.ArgumentParser(description="Measure how soon players are back after a kill.")
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    key = "k" * 22
    with tempfile.TemporaryDirectory() as folder:
        with run_process(Path(folder)) as server:
            request = urllib.request.Request(f"{server.url}/api/tables", method="POST")  # noqa: S310
            with urllib.request.urlopen(request) as response:  # noqa: S310 (our own server)
                code = json.load(response)["code"]
            asyncio.run(_visit(server.url, code, key))
        back, imported = [], []
        for _ in range(args.runs):  # take turns, so that both see the same machine
            back.append(seconds(lambda: rejoin(Path(folder), code, key)))
            imported.append(seconds(lambda: subprocess.run(IMPORTS, check=True)))  # noqa: S603 (our own)
    ratio = min(back) / min(imported)
    print(f"a client is back after {min(back):.2f} s, {ratio:.1f} times as long as importing the server")
    return int(ratio > MAX_RATIO)


if __name__ == "__main__":
    sys.exit(main())
