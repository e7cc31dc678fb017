"""The NATS log: the contract, large appends, limits, and faults of a server."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from hashlib import blake2b
from pathlib import Path

import pytest

from pictomania.log import Conflict, EventLog, Unavailable, nats_connection
from pictomania.log import nats as nats_log
from pictomania.log.nats import NatsLog
from pictomania.log.nats_connection import NatsConnection
from pictomania.log.nats_setup import LogFacts, NatsSettings
from pictomania.log.nats_stream import NatsStream
from pictomania.log.packing import SPAN, Entries, Parts, pack
from tests.log.contract import Contract, data_of
from tests.log.fake_nats import Answer, fake_nats, refusal, reply, with_headers
from tests.log.nats_server import NatsServer, nats_server
from tests.server.support.waiting import event_loop_turns

LARGE = [bytes([number]) * 900_000 for number in range(4)]  # an append in four parts


def settings_for(folder: Path, *servers: NatsServer) -> NatsSettings:
    """A log of its own for each folder."""
    name = blake2b(bytes(folder), digest_size=8).hexdigest()
    return NatsSettings([server.url for server in servers], name=name)


class TestNatsLog(Contract):
    """The contract, on one server."""

    @pytest.fixture(autouse=True)
    def _servers(self, nats: NatsServer) -> None:
        self.servers = [nats]

    async def open(self, folder: Path) -> EventLog:
        return await NatsLog.open(settings_for(folder, *self.servers), timeout_s=60.0)


class TestNatsLogInACluster(Contract):
    """The contract, on three servers."""

    @pytest.fixture(autouse=True)
    def _servers(self, cluster: list[NatsServer]) -> None:
        self.servers = cluster

    async def open(self, folder: Path) -> EventLog:
        return await NatsLog.open(settings_for(folder, *self.servers), timeout_s=60.0)


@asynccontextmanager
async def opened(
    settings: NatsSettings, *, timeout_s: float = 60.0, max_pending: int = 100
) -> AsyncIterator[NatsLog]:
    """A log, closed at the end."""
    log = await NatsLog.open(settings, timeout_s=timeout_s, max_pending=max_pending)
    try:
        yield log
    finally:
        await log.close()


async def parts_of(log: NatsLog, table: str) -> int:
    """Count the stored parts of large appends."""
    stream = log._stream
    return len(await stream.range(f"{stream.name}.part.{table}", 1, 1_000_000))


# Large appends.


async def test_a_large_append(nats: NatsServer, tmp_path: Path) -> None:
    """It is an append like any other: read, continued, trimmed and dropped."""
    async with opened(settings_for(tmp_path, nats)) as log:
        small = await log.append("a", 0, [b"small"])
        large = await log.append("a", small, LARGE)
        assert await parts_of(log, "a") == 4
        last = await log.append("a", large, [b"last"])
        whole = await log.read("a")
        assert [data for _, data in whole] == [b"small", *LARGE, b"last"]
        assert [position for position, _ in whole] == [small, *range(large - 3, large + 1), last]
        for index, (after, _) in enumerate(whole):
            assert await log.read("a", after) == whole[index + 1 :]
        assert await log.tables() == ["a"]
        await log.trim("a", small)
        assert await log.read("a") == whole[1:]
        await log.trim("a", large)
        assert await log.read("a") == whole[5:]
        assert await parts_of(log, "a") == 0
        await log.append("a", last, LARGE)
        await log.drop("a")
        assert await parts_of(log, "a") == 0


@pytest.mark.parametrize("end", [1, 2, 3, 9])
async def test_a_large_append_that_is_trimmed(nats: NatsServer, tmp_path: Path, end: int) -> None:
    """In the middle, or as the end of the table."""
    async with opened(settings_for(tmp_path, nats)) as log:
        large = await log.append("a", await log.append("a", 0, [b"small"]), LARGE)
        first = large - 3
        await log.trim("a", first - 1 + end)
        kept = LARGE[min(end, 3) :]
        assert await data_of(log, "a") == kept
        assert (await log.read("a"))[-1][0] == large
        assert await log.read("a", large - 1) == [(large, LARGE[3])]
        await log.append("a", large, [b"more"])
        assert await data_of(log, "a") == [*kept, b"more"]


async def test_trimming_an_append_again(nats: NatsServer, tmp_path: Path) -> None:
    """Further, less far, and at last all of it."""
    async with opened(settings_for(tmp_path, nats)) as log:
        end = await log.append("a", 0, [b"1", b"2", b"3", b"4"])
        for back, left in ((2, [b"3", b"4"]), (1, [b"4"]), (2, [b"4"]), (9 * SPAN, [b"4"])):
            await log.trim("a", end - back)
            assert await data_of(log, "a") == left
        last = await log.append("a", end, [b"5", b"6"])
        await log.trim("a", end)
        assert await data_of(log, "a") == [b"5", b"6"]
        await log.trim("a", end - 1)
        assert await log.read("a") == [(last - 1, b"5"), (last, b"6")]


async def test_a_large_append_that_conflicts(nats: NatsServer, tmp_path: Path) -> None:
    """Its parts are deleted again."""
    async with opened(settings_for(tmp_path, nats)) as log:
        position = await log.append("a", 0, [b"one"])
        with pytest.raises(Conflict):
            await log.append("a", position + SPAN, LARGE)
        assert await parts_of(log, "a") == 0
        assert await data_of(log, "a") == [b"one"]


async def test_small_messages_make_more_parts(tmp_path: Path) -> None:
    """A server may allow less than a megabyte."""
    with nats_server(tmp_path, "max_payload: 65536") as server:
        async with opened(NatsSettings([server.url])) as log:
            await log.append("a", 0, LARGE)
            assert await data_of(log, "a") == LARGE
            assert await parts_of(log, "a") == 56


async def test_too_many_entries(nats: NatsServer, tmp_path: Path) -> None:
    async with opened(settings_for(tmp_path, nats)) as log:
        with pytest.raises(ValueError, match="more than 1048576 entries at once"):
            await log.append("a", 0, [b""] * (SPAN + 1))
        assert await log.append("a", 0, [b""] * SPAN) % SPAN == 0
        assert len(await log.read("a")) == SPAN


async def test_a_message_of_another_program(nats: NatsServer, tmp_path: Path) -> None:
    """It is an entry that no table understands; the log goes on."""
    async with opened(settings_for(tmp_path, nats)) as log:
        await log.append("a", 0, [b"one"])
        number = await log._stream.publish(f"{log._stream.name}.log.a", b"hello")
        await log.append("a", number * SPAN, [b"two"])
        assert await data_of(log, "a") == [b"one", b"hello", b"two"]


# Two servers.


async def test_one_of_twenty_racers_on_two_servers_wins(cluster: list[NatsServer], tmp_path: Path) -> None:
    """Every time, and both see the same."""
    one, two, _ = (settings_for(tmp_path, server) for server in cluster)
    async with opened(one) as first, opened(two) as second:
        position, stored = 0, []
        for _ in range(20):
            racers = [[b"%d" % racer, b"again"] for racer in range(20)]
            logs = [first, second] * 10
            tries = [log.append("a", position, entries) for log, entries in zip(logs, racers, strict=True)]
            ends = await asyncio.gather(*tries, return_exceptions=True)
            (winner,) = [racer for racer, end in enumerate(ends) if isinstance(end, int)]
            assert sum(isinstance(end, Conflict) for end in ends) == 19
            stored += racers[winner]
            position = (await second.read("a"))[-1][0]
            assert ends[winner] == position
        assert await data_of(first, "a") == await data_of(second, "a") == stored


async def test_a_zombie_is_fenced(cluster: list[NatsServer], tmp_path: Path) -> None:
    """A server that comes back after another one took over stores nothing, not even after a drop."""
    one, two, _ = (settings_for(tmp_path, server) for server in cluster)
    async with opened(one) as zombie, opened(two) as owner:
        position = await zombie.append("a", 0, [b"mine"])
        taken = await owner.append("a", (await owner.read("a"))[-1][0], [b"taken over"])
        for entries in ([b"late"], LARGE):
            with pytest.raises(Conflict):
                await zombie.append("a", position, entries)
        await owner.trim("a", position)
        with pytest.raises(Conflict):
            await zombie.append("a", position, [b"late"])
        await owner.append("a", taken, [b"on"])
        await owner.drop("a")
        await owner.append("a", 0, [b"again"])
        with pytest.raises(Conflict):
            await zombie.append("a", position, [b"late"])
        assert await data_of(zombie, "a") == [b"again"]


# Limits.


async def test_full_storage(nats: NatsServer, tmp_path: Path) -> None:
    """Appends are refused, large ones too, but nothing is deleted; with free space they work again."""
    where = settings_for(tmp_path, nats)
    settings = NatsSettings(where.servers, name=where.name, max_bytes=3_000_000)
    async with opened(settings) as log:
        position, stored = 0, []
        for number in range(25):
            entries = [b"%d" % number, bytes(100_000)]
            position = await log.append("a", position, entries)
            stored += entries
        with pytest.raises(Unavailable, match="NATS refused: maximum bytes exceeded"):
            await log.append("a", position, [bytes(700_000)])
        with pytest.raises(Unavailable, match="NATS refused: maximum bytes exceeded"):
            await log.append("b", 0, LARGE[:3])
        assert await parts_of(log, "b") == 0
        assert await data_of(log, "a") == stored
        assert await log.tables() == ["a"]
        await log.append("b", 0, [b"small ones may still fit"])
        await log.drop("b")
        await log.trim("a", position - SPAN)
        await log.append("a", position, [bytes(500_000)])


async def test_too_many_calls(nats: NatsServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those beyond the limit of number or size fail at once; the others are stored."""
    async with opened(settings_for(tmp_path, nats), max_pending=5) as log:
        tries = [log.append(f"t{number}", 0, [b"x"]) for number in range(8)]
        ends = await asyncio.gather(*tries, return_exceptions=True)
        assert [isinstance(end, int) for end in ends] == [True] * 5 + [False] * 3
        assert {str(end) for end in ends[5:]} == {"too many calls are pending"}
        monkeypatch.setattr(nats_log, "MAX_PENDING_BYTES", 1000)
        tries = [log.append(f"u{number}", 0, [bytes(400)]) for number in range(5)]
        ends = await asyncio.gather(*tries, return_exceptions=True)
        assert [isinstance(end, int) for end in ends] == [True] * 3 + [False] * 2
        assert await log.tables() == ["t0", "t1", "t2", "t3", "t4", "u0", "u1", "u2"]
        assert await log.append("v", 0, [b"x"])


