"""Metrics of the server in Prometheus text format; none of them is about a single table."""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate

BOUNDS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


@dataclass(slots=True)
class Histogram:
    """Durations, counted by size."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS_S) + 1))
    total_s: float = 0.0

    def observe(self, seconds: float) -> None:
        """Count a duration."""
        self.counts[bisect_left(BOUNDS_S, seconds)] += 1
        self.total_s += seconds

    @property
    def buckets(self) -> Iterator[tuple[str, int]]:
        """For each bound, the number of durations up to it."""
        return zip([f"{bound:g}" for bound in BOUNDS_S] + ["+Inf"], accumulate(self.counts), strict=True)


@dataclass(slots=True)
class Metrics:
    """Counters, and gauges that are read on demand."""

    messages: int = 0
    refused_messages: int = 0
    bad_messages: int = 0
    ink_pieces: int = 0
    ink_bytes: int = 0
    frames_sent: int = 0
    bytes_sent: int = 0
    appends: int = 0
    append_failures: int = 0
    lag_welcomes: int = 0
    slow_closed: int = 0
    tables_made: int = 0
    tables_resumed: int = 0
    tables_lost: int = 0
    tables_crashed: int = 0
    tables_quarantined: int = 0
    games_finished: int = 0
    jobs: int = 0
    jobs_busy: int = 0
    jobs_given_up: int = 0
    http_requests: int = 0
    http_refused: int = 0
    longest_stall_ms: float = 0.0
    append_seconds: Histogram = field(default_factory=Histogram)
    tick_delay_seconds: Histogram = field(default_factory=Histogram)
    # Read on demand; a name that ends with `_total` is a counter.
    gauges: dict[str, tuple[str, Callable[[], float]]] = field(default_factory=dict)


HELP = {
    "messages": "Text messages from clients.",
    "refused_messages": "Messages refused with a reason.",
    "bad_messages": "Invalid messages, which our own client never sends.",
    "ink_pieces": "Pieces of ink from clients.",
    "ink_bytes": "Bytes of ink from clients.",
    "frames_sent": "Frames written to sockets.",
    "bytes_sent": "Bytes written to sockets.",
    "appends": "Batches appended to the log.",
    "append_failures": "Appends that failed or timed out.",
    "lag_welcomes": "Clients welcomed again after they read too slowly.",
    "slow_closed": "Sockets closed because the client stopped reading.",
    "tables_made": "Tables created.",
    "tables_resumed": "Tables loaded from the log; in a cluster, taken over.",
    "tables_lost": "Tables given up because another node had taken them over.",
    "tables_crashed": "Tables given up because of a bug; the log brings them back.",
    "tables_quarantined": "Tables that could not be loaded and were left alone.",
    "games_finished": "Finished games.",
    "jobs": "Jobs that worker processes finished, successfully or not.",
    "jobs_busy": "Jobs refused because the queue was full.",
    "jobs_given_up": "Jobs that exceeded a limit or crashed.",
    "http_requests": "HTTP requests.",
    "http_refused": "HTTP requests over a rate limit.",
}


HISTOGRAMS = {
    "append_seconds": "Time until an append was stored, retries included.",
    "tick_delay_seconds": "Delay of the event loop at every tick.",
}


def prometheus_text(metrics: Metrics, node: str = "") -> str:
    """Format all metrics, with the name of the node if there are several."""
    labels = [f'node="{node}"'] if node else []
    lines = []
    for name, text in HELP.items():
        lines += _describe(f"{name}_total", text, "counter")
        lines.append(_sample(f"{name}_total", labels, getattr(metrics, name)))
    for name, text in HISTOGRAMS.items():
        histogram: Histogram = getattr(metrics, name)
        lines += _describe(name, text, "histogram")
        lines += [
            _sample(f"{name}_bucket", [*labels, f'le="{bound}"'], count) for bound, count in histogram.buckets
        ]
        lines.append(_sample(f"{name}_sum", labels, histogram.total_s))
        lines.append(_sample(f"{name}_count", labels, sum(histogram.counts)))
    for name, (text, read) in metrics.gauges.items():
        lines += _describe(name, text, "counter" if name.endswith("_total") else "gauge")
        lines.append(_sample(name, labels, read()))
    return "\n".join(lines) + "\n"


def _describe(name: str, text: str, kind: str) -> list[str]:
    return [f"# HELP pictomania_{name} {text}", f"# TYPE pictomania_{name} {kind}"]


def _sample(name: str, labels: list[str], value: float) -> str:
    labels_text = f"{{{','.join(labels)}}}" if labels else ""
    return f"pictomania_{name}{labels_text} {value if isinstance(value, int) else f'{value:.12g}'}"
