"""What a run has found."""

from dataclasses import asdict, dataclass, field
from typing import Any

Growth = dict[str, list[dict[str, float]]]


@dataclass(slots=True)
class Results:
    """The figures of a run; None where something was not measured."""

    ratio_to_c: float | None = None
    ratio_to_usual: float | None = None
    tables_under_50_ms: int | None = None
    deliveries_per_cpu_s: int | None = None
    bytes_per_point: float | None = None
    bytes_per_point_of_others: float | None = None
    kb_per_connection: float | None = None
    actions_per_s: int | None = None
    action_p99_ms: float | None = None
    guess_bytes: int | None = None
    rejoin_points: int | None = None
    rejoin_bytes: int | None = None
    rejoin_server_ms: float | None = None
    restart_1000_tables_s: float | None = None
    parked_table_bytes: int | None = None
    growth: Growth = field(default_factory=dict)
    servers: dict[str, dict[str, float]] = field(default_factory=dict)
    machine: dict[str, object] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Return everything."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Figure:
    """How a figure is shown, and what we want it to be."""

    key: str
    label: str
    style: str = "{:,}"
    goal: float | None = None
    more_is_better: bool = True

    def value(self, results: Results) -> str:
        """Format the figure; a dash if it was not measured."""
        value = getattr(results, self.key)
        return "–" if value is None else self.style.format(value)

    @property
    def wanted(self) -> str:
        """Format the goal."""
        if self.goal is None:
            return ""
        return ("at least " if self.more_is_better else "at most ") + self.style.format(self.goal)

    def is_missed(self, results: Results) -> bool:
        """Whether the figure was measured and is worse than its goal."""
        value = getattr(results, self.key)
        if value is None or self.goal is None:
            return False
        return bool(value < self.goal if self.more_is_better else value > self.goal)


FIGURES = (
    Figure("ratio_to_c", "deliveries per CPU second, compared with a minimal server in C", "× {:.2f}", 0.6),
    Figure("ratio_to_usual", "the same, compared with Starlette and uvicorn", "× {:.1f}", 5.0),
    Figure("deliveries_per_cpu_s", "deliveries per CPU second"),
    Figure("tables_under_50_ms", "tables of six on one core, all drawing, p99 below 50 ms", goal=350),
    Figure(
        "bytes_per_point",
        "bytes on the wire for each point and viewer, artists included",
        "{:.2f}",
        3.5,
        False,
    ),
    Figure("bytes_per_point_of_others", "the same, if only other players count as viewers", "{:.2f}"),
    Figure("kb_per_connection", "memory for each drawing connection", "{:.1f} kB", 30.0, False),
    Figure("actions_per_s", "actions stored and shown per second, p99 below 50 ms", goal=5_000),
    Figure("action_p99_ms", "p99 of these actions", "{:.1f} ms", 50.0, False),
    Figure("guess_bytes", "sent to all six after a guess", "{:,} bytes", 6_000, False),
    Figure("rejoin_points", "points on a full sheet"),
    Figure("rejoin_bytes", "coming back to six full sheets", "{:,} bytes", 60_000, False),
    Figure("rejoin_server_ms", "CPU time of the server for that", "{:.1f} ms", 20.0, False),
    Figure(
        "restart_1000_tables_s", "restart with 1,000 tables, until all are playable", "{:.1f} s", 3.0, False
    ),
    Figure("parked_table_bytes", "memory of a table that everyone has left", "{:,} bytes"),
)

GROWTH_LABELS = {
    "tables": "CPU time per delivery, by tables",
    "players": "CPU time per delivery, by players at a table",
    "watchers": "CPU time per delivery, by watchers at a table",
    "points": "CPU time per delivery, by points that are on each sheet already",
    "rounds": "CPU time per round of a game of three",
}
SERVER_LABELS = {"ours": "Pictomania", "c": "minimal server in C", "usual": "Starlette and uvicorn"}


def cost_key(part: str) -> tuple[str, str]:
    """Return the key and the unit of the cost in a part of the growth."""
    return ("cpu_ms_per_round", "ms") if part == "rounds" else ("cpu_us_per_delivery", "µs")


def as_text(results: Results) -> str:
    """Format the results as a table."""
    width = max(len(figure.label) for figure in FIGURES)
    lines = [
        f"{figure.label:<{width}}  {figure.value(results):>14}   "
        f"{figure.wanted}{' (missed)' if figure.is_missed(results) else ''}".rstrip()
        for figure in FIGURES
    ]
    for part, rows in results.growth.items():
        key, unit = cost_key(part)
        costs = ", ".join(f"{row[part]:,.0f}: {row[key]:g} {unit}" for row in rows)
        lines.append(f"{GROWTH_LABELS[part]}: {costs}")
    return "\n".join((*lines, *results.notes)) + "\n"
