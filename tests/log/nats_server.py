"""Real NATS servers on free ports: one, or a cluster, to be killed, stalled and started again."""

import os
import signal
import subprocess
import sysconfig
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

from tests.ports import free_ports

EXECUTABLE = Path(sysconfig.get_path("scripts")) / "nats-server"
READY = "Server is ready"
STARTS = 5  # tries, since another program may be faster at a port

CONFIGURATION = """
server_name: {name}
listen: 127.0.0.1:{port}
jetstream {{ store_dir: "{folder}/{name}", sync_interval: always }}
{more}
"""
CLUSTER = """
cluster {{ name: test, no_advertise: {is_hidden}, listen: 127.0.0.1:{port}, routes: [{routes}] }}
"""


class CannotStart(Exception):  # noqa: N818 (what happened)
    """A server that ended at once; the message is its output."""


@dataclass
class NatsServer:
    """One server, which syncs every write."""

    folder: Path
    port: int
    name: str = "n1"
    more: str = ""  # further configuration
    output: deque[str] = field(default_factory=lambda: deque(maxlen=1000))
    process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """Where clients connect."""
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until clients can connect."""
        self.launch()
        self.wait_until_ready()

    def launch(self) -> None:
        """Start the process."""
        file = self.folder / f"{self.name}.conf"
        settings = {"name": self.name, "port": self.port, "folder": self.folder, "more": self.more}
        file.write_text(CONFIGURATION.format(**settings))
        command = [str(EXECUTABLE), "-c", str(file)]
        self.process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def wait_until_ready(self) -> None:
        """Read its output until clients can connect."""
        assert self.process is not None
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.output.append(line)
            if READY in line:
                Thread(target=self._keep_output, args=(self.process,), daemon=True).start()
                return
        self.kill()
        raise CannotStart("".join(self.output))

    def _keep_output(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        with process.stdout:
            self.output.extend(process.stdout)

    def kill(self) -> None:
        """Kill it as a crash would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def restart(self) -> None:
        """Kill it, and start it again on the same port with the same data."""
        self.kill()
        self.start()

    @contextmanager
    def stalled(self) -> Iterator[None]:
        """Let it do nothing for a while; its connections stay open."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED)  # until then, some threads may still answer
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)


@contextmanager
def nats_server(folder: Path, more: str = "") -> Iterator[NatsServer]:
    """Run one server."""
    with nats_servers(folder, 1, more) as (server,):
        yield server


@contextmanager
def nats_servers(
    folder: Path, count: int, more: str = "", *, are_hidden: bool = False
) -> Iterator[list[NatsServer]]:
    """Run several servers as a cluster, or one alone.

    Hidden servers don't tell clients of each other, which know them by other addresses.
    """
    for attempt in range(STARTS):
        servers = configure(folder, count, more, are_hidden=are_hidden)
        with ExitStack() as stack:
            for server in servers:
                stack.callback(server.kill)
            try:
                for server in servers:
                    server.launch()
                for server in servers:
                    server.wait_until_ready()
            except CannotStart:
                if attempt == STARTS - 1:
                    raise
                continue
            yield servers
            return


def configure(folder: Path, count: int, more: str, *, are_hidden: bool) -> list[NatsServer]:
    """Choose ports and settings."""
    ports = free_ports(2 * count)
    routes = ", ".join(f'"nats://127.0.0.1:{port}"' for port in ports[count:])
    if count == 1:
        return [NatsServer(folder, ports[0], more=more)]
    hidden = str(are_hidden).lower()
    return [
        NatsServer(
            folder,
            ports[place],
            f"n{place + 1}",
            more + CLUSTER.format(is_hidden=hidden, port=port, routes=routes),
        )
        for place, port in enumerate(ports[count:])
    ]
