"""The PROXY protocol, version 1: one line with which a TCP load balancer says whose connection this is.

See https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt, sections 2.1 and 4.
"""

import asyncio
import re
import socket
from ipaddress import IPv6Address, ip_address

MAX_LINE = 107  # bytes, line end included
NO_CLIENT = b"PROXY UNKNOWN\r\n"  # the connection is the load balancer's own, such as a health check

_LINE = re.compile(rb"PROXY (?:UNKNOWN[^\r]*|TCP[46] ([0-9A-Fa-f:.]+) [0-9A-Fa-f:.]+ \d{1,5} \d{1,5})\r\n")


class BadAnnouncement(Exception):  # noqa: N818 (what it is)
    """A connection that does not begin with a line of this protocol."""


def announcement(connection: socket.socket) -> bytes:
    """Return the line for a client's connection."""
    client, port, *_ = connection.getpeername()
    here, here_port, *_ = connection.getsockname()
    client, here = _plain(client), _plain(here)
    family = "TCP6" if ":" in client else "TCP4"
    return f"PROXY {family} {client} {here} {port} {here_port}\r\n".encode()


def _plain(address: str) -> str:
    """Return an address without its zone; a dual-stack socket has IPv4 addresses as mapped ones."""
    ip = ip_address(address.partition("%")[0])
    return str((isinstance(ip, IPv6Address) and ip.ipv4_mapped) or ip)


async def read_announcement(connection: socket.socket) -> str | None:
    """Read the line at the beginning of a connection, and nothing after it; return the client's address.

    Returns None if there is no client, and raises `BadAnnouncement` if there is no such line. The sender
    has to send the line at once, so one that comes in pieces is refused.
    """
    try:
        await _readable(connection)
        line = _LINE.match(connection.recv(MAX_LINE, socket.MSG_PEEK))
        if line is None:
            raise BadAnnouncement
        connection.recv(line.end())
        return None if line[1] is None else str(ip_address(line[1].decode()))
    except (OSError, ValueError):
        raise BadAnnouncement from None


async def _readable(connection: socket.socket) -> None:
    """Wait until something has arrived."""
    loop = asyncio.get_running_loop()
    arrived = asyncio.Event()
    loop.add_reader(connection, arrived.set)
    try:
        await arrived.wait()
    finally:
        loop.remove_reader(connection)
