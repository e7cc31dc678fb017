"""Rate limits for one key, and for all keys of one address together.

Each limit is a token bucket with a rate and a burst. docs/limits.md explains the numbers.
"""

from dataclasses import dataclass

Rate = tuple[float, float]  # per second, burst


@dataclass(frozen=True, slots=True)
class RateLimits:
    """Limits for one key; a human player stays far below them."""

    ink: Rate = (80, 800)  # pieces; a browser sends 30 per second
    actions: Rate = (10, 40)
    requests: Rate = (5, 25)
    chat: Rate = (0.7, 8)
    strikes: Rate = (0.5, 30)  # violations of the limits above before the socket is closed
    ink_bytes: Rate = (
        4_000,
        256_000,
    )  # fast drawing makes 500 per second; the burst fits ten minutes offline
    welcomes: Rate = (0.5, 15)
    welcome_bytes: Rate = (400_000, 32_000_000)
    disk_bytes: Rate = (1_000, 25_000_000)

    def for_address(self) -> "RateLimits":
        """Limits for one address: enough for a school behind one router."""
        return RateLimits(
            ink=_times(30, self.ink),
            actions=_times(8, self.actions),
            requests=_times(8, self.requests),
            chat=_times(8, self.chat),
            strikes=_times(8, self.strikes),
            ink_bytes=_times(15, self.ink_bytes),
            welcomes=_times(10, self.welcomes),
            welcome_bytes=_times(10, self.welcome_bytes),
            disk_bytes=_times(10, self.disk_bytes),
        )


def _times(factor: float, rate: Rate) -> Rate:
    per_second, burst = rate
    return factor * per_second, factor * burst
