"""The banner that a server prints when it is open: the URLs to type, and a QR code for phones."""

import socket
from io import StringIO
from ipaddress import ip_address
from typing import TextIO

import segno

ANY_ADDRESS = ("", "0.0.0.0", "::")  # noqa: S104 (hosts that mean every address of this machine)
LOOPBACK = ("localhost", "127.0.0.1", "::1")


def startup_banner(public_url: str | None, host: str, port: int, *, has_blocks: bool = True) -> str:
    """Return the banner; terminals without block characters get no QR code."""
    lines = ["", "Pictomania is open.", ""]
    if public_url is None:  # with one, only pages of that address may open sockets
        lines += [
            f"  on this machine   {_url('localhost' if host in (*ANY_ADDRESS, *LOOPBACK) else host, port)}"
        ]
    others = public_url or _lan_url(host, port)
    if others is not None:
        lines += [f"  on other devices  {others}", ""]
        lines += [qr_code(others)] if has_blocks else []
    return "\n".join([*lines, "Press Ctrl+C to stop. Nothing is lost.", ""])


def banner_for(stream: TextIO, public_url: str | None, host: str, port: int) -> str:
    """Return the banner in characters that a terminal has."""
    banner = startup_banner(public_url, host, port)
    try:
        banner.encode(stream.encoding)
    except UnicodeEncodeError:
        banner = startup_banner(public_url, host, port, has_blocks=False)
        return banner.encode("ascii", "backslashreplace").decode()
    return banner


def _lan_url(host: str, port: int) -> str | None:
    address = lan_address() if host in ANY_ADDRESS else host
    return None if address is None or _is_loopback(address) else _url(address, port)


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def lan_address() -> str | None:
    """Return this machine's address in its network: the one it would use to reach others. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return address


def qr_code(url: str) -> str:
    """Return a QR code of half-block characters, to be scanned from the terminal."""
    out = StringIO()
    segno.make(url, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
