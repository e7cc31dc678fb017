"""The doorplate: addresses that lead here, and a QR code that says one of them."""

import errno
import socket
from ipaddress import IPv4Address

import pytest
import segno

from pictomania.cli import doorplate as module
from pictomania.cli.doorplate import doorplate, lan_address, qr_code

LAN = "192.168.1.7"
DARK = {" ": (1, 1), "\u2580": (0, 1), "\u2584": (1, 0), "\u2588": (0, 0)}  # by upper and lower half


def photographed(picture: str) -> list[list[int]]:
    """Read the dark spots of a QR code off a terminal, without the white around it."""
    rows: list[list[int]] = []
    for line in picture.splitlines():
        halves = [DARK[sign] for sign in line]
        rows += [[upper for upper, _ in halves], [lower for _, lower in halves]]
    return [row[2:-2] for row in rows if any(row) and not all(row)]


def code_of(url: str) -> list[list[int]]:
    """The dark spots that a QR code of an address has."""
    return [list(row) for row in segno.make(url, error="l", micro=False).matrix]


def addresses(plate: str) -> list[tuple[str, str]]:
    """For whom there is an address, and which."""
    lines = [line.strip() for line in plate.splitlines() if "://" in line]
    return [(line[:18].strip(), line[18:]) for line in lines]


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be in a network with this address."""
    monkeypatch.setattr(module, "lan_address", lambda: LAN)


@pytest.mark.parametrize("host", ["", "0.0.0.0", "::"])  # noqa: S104
def test_on_every_address(host: str) -> None:
    plate = doorplate(None, host, 8000)
    assert addresses(plate) == [
        ("on this machine", "http://localhost:8000/"),
        ("on other devices", f"http://{LAN}:8000/"),
    ]
    assert "Pictomania is open." in plate
    assert "Press Ctrl+C to stop." in plate


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "::1"])
def test_on_this_machine_only(host: str) -> None:
    plate = doorplate(None, host, 8000)
    assert addresses(plate) == [("on this machine", "http://localhost:8000/")]
    assert not set(plate) & set("\u2580\u2584\u2588")


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
    """Which then leads here from this machine too, and no other does."""
    expected = [("on this machine", url), ("on other devices", url)]
    assert addresses(doorplate(None, host, 80)) == (expected if is_elsewhere else expected[:1])


def test_with_a_public_address() -> None:
    """That one and no other, for sockets are opened for its pages only."""
    plate = doorplate("https://play.example/", "127.0.0.1", 8000)
    assert addresses(plate) == [("on other devices", "https://play.example/")]


def test_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "lan_address", lambda: None)
    plate = doorplate(None, "0.0.0.0", 8000)  # noqa: S104
    assert addresses(plate) == [("on this machine", "http://localhost:8000/")]


@pytest.mark.parametrize(
    "url", [f"http://{LAN}:8000/", "http://[2001:db8::1]:65535/", "https://пикто.рф/" + "x" * 250]
)
def test_the_code_says_the_address(url: str) -> None:
    assert photographed(qr_code(url)) == code_of(url)
    plate = doorplate(url, "", 8000)
    assert qr_code(url) in plate
    assert max(len(line) for line in plate.splitlines() if "\u2588" in line) <= 80


def test_a_terminal_without_blocks_gets_no_code() -> None:
    plate = doorplate(None, "", 8000, has_blocks=False)
    assert plate.isascii()
    assert len(addresses(plate)) == 2


def test_the_own_address_is_one_or_none() -> None:
    found = lan_address()
    assert found is None or not IPv4Address(found).is_unspecified


def test_a_machine_without_a_network_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unconnected(socket.socket):
        def connect(self, _address: object) -> None:
            raise OSError(errno.ENETUNREACH, "Network is unreachable")

    monkeypatch.setattr(socket, "socket", Unconnected)
    assert lan_address() is None
