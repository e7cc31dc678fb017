"""Tables in a cluster: each has one owner, and another node takes over when that one is gone."""

import asyncio
import time
from collections.abc import Sequence
from functools import partial

import pytest

from pictomania.log import Unavailable
from pictomania.server.cluster import nats_directory
from pictomania.server.cluster.node import Node
from pictomania.server.tables import live_tables
from pictomania.server.tables.live_table import LiveTable
from pictomania.server.tables.live_tables import LiveTables
from pictomania.server.tables.sweep import Sweep
from pictomania.table import entries, facts
from pictomania.table.entries import decode_entry, encode_entry
from pictomania.wire.reasons import Close
from tests.faults.support.network import Proxy
from tests.log.nats_server import NatsServer
from tests.server.cluster.support.nodes import new_name, run_node
from tests.server.support.ink_samples import line
from tests.server.support.offline_tables import HOUR_MS, AdjustableClock
from tests.server.support.running_server import RunningServer, begin
from tests.server.support.socket_client import connect_client, hello
from tests.server.support.waiting import wait_until

PATIENT_S = 30.0  # on a busy machine, an answer may take a while


async def takers(tables: LiveTables, code: str) -> list[str]:
    """The nodes that took a table over, in order."""
    stored = [decode_entry(data) for _, data in await tables.log.read(code)]
    return [fact.node for fact in stored if isinstance(fact, facts.TableTaken)]


async def found_by(server: RunningServer, code: str) -> str | None:
    """Who owns a table, as far as a server knows."""
    found = await server.live_tables.find(code)
    own = server.live_tables.directory.node
    assert own is not None
    if isinstance(found, LiveTable):
        return own.name
    return None if found is None else found.name


async def test_other_nodes_know_the_owner(nats: NatsServer) -> None:
    """From its creation on; and what nobody created is nowhere."""
    name = new_name()
    async with run_node(nats, name, "a") as a, run_node(nats, name, "b") as b:
        code = await a.live_tables.create()
        assert [await found_by(each, code) for each in (a, b, b)] == ["a", "a", "a"]
        assert await found_by(b, "AAAAAAAA") is None
        assert await takers(a.live_tables, code) == []


async def test_the_next_owner_knows_everything(nats: NatsServer) -> None:
    """A node that stops releases its tables, with all ink, and the next one to be asked takes them over."""
    name = new_name()
    async with run_node(nats, name, "b") as b:
        async with run_node(nats, name, "a") as a:
            code = await a.live_tables.create()
            async with a.party(code) as people:
                await begin(people)
                people[0].draw(line())
                await wait_until(lambda: people[1].sheets[0].marks == [line()])
                keys = [client.key for client in people]
                assert await found_by(b, code) == "a"
        assert await found_by(b, code) == "b"
        assert await takers(b.live_tables, code) == ["b"]
        async with b.client(code, "Ada", key=keys[0]) as ada:
            assert ada.sheets[0].marks == [line()]


async def test_one_of_many_takes_over(nats: NatsServer) -> None:
    """However many try at once: one barrier is stored, and everybody agrees who it was."""
    name = new_name()
    async with run_node(nats, name, "a") as a, run_node(nats, name, "b") as b, run_node(nats, name, "c") as c:
        nodes = (a, b, c)
        async with run_node(nats, name, "d") as d:
            codes = [await d.live_tables.create() for _ in range(8)]
        for code in codes:
            found = await asyncio.gather(*(found_by(each, code) for each in nodes for _ in range(2)))
            assert len(set(found)) == 1
            assert await takers(a.live_tables, code) == found[:1]


async def test_a_table_is_not_taken_from_a_new_owner(nats: NatsServer) -> None:
    """A node that asked before the other one took it over, but has read the log since, must ask again."""
    name = new_name()
    async with run_node(nats, name, "a") as a, run_node(nats, name, "b") as b:
        async with run_node(nats, name, "c") as c:
            code = await c.live_tables.create()
        read = a.live_tables.log.read

        async def read_late(table: str, after: int = 0) -> list[tuple[int, bytes]]:
            assert await found_by(b, table) == "b"
            return await read(table, after)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(a.live_tables.log, "read", read_late)
            assert await found_by(a, code) == "b"
        assert await takers(a.live_tables, code) == ["b"]


