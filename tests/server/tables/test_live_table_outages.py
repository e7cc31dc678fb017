"""A table whose log is unavailable for a while: players draw on, requests wait, and everyone is told."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pictomania.client import Client
from pictomania.log import SqliteLog
from pictomania.server.tables import live_table, table_log
from pictomania.table.entries import decode_entry
from pictomania.wire import from_client
from pictomania.wire.json_codec import decode_to_client
from pictomania.wire.reasons import Reason
from pictomania.wire.to_client import RequestRefused, State, StorageChanged, StorageStatus, ToClient
from tests.server.support.flaky_log import FlakyLog
from tests.server.support.ink_samples import line, piece
from tests.server.support.raw_client import TEXT
from tests.server.support.running_server import RunningServer, begin, open_log, run_server
from tests.server.support.socket_client import connect_client, hello
from tests.server.support.waiting import wait_until

SILENCE = ["log unavailable"]
NEVER_S = 1e9


class Outage:
    """A table in the drawing phase whose log can go away; no time is too long until the test says so."""

    def __init__(
        self, server: RunningServer, log: FlakyLog, code: str, people: list[Client], patch: pytest.MonkeyPatch
    ) -> None:
        self.server = server
        self.log = log
        self.code = code
        self.people = people
        self._patch = patch
        self.set_limits(NEVER_S, NEVER_S)

    def set_limits(self, notice_s: float, patience_s: float) -> None:
        """Set when players notice that the log is away, and when requests are refused."""
        self._patch.setattr(table_log, "NOTICE_S", notice_s)
        self.server.live_table(self.code)._log.patience_s = patience_s

    async def begin(self) -> None:
        """Let the first player finish while the log is away."""
        self.log.is_silent = True
        failed = self.server.metrics.append_failures
        self.people[0].finish()
        await wait_until(lambda: self.server.metrics.append_failures > failed)

    async def is_noticed(self) -> None:
        """Let the notice time pass."""
        self.set_limits(0, NEVER_S)
        await self._everyone_knows(StorageStatus.WAITING)

    async def takes_too_long(self) -> None:
        """Let the patience end."""
        self.set_limits(0, 0)
        await self._everyone_knows(StorageStatus.AWAY)

    async def end(self) -> None:
        """Bring the log back, and wait until players know."""
        self.set_limits(NEVER_S, NEVER_S)
        self.log.is_silent = False
        await self._everyone_knows(StorageStatus.READY)

    async def _everyone_knows(self, status: StorageStatus) -> None:
        await wait_until(lambda: all(who.storage is status for who in self.people))


@asynccontextmanager
async def outages(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Outage, SqliteLog]]:
    """Start a server and a game of three."""
    async with open_log(folder) as real, run_server(log := FlakyLog(real), warnings=SILENCE) as server:
        code = await server.live_tables.create()
        async with server.party(code) as people:
            outage = Outage(server, log, code, people, patch)
            await begin(people)
            yield outage, real


def finished(state: State) -> list[bool]:
    """Who has finished."""
    return [] if state.view is None else [player.finished for player in state.view.players]


async def test_requests_wait_and_drawing_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What players did before and after they noticed the outage counts, in order; nothing is sent before."""
    async with outages(tmp_path, monkeypatch) as (outage, real):
        ada, ben, cleo = outage.people
        await outage.begin()
        ben.finish()
        await outage.is_noticed()
        cleo.draw(line())
        cleo.finish()
        await wait_until(lambda: ada.sheets[2].marks == ben.sheets[2].marks == [line()])
        assert finished(ada.state) == [False] * 3
        await outage.end()
        for who in outage.people:
            assert (
                await who.until(lambda state: state.view is None or all(finished(state)))
            ).view is not None
        assert not any(who.inbox for who in outage.people)
        facts = [type(decode_entry(data)).__name__ for _, data in await real.read(outage.code)]
        assert "InkDrawn" in facts


