"""The directory of a cluster: who answers for a table, who does not, and who is not believed."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest
from nats.aio.msg import Msg

from pictomania.log import Unavailable
from pictomania.log.nats import NatsLog
from pictomania.server.cluster import nats_directory
from pictomania.server.cluster.nats_directory import NatsDirectory
from pictomania.server.cluster.node import Node
from tests.faults.support.network import Proxy
from tests.log.nats_server import NatsServer
from tests.server.cluster.support.nodes import new_name, open_nats_log
from tests.server.support.waiting import wait_until

A, B = Node("a", "127.0.0.1:1"), Node("b", "127.0.0.1:2")
CODE = "AAAAAAAA"
PATIENT_S = 30.0  # on a busy machine, an answer may take a while


def directory(log: NatsLog, node: Node, unsure: set[str] | None = None) -> NatsDirectory:
    """A directory that is sure of everything but these tables."""
    return NatsDirectory(log.connection, log.name, node, lambda code: code not in (unsure or ()))


@asynccontextmanager
async def two_logs(nats: NatsServer) -> AsyncIterator[tuple[NatsLog, NatsLog]]:
    """Two connections to the same log."""
    name = new_name()
    async with open_nats_log(nats, name) as one, open_nats_log(nats, name) as other:
        yield one, other


async def test_nobody_owns_a_table(nats: NatsServer) -> None:
    """An answer at once."""
    async with two_logs(nats) as (log, _):
        assert await directory(log, A).owner(CODE) is None


async def test_an_owner_answers_until_it_releases_the_table(nats: NatsServer) -> None:
    """Only for the tables it holds."""
    async with two_logs(nats) as (log, other):
        mine, theirs = directory(log, A), directory(other, B)
        await mine.hold(CODE)
        await mine.hold(CODE)
        assert await theirs.owner(CODE) == A
        assert await theirs.owner("BBBBBBBB") is None
        mine.release(CODE)
        mine.release(CODE)
        while await theirs.owner(CODE) is not None:
            pass


async def test_a_table_that_was_released_while_it_was_being_held(nats: NatsServer) -> None:
    """Nobody answers for it."""
    async with two_logs(nats) as (log, other):
        mine, theirs = directory(log, A), directory(other, B)
        holding = asyncio.ensure_future(mine.hold(CODE))
        await asyncio.sleep(0)
        mine.release(CODE)
        await holding
        while await theirs.owner(CODE) is not None:
            pass


async def test_a_silent_owner_is_robbed_late(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """An owner that isn't sure says nothing, and is asked again for a while; then it owns nothing."""
    async with two_logs(nats) as (log, other):
        unsure = {CODE}
        mine, theirs = directory(log, A, unsure), directory(other, B)
        await mine.hold(CODE)
        asking = asyncio.ensure_future(theirs.owner(CODE))
        await asyncio.wait((asking,), timeout=0.2)
        assert not asking.done()
        unsure.clear()
        assert await asking == A
        unsure.add(CODE)
        monkeypatch.setattr(nats_directory, "SILENCE_S", 0.2)
        assert await theirs.owner(CODE) is None


async def test_a_slow_owner_is_not_robbed(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of its answers comes when the next question has been asked."""
    monkeypatch.setattr(nats_directory, "SILENCE_S", PATIENT_S)
    asked: list[str] = []
    async with two_logs(nats) as (log, other):

        async def answer_late(question: Msg) -> None:
            if asked:
                await log.connection.publish(asked[-1], msgspec.json.encode(A))
            asked.append(question.reply)

        await log.connection._client.subscribe(f"{log.name}.who.{CODE}", cb=answer_late)
        for _ in range(2):  # the first ping may overtake the subscription
            await log.connection._client.flush()
        assert await directory(other, B).owner(CODE) == A
        assert len(asked) > 1


async def test_a_connection_that_is_lost_while_an_owner_is_silent(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All questions fail, and nobody reports the errors of the others."""
    monkeypatch.setattr(nats_directory, "SILENCE_S", PATIENT_S)
    errors: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(str(context)))
    async with open_nats_log(nats, new_name()) as log, Proxy([nats.port]).running() as proxy:
        await directory(log, A, {CODE}).hold(CODE)
        async with open_nats_log(NatsServer(nats.folder, proxy.port), log.name) as other:
            asking = asyncio.ensure_future(directory(other, B).owner(CODE))
            await wait_until(lambda: len(other.connection._requests) > 1)
            proxy.drop()
            await asyncio.wait((asking,))
            assert isinstance(asking.exception(), Unavailable)
            del asking
    gc.collect()  # an error that nobody looked at is reported when its task is deleted
    assert errors == []


