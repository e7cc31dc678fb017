"""`pictomania serve`: run a server; every setting has a default."""

import argparse
import sys
from dataclasses import fields

from pictomania.cli.server_flags import ENVIRONMENT, FLAGS, add_flag
from pictomania.cli.startup_banner import banner_for
from pictomania.server.config import Config

FAILED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pictomania serve`."""
    parser.description = (
        "Serve tables until interrupted, and print where to open them. Tables survive restarts and crashes. "
        f"Every flag can be set in the environment too, as in {ENVIRONMENT}PORT=8000."
    )
    for name in FLAGS:
        add_flag(parser, name)


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    # Not at the top: other commands should not have to wait for the server's libraries.
    from pictomania.log import Unusable  # noqa: PLC0415
    from pictomania.server.net.port import CannotListen  # noqa: PLC0415
    from pictomania.server.process import serve  # noqa: PLC0415

    config = Config(**{field.name: getattr(args, field.name) for field in fields(Config)})
    try:
        serve(config, lambda port: _announce(config, port))
    except (CannotListen, Unusable) as error:
        return _fail(str(error))
    return 0


def _announce(config: Config, port: int) -> None:
    print(banner_for(sys.stdout, config.public_url, config.host, port), flush=True)


def _fail(sentence: str) -> int:
    print(f"pictomania serve: {sentence}", file=sys.stderr)
    return FAILED