async def test_tables_wait_for_their_owners_side_by_side(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second question about each may take a while; but only some tables at a time are in memory then."""
    monkeypatch.setattr(live_tables, "MAX_TAKING", most := 2 * live_tables.MAX_RESUMING)
    name, may_go_on = new_name(), asyncio.Event()
    waiting: list[str] = []
    async with run_node(nats, name, "b") as b:
        async with run_node(nats, name, "a") as a:
            codes = [await a.live_tables.create() for _ in range(3 * most)]
        owner = b.live_tables.directory.owner

        async def owner_late(code: str, *, again: bool = False) -> Node | None:
            if again:
                waiting.append(code)
                await may_go_on.wait()
            return await owner(code, again=again)

        with monkeypatch.context() as patch:
            patch.setattr(b.live_tables.directory, "owner", owner_late)
            finding = asyncio.gather(*(found_by(b, code) for code in codes))
            await wait_until(lambda: len(waiting) == most)
            for code in codes:  # time enough to read another one
                await b.live_tables.log.read(code)
            assert len(waiting) == most
            may_go_on.set()
            assert await finding == ["b"] * len(codes)


async def test_a_zombie_is_fenced(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A node that stood still notices that its table was taken, stores nothing, and closes the sockets."""
    name = new_name()
    async with run_node(nats, name, "a") as a, run_node(nats, name, "b") as b:
        code = await a.live_tables.create()
        kept = await a.live_tables.create()
        async with connect_client(a, hello(code, "Ada")) as client:
            await client.welcome()
            # As if the node had stood still: it answers nothing, and another one takes the table.
            monkeypatch.setattr(nats_directory, "SILENCE_S", 0.2)
            with monkeypatch.context() as patch:
                patch.setattr(a.live_tables, "is_sure", lambda _: False)
                assert await found_by(b, code) == "b"
            a.live_tables._confirm_all(Node("a", ""))
            assert await client.closed() == (Close.RESTART, "another server owns this table now")
        assert await found_by(a, code) == "b"
        assert await found_by(b, kept) == "a"
        assert await takers(a.live_tables, code) == ["b"]
        assert await takers(a.live_tables, kept) == ["a"]


async def test_a_living_owner_hears_that_its_table_was_taken(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It closes the sockets, although it has nothing to store; the node that took the table keeps it."""
    monkeypatch.setattr(nats_directory, "SILENCE_S", PATIENT_S)
    name = new_name()
    async with run_node(nats, name, "a") as a, run_node(nats, name, "b") as b:
        code = await a.live_tables.create()
        async with connect_client(a, hello(code, "Ada")) as client:
            await client.welcome()
            with monkeypatch.context() as patch:
                patch.setattr(nats_directory, "SILENCE_S", 0.2)
                patch.setattr(a.live_tables, "is_sure", lambda _: False)
                assert await found_by(b, code) == "b"
            assert await client.closed() == (Close.RESTART, "another server owns this table now")
        assert await found_by(a, code) == "b"


async def test_a_node_that_is_taking_a_table_hears_that_another_one_has_it(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has nothing to give up yet; the log tells it the same."""
    name, is_taking, was_told = new_name(), asyncio.Event(), asyncio.Event()
    async with run_node(nats, name, "a") as a, run_node(nats, name, "b") as b:
        async with run_node(nats, name, "c") as c:
            code = await c.live_tables.create()
        append, confirm = a.live_tables.log.append, a.live_tables._confirm

        async def append_late(table: str, expected: int, data: Sequence[bytes]) -> int:
            is_taking.set()
            await was_told.wait()
            return await append(table, expected, data)

        def confirm_and_tell(table: str) -> None:
            confirm(table)
            patch.setattr(nats_directory, "SILENCE_S", PATIENT_S)
            was_told.set()

        with monkeypatch.context() as patch:
            patch.setattr(a.live_tables.log, "append", append_late)
            patch.setattr(a.live_tables, "_confirm", confirm_and_tell)
            patch.setattr(nats_directory, "SILENCE_S", 0.2)
            taking = asyncio.ensure_future(found_by(a, code))
            await is_taking.wait()
            assert await found_by(b, code) == "b"
            assert await taking == "b"
        assert (await takers(b.live_tables, code))[0] == "b"


async def test_a_node_that_lost_nats_finds_out_what_it_lost(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without waiting for something to store: until then, two nodes would answer for the table."""
    monkeypatch.setattr(nats_directory, "SILENCE_S", 0.2)
    name = new_name()
    run = partial(run_node, warnings=["NATS connection lost"], possible_warnings=["log unavailable"])
    async with Proxy([nats.port]).running() as proxy, run(nats, name, "b") as b:
        behind = NatsServer(nats.folder, proxy.port)
        async with run(behind, name, "a") as a:
            code = await a.live_tables.create()
            kept = await a.live_tables.create()
            async with connect_client(a, hello(code, "Ada")) as client:
                await client.welcome()
                proxy.stall()
                assert await found_by(b, code) == "b"
                proxy.drop()
                proxy.heal()
                assert await client.closed() == (Close.RESTART, "another server owns this table now")
            await wait_until(lambda: not a.live_table(kept).is_unsure)
            assert await found_by(a, code) == "b"
            assert await found_by(b, kept) == "a"


async def test_a_stopping_node_takes_no_tables(nats: NatsServer) -> None:
    """Players have to ask another node."""
    name = new_name()
    async with run_node(nats, name, "a") as a, run_node(nats, name, "b") as b:
        code = await a.live_tables.create()
        await b.live_tables.close()
        for asking in (b.live_tables.find(code), b.live_tables.create()):
            with pytest.raises(Unavailable, match="stopping"):
                await asking


async def test_a_table_of_a_newer_release_is_left_to_it(nats: NatsServer) -> None:
    """During a rolling upgrade, a node of the older release neither reads it nor calls it damaged."""
    name = new_name()
    async with run_node(nats, name, "a") as a:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(entries, "VERSION", entries.VERSION + 1)
            newer = encode_entry(facts.TableOpened(1, "AAAAAAAA"))
        await a.live_tables.log.append("AAAAAAAA", 0, [newer])
        with pytest.raises(Unavailable, match="newer release"):
            await a.live_tables.find("AAAAAAAA")
        assert not a.live_tables.damaged
        assert await a.live_tables.directory.owner("AAAAAAAA") is None


async def test_a_sweep_leaves_the_tables_of_other_nodes(nats: NatsServer) -> None:
    """It deletes what nobody owns; and one sweep an hour is enough for all nodes."""
    name = new_name()
    async with run_node(nats, name, "a") as a, run_node(nats, name, "b") as b:
        async with run_node(nats, name, "c") as c:
            old = await c.live_tables.create()
        owned = await a.live_tables.create()
        sweep = Sweep(b.live_tables, 0)
        with pytest.MonkeyPatch.context() as patch:
            later = AdjustableClock()
            later.passed_ms = HOUR_MS
            patch.setattr(b.live_tables, "clock", later)
            assert (await sweep.sweep())[0] == 1
        assert await b.live_tables.log.read(old) == []
        assert await found_by(b, owned) == "a"
        turns = [Sweep(each.live_tables, 1)._is_our_turn() for each in (a, b, a, b)]
        assert (await asyncio.gather(*turns)).count(True) == 1


async def test_a_table_is_deleted_only_if_nobody_wants_it(nats: NatsServer) -> None:
    """Nobody gets a table that is being deleted, and one that was taken meanwhile stays."""
    name = new_name()
    async with run_node(nats, name, "a") as a, run_node(nats, name, "b") as b:
        async with run_node(nats, name, "c") as c:
            code = await c.live_tables.create()
        assert await found_by(a, code) == "a"
        assert not await a.live_tables.drop(code)
        assert not await b.live_tables.drop(code)
        assert not await a.live_tables.drop("AAAAAAAA")
        async with run_node(nats, name, "c") as c:
            code, other = await c.live_tables.create(), await c.live_tables.create()
        append = a.live_tables.log.append

        async def ask_and_append(table: str, expected: int, data: Sequence[bytes]) -> int:
            assert await found_by(b, table) == "a"
            with pytest.raises(Unavailable, match="being deleted"):
                await a.live_tables.find(table)
            return await append(table, expected, data)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(a.live_tables.log, "append", ask_and_append)
            assert await a.live_tables.drop(other)
        assert await found_by(b, other) is None
        taken = encode_entry(facts.TableTaken(1, "b"))
        read = a.live_tables.log.read

        async def read_and_lose(table: str, after: int = 0) -> list[tuple[int, bytes]]:
            found = await read(table, after)
            await b.live_tables.log.append(table, found[-1][0], [taken])
            return found

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(a.live_tables.log, "read", read_and_lose)
            assert not await a.live_tables.drop(code)
        assert await takers(a.live_tables, code) == ["b"]
        assert await found_by(b, code) == "b"


async def test_the_next_owner_answers_for_a_finished_game(nats: NatsServer) -> None:
    """Until it is archived, its pictures are at its table's node only."""
    name = new_name()
    async with run_node(nats, name, "a") as a, run_node(nats, name, "b") as b:
        code = await a.live_tables.create()
        live = a.live_table(code)
        release = asyncio.Event()

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(a.live_tables.archive, "keep", lambda *_: release.wait())
            a.live_tables._archive_game(live, "20261119-game")
            while (owner := await b.live_tables.directory.owner("20261119-game")) is None:
                pass
            assert owner.name == "a"
            release.set()
            while await b.live_tables.directory.owner("20261119-game") is not None:
                pass


async def test_tables_are_confirmed_after_a_stall(nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A node that stood still stores that its tables are still its own, before anything else."""
    monkeypatch.setattr(live_tables, "STALL_MS", 100.0)
    async with run_node(nats, new_name(), "a") as a:
        code = await a.live_tables.create()
        await wait_until(lambda: a.live_tables.is_sure(code))
        time.sleep(0.2)  # noqa: ASYNC251 (that is the stall)
        assert not a.live_tables.is_sure(code)
        while await takers(a.live_tables, code) == []:
            pass
        await wait_until(lambda: a.live_tables.is_sure(code))
