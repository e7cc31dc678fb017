"""One node of a cluster on this machine: `pictomania serve` as a child."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from pictomania.cli.cluster.balancer import Address
from pictomania.cli.cluster.child import Child, Report
from pictomania.cli.cluster.ports import free_ports
from pictomania.cli.server_flags import ENVIRONMENT

HOST = "127.0.0.1"
SCRIPT = "import sys; from pictomania.cli.main import main; sys.exit(main())"
OURS = ("NATS", "NODE", "INSIDE", "PROXY_PROTOCOL")  # settings from the environment that nodes must not get


class LocalNode:
    """A node."""

    def __init__(self, name: str, log: Path, flags: Sequence[str], report: Report) -> None:
        """Start it with further flags."""
        self.name = name
        self.address: Address = (HOST, 0)  # another one after each start
        self._flags = flags
        ignored = tuple(ENVIRONMENT + each for each in OURS)
        environment = {key: value for key, value in os.environ.items() if not key.startswith(ignored)}
        self.child = Child(name, self._command, log, report, environment)

    def _command(self) -> Sequence[str]:
        (port,) = free_ports(1)
        self.address = (HOST, port)
        place = ("--host", HOST, "--port", str(port), "--node", self.name)
        inside = ("--inside", f"{HOST}:0", "--proxy-protocol", HOST)
        return [sys.executable, "-P", "-c", SCRIPT, "serve", *place, *inside, *self._flags]
