"""Client addresses behind proxies, and counters by address."""

from collections.abc import Collection, Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

Ip = IPv4Address | IPv6Address
BOT_ADDRESS = "inside"  # stands for the house bots, which no limit by address applies to


class Addresses:
    """Finds the client behind trusted proxies; X-Forwarded-For from anyone else is ignored."""

    def __init__(self, trusted: Collection[str] = (), announcing: Collection[str] = ()) -> None:
        """Both are networks of our own proxies; raises ValueError if one is invalid.

        Those in `announcing` begin each connection with a line of the PROXY protocol.
        """
        self._trusted = tuple(ip_network(network, strict=False) for network in trusted)
        self._announcing = tuple(ip_network(network, strict=False) for network in announcing)

    def announces_clients(self, peer: str) -> bool:
        """Whether connections from a peer begin with a line of the PROXY protocol."""
        ip = _ip(peer)
        return ip is not None and any(ip in network for network in self._announcing)

    def is_proxy(self, peer: str) -> bool:
        """Whether a peer is one of our proxies."""
        ip = _ip(peer)
        return ip is not None and self._trusts(ip)

    def client_address(self, peer: str, forwarded_for: Sequence[str]) -> str:
        """Return the peer, or the last hop in X-Forwarded-For that is not one of our proxies.

        Hops to the left of the one that our outermost proxy added can be forged by the client.
        """
        ip = _ip(peer)
        if ip is None:
            return peer
        client = ip
        hops = [hop for value in forwarded_for for hop in value.split(",")]
        while hops and self._trusts(client):
            hop = _hop(hops.pop())
            if hop is None:
                return str(ip)
            client = hop
        return str(client)

    def _trusts(self, ip: Ip) -> bool:
        return any(ip in network for network in self._trusted)


def address_bucket(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or the /64 of an IPv6 household."""
    ip = _ip(address)
    if isinstance(ip, IPv6Address):
        return str(IPv6Network((ip, 64), strict=False))
    return address if ip is None else str(ip)


class Tally:
    """Counts something by bucket, up to a limit; a bucket at zero takes no memory."""

    def __init__(self, limit: int) -> None:
        """`limit` is the maximum for one bucket."""
        self._limit = limit
        self._counts: dict[str, int] = {}

    def __len__(self) -> int:
        """The number of buckets above zero."""
        return len(self._counts)

    def enter(self, bucket: str) -> bool:
        """Count one more; return False if that exceeds the limit."""
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
        ip = ip_address(text.partition("%")[0])  # the zone names an interface, not a host
    except ValueError:
        return None
    # A dual-stack socket reports IPv4 peers as mapped addresses.
    return (isinstance(ip, IPv6Address) and ip.ipv4_mapped) or ip


def _hop(text: str) -> Ip | None:
    """Parse a hop as proxies write it: bare, in brackets, or with a port."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    return _ip(text)
