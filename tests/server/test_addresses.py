"""Addresses: who is asking, and how many of them there are."""

import pytest

from pictomania.server.addresses import Addresses, Tally, bucket

PROXIES = Addresses(["10.0.0.0/8", "2001:db8:ffff::/48", "192.0.2.9"])


@pytest.mark.parametrize(
    ("peer", "forwarded_for", "asking"),
    [
        ("203.0.113.5", [], "203.0.113.5"),
        ("203.0.113.5", ["6.6.6.6"], "203.0.113.5"),  # no proxy of ours: a lie
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.5"], "203.0.113.5"),
        ("192.0.2.9", [" 203.0.113.5 "], "203.0.113.5"),
        ("10.0.0.1", ["6.6.6.6, 203.0.113.5"], "203.0.113.5"),
        ("10.0.0.1", ["6.6.6.6", "203.0.113.5, 10.2.3.4", "10.0.0.2"], "203.0.113.5"),
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),  # one of ours asks by itself
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
        ("10.0.0.1", ["unknown, 203.0.113.5"], "203.0.113.5"),  # what strangers write does not matter
        ("10.0.0.1", ["010.0.0.1"], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.5/8"], "10.0.0.1"),
        ("", ["203.0.113.5"], ""),
        ("somewhere", ["203.0.113.5"], "somewhere"),
    ],
)
def test_who_is_asking(peer: str, forwarded_for: list[str], asking: str) -> None:
    """The last one whom no proxy of ours has only passed on."""
    assert PROXIES.of(peer, forwarded_for) == asking


def test_without_proxies_nobody_is_believed() -> None:
    """Not even this machine."""
    assert Addresses().of("127.0.0.1", ["203.0.113.5"]) == "127.0.0.1"


def test_who_speaks_for_others() -> None:
    """Only who was named."""
    assert [
        peer for peer in ("10.9.9.9", "::ffff:10.9.9.9", "11.0.0.1", "", "::1") if PROXIES.is_proxy(peer)
    ] == [
        "10.9.9.9",
        "::ffff:10.9.9.9",
    ]


def test_what_is_no_network() -> None:
    """A mistake in the configuration is noticed at the start."""
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
def test_buckets(address: str, same: str) -> None:
    """A household has one, whatever it is connected by."""
    assert bucket(address) == same


def test_tally() -> None:
    """Who has none takes no memory."""
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
