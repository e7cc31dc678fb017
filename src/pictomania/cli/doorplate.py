"""What is printed when a server is open: the addresses to type, and one of them as a QR code for phones."""

import socket
from io import StringIO
from ipaddress import ip_address

import segno


def doorplate(public_url: str | None, host: str, port: int) -> str:
    """Say where to open it, on this machine and on others."""
    here = f"http://localhost:{port}/"
    others = public_url or _elsewhere(host, port)
    lines = ["", "Pictomania is open.", "", f"  on this machine   {here}"]
    if others is not None:
        lines += [f"  on other devices  {others}", "", qr_code(others)]
    return "\n".join([*lines, "Press Ctrl+C to stop. Nothing is lost.", ""])


def _elsewhere(host: str, port: int) -> str | None:
    address = lan_address() if host in ("", "0.0.0.0", "::") else host  # noqa: S104
    if address is None or _is_loopback(address):
        return None
    return f"http://[{address}]:{port}/" if ":" in address else f"http://{address}:{port}/"


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
