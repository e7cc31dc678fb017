"""What is printed when a server is open: the addresses to type, and one of them as a QR code for phones."""

import socket
from io import StringIO
from ipaddress import ip_address

import segno

ANYWHERE = ("", "0.0.0.0", "::")  # noqa: S104 (hosts that mean every address of this machine)
HERE = ("localhost", "127.0.0.1", "::1")


def doorplate(public_url: str | None, host: str, port: int, *, has_blocks: bool = True) -> str:
    """Say where to open it, on this machine and on others; terminals without blocks get no QR code."""
    lines = ["", "Pictomania is open.", ""]
    if public_url is None:  # or else sockets are opened for pages of that address only
        lines += [f"  on this machine   {_url('localhost' if host in (*ANYWHERE, *HERE) else host, port)}"]
    others = public_url or _elsewhere(host, port)
    if others is not None:
        lines += [f"  on other devices  {others}", ""]
        lines += [qr_code(others)] if has_blocks else []
    return "\n".join([*lines, "Press Ctrl+C to stop. Nothing is lost.", ""])


def _elsewhere(host: str, port: int) -> str | None:
    address = lan_address() if host in ANYWHERE else host
    return None if address is None or _is_loopback(address) else _url(address, port)


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def lan_address() -> str | None:
    """This machine's address in its network: the one it would use to reach others. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is reserved for documents
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return address


def qr_code(url: str) -> str:
    """A QR code out of half blocks, to be photographed from the terminal."""
    out = StringIO()
    segno.make(url, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
