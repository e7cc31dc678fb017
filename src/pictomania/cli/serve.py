"""`pictomania serve`: a server for tables, with no configuration but what one wants to change."""

import argparse
import os
import re
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

from pictomania.cli.doorplate import doorplate
from pictomania.server.addresses import Addresses
from pictomania.server.config import Config
from pictomania.server.origins import Origins

FAILED = 1
ENVIRONMENT = "PICTOMANIA_"
LEVELS = ("debug", "info", "warning", "error")
LONGEST_URL = 300  # more is hard to type, and to photograph


def _several(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _site(text: str) -> str:
    if len(text) > LONGEST_URL:
        raise argparse.ArgumentTypeError(f"more than {LONGEST_URL} characters")
    _check(lambda: Origins(text))
    return text


def _sites(text: str) -> tuple[str, ...]:
    _check(lambda: Origins(None, _several(text)))
    return _several(text)


def _networks(text: str) -> tuple[str, ...]:
    _check(lambda: Addresses(_several(text)))
    return _several(text)


def _check(use: Callable[[], object]) -> None:
    """Say what a server would say, but before there is one."""
    try:
        use()
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _count(least: int, most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        value = int(text)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{value} is not from {least} to {most}")
        return value

    return number


def _level(text: str) -> str:
    if text not in LEVELS:
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(LEVELS)}")
    return text


def _token(text: str) -> str:
    if not re.fullmatch("[!-~]+", text):
        raise argparse.ArgumentTypeError("a token is made of letters, digits and signs, without blanks")
    return text


def _pace(text: str) -> float:
    pace = float(text)
    if not 0.1 <= pace <= 100:
        raise argparse.ArgumentTypeError(f"{text} is not from 0.1 to 100")
    return pace


_MANY = _count(1, 1_000_000)

# How a setting is read, what to call its value, what it is for.
FLAGS: dict[str, tuple[Callable[[str], object], str, str]] = {
    "host": (str, "ADDRESS", "listen on this address only"),
    "port": (_count(0, 65_535), "N", "listen on this port; 0: any that is free"),
    "data": (Path, "FOLDER", "where tables are kept"),
    "public_url": (_site, "URL", "what people type, where that is not an address of this machine"),
    "origins": (_sites, "URL,...", "other sites whose pages may open sockets here"),
    "proxies": (_networks, "NETWORK,...", "proxies whose X-Forwarded-For is believed"),
    "keep_games_days": (_MANY, "N", "how long finished games are kept"),
    "keep_tables_hours": (_MANY, "N", "how long tables are kept that nobody comes to"),
    "most_connections": (_MANY, "N", "connections at a time"),
    "connections_per_address": (_MANY, "N", "of which from one address"),
    "tables_per_hour": (_MANY, "N", "tables that one address may make"),
    "wrong_codes_per_minute": (_MANY, "N", "wrong table codes that one address may try"),
    "metrics_token": (_token, "TOKEN", "tell metrics to whoever has this, not only to this machine"),
    "log_level": (_level, "LEVEL", ", ".join(LEVELS)),
    "most_bots": (_count(0, 1_000_000), "N", "bots that play at a time; others wait until these have gone"),
    "bots_per_address": (_count(0, 1_000_000), "N", "of which at tables of one address"),
    "bot_pace": (_pace, "N", "how many times as fast as people bots draw and guess"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what may follow `pictomania serve`."""
    parser.description = (
        "Serve tables until interrupted, and say where to open them. Tables survive whatever happens to it. "
        f"Every flag can be set in the environment too, as in {ENVIRONMENT}PORT=8000."
    )
    defaults = Config()
    for name, (kind, metavar, purpose) in FLAGS.items():
        default = getattr(defaults, name)
        shown = f" ({default})" if default else ""
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            type=kind,
            default=os.environ.get(ENVIRONMENT + name.upper()) or default,
            metavar=metavar,
            help=(purpose + shown).replace("%", "%%"),
        )


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    # Here and not above: no other command should wait for the libraries of a server.
    from pictomania.log import Unusable  # noqa: PLC0415
    from pictomania.server.process import serve  # noqa: PLC0415
    from pictomania.server.run import CannotListen  # noqa: PLC0415

    config = Config(**{field.name: getattr(args, field.name) for field in fields(Config)})
    try:
        serve(config, lambda port: _announce(config, port))
    except Unusable as error:
        return _sorry(str(error))
    except CannotListen as error:
        return _sorry(f"{error}; --host and --port choose another")
    return 0


def _announce(config: Config, port: int) -> None:
    plate = doorplate(config.public_url, config.host, port)
    try:
        print(plate, flush=True)
    except UnicodeEncodeError:  # a terminal that knows no blocks
        plate = doorplate(config.public_url, config.host, port, has_blocks=False)
        print(plate.encode("ascii", "backslashreplace").decode(), flush=True)


def _sorry(sentence: str) -> int:
    print(f"pictomania serve: {sentence}", file=sys.stderr)
    return FAILED
