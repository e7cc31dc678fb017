"""What one door bears, in connections, bytes and seconds."""

import resource
from dataclasses import dataclass

SPARE_DESCRIPTORS = 64  # for the log, the pages' files, and whatever else is not a connection


@dataclass(frozen=True, slots=True)
class Limits:
    """The defaults suit one process with a few thousand players."""

    connections: int = 10_000
    per_address: int = 256  # connections; a whole school comes from one address
    head_bytes: int = 16 * 1024  # picows bears no more
    head_s: float = 5.0  # for a whole head, however slowly it drips in
    page_idle_s: float = 30.0  # between two requests of one connection
    page_grace_s: float = 5.0  # for requests that are still being answered when we go
    frame_bytes: int = 64 * 1024
    ping_after_s: float = 20.0  # without a sign of life
    pong_within_s: float = 20.0  # not longer than the above, says picows
    unread_s: float = 10.0  # for the next slice of an answer to be taken
    tls_only: bool = False  # players come by TLS, and their browsers should never come without (HSTS)

    @property
    def room(self) -> int:
        """How many connections there can be, with the descriptors that this process may have."""
        most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if most == resource.RLIM_INFINITY:
            return self.connections
        return min(self.connections, most - SPARE_DESCRIPTORS)
