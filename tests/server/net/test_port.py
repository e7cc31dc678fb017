"""The port: connections that cannot be accepted wait in the kernel until they can."""

import asyncio
import os
import resource
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest

from pictomania.server.net.port import ACCEPTS_PER_TURN, UNREAD_BYTES, UNSENT_BYTES, Port, open_server_socket
from tests.server.support.waiting import wait_until


@contextmanager
def no_more_descriptors() -> Iterator[None]:
    """Use up all file descriptors."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    free = os.dup(0)
    os.close(free)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


class Accepted:
    """The accepted connections."""

    def __init__(self) -> None:
        self.addresses: list[str] = []
        self.sockets: list[socket.socket] = []
        self._change = asyncio.Event()

    def take(self, connection: socket.socket, address: str) -> None:
        """Add a connection."""
        self.sockets.append(connection)
        self.addresses.append(address)
        self._change.set()

    async def until(self, number: int) -> None:
        """Wait for N connections."""
        while len(self.sockets) < number:
            self._change.clear()
            await self._change.wait()

    def close(self) -> None:
        """Close all connections."""
        for connection in self.sockets:
            connection.close()


class Clients:
    """Sockets that connect to the port."""

    def __init__(self, number: int) -> None:
        """Create the sockets, while there are descriptors."""
        self._sockets = [socket.socket() for _ in range(number)]

    def connect(self, port: Port) -> None:
        """Connect all at once; the kernel queues them."""
        for connection in self._sockets:
            connection.connect(("127.0.0.1", port.number))

    def close(self) -> None:
        """Close all sockets."""
        for connection in self._sockets:
            connection.close()


class CountingSocket(socket.socket):
    """Counts calls of `accept`."""

    tries = 0

    def accept(self) -> tuple[socket.socket, Any]:
        self.tries += 1
        return super().accept()

    async def until(self, tries: int) -> None:
        """Wait for N calls."""
        await wait_until(lambda: self.tries >= tries)


async def counting() -> CountingSocket:
    """Open a listening socket that counts."""
    return CountingSocket(fileno=(await open_server_socket("127.0.0.1", 0)).detach())


def has_ipv6() -> bool:
    """Whether this machine has IPv6 on loopback."""
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return socket.has_dualstack_ipv6()
    except OSError:
        return False


async def test_connections_are_accepted_in_batches() -> None:
    """In batches, so that other tasks get their turn."""
    bound = await open_server_socket("127.0.0.1", 0)
    with (
        closing(Accepted()) as accepted,
        closing(Port(bound, accepted.take)) as port,
        closing(Clients(150)) as clients,
    ):
        assert 2 * ACCEPTS_PER_TURN < 150
        clients.connect(port)
        await accepted.until(1)
        assert len(accepted.addresses) == ACCEPTS_PER_TURN
        await accepted.until(150)
        assert set(accepted.addresses) == {"127.0.0.1"}


async def test_kernel_buffers_are_bounded() -> None:
    """Both kernel buffers are bounded for every accepted connection."""
    bound = await open_server_socket("127.0.0.1", 0)
    with (
        closing(Accepted()) as accepted,
        closing(Port(bound, accepted.take)) as port,
        closing(Clients(1)) as clients,
    ):
        clients.connect(port)
        await accepted.until(1)
        (connection,) = accepted.sockets
        assert connection.getsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF) <= 2 * UNREAD_BYTES
        assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT) == UNSENT_BYTES
        connection.sendall(b"a")  # it does not block
        assert not connection.getblocking()


async def test_no_descriptors_left(caplog: pytest.LogCaptureFixture) -> None:
    """One warning each time it begins, and all waiting connections are accepted afterwards."""
    bound = await counting()
    with closing(Accepted()) as accepted, closing(Port(bound, accepted.take, pause_s=0.001)) as port:
        for number in (3, 4):
            with closing(Clients(number)) as clients:
                before = len(accepted.addresses)
                with no_more_descriptors():
                    clients.connect(port)
                    await bound.until(bound.tries + 5)
                    assert len(accepted.addresses) == before
                await accepted.until(before + number)
    assert caplog.messages == ["cannot accept connections: [Errno 24] Too many open files"] * 2


async def test_accepting_pauses_before_it_is_retried() -> None:
    """Although the socket stays readable."""
    bound, accepted = await counting(), Accepted()
    with closing(Port(bound, accepted.take, pause_s=60)) as port, closing(Clients(1)) as clients:
        with no_more_descriptors():
            clients.connect(port)
            await bound.until(1)
        for _ in range(100):
            await asyncio.sleep(0)
        assert bound.tries == 1
        assert accepted.addresses == []


async def test_closing_while_accepting_is_paused(caplog: pytest.LogCaptureFixture) -> None:
    """Accepting does not resume."""
    bound = await counting()
    with closing(Accepted()) as accepted, closing(Clients(1)) as clients:
        with no_more_descriptors(), closing(Port(bound, accepted.take, pause_s=0.01)) as port:
            clients.connect(port)
            await bound.until(1)
        tries = bound.tries
        await asyncio.sleep(0.02)  # longer than the pause
        assert bound.tries == tries
    assert len(caplog.messages) == 1


@pytest.mark.parametrize(
    ("host", "has_both", "reached_at"),
    [
        ("127.0.0.1", True, ["127.0.0.1"]),
        ("localhost", True, ["127.0.0.1"]),
        (None, True, ["127.0.0.1", "::1"]),
        ("", False, ["127.0.0.1"]),
    ],
)
async def test_listening_addresses(
    host: str | None, has_both: bool, reached_at: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On IPv4 and IPv6 where available, IPv4 first."""
    if "::1" in reached_at and not has_ipv6():
        pytest.skip("no IPv6 on this machine")
    monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: has_both)
    with (
        closing(Accepted()) as accepted,
        closing(Port(await open_server_socket(host, 0), accepted.take)) as port,
    ):
        for number, address in enumerate(reached_at):
            with socket.create_connection((address, port.number)):
                await accepted.until(number + 1)


async def test_a_port_in_use_raises() -> None:
    bound = await open_server_socket("127.0.0.1", 0)
    with bound, pytest.raises(OSError, match="Address already in use"):
        await open_server_socket("127.0.0.1", bound.getsockname()[1])
