"""Nodes that can be killed: a parent with everything loaded, which forks them.

    python -m tests.faults.support.node_maker

Commands are lines on standard input: `serve` with the settings of a node as JSON, or a signal such as
`SIGKILL a`. It prints `open a` when a node serves, and `dead a` and its status when it has ended. All nodes
are killed at the end of the input.
"""

import asyncio
import os
import selectors
import signal
import traceback
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import uvloop

from pictomania.log import Unusable
from pictomania.rules import EditionName
from pictomania.server import structured_logging
from pictomania.server.cluster import membership
from pictomania.server.cluster.node import Node
from pictomania.server.config import Config
from pictomania.server.run import StopSignal, _stop_signal, open_log, serving
from pictomania.server.structured_logging import log_event
from pictomania.table.dealer import house_box
from tests.faults.support.killable_server import FAST, config, report


class NodeSettings(msgspec.Struct):
    """How to run a node."""

    name: str
    port: int
    inside: int  # the port where it listens
    advertised: int  # the port where others reach it: a proxy
    nats: tuple[str, ...]
    bot_pace: float = 20.0


async def main(settings: NodeSettings) -> None:
    """Serve until a signal."""

    def advertise(name: str, _: str, *more: Any) -> Node:
        return Node(name, f"127.0.0.1:{settings.advertised}", *more)

    setattr(membership, "Node", advertise)  # noqa: B010 (as behind address translation)
    its = replace(
        config(settings.port, Path()),
        nats=settings.nats,
        node=settings.name,
        inside=f"127.0.0.1:{settings.inside}",
        bot_pace=settings.bot_pace,
        bots_per_address=1_000,
    )
    with _stop_signal() as stop:
        while not stop.done():
            try:
                await _serve(its, settings.name, stop)
            except Unusable as error:  # as often as a supervisor would restart the program
                log_event("not usable yet", why=str(error))


async def _serve(its: Config, name: str, stop: StopSignal) -> None:
    log = await open_log(its)
    try:
        async with serving(its, log, rate_limits=FAST):
            report(f"open {name}")
            await asyncio.wait((stop,))
    finally:
        await log.close()


def fork(settings: NodeSettings) -> int:
    """Fork a node, and return its process id."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            uvloop.run(main(settings))
            status = 0
        finally:
            if status:
                traceback.print_exc()
            os._exit(status)
    return child


class Parent:
    """Obeys commands, and reports the ends of nodes."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._selector.register(0, selectors.EVENT_READ)
        self._nodes: dict[str, int] = {}  # file descriptors of processes

    def run(self) -> None:
        """Obey until the end of the input; then kill all nodes."""
        for line in self._lines():
            word, _, rest = line.partition(" ")
            if word == "serve":
                self._serve(msgspec.json.decode(rest, type=NodeSettings))
            elif rest in self._nodes:
                signal.pidfd_send_signal(self._nodes[rest], signal.Signals[word])
        for node in self._nodes.values():
            signal.pidfd_send_signal(node, signal.SIGKILL)

    def _lines(self) -> Iterator[str]:
        unread = b""
        while True:
            for key, _ in self._selector.select():
                if key.fd != 0:
                    self._bury(key.data, key.fd)
                    continue
                data = os.read(0, 65_536)
                if not data:
                    return
                *lines, unread = (unread + data).split(b"\n")
                yield from (line.decode() for line in lines)

    def _serve(self, settings: NodeSettings) -> None:
        pid = fork(settings)
        self._nodes[settings.name] = node = os.pidfd_open(pid)
        self._selector.register(node, selectors.EVENT_READ, settings.name)

    def _bury(self, name: str, node: int) -> None:
        result = os.waitid(os.P_PIDFD, node, os.WEXITED)
        assert result is not None
        self._selector.unregister(node)
        os.close(node)
        if self._nodes.get(name) == node:
            del self._nodes[name]
        report(f"dead {name} {result.si_status}")


if __name__ == "__main__":
    structured_logging.configure("info")
    for edition in EditionName:
        house_box(edition)
    Parent().run()