# Faults of one server.


async def test_a_stalled_server(tmp_path: Path) -> None:
    """Calls fail when their time is up; afterwards an append is there once or not at all."""
    with nats_server(tmp_path) as server:
        async with (
            opened(NatsSettings([server.url]), timeout_s=0.2) as hasty,
            opened(NatsSettings([server.url])) as patient,
        ):
            position = await patient.append("a", 0, [b"one"])
            with server.stalled():
                for call in (
                    hasty.append("a", position, [b"two", b"three"]),
                    hasty.read("a"),
                    hasty.tables(),
                    hasty.trim("a", position),
                    hasty.drop("a"),
                ):
                    with pytest.raises(Unavailable, match=r"no answer from NATS within 0\.2 s"):
                        await call
                waiting = asyncio.ensure_future(patient.append("b", 0, [b"waits"]))
                await event_loop_turns()
            await until_stored(waiting, patient, "b", [b"waits"])
            stored = await data_of(patient, "a")
            assert stored in ([b"one"], [b"one", b"two", b"three"])


async def until_stored(
    append: "asyncio.Future[int]", log: NatsLog, table: str, entries: Sequence[bytes]
) -> None:
    """Repeat an append, at the same position, until it is stored."""
    while True:
        try:
            await append
        except Conflict:
            break  # the last attempt got no answer, but was stored
        except Unavailable:
            append = asyncio.ensure_future(log.append(table, 0, entries))
            await asyncio.sleep(0)
        else:
            break
    while True:
        try:
            assert await data_of(log, table) == entries
        except Unavailable:
            await asyncio.sleep(0)
        else:
            return


