"""Clients whose table is on another node: they notice nothing."""

from tests.log.nats_server import NatsServer
from tests.server.cluster.support.nodes import new_name, run_node
from tests.server.support.ink_samples import line
from tests.server.support.running_server import RunningServer, begin
from tests.server.support.waiting import wait_until


async def test_a_round_through_another_node(nats: NatsServer) -> None:
    """People on both nodes draw and guess at one table."""
    name = new_name()
    async with run_node(nats, name, "a") as a, run_node(nats, name, "b") as b:
        code = await a.live_tables.create()
        async with b.client(code, "Ada") as ada, a.client(code, "Ben") as ben, b.client(code, "Cleo") as cleo:
            people = [ada, ben, cleo]
            await begin(people)
            assert code not in b.live_tables.tables
            for seat, artist in enumerate(people):
                artist.draw(line(5 + seat))
                for viewer in people:
                    await wait_until(lambda: viewer.sheets[seat].marks == [line(5 + seat)])  # noqa: B023


async def test_gauges(nats: NatsServer) -> None:
    """How many clients have their table elsewhere, and how many links that takes."""
    name = new_name()
    async with run_node(nats, name, "a") as a, run_node(nats, name, "b") as b:
        code = await a.live_tables.create()

        def gauges(node: RunningServer) -> list[float]:
            return [node.metrics.gauges[gauge][1]() for gauge in ("tables", "relayed", "links")]

        assert [gauges(a), gauges(b)] == [[1, 0, 0], [0, 0, 0]]
        async with b.client(code, "Ada"), b.client(code, "Ben"), a.client(code, "Cleo"):
            assert [gauges(a), gauges(b)] == [[1, 0, 0], [0, 2, 1]]
        await wait_until(lambda: gauges(b) == [0, 0, 1])  # the link stays
