"""Whose address a connection counts for, and how many of something each address has."""

from collections.abc import Collection, Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

Ip = IPv4Address | IPv6Address
INNER = "inside"  # the address of our own bots, which are not counted


class Addresses:
    """Looks behind the proxies that were named, and believes no others."""

    def __init__(self, trusted: Collection[str] = ()) -> None:
        """`trusted` are the networks of our own proxies; what is no network raises ValueError."""
        self._trusted = tuple(ip_network(network, strict=False) for network in trusted)

    def is_proxy(self, peer: str) -> bool:
        """Whether a peer speaks for others."""
        ip = _ip(peer)
        return ip is not None and self._trusts(ip)

    def of(self, peer: str, forwarded_for: Sequence[str]) -> str:
        """Who is asking: the peer, or the last hop in X-Forwarded-For that is not one of our proxies.

        A client writes what it likes to the left of the hop that our outermost proxy has added, so nothing
        there counts.
        """
        ip = _ip(peer)
        if ip is None:
            return peer
        asking = ip
        hops = [hop for value in forwarded_for for hop in value.split(",")]
        while hops and self._trusts(asking):
            hop = _hop(hops.pop())
            if hop is None:
                return str(ip)
            asking = hop
        return str(asking)

    def _trusts(self, ip: Ip) -> bool:
        return any(ip in network for network in self._trusted)


def bucket(address: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 that one IPv6 household has."""
    ip = _ip(address)
    if isinstance(ip, IPv6Address):
        return str(IPv6Network((ip, 64), strict=False))
    return address if ip is None else str(ip)


class Tally:
    """How many each bucket has at the moment; a bucket that has none takes no memory."""

    def __init__(self, limit: int) -> None:
        """`limit` is the most that one bucket may have at a time."""
        self._limit = limit
        self._counts: dict[str, int] = {}

    def __len__(self) -> int:
        """How many buckets have any."""
        return len(self._counts)

    def enter(self, bucket: str) -> bool:
        """Count one more, unless that is too many."""
        count = self._counts.get(bucket, 0)
        if count >= self._limit:
            return False
        self._counts[bucket] = count + 1
        return True

    def leave(self, bucket: str) -> None:
        """Count one less."""
        count = self._counts[bucket]
        if count == 1:
            del self._counts[bucket]
        else:
            self._counts[bucket] = count - 1


def _ip(text: str) -> Ip | None:
    try:
        ip = ip_address(text.partition("%")[0])  # a zone tells the interface, not who it is
    except ValueError:
        return None
    # A socket that listens on both kinds shows IPv4 peers like this.
    return (isinstance(ip, IPv6Address) and ip.ipv4_mapped) or ip


def _hop(text: str) -> Ip | None:
    """A hop as proxies write it: bare, in brackets, with a port."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    return _ip(text)
