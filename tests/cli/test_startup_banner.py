"""The startup banner: URLs, and a QR code of one of them."""

import errno
import socket
from ipaddress import IPv4Address

import pytest
import segno

from pictomania.cli import startup_banner as module
from pictomania.cli.startup_banner import lan_address, qr_code, startup_banner

LAN = "192.168.1.7"
DARK = {" ": (1, 1), "\u2580": (0, 1), "\u2584": (1, 0), "\u2588": (0, 0)}  # by upper and lower half


def scan_qr_code(picture: str) -> list[list[int]]:
    """Read the modules of a QR code off a terminal, without the quiet zone."""
    rows: list[list[int]] = []
    for line in picture.splitlines():
        halves = [DARK[char] for char in line]
        rows += [[upper for upper, _ in halves], [lower for _, lower in halves]]
    return [row[2:-2] for row in rows if any(row) and not all(row)]


def expected_modules(url: str) -> list[list[int]]:
    """The modules of a URL's QR code."""
    return [list(row) for row in segno.make(url, error="l", micro=False).matrix]


def addresses(banner: str) -> list[tuple[str, str]]:
    """Labels and URLs in a banner."""
    lines = [line.strip() for line in banner.splitlines() if "://" in line]
    return [(line[:18].strip(), line[18:]) for line in lines]


@pytest.fixture(autouse=True)
def _in_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend to be in a network with this address."""
    monkeypatch.setattr(module, "lan_address", lambda: LAN)


@pytest.mark.parametrize("host", ["", "0.0.0.0", "::"])  # noqa: S104
def test_listening_on_every_address(host: str) -> None:
    banner = startup_banner(None, host, 8000)
    assert addresses(banner) == [
        ("on this machine", "http://localhost:8000/"),
        ("on other devices", f"http://{LAN}:8000/"),
    ]
    assert "Pictomania is open." in banner
    assert "Press Ctrl+C to stop." in banner


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "::1"])
def test_on_this_machine_only(host: str) -> None:
    banner = startup_banner(None, host, 8000)
    assert addresses(banner) == [("on this machine", "http://localhost:8000/")]
    assert not set(banner) & set("\u2580\u2584\u2588")


@pytest.mark.parametrize(
    ("host", "url", "is_elsewhere"),
    [
        ("192.168.1.9", "http://192.168.1.9:80/", True),
        ("fd00::7", "http://[fd00::7]:80/", True),
        ("2001:db8::1", "http://[2001:db8::1]:80/", True),
        ("laptop.local", "http://laptop.local:80/", True),
        ("127.0.0.2", "http://127.0.0.2:80/", False),
    ],
)
def test_on_one_address_only(host: str, url: str, is_elsewhere: bool) -> None:
    """It is the URL for this machine too."""
    expected = [("on this machine", url), ("on other devices", url)]
    assert addresses(startup_banner(None, host, 80)) == (expected if is_elsewhere else expected[:1])


def test_with_a_public_address() -> None:
    """Only that one, since only its pages may open sockets."""
    banner = startup_banner("https://play.example/", "127.0.0.1", 8000)
    assert addresses(banner) == [("on other devices", "https://play.example/")]


def test_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "lan_address", lambda: None)
    banner = startup_banner(None, "0.0.0.0", 8000)  # noqa: S104
    assert addresses(banner) == [("on this machine", "http://localhost:8000/")]


@pytest.mark.parametrize(
    "url", [f"http://{LAN}:8000/", "http://[2001:db8::1]:65535/", "https://пикто.рф/" + "x" * 250]
)
def test_the_qr_code_contains_the_url(url: str) -> None:
    assert scan_qr_code(qr_code(url)) == expected_modules(url)
    banner = startup_banner(url, "", 8000)
    assert qr_code(url) in banner
    assert max(len(line) for line in banner.splitlines() if "\u2588" in line) <= 80


def test_a_terminal_without_blocks_gets_no_qr_code() -> None:
    banner = startup_banner(None, "", 8000, has_blocks=False)
    assert banner.isascii()
    assert len(addresses(banner)) == 2


def test_lan_address() -> None:
    address = lan_address()
    assert address is None or not IPv4Address(address).is_unspecified


def test_no_lan_address_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unconnected(socket.socket):
        def connect(self, _address: object) -> None:
            raise OSError(errno.ENETUNREACH, "Network is unreachable")

    monkeypatch.setattr(socket, "socket", Unconnected)
    assert lan_address() is None
