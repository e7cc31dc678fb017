"""What a run has found, as JSON and in words."""

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
    machine: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Return everything."""
        return asdict(self)
