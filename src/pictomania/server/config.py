"""What can be set about a server, by flags or by the environment; everything has a sensible default."""

from dataclasses import dataclass, field
from pathlib import Path


def data_folder() -> Path:
    """Where tables are kept unless something else is said."""
    try:
        return Path("~/.local/share/pictomania").expanduser()
    except RuntimeError:  # nobody's home, as in a container
        return Path("pictomania-data")


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one server."""

    host: str = "0.0.0.0"  # noqa: S104 (a party is in the same room, not on the same machine)
    port: int = 8000
    data: Path = field(default_factory=data_folder)
    public_url: str | None = None  # what people type; needed behind a proxy, for it is compared with Origin
    origins: tuple[str, ...] = ()  # other sites whose pages may open sockets here
    proxies: tuple[str, ...] = ()  # networks whose X-Forwarded-For is believed
    keep_games_days: int = 30  # finished games, for replay and gallery
    keep_tables_hours: int = 72  # tables that nobody comes to
    most_connections: int = 4_000
    connections_per_address: int = 250
    tables_per_hour: int = 30  # that one address may make
    wrong_codes_per_minute: int = 20  # that one address may try
    metrics_token: str | None = None  # without one, metrics are told to this machine only
    log_level: str = "info"
    most_bots: int = 250  # of the house, that play at a time
    bots_per_address: int = 60  # of which at tables of one address
    bot_pace: float = 1.0  # how many times as fast as people the bots of the house are
