"""The load generator, a process of its own: the one in C or, without a compiler, the one in Python.

Tables are seated by `crowd.py`, which knows the protocol; then their sockets are passed on (SCM_RIGHTS). So a
game is begun in a few lines of Python, and the generator has to know nothing but frames of ink.
"""

import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import msgspec

from pictomania.cli.bench.failure import BenchError
from pictomania.cli.bench.pinned_process import PinnedProcess

MAX_ANSWER = 65_536
ANSWER_S = 60.0
DRAIN_S, LOOK_S = 5.0, 0.02


class Load(msgspec.Struct, frozen=True):
    """What a generator has measured since it was asked to."""

    seconds: float
    cpu_s: float  # its own
    late_ms: float  # the longest delay of a piece behind its time
    sent: int  # pieces
    deliveries: int  # of pieces, to another client
    p50_ms: float
    p99_ms: float
    max_ms: float
    ink_bytes: int  # received, heads of frames included
    text_bytes: int
    points: int  # received
    foreign_points: int  # received, not counting those that came back to their artist
    missing: int  # pieces that somebody has not received yet
    resyncs: int  # clients that were too slow
    lost: int  # connections
    acts: int  # requests sent
    stored: int  # and answered
    act_p50_ms: float
    act_p99_ms: float
    waiting: int  # not answered yet

    @property
    def cpu_share(self) -> float:
        """Of one core."""
        return self.cpu_s / self.seconds


class Generator:
    """A running generator, with the tables passed to it so far."""

    def __init__(self, commands: socket.socket) -> None:
        """`commands` is our end of a Unix socket; the other end has the generator."""
        self.tables = 0
        self.sockets = 0
        self._commands = commands
        commands.settimeout(ANSWER_S)

    def add_table(self, paper: int, players: int, sockets: Sequence[socket.socket], strokes: int = 0) -> None:
        """Pass on a table: the sockets of its players by seat, then those of watchers; they are closed here.

        Every sheet has this many strokes already.
        """
        message = f"table {paper} {players} {strokes}".encode()
        try:
            socket.send_fds(self._commands, [message], [each.fileno() for each in sockets])
        except OSError as error:
            raise BenchError(f"the load generator has ended ({error})") from None
        self.tables += 1
        self.sockets += len(sockets)
        for each in sockets:
            each.close()

    def draw(self, rate: float, tables: int) -> None:
        """Let all players of the first tables draw this many pieces a second each; no tables: stop."""
        self._send(f"draw {rate} {tables}")

    def act(self, rate: float, tables: int) -> None:
        """Let players of the first tables do something that is stored, so often a second in all."""
        self._send(f"act {rate} {tables}")

    def mark(self) -> None:
        """Measure from now on."""
        self._send("mark")

    def read(self) -> Load:
        """Return what was measured."""
        return msgspec.json.decode(self._ask("read"), type=Load)

    def drain(self) -> Load:
        """Stop all players, and wait until everything has arrived, or nothing more for a while."""
        self.draw(1, 0)
        self.act(1, 0)
        load = self.read()
        deadline = monotonic() + DRAIN_S
        while (load.missing or load.waiting) and monotonic() < deadline:
            sleep(LOOK_S)
            before, load = load, self.read()
            if load.missing < before.missing:
                deadline = monotonic() + DRAIN_S
        return load

    def close_all(self) -> None:
        """Close all sockets and forget the tables."""
        self._ask("close")
        self.tables = self.sockets = 0

    def _send(self, command: str) -> None:
        try:
            self._commands.send(command.encode())
        except OSError as error:
            raise BenchError(f"the load generator has ended ({error})") from None

    def _ask(self, command: str) -> bytes:
        self._send(command)
        try:
            answer = self._commands.recv(MAX_ANSWER)
        except OSError as error:
            raise BenchError(f"the load generator does not answer ({error})") from None
        if not answer:
            raise BenchError("the load generator has ended")
        return answer


@contextmanager
def start_generator(program: Path | None, scripts: Path, core: int) -> Iterator[Generator]:
    """Start the generator in C, or the one in Python if there is no program; its sockets end with it."""
    in_python = [sys.executable, "-P", "-m", f"{__package__}.python_generator"]
    start = in_python if program is None else [str(program)]
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        command = [*start, str(theirs.fileno()), str(scripts)]
        with PinnedProcess(command, core, (theirs.fileno(),)):
            theirs.close()
            yield Generator(ours)