async def test_a_server_that_is_killed_and_started_again(tmp_path: Path) -> None:
    """Pending calls fail at once, and the same log goes on."""
    with nats_server(tmp_path) as server:
        async with opened(NatsSettings([server.url])) as log:
            position = await log.append("a", 0, [b"one"])
            server.kill()
            with pytest.raises(Unavailable):
                await log.append("a", position, [b"two"])
            server.start()
            await until_stored(asyncio.ensure_future(log.append("b", 0, [b"x"])), log, "b", [b"x"])
            assert await log.append("a", position, [b"three"])
            assert await data_of(log, "a") == [b"one", b"three"]


async def test_a_cancelled_close_still_closes(nats: NatsServer, tmp_path: Path) -> None:
    """A second call waits for the first."""
    log = await NatsLog.open(settings_for(tmp_path, nats))
    closing = asyncio.ensure_future(log.close())
    await asyncio.sleep(0)  # let it start
    closing.cancel()
    await log.close()
    with pytest.raises(Unavailable, match="the log is closed"):
        await log.tables()


async def test_a_cancelled_close_waits_for_no_calls(
    nats: NatsServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is closed at once, and calls that are pending fail."""
    monkeypatch.setattr(nats_connection, "PING_S", 1000)  # or the stalled server would be left
    log = await NatsLog.open(settings_for(tmp_path, nats), timeout_s=1000.0)
    with nats.stalled():
        append = asyncio.ensure_future(log.append("a", 0, [b"x"]))
        closing = asyncio.ensure_future(log.close())
        await asyncio.sleep(0)  # let them start
        closing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await closing
        with pytest.raises(Unavailable, match="the connection to NATS was lost"):
            await append


# Answers that no real server gives on demand.


@asynccontextmanager
async def on_fake(answer: Answer, timeout_s: float = 60.0) -> AsyncIterator[NatsLog]:
    """A log on a fake server."""
    async with fake_nats(answer) as fake:
        connection = await NatsConnection.open([fake.url], None, 30.0)
        log = NatsLog(NatsStream(connection, "s"), LogFacts("", False, 1), timeout_s, 10)
        try:
            yield log
        finally:
            await log.close()


def stored_message(number: int, data: bytes) -> bytes:
    """A message as a direct get returns it."""
    return with_headers(f"\r\nNats-Sequence: {number}\r\nNats-Subject: s.log.a", data)


def message(number: int, data: bytes) -> list[bytes]:
    """A message as the leader returns it."""

    encoded = base64.b64encode(data).decode()
    return reply({"message": {"subject": "s.log.a", "seq": number, "data": encoded}})


NO_MESSAGE = refusal(10037, "no message found")


@pytest.mark.parametrize("behind", [0, 1])
async def test_a_replica_that_lags_behind(behind: int) -> None:
    """It is asked again until it has what the leader has."""
    ranges = 0

    def answer(subject: str, data: bytes) -> Sequence[bytes]:
        nonlocal ranges
        query = json.loads(data)
        if subject.startswith("$JS.API.STREAM.MSG.GET"):
            if query.get("last_by_subj") == "s.trim.a":
                return NO_MESSAGE
            number = 2 if "last_by_subj" in query else 1
            return message(number, pack(Entries([b"%d" % number])))
        if query["seq"] > 1:
            return [b"NATS/1.0 404\r\n\r\n"]
        ranges += 1
        there = behind if ranges == 1 else 2
        page = [stored_message(number, pack(Entries([b"%d" % number]))) for number in range(1, there + 1)]
        return [*page, with_headers(" 204 EOB") if page else with_headers(" 404")]

    async with on_fake(answer) as log:
        assert await log.read("a") == [(SPAN, b"1"), (2 * SPAN, b"2")]
        assert ranges == 2


async def test_a_table_that_is_dropped_while_it_is_trimmed() -> None:
    """Then there is nothing to trim."""

    def answer(subject: str, data: bytes) -> Sequence[bytes]:
        assert subject == "$JS.API.STREAM.MSG.GET.s"
        return message(5, pack(Entries([b"x"]))) if "last_by_subj" in json.loads(data) else NO_MESSAGE

    async with on_fake(answer) as log:
        await log.trim("a", 3 * SPAN)


async def test_appending_while_a_table_is_dropped() -> None:
    """All of it goes, and each request says up to which message: it may be carried out much later."""
    purged: list[int] = []
    ends = [message(5, b""), message(7, b""), NO_MESSAGE]

    def answer(subject: str, data: bytes) -> Sequence[bytes]:
        if subject == "$JS.API.STREAM.MSG.GET.s":
            return ends.pop(0)
        purged.append(json.loads(data)["seq"])
        return reply({"success": True})

    async with on_fake(answer) as log:
        await log.drop("a")
        assert purged == [6, 8]


async def test_a_large_append_in_doubt_keeps_its_parts() -> None:
    """They may count: the message that lists them may be stored, but its answer was lost."""
    asked: list[str] = []

    def answer(subject: str, data: bytes) -> Sequence[bytes]:
        assert data
        asked.append(subject)
        return reply({"seq": len(asked)}) if subject == "s.part.a" else []

    async with on_fake(answer, timeout_s=0.5) as log:
        with pytest.raises(Unavailable, match="no answer"):
            await log.append("a", 0, LARGE)
    assert asked[-1] == "s.log.a"


async def test_damaged_parts() -> None:
    """The append is one entry that no table understands."""
    listed = pack(Parts([3]))

    def answer(subject: str, data: bytes) -> Sequence[bytes]:
        query = json.loads(data)
        if subject.startswith("$JS.API.STREAM.MSG.GET"):
            return NO_MESSAGE if query.get("last_by_subj") == "s.trim.a" else message(5, listed)
        return [stored_message(5, listed), with_headers(" 204 EOB")]

    async with on_fake(answer) as log:
        assert await log.read("a") == [(5 * SPAN, listed)]
