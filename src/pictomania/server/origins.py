"""Which pages may open a socket: our own, and those that were named."""

import re
import socket
from collections.abc import Collection
from ipaddress import AddressValueError, IPv6Address, ip_address
from typing import NamedTuple

# Nothing but what a browser writes: no user, no path, no blanks, no other schemes.
_ORIGIN = re.compile(r"(https?)://(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::([0-9]{1,5}))?", re.ASCII)
_SITE = re.compile(r"([A-Za-z]+://)([^/?#@\s]+)(?:[/?#]\S*)?")  # what a person writes: a path may follow
_USUAL_PORTS = {"http": 80, "https": 443}


class _Origin(NamedTuple):
    scheme: str
    host: str
    port: int


class Origins:
    """Compares whole origins; a name that merely looks like ours is somebody else's."""

    def __init__(self, public_url: str | None = None, extra: Collection[str] = ()) -> None:
        """`public_url` is where players find us, `extra` are more sites; ValueError if any is none."""
        self._is_public = public_url is not None
        self._named = {_site(url) for url in (*extra, *([] if public_url is None else [public_url]))}
        host = socket.gethostname().lower()
        name = host.partition(".")[0]
        self._own_names = {"localhost", host, name, f"{name}.local"}

    def allows(self, origin: str | None, host: str | None) -> bool:
        """Whether a page of `origin` may open a socket here; `host` is what the request calls us."""
        asking = _parsed(origin)
        if asking is None:
            return False
        if self._is_public or asking in self._named:
            return asking in self._named
        # Whatever leads here may be our address, as long as nobody else can make it lead here: a stranger's
        # page may have a name that points at us, and then its host equals ours too.
        return asking == _parsed(f"http://{host}") and self._is_own(asking.host)

    def _is_own(self, host: str) -> bool:
        return host in self._own_names or _is_ip(host)


def _site(url: str) -> _Origin:
    written = _SITE.fullmatch(url.strip())
    try:
        origin = written and _parsed(written[1] + written[2].encode("idna").decode())
    except UnicodeError:
        origin = None
    if not origin:
        raise ValueError(f"not the address of a site: {url!r}")
    return origin


def _parsed(text: str | None) -> _Origin | None:
    origin = _ORIGIN.fullmatch((text or "").lower())
    if origin is None:
        return None
    scheme, v6, name, port = origin.groups()
    try:
        host = name or str(IPv6Address(v6))
    except AddressValueError:
        return None
    return _Origin(scheme, host, int(port or _USUAL_PORTS[scheme]))


def _is_ip(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
