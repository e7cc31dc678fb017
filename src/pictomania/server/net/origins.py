"""Origin checks: which sites may open a WebSocket here."""

import re
import socket
from collections.abc import Collection
from ipaddress import AddressValueError, IPv6Address, ip_address
from typing import NamedTuple

# Exactly what a browser sends: no user, no path, no spaces, no other schemes.
_ORIGIN = re.compile(r"(https?)://(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::([0-9]{1,5}))?", re.ASCII)
_SITE = re.compile(r"([A-Za-z]+://)([^/?#@\s]+)(?:[/?#]\S*)?")  # what an operator writes: a path may follow
_DEFAULT_PORTS = {"http": 80, "https": 443}


class _Origin(NamedTuple):
    scheme: str
    host: str
    port: int


class Origins:
    """Compares whole origins; a host name that merely looks like ours does not match."""

    def __init__(self, public_url: str | None = None, extra: Collection[str] = ()) -> None:
        """`public_url` is where players find this server, `extra` are more sites; ValueError if invalid."""
        self._is_public = public_url is not None
        self._named = {_parse_site(url) for url in (*extra, *([] if public_url is None else [public_url]))}
        host = socket.gethostname().lower()
        name = host.partition(".")[0]
        self._own_names = {"localhost", host, name, f"{name}.local"}

    def allows(self, origin: str | None, host: str | None) -> bool:
        """Whether a page of `origin` may open a WebSocket here; `host` is the Host header."""
        asked = _parse(origin)
        if asked is None:
            return False
        if self._is_public or asked in self._named:
            return asked in self._named
        # Without a public URL, Origin must match Host, and only as a name that nobody else controls: an
        # attacker's domain may resolve to our address (DNS rebinding), and then its Origin matches Host too.
        return asked == _parse(f"http://{host}") and self._is_own(asked.host)

    def _is_own(self, host: str) -> bool:
        return host in self._own_names or _is_ip(host)


def _parse_site(url: str) -> _Origin:
    written = _SITE.fullmatch(url.strip())
    try:
        origin = written and _parse(written[1] + written[2].encode("idna").decode())
    except UnicodeError:
        origin = None
    if not origin:
        raise ValueError(f"not the address of a site: {url!r}")
    return origin


def _parse(text: str | None) -> _Origin | None:
    origin = _ORIGIN.fullmatch((text or "").lower())
    if origin is None:
        return None
    scheme, v6, name, port = origin.groups()
    try:
        host = name or str(IPv6Address(v6))
    except AddressValueError:
        return None
    return _Origin(scheme, host, int(port or _DEFAULT_PORTS[scheme]))


def _is_ip(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
