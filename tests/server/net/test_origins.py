"""Origin checks: our own pages and no others."""

import socket

import pytest

from pictomania.server.net.origins import Origins

SITE = "https://good.example"


@pytest.mark.parametrize(
    ("public_url", "origin"),
    [
        (SITE, "https://good.example"),
        (SITE, "https://good.example:443"),
        (SITE, "HTTPS://Good.Example"),
        ("https://good.example:443/play/?a#b", "https://good.example"),
        ("HTTPS://GOOD.example/", "https://good.example"),
        (" http://good.example:8000 ", "http://good.example:8000"),
        ("http://good.example", "http://good.example:80"),
        ("https://bücher.example/", "https://xn--bcher-kva.example"),
        ("http://[0:0::1]:8000", "http://[::1]:8000"),
        ("http://192.0.2.7:8000", "http://192.0.2.7:8000"),
        ("http://a_b:8000", "http://a_b:8000"),
    ],
)
def test_a_public_site(public_url: str, origin: str) -> None:
    """In any spelling, and with any Host header: a proxy may have changed it."""
    for host in (None, "inside:8000", "good.example"):
        assert Origins(public_url).allows(origin, host)
        assert Origins("https://other.example", [public_url]).allows(origin, host)
        assert Origins(None, [public_url]).allows(origin, host)


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "",
        "null",
        "good.example",
        "//good.example",
        "https://",
        "https://:443",
        "http://good.example",  # the wrong scheme
        "ftp://good.example",
        "file://",
        "https://good.example:444",
        "https://good.example:",
        "https://good.example:4430000",
        "https://good.example.evil.example",
        "https://good.example.",
        "https://evilgood.example",
        "https://www.good.example",
        "https://goodxexample",
        "https://good.example@evil.example",
        "https://good.example:443@evil.example",
        "https://evil.example/https://good.example",
        "https://evil.example#https://good.example",
        "https://good.example/",
        "https://good.example\\.evil.example",
        "https://good.example evil.example",
        " https://good.example",
        "https://good.example\n",
        "https://good.example, https://evil.example",
        "https://göod.example",
        "https://[good.example]",
        "https://[::1",
        "https://[1.2.3.4]",
        "https://good.example:\uff14\uff14\uff13",
    ],
)
def test_origins_of_other_sites_are_refused(origin: str | None) -> None:
    """Look-alikes and tricks, with and without a public URL, and with any Host header."""
    for origins in (Origins(SITE), Origins(None), Origins(None, [SITE])):
        for host in (None, "good.example", "evil.example", "", origin):
            assert not origins.allows(origin, host)


def test_a_public_site_has_no_other_names() -> None:
    """Not even the IP address of this machine."""
    assert not Origins(SITE).allows("http://127.0.0.1:8000", "127.0.0.1:8000")
    assert Origins(SITE, ["http://127.0.0.1:8000"]).allows("http://127.0.0.1:8000", "127.0.0.1:8000")


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:8000",
        "192.168.1.7:8000",
        "192.168.1.7",
        "[::1]:8000",
        "[fd00::7]",
        "localhost:8000",
        "LocalHost:8000",
        "laptop:8000",
        "laptop.local:8000",
        "laptop.home.arpa:8000",
    ],
)
def test_origins_without_a_public_url(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players may use any IP address or our own host name."""
    monkeypatch.setattr(socket, "gethostname", lambda: "Laptop.home.arpa")
    assert Origins().allows(f"http://{host}", host)
    assert not Origins().allows(f"https://{host}", host)  # we do not serve HTTPS
    assert not Origins().allows(f"http://{host}", None)
    assert not Origins().allows(f"http://{host}", "localhost:9000")
    assert not Origins().allows("http://evil.example", host)
    assert not Origins().allows(None, host)


def test_default_ports() -> None:
    """They may be omitted on either side."""
    assert Origins().allows("http://localhost", "localhost:80")
    assert Origins().allows("http://localhost:80", "localhost")
    assert not Origins().allows("http://localhost:443", "localhost")


@pytest.mark.parametrize(
    "host",
    ["evil.example:8000", "local:8000", "evil.local", "127.1:8000", "2130706433", "0127.0.0.1", "evil"],
)
def test_dns_rebinding_is_refused(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Origin matches Host, but the name is not ours (DNS rebinding)."""
    monkeypatch.setattr(socket, "gethostname", lambda: "laptop")
    assert not Origins().allows(f"http://{host}", host)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "good.example",
        "https://",
        "ftp://good.example",
        "https://a@b.example",
        "https://a..b",
        "https://a b",
    ],
)
def test_invalid_sites_are_rejected(url: str) -> None:
    """A configuration error is reported at start-up."""
    with pytest.raises(ValueError, match="not the address of a site"):
        Origins(url)
    with pytest.raises(ValueError, match="not the address of a site"):
        Origins(None, [url])
