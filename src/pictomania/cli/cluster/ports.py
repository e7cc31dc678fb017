"""Free ports on loopback."""

import socket
from contextlib import ExitStack, suppress
from random import Random

PORTS = range(20_000, 32_000)  # below those of outgoing connections, so that none of them takes one

_chance = Random()  # noqa: S311 (not a secret)


def free_ports(count: int) -> list[int]:
    """Find ports that nobody listens on."""
    with ExitStack() as stack:
        ports: list[int] = []
        while len(ports) < count:
            probe = stack.enter_context(socket.socket())
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with suppress(OSError):  # it is in use
                probe.bind(("127.0.0.1", _chance.choice(PORTS)))
                ports.append(probe.getsockname()[1])
        return ports
