"""The server's clock, which never jumps."""

import time


class ServerClock:
    """Milliseconds since 1970: the wall clock at start-up, advanced by the monotonic clock."""

    def __init__(self) -> None:
        self._offset_ns = time.time_ns() - time.monotonic_ns()

    def ms(self) -> int:
        """The current time."""
        return (time.monotonic_ns() + self._offset_ns) // 1_000_000
