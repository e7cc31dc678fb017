"""The state of a cluster on a terminal, refreshed in place; or, in a file or pipe, a line now and then."""

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

from pictomania.cli.cluster.state import ClusterState, NatsState, NodeState

SELDOM_S = 60.0  # between two lines in a file


class Display:
    """What the operator sees."""

    def __init__(self, stream: TextIO, seldom_s: float = SELDOM_S) -> None:
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._seldom_s = seldom_s
        self._shown: Sequence[str] = ()  # lines at the bottom of the terminal
        self._summary = ""  # the last one printed
        self._next_summary_at = 0.0

    def report(self, event: str) -> None:
        """Print what has happened."""
        self.insert(f"{time.strftime('%H:%M:%S')}  {event}")

    def insert(self, text: str) -> None:
        """Print a text above the state."""
        shown = self._shown
        self._erase()
        self._print(text)
        self._draw(shown)

    def show(self, state: ClusterState) -> None:
        """Show a state."""
        if self._is_terminal:
            lines = state_lines(state)
            if lines != self._shown:
                self._erase()
                self._draw(lines)
            return
        text, now = summary(state), time.monotonic()
        if text != self._summary and now >= self._next_summary_at and (self._summary or state.is_complete):
            self._summary = text
            self._next_summary_at = now + self._seldom_s
            self.report(text)

    def _erase(self) -> None:
        if self._shown:
            print(f"\x1b[{len(self._shown)}A\x1b[J", end="", file=self._stream)
        self._shown = ()

    def _draw(self, lines: Sequence[str]) -> None:
        """Draw lines that don't wrap, since a wrapped line can't be erased."""
        if lines:
            columns = 80
            with suppress(OSError):
                columns = os.get_terminal_size(self._stream.fileno()).columns or columns
            self._print("\n".join(line[: columns - 1] for line in lines))
        self._shown = lines

    def _print(self, text: str) -> None:
        print(text, file=self._stream, flush=True)


def state_lines(state: ClusterState) -> list[str]:
    """Return a line for each process."""
    return [*map(_node_line, state.nodes), *map(_nats_line, state.nats)]


def _node_line(node: NodeState) -> str:
    if not node.is_up:
        return f"  {node.name:8}  down"
    counts = f"{node['tables']:6,} tables  {node['members']:6,} players"
    return f"  {node.name:8}  up  {counts}  {node['relayed']:6,} relayed to other nodes"


def _nats_line(server: NatsState) -> str:
    return f"  {server.name:8}  {'up' if server.is_up else 'down'}{'  leader' if server.is_leader else ''}"


def summary(state: ClusterState) -> str:
    """Return everything in one line."""
    nodes = [
        f"{node.name} {node['tables']:,} tables, {node['members']:,} players, {node['relayed']:,} relayed"
        for node in state.nodes
        if node.is_up
    ]
    down = [node.name for node in state.nodes if not node.is_up]
    down += [server.name for server in state.nats if not server.is_up]
    leader = next((server.name for server in state.nats if server.is_leader), "none")
    return "; ".join([*nodes, f"NATS leader {leader}", *(f"{name} down" for name in down)])
