"""What good players saw in a stretch of time: how long ink and stored actions took, and what went wrong."""

from collections.abc import Iterable
from dataclasses import dataclass, field

LOST_S = 30.0  # what a piece or an action counts for that never arrived


@dataclass
class Samples:
    """Everything recorded so far, by the time it was sent."""

    reloading: int = 0  # players who drop their connection on purpose
    disconnects: int = 0
    closed: list[str] = field(default_factory=list)  # codes and reasons
    refused: list[str] = field(default_factory=list)
    _taken: dict[str, list[tuple[float, float]]] = field(default_factory=lambda: {"ink": [], "action": []})

    def add(self, kind: str, sent: float, seen: float) -> None:
        """Record that something was seen."""
        self._taken[kind].append((sent, seen - sent))

    def between(self, start: float, end: float, pending: Iterable[tuple[str, float]]) -> "Seen":
        """Cut out what was sent in a stretch of time; what has not arrived counts as lost."""
        took = {
            kind: [took for sent, took in taken if start <= sent < end] for kind, taken in self._taken.items()
        }
        for kind, sent in pending:
            if start <= sent < end:
                took[kind].append(LOST_S)
        return Seen(took["ink"], took["action"])


@dataclass
class Seen:
    """Seconds from sending to seeing, and what went wrong in that time."""

    ink: list[float]
    action: list[float]
    disconnects: int = 0
    closed: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def ms(self, kind: str, share: float) -> float:
        """Give a percentile in milliseconds."""
        return percentile(self.ink if kind == "ink" else self.action, share) * 1000

    def __add__(self, other: "Seen") -> "Seen":
        """Put two stretches of time together."""
        return Seen(
            self.ink + other.ink,
            self.action + other.action,
            self.disconnects + other.disconnects,
            self.closed + other.closed,
            self.refused + other.refused,
        )


def percentile(values: list[float], share: float) -> float:
    """Give the value that this share of all values does not exceed; without any, as if all were lost."""
    if not values:
        return LOST_S
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]