async def test_a_short_wait_is_not_mentioned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players only see what they did a little later."""
    async with (
        outages(tmp_path, monkeypatch) as (outage, _),
        connect_client(outage.server, hello(outage.code, watch=True)) as guest,
    ):
        await guest.welcome()
        await outage.begin()
        outage.log.is_silent = False
        messages: list[ToClient] = []
        while not any(isinstance(message, State) and finished(message)[0] for message in messages):
            opcode, payload = await guest.guest.frame()
            messages += [decode_to_client(payload)] if opcode == TEXT else []
        assert {type(message) for message in messages} == {State}


async def test_after_a_while_new_requests_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those before still wait, and their senders are told; once the log is back, everything works again."""
    async with outages(tmp_path, monkeypatch) as (outage, _):
        ada, ben, cleo = outage.people
        await outage.begin()
        ben.finish()
        await outage.is_noticed()
        await wait_until(lambda: len(outage.server.live_table(outage.code)._inbox) > 0)
        await outage.takes_too_long()
        for who in (ada, ben):
            assert await who.receive(RequestRefused) == RequestRefused("finish", Reason.STORED_LATER)
        cleo.finish()
        assert await cleo.receive(RequestRefused) == RequestRefused("finish", Reason.NOT_STORED)
        cleo.draw(line())
        await wait_until(lambda: ada.sheets[2].marks == [line()])
        await outage.end()
        await cleo.until(lambda state: finished(state) == [True, True, False])
        cleo.finish()
        await cleo.until(lambda state: finished(state) == [True] * 3)


async def test_clients_that_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They see the table as everybody else does, ink included, and that it waits; new players wait."""
    async with outages(tmp_path, monkeypatch) as (outage, _):
        ada, ben, _ = outage.people
        await outage.begin()
        ada.send(from_client.Resync())
        async with connect_client(outage.server, hello(outage.code, watch=True)) as guest:
            assert await guest.has_nothing_to_read()
            await outage.is_noticed()
            welcome, _ = await guest.welcome()
            assert welcome.storage is StorageStatus.WAITING
            assert finished(welcome.state) == [False] * 3
            ben.draw(line())
            await wait_until(lambda: ada.sheets[1].marks == [line()])
            await outage.takes_too_long()
            async with (
                connect_client(outage.server, hello(outage.code, key=ben.key)) as again,
                connect_client(outage.server, hello(outage.code, "Dov")) as new,
            ):
                welcome, sheets = await again.welcome()
                assert (welcome.storage, welcome.state.seat) == (StorageStatus.AWAY, 1)
                assert sheets[1] == piece(0, line())
                assert await new.has_nothing_to_read()
                outage.log.is_silent = False
                assert (await again.next(StorageChanged)).status is StorageStatus.READY
                assert (await new.welcome())[0].storage is StorageStatus.READY
            assert (await guest.next(StorageChanged)).status is StorageStatus.AWAY
            assert (await guest.next(StorageChanged)).status is StorageStatus.READY


async def test_a_compaction_that_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is an append like any other."""
    async with outages(tmp_path, monkeypatch) as (outage, _):
        for who in outage.people:
            who.finish()
        monkeypatch.setattr(table_log, "BULKY_BYTES", 10)
        table = outage.server.live_table(outage.code)
        outage.log.is_silent = True
        await table._log.compact(table._hooks.compact)
        table._wake()
        await outage.is_noticed()
        await outage.end()
        state = outage.people[0].state
        assert finished(state) == [True] * 3


async def test_the_inbox_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The inbox is bounded; further messages are refused at once."""
    monkeypatch.setattr(live_table, "MAX_INBOX", 2)
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real)) as server:
        code = await server.live_tables.create()
        async with server.client(code, "Ada") as ada:
            log.hold()
            ada.send(from_client.Chat("first"))
            await wait_until(lambda: log.held == [code])
            for text in ("second", "third", "fourth"):
                ada.send(from_client.Chat(text))
            assert await ada.receive(RequestRefused) == RequestRefused("chat", Reason.NOT_STORED)
            log.let_go()
            await wait_until(lambda: [said.text for said in ada.chat] == ["first", "second", "third"])
            assert server.metrics.refused_messages == 1
