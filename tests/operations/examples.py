"""The examples of docs/operations.md as files of machines that are all this one, and programs that use them.

Only addresses and folders are replaced: 10.0.0.N is a loopback address here.
"""

import os
import re
import shlex
import subprocess
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from string import Template
from threading import Thread

from tests.cli.command import SCRIPT
from tests.log.nats_server import EXECUTABLE

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
MACHINES = (1, 2, 3)
PICTOMANIA = [sys.executable, "-c", SCRIPT]


def example(name: str) -> str:
    """Return the only block of the document whose first line names a file."""
    blocks = re.findall(r"^```\w*\n(# \S*?[^\n]*\n.*?)^```", DOCUMENT, re.DOTALL | re.MULTILINE)
    (found,) = (block for block in blocks if re.match(rf"# {re.escape(name)}\b", block))
    return str(found)


@dataclass
class Site:
    """Three machines, a load balancer and players, at loopback addresses that nobody else uses."""

    folder: Path
    network: str = field(default_factory=lambda: "127.{}.{}".format(*Random().sample(range(1, 255), 2)))

    def address(self, number: int) -> str:
        """The address of a machine."""
        return f"{self.network}.{number}"

    def etc(self, machine: int) -> Path:
        """The configuration folder of a machine."""
        return self.folder / f"etc-{machine}"

    def local(self, text: str, machine: int) -> str:
        """Replace addresses and folders."""
        text = text.replace("10.0.0.10/32", "127.0.0.1/32")  # where connections of this machine come from
        text = re.sub(r"\b10\.0\.0\.(?=\d)", f"{self.network}.", text)
        text = text.replace("/etc/pictomania", str(self.etc(machine)))
        return text.replace("/var/lib/nats", str(self.store(machine)))

    def store(self, machine: int) -> Path:
        """The folder of a NATS server."""
        return self.folder / f"nats-{machine}"

    def environment(self, name: str, machine: int) -> dict[str, str]:
        """Read an example of an environment file, as systemd does."""
        text = example(name).replace("10.0.0.1\n", f"10.0.0.{machine}\n").replace("nats-1", f"nats-{machine}")
        lines = [line for line in self.local(text, machine).splitlines() if not line.startswith("#")]
        return dict(line.split("=", 1) for line in lines)

    def make_certificates(self) -> None:
        """Run the commands, and copy the files to the machines."""
        work = self.folder / "certificates"
        work.mkdir()
        script = self.local(example("certificates.sh"), 1)
        subprocess.run(["sh", "-euc", script], cwd=work, check=True, capture_output=True)
        for machine in MACHINES:
            self.etc(machine).mkdir()
            (self.etc(machine) / "ca.pem").write_bytes((work / "ca.pem").read_bytes())
            for suffix in ("pem", "key"):
                made = work / f"{self.address(machine)}.{suffix}"
                (self.etc(machine) / f"machine.{suffix}").write_bytes(made.read_bytes())

    def nats(self, machine: int) -> "Program":
        """The NATS server of a machine."""
        file = self.etc(machine) / "nats.conf"
        file.write_text(self.local(example("/etc/pictomania/nats.conf"), machine))
        environment = self.environment("/etc/pictomania/nats.env", machine)
        return Program([str(EXECUTABLE), "-c", str(file)], environment, "Server is ready")

    def node(self, machine: int, instance: int) -> "Program":
        """A node, as systemd starts it."""
        unit = example("/etc/systemd/system/pictomania@.service").replace("\\\n", " ")
        (line,) = re.findall(r"^ExecStart=\S*/pictomania (.*)$", unit, re.MULTILINE)
        environment = self.environment("/etc/pictomania/node.env", machine)
        line = line.replace("%H", f"machine-{machine}").replace("%i", str(instance))
        command = [*PICTOMANIA, *shlex.split(Template(line).substitute(environment))]
        return Program(command, environment, "to stop")


@dataclass
class Program:
    """A program, and what it needs to run."""

    command: list[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    is_ready: str = ""  # what it prints when it is, if it does
    output: deque[str] = field(default_factory=lambda: deque(maxlen=200))
    process: subprocess.Popen[str] | None = None
    reader: Thread | None = None  # of its output, once it is ready

    def launch(self) -> None:
        """Start it."""
        self.process = subprocess.Popen(
            self.command,
            env={**os.environ, **self.environment},
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def wait_until_ready(self) -> None:
        """Read its output until it is ready."""
        assert self.process is not None
        assert self.process.stdout is not None
        is_ready = not self.is_ready
        while not is_ready:
            line = self.process.stdout.readline()
            assert line, "".join(self.output)
            self.output.append(line)
            is_ready = self.is_ready in line
        self.reader = Thread(target=self.output.extend, args=(self.process.stdout,), daemon=True)
        self.reader.start()

    def stop(self) -> None:
        """Stop it, and all its processes."""
        if self.process is not None:
            self.process.terminate()
            self._end()

    def kill(self) -> None:
        """Kill it as a crash would."""
        if self.process is not None:
            self.process.kill()
            self._end()

    def _end(self) -> None:
        if self.process is not None:
            self.process.wait()
            if self.reader is not None:
                self.reader.join()
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None


@contextmanager
def running(*programs: Program) -> Iterator[None]:
    """Run programs, and show their output if something fails."""
    try:
        for program in programs:
            program.launch()
        for program in programs:
            program.wait_until_ready()
        yield
    finally:
        for program in programs:
            program.stop()
            print(*program.output, sep="")  # noqa: T201 (pytest shows it for failed tests)
