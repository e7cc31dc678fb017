"""The server's own time, which never jumps: clocks of clients are not asked, and the wall clock only once."""

import time


class Time:
    """Milliseconds since 1970 that only ever go forward at the pace of the monotonic clock."""

    def __init__(self) -> None:
        """Look at the wall clock once."""
        self._ahead_ns = time.time_ns() - time.monotonic_ns()

    def ms(self) -> int:
        """What time it is."""
        return (time.monotonic_ns() + self._ahead_ns) // 1_000_000
