"""Server settings, from flags or the environment, with defaults."""

from dataclasses import dataclass, field
from pathlib import Path


def data_folder() -> Path:
    """The default data folder."""
    try:
        return Path("~/.local/share/pictomania").expanduser()
    except RuntimeError:  # no home directory, as in some containers
        return Path("pictomania-data")


DATABASE = "tables.sqlite3"  # in the data folder


@dataclass(frozen=True, slots=True)
class Config:
    """Settings of one server."""

    host: str = "0.0.0.0"  # noqa: S104 (players in the same room must reach it)
    port: int = 8000
    data: Path = field(default_factory=data_folder)
    public_url: str | None = (
        None  # the address players open; required behind a proxy, since Origin is compared with it
    )
    origins: tuple[str, ...] = ()  # other sites whose pages may open WebSockets here
    proxies: tuple[str, ...] = ()  # networks whose X-Forwarded-For header is trusted
    proxy_protocol: tuple[str, ...] = ()  # networks of load balancers that speak the PROXY protocol
    keep_games_days: int = 30  # finished games, for replays and pictures
    keep_tables_hours: int = 72  # tables without visitors
    most_connections: int = 4_000
    connections_per_address: int = 250
    tables_per_hour: int = 30  # new tables per address
    wrong_codes_per_minute: int = 20  # per address
    metrics_token: str | None = None  # without one, metrics are for loopback addresses only
    log_level: str = "info"
    most_bots: int = 250  # house bots at all tables
    bots_per_address: int = 60  # house bots at tables of one address
    bot_pace: float = 1.0  # speed of house bots, relative to people
    nats: tuple[str, ...] = ()  # servers of NATS that hold the log, instead of the data folder
    nats_credentials: Path | None = None  # a credentials file of NATS
    node: str = ""  # the name of this node in a cluster; by default the host name and the port
    inside: str = "127.0.0.1:0"  # where other nodes reach this one
    inside_tls_cert: Path | None = None  # of this node, for other nodes
    inside_tls_key: Path | None = None
    inside_tls_ca: Path | None = None  # who signed the certificates of all nodes

    @property
    def inside_address(self) -> tuple[str, int]:
        """Host and port of `inside`."""
        return split_address(self.inside)


def split_address(text: str) -> tuple[str, int]:
    """Split HOST:PORT, with an IPv6 address in brackets, or raise ValueError."""
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not (host and colon and port.isascii() and port.isdigit() and int(port) <= 65_535):
        raise ValueError(f"{text!r} is not HOST:PORT")
    return host, int(port)
