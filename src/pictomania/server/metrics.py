"""Metrics of the server in Prometheus text format; none of them is about a single table."""

from collections.abc import Callable
from dataclasses import dataclass, field


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
    tables_quarantined: int = 0
    games_finished: int = 0
    jobs: int = 0
    jobs_busy: int = 0
    jobs_given_up: int = 0
    http_requests: int = 0
    http_refused: int = 0
    longest_stall_ms: float = 0.0
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
    "tables_resumed": "Tables loaded from the log.",
    "tables_quarantined": "Tables that could not be loaded and were left alone.",
    "games_finished": "Finished games.",
    "jobs": "Jobs that worker processes finished, successfully or not.",
    "jobs_busy": "Jobs refused because the queue was full.",
    "jobs_given_up": "Jobs that exceeded a limit or crashed.",
    "http_requests": "HTTP requests.",
    "http_refused": "HTTP requests over a rate limit.",
}


def prometheus_text(metrics: Metrics, node: str = "") -> str:
    """Format all metrics, with the name of the node if there are several."""
    label = f'{{node="{node}"}}' if node else ""
    lines = []
    for name, text in HELP.items():
        full = f"pictomania_{name}_total"
        value = getattr(metrics, name)
        lines += [f"# HELP {full} {text}", f"# TYPE {full} counter", f"{full}{label} {value}"]
    for name, (text, read) in metrics.gauges.items():
        full = f"pictomania_{name}"
        lines += [f"# HELP {full} {text}", f"# TYPE {full} gauge", f"{full}{label} {read():.12g}"]
    return "\n".join(lines) + "\n"
