"""The port: whoever cannot be let in waits outside, and comes in as soon as that is possible again."""

import asyncio
import os
import resource
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest

from pictomania.server.port import AT_ONCE, UNREAD_BYTES, UNSENT_BYTES, Port, listening
from tests.server.visitor import until


@contextmanager
def no_more_descriptors() -> Iterator[None]:
    """Have none left for anything new."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    free = os.dup(0)
    os.close(free)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


class Inside:
    """Those who were let in."""

    def __init__(self) -> None:
        """Nobody yet."""
        self.addresses: list[str] = []
        self.sockets: list[socket.socket] = []
        self._change = asyncio.Event()

    def take(self, connection: socket.socket, address: str) -> None:
        """Let somebody in."""
        self.sockets.append(connection)
        self.addresses.append(address)
        self._change.set()

    async def until(self, number: int) -> None:
        """Wait until so many are in."""
        while len(self.sockets) < number:
            self._change.clear()
            await self._change.wait()

    def close(self) -> None:
        """Have all leave."""
        for connection in self.sockets:
            connection.close()


class Outside:
    """Those who come."""

    def __init__(self, number: int) -> None:
        """Have everything they need, before there is nothing left."""
        self._sockets = [socket.socket() for _ in range(number)]

    def connect(self, port: Port) -> None:
        """Come, all at once; the kernel lets them wait."""
        for connection in self._sockets:
            connection.connect(("127.0.0.1", port.number))

    def close(self) -> None:
        """Go."""
        for connection in self._sockets:
            connection.close()


class Counting(socket.socket):
    """Counts how often somebody tried to accept."""

    tries = 0

    def accept(self) -> tuple[socket.socket, Any]:
        """Try once more."""
        self.tries += 1
        return super().accept()

    async def until(self, tries: int) -> None:
        """Wait until somebody has tried so often."""
        await until(lambda: self.tries >= tries)


async def counting() -> Counting:
    """Listen, and count."""
    return Counting(fileno=(await listening("127.0.0.1", 0)).detach())


def has_ipv6() -> bool:
    """Whether this machine can reach itself by it."""
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return socket.has_dualstack_ipv6()
    except OSError:
        return False


async def test_more_than_one_turn_lets_in() -> None:
    """All get in, but the others have their turns between them."""
    bound = await listening("127.0.0.1", 0)
    with (
        closing(Inside()) as inside,
        closing(Port(bound, inside.take)) as port,
        closing(Outside(150)) as outside,
    ):
        assert 2 * AT_ONCE < 150
        outside.connect(port)
        await inside.until(1)
        assert len(inside.addresses) == AT_ONCE
        await inside.until(150)
        assert set(inside.addresses) == {"127.0.0.1"}


async def test_what_waits_in_the_kernel() -> None:
    """Is bounded for everybody who is let in, whatever the system thinks."""
    bound = await listening("127.0.0.1", 0)
    with (
        closing(Inside()) as inside,
        closing(Port(bound, inside.take)) as port,
        closing(Outside(1)) as outside,
    ):
        outside.connect(port)
        await inside.until(1)
        (connection,) = inside.sockets
        assert connection.getsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF) <= 2 * UNREAD_BYTES
        assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT) == UNSENT_BYTES
        connection.sendall(b"a")  # it does not wait for a place
        assert not connection.getblocking()


async def test_no_descriptors_left(caplog: pytest.LogCaptureFixture) -> None:
    """One line in the log each time that it begins, and all who wait come in when it is over."""
    bound = await counting()
    with closing(Inside()) as inside, closing(Port(bound, inside.take, pause_s=0.001)) as port:
        for number in (3, 4):
            with closing(Outside(number)) as outside:
                before = len(inside.addresses)
                with no_more_descriptors():
                    outside.connect(port)
                    await bound.until(bound.tries + 5)
                    assert len(inside.addresses) == before
                await inside.until(before + number)
    assert caplog.messages == ["nobody can come in at the moment: [Errno 24] Too many open files"] * 2


async def test_nobody_tries_again_at_once() -> None:
    """Although the kernel says all the time that somebody is waiting."""
    bound, inside = await counting(), Inside()
    with closing(Port(bound, inside.take, pause_s=60)) as port, closing(Outside(1)) as outside:
        with no_more_descriptors():
            outside.connect(port)
            await bound.until(1)
        for _ in range(100):
            await asyncio.sleep(0)
        assert bound.tries == 1
        assert inside.addresses == []


async def test_closing_while_nobody_can_come_in(caplog: pytest.LogCaptureFixture) -> None:
    """Nothing begins again."""
    bound = await counting()
    with closing(Inside()) as inside, closing(Outside(1)) as outside:
        with no_more_descriptors(), closing(Port(bound, inside.take, pause_s=0.01)) as port:
            outside.connect(port)
            await bound.until(1)
        tries = bound.tries
        await asyncio.sleep(0.02)  # in which it would have begun
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
async def test_where_to_listen(
    host: str | None, has_both: bool, reached_at: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On both kinds of address where there are both, and on IPv4 first."""
    if "::1" in reached_at and not has_ipv6():
        pytest.skip("no IPv6 on this machine")
    monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: has_both)
    with closing(Inside()) as inside, closing(Port(await listening(host, 0), inside.take)) as port:
        for number, address in enumerate(reached_at):
            with socket.create_connection((address, port.number)):
                await inside.until(number + 1)


async def test_a_port_that_is_taken() -> None:
    """Says so."""
    bound = await listening("127.0.0.1", 0)
    with bound, pytest.raises(OSError, match="Address already in use"):
        await listening("127.0.0.1", bound.getsockname()[1])
