"""How a node becomes part of a cluster: its name, and an address that others can reach."""

import pytest

from pictomania.log import Unusable
from pictomania.server.cluster.membership import join_cluster
from pictomania.server.config import Config
from pictomania.server.net.port import CannotListen
from tests.log.nats_server import NatsServer
from tests.server.cluster.support.nodes import inside_of, new_name, open_nats_log, run_node


@pytest.mark.parametrize(
    ("inside", "begins"), [("127.0.0.1:0", "127.0.0.1:"), ("[::1]:0", "[::1]:")], ids=["IPv4", "IPv6"]
)
async def test_the_address_of_a_node(nats: NatsServer, inside: str, begins: str) -> None:
    """With the port that it got; and a name, if it was given none."""
    async with open_nats_log(nats, new_name()) as log:
        membership = await join_cluster(Config(inside=inside), log, lambda _: True)
        node, port = membership.directory.node, membership.inside.getsockname()[1]
        membership.inside.close()
        assert node.inside == f"{begins}{port}"
        assert node.name.endswith(f"-{port}")
        assert node.version


@pytest.mark.parametrize("inside", ["0.0.0.0:8001", "[::]:8001"])
async def test_an_address_that_nobody_can_reach(nats: NatsServer, inside: str) -> None:
    """One sentence says so."""
    async with open_nats_log(nats, new_name()) as log:
        with pytest.raises(Unusable, match="other nodes reach"):
            await join_cluster(Config(inside=inside), log, lambda _: True)


async def test_an_inside_port_that_is_taken(nats: NatsServer) -> None:
    """The second node does not start."""
    name = new_name()
    async with run_node(nats, name, "a") as a:
        with pytest.raises(CannotListen, match=inside_of(a)):
            async with run_node(nats, name, "b", inside={"inside": inside_of(a)}):
                pass
