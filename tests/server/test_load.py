"""The short form of `bench/load.py`: a real server in its own process, and all players draw at once."""

import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parents[2] / "bench" / "load.py"


def test_nothing_is_lost_while_all_draw() -> None:
    """Latency is for the long form, on an idle machine."""
    few = ["--tables", "4", "--players", "6", "--warmup", "0.2", "--seconds", "1"]
    done = subprocess.run([sys.executable, BENCH, *few], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    found = json.loads(done.stdout)
    assert (found["errors"], found["missing"]) == (0, 0)
    assert found["deliveries"] > found["pieces sent"] > 0
