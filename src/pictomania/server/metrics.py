"""Figures about a running server in the text form that Prometheus reads; nothing about any one table."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Metrics:
    """Counters, and gauges that are asked when somebody looks."""

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
    "refused_messages": "Messages that were not done, with a reason given.",
    "bad_messages": "Messages that no client of ours sends.",
    "ink_pieces": "Pieces of ink from clients.",
    "ink_bytes": "Bytes of ink from clients.",
    "frames_sent": "Frames written to sockets.",
    "bytes_sent": "Bytes written to sockets.",
    "appends": "Batches stored in the log.",
    "append_failures": "Times that the log did not answer.",
    "lag_welcomes": "Times that somebody who read too slowly was told everything again.",
    "slow_closed": "Sockets closed because nothing was read.",
    "tables_made": "Tables made.",
    "tables_resumed": "Tables read back from the log.",
    "tables_quarantined": "Tables whose record could not be read.",
    "games_finished": "Games played to the end.",
    "jobs": "Jobs that worker processes have ended, in whatever way.",
    "jobs_busy": "Jobs refused because too many were waiting.",
    "jobs_given_up": "Jobs that took too much time or memory, or crashed.",
    "http_requests": "HTTP requests.",
    "http_refused": "HTTP requests over a rate limit.",
}


def exposition(metrics: Metrics) -> str:
    """Write all figures down."""
    lines = []
    for name, text in HELP.items():
        full = f"pictomania_{name}_total"
        lines += [f"# HELP {full} {text}", f"# TYPE {full} counter", f"{full} {getattr(metrics, name)}"]
    for name, (text, ask) in metrics.gauges.items():
        full = f"pictomania_{name}"
        lines += [f"# HELP {full} {text}", f"# TYPE {full} gauge", f"{full} {ask():.12g}"]
    return "\n".join(lines) + "\n"
