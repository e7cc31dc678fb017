"""Limits for one listener, in connections, bytes and seconds."""

import resource
from dataclasses import dataclass

PAGE_GRACE_S = 0.5  # for requests in progress at shutdown; aiohttp waits once more when it cancels them
SPARE_DESCRIPTORS = 64  # file descriptors reserved for the log, worker pipes and everything else


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The defaults suit one process with a few thousand players."""

    connections: int = 10_000
    per_address: int = 256  # connections; a whole school shares one address
    head_bytes: int = 16 * 1024  # of one request
    head_s: float = 5.0  # time limit for a whole request head
    page_idle_s: float = 30.0  # between two requests on one connection
    page_grace_s: float = PAGE_GRACE_S
    frame_bytes: int = 64 * 1024
    ping_after_s: float = 20.0  # without receiving anything
    pong_within_s: float = 20.0  # at most `ping_after_s`, a restriction of picows
    unread_s: float = 10.0  # time limit for the client to read the next slice of a response
    tls_only: bool = False  # players use HTTPS, and browsers are told to insist on it (HSTS)

    @property
    def max_connections(self) -> int:
        """The connection limit, given the file descriptors that this process may open."""
        most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if most == resource.RLIM_INFINITY:
            return self.connections
        return min(self.connections, most - SPARE_DESCRIPTORS)
