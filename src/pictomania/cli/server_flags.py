"""Flags of `pictomania serve`, one for each field of `Config`; other commands share some of them."""

import argparse
import os
import re
from collections.abc import Callable
from pathlib import Path

from pictomania.server.config import Config, split_address
from pictomania.server.net.addresses import Addresses
from pictomania.server.net.origins import Origins

ENVIRONMENT = "PICTOMANIA_"
LOG_LEVELS = ("debug", "info", "warning", "error")
MAX_URL = 300  # longer ones are hard to type, and make a QR code too dense to scan


def _list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _url(text: str) -> str:
    if len(text) > MAX_URL:
        raise argparse.ArgumentTypeError(f"more than {MAX_URL} characters")
    _validate(lambda: Origins(text))
    return text


def _urls(text: str) -> tuple[str, ...]:
    _validate(lambda: Origins(None, _list(text)))
    return _list(text)


def _networks(text: str) -> tuple[str, ...]:
    _validate(lambda: Addresses(_list(text)))
    return _list(text)


def _validate(parse: Callable[[], object]) -> None:
    """Turn a ValueError into a usage error."""
    try:
        parse()
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _integer(minimum: int, maximum: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        value = int(text)
        if not minimum <= value <= maximum:
            raise argparse.ArgumentTypeError(f"{value} is not between {minimum} and {maximum}")
        return value

    return number


def _log_level(text: str) -> str:
    if text not in LOG_LEVELS:
        raise argparse.ArgumentTypeError(f"{text!r} must be one of {', '.join(LOG_LEVELS)}")
    return text


def _token(text: str) -> str:
    if not re.fullmatch("[!-~]+", text):
        raise argparse.ArgumentTypeError("a token may contain only printable ASCII, no spaces")
    return text


def _servers(text: str) -> tuple[str, ...]:
    if not _list(text):
        raise argparse.ArgumentTypeError("give at least one server, as in nats://127.0.0.1:4222")
    return _list(text)


def _file(text: str) -> Path:
    if not Path(text).is_file():
        raise argparse.ArgumentTypeError(f"there is no file {text}")
    return Path(text)


def _node_name(text: str) -> str:
    if not re.fullmatch("[A-Za-z0-9_.-]{0,64}", text):
        raise argparse.ArgumentTypeError("a node's name may contain only letters, digits, '.', '_' and '-'")
    return text


def _address(text: str) -> str:
    _validate(lambda: split_address(text))
    return text


def _speed(text: str) -> float:
    speed = float(text)
    if not 0.1 <= speed <= 100:
        raise argparse.ArgumentTypeError(f"{text} is not between 0.1 and 100")
    return speed


_COUNT = _integer(1, 1_000_000)

# Field of Config -> parser, placeholder, help text.
FLAGS: dict[str, tuple[Callable[[str], object], str, str]] = {
    "host": (str, "ADDRESS", "listen on this address only"),
    "port": (_integer(0, 65_535), "N", "listen on this port; 0: any free one"),
    "data": (Path, "FOLDER", "where tables are stored"),
    "public_url": (_url, "URL", "the URL that people type, if it is not an address of this machine"),
    "origins": (_urls, "URL,...", "other sites whose pages may open sockets here"),
    "proxies": (_networks, "NETWORK,...", "proxies whose X-Forwarded-For is trusted"),
    "proxy_protocol": (_networks, "NETWORK,...", "load balancers that speak the PROXY protocol, version 1"),
    "keep_games_days": (_COUNT, "N", "how long finished games are kept"),
    "keep_tables_hours": (_COUNT, "N", "how long tables are kept after the last player has gone"),
    "most_connections": (_COUNT, "N", "maximum open connections"),
    "connections_per_address": (_COUNT, "N", "maximum open connections from one address"),
    "tables_per_hour": (_COUNT, "N", "tables that one address may create"),
    "wrong_codes_per_minute": (_COUNT, "N", "wrong table codes that one address may try"),
    "metrics_token": (_token, "TOKEN", "also serve metrics to remote clients that send this token"),
    "log_level": (_log_level, "LEVEL", ", ".join(LOG_LEVELS)),
    "most_bots": (_integer(0, 1_000_000), "N", "maximum house bots; others wait for a free place"),
    "bots_per_address": (_integer(0, 1_000_000), "N", "maximum house bots at the tables of one address"),
    "bot_pace": (_speed, "N", "speed of house bots, as a multiple of a person's"),
    "nats": (_servers, "URL,...", "servers of NATS that store the tables, instead of a folder"),
    "nats_credentials": (_file, "FILE", "the credentials for them"),
    "node": (_node_name, "NAME", "the name of this node; by default the host name and the port"),
    "inside": (_address, "HOST:PORT", "where the other nodes reach this one, and nobody else"),
    "inside_tls_cert": (_file, "FILE", "certificate of this node, for the others"),
    "inside_tls_key": (_file, "FILE", "its private key"),
    "inside_tls_ca": (_file, "FILE", "certificate of who signed those of all nodes"),
}


def add_flag(parser: argparse.ArgumentParser, name: str) -> None:
    """Add the flag for a field of `Config`, with its default from the environment."""
    parse, metavar, purpose = FLAGS[name]
    default = getattr(Config(), name)
    shown = f" ({default})" if default else ""
    parser.add_argument(
        f"--{name.replace('_', '-')}",
        type=parse,
        default=os.environ.get(ENVIRONMENT + name.upper()) or default,
        metavar=metavar,
        help=(purpose + shown).replace("%", "%%"),
    )
