"""Client addresses behind proxies, address buckets, and tallies."""

import pytest

from pictomania.server.net.addresses import Addresses, Tally, address_bucket

PROXIES = Addresses(["10.0.0.0/8", "2001:db8:ffff::/48", "192.0.2.9"])


@pytest.mark.parametrize(
    ("peer", "forwarded_for", "client"),
    [
        ("203.0.113.5", [], "203.0.113.5"),
        ("203.0.113.5", ["6.6.6.6"], "203.0.113.5"),  # not one of our proxies: forged
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.5"], "203.0.113.5"),
        ("192.0.2.9", [" 203.0.113.5 "], "203.0.113.5"),
        ("10.0.0.1", ["6.6.6.6, 203.0.113.5"], "203.0.113.5"),
        ("10.0.0.1", ["6.6.6.6", "203.0.113.5, 10.2.3.4", "10.0.0.2"], "203.0.113.5"),
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),  # a proxy sends its own request
        ("10.0.0.1", ["203.0.113.5:1234"], "203.0.113.5"),
        ("10.0.0.1", ["[2001:db8::7]:1234"], "2001:db8::7"),
        ("10.0.0.1", ["[2001:db8::7]"], "2001:db8::7"),
        ("10.0.0.1", ["2001:DB8:0::7"], "2001:db8::7"),
        ("10.0.0.1", ["::ffff:203.0.113.5"], "203.0.113.5"),
        ("::ffff:10.0.0.1", ["203.0.113.5"], "203.0.113.5"),
        ("2001:db8:ffff::1", ["203.0.113.5"], "203.0.113.5"),
        ("::ffff:203.0.113.5", ["6.6.6.6"], "203.0.113.5"),
        ("fe80::1%eth0", [], "fe80::1"),
        ("10.0.0.1", ["unknown"], "10.0.0.1"),
        ("10.0.0.1", [""], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.5,"], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.5, unknown, 10.0.0.2"], "10.0.0.1"),
        ("10.0.0.1", ["unknown, 203.0.113.5"], "203.0.113.5"),  # what the client wrote does not matter
        ("10.0.0.1", ["010.0.0.1"], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.5/8"], "10.0.0.1"),
        ("", ["203.0.113.5"], ""),
        ("somewhere", ["203.0.113.5"], "somewhere"),
    ],
)
def test_client_addresses_behind_proxies(peer: str, forwarded_for: list[str], client: str) -> None:
    """The last hop that is not one of our proxies."""
    assert PROXIES.client_address(peer, forwarded_for) == client


def test_without_proxies_forwarded_addresses_are_ignored() -> None:
    """Not even from loopback."""
    assert Addresses().client_address("127.0.0.1", ["203.0.113.5"]) == "127.0.0.1"


def test_only_named_networks_are_proxies() -> None:
    assert [
        peer for peer in ("10.9.9.9", "::ffff:10.9.9.9", "11.0.0.1", "", "::1") if PROXIES.is_proxy(peer)
    ] == [
        "10.9.9.9",
        "::ffff:10.9.9.9",
    ]


def test_invalid_networks_are_rejected() -> None:
    """A configuration error is reported at start-up."""
    with pytest.raises(ValueError, match=r"proxy\.example"):
        Addresses(["proxy.example"])


@pytest.mark.parametrize(
    ("address", "same"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("somewhere", "somewhere"),
    ],
)
def test_address_buckets(address: str, same: str) -> None:
    """An IPv6 household counts as one address."""
    assert address_bucket(address) == same


def test_tally() -> None:
    """A bucket at zero takes no memory."""
    tally = Tally(2)
    assert [tally.enter("a"), tally.enter("a"), tally.enter("a"), tally.enter("b")] == [
        True,
        True,
        False,
        True,
    ]
    assert len(tally) == 2
    tally.leave("a")
    assert tally.enter("a")
    tally.leave("a")
    tally.leave("a")
    assert len(tally) == 1
    tally.leave("b")
    assert len(tally) == 0