async def test_an_answer_that_makes_no_sense(nats: NatsServer) -> None:
    """It neither crashes nor counts."""
    async with two_logs(nats) as (log, other):
        await other.connection.services.serve(f"{log.name}.who.{CODE}", lambda _: b"me")
        with pytest.raises(Unavailable, match="nobody understands"):
            await directory(log, A).owner(CODE)


async def test_a_node_hears_that_another_one_has_its_table(nats: NatsServer) -> None:
    """It reacts neither to its own announcements, nor to what makes no sense."""

    async def holding(log: NatsLog, node: Node) -> tuple[NatsDirectory, list[str]]:
        """A directory that answers for a table, and what happens there."""
        events: list[str] = []

        def is_sure(_: str) -> bool:
            events.append("message")
            return True

        opened = NatsDirectory(log.connection, log.name, node, is_sure)
        await opened.hold(CODE, lambda: events.append("taken"))
        return opened, events

    async with two_logs(nats) as (log, other):
        mine, heard_here = await holding(log, A)
        theirs, heard_there = await holding(other, B)
        for nonsense in (b"taken", b"{}", b""):
            await log.connection.publish(f"{log.name}.who.{CODE}", nonsense)
        await mine.announce(CODE)
        await wait_until(lambda: heard_there.count("message") == 4)
        await theirs.announce(CODE)
        await wait_until(lambda: heard_here.count("message") == heard_there.count("message") == 5)
        assert heard_here == [*["message"] * 4, "taken", "message"]
        assert heard_there == [*["message"] * 3, "taken", "message", "message"]


async def test_announcements_do_not_disturb_nodes_that_do_not_know_them(nats: NatsServer) -> None:
    """They go on answering; so does a node that has nothing to do when it hears one."""
    async with two_logs(nats) as (log, other):
        await other.connection.services.serve(f"{log.name}.who.{CODE}", lambda _: msgspec.json.encode(B))
        await directory(other, B).hold("BBBBBBBB")
        mine = directory(log, A)
        for code in (CODE, "BBBBBBBB"):
            await mine.announce(code)
            assert await mine.owner(code) == B


async def test_an_announcement_that_cannot_be_sent(nats: NatsServer) -> None:
    """The table is taken anyway: the log says so."""
    async with open_nats_log(nats, new_name()) as log:
        await log.connection.close()
        await directory(log, A).announce(CODE)


async def test_without_nats_nobody_can_tell(nats: NatsServer) -> None:
    """That is not the same as nobody."""
    async with open_nats_log(nats, new_name()) as log:
        await log.connection.close()
        with pytest.raises(Unavailable):
            await directory(log, A).owner(CODE)


async def test_nodes_say_that_they_are_there(nats: NatsServer) -> None:
    """Their names and inside addresses are known to every node that asks."""
    async with two_logs(nats) as (log, other):
        await directory(log, A).open()
        reply = await other.connection.request(f"{log.name}.nodes", b"")
        assert b'"inside":"127.0.0.1:1"' in reply.data


async def test_an_owner_answers_after_nats_was_away(nats: NatsServer) -> None:
    """Also with a connection that had to be made again."""
    async with two_logs(nats) as (log, other):
        mine, theirs = directory(log, A), directory(other, B)
        await mine.hold(CODE)
        await log.connection._client.close()
        await wait_until(lambda: log.connection._client.is_connected)
        while await theirs.owner(CODE) != A:
            pass
