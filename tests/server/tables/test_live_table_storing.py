"""Everything is stored before it is sent: with a log that is slow, fails, or has moved to another server."""

from pathlib import Path

import pytest

from pictomania.log import SqliteLog
from pictomania.server.net.budgets import Account, RateBudget
from pictomania.server.net.rate_limits import RateLimits
from pictomania.table import facts
from pictomania.table.entries import decode_entry, encode_entry
from pictomania.wire import from_client
from pictomania.wire.reasons import Close
from pictomania.wire.to_client import ChatSaid, State
from tests.server.support.flaky_log import Fault, FlakyLog
from tests.server.support.ink_samples import line, piece
from tests.server.support.running_server import open_log, run_server
from tests.server.support.socket_client import connect_client, hello
from tests.server.support.waiting import event_loop_turns, wait_until

SILENCE = ["log unavailable"]


def account() -> Account:
    return Account(RateBudget(RateLimits()), RateBudget(RateLimits()))


async def kinds(log: SqliteLog, code: str) -> list[str]:
    """The stored entries of a table."""
    return [type(decode_entry(data)).__name__ for _, data in await log.read(code)]


# Before it is stored.


async def test_nothing_is_sent_before_it_is_stored(tmp_path: Path) -> None:
    """Neither its author, nor the others, nor a new member."""
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real)) as server:
        code = await server.live_tables.create()
        async with (
            connect_client(server, hello(code, "Ada")) as ada,
            connect_client(server, hello(code, "Ben")) as ben,
        ):
            await ada.welcome()
            await ben.welcome()
            await wait_until(lambda: len(server.table(code).seats) == 2)
            await ada.next(State)
            log.hold()
            ben.send(from_client.SetReady(True))
            await wait_until(lambda: log.held == [code])
            async with connect_client(server, hello(code, "Cleo")) as cleo:
                ben.send(from_client.Chat("are you there?"), from_client.Resync())
                for who in (ada, ben, cleo):
                    assert await who.has_nothing_to_read()
                assert await kinds(real, code) == ["TableOpened", "SeatTaken", "SeatTaken"]
                log.let_go()
                assert (await ada.next(State)).seats[1].ready
                await ben.welcome()
                assert (await ben.next(ChatSaid)).line.text == "are you there?"
                await cleo.welcome()
            assert sorted((await kinds(real, code))[3:]) == ["ChatSent", "ReadinessChanged", "SeatTaken"]


async def test_new_sheets_accept_no_ink_before_they_are_announced(tmp_path: Path) -> None:
    """A client that guesses the paper number would be ahead of the others, who could not place the ink."""
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real)) as server:
        code = await server.live_tables.create()
        async with (
            server.party(code) as people,
            connect_client(server, hello(code, key=people[2].key)) as guest,
        ):
            people[0].send(from_client.Begin())
            state = await people[0].until(lambda state: state.view is not None)
            for who in people[:2]:
                await who.until(lambda state: state.view is not None)
                who.ready()
            await people[1].until(lambda state: state.view is not None and state.view.awaited == (2,))
            await guest.welcome()
            log.hold()
            guest.send(from_client.Ready(state.stop))
            await wait_until(lambda: server.table(code).paper == 2)
            guest.ink(2, piece(0, line()))
            await wait_until(lambda: server.metrics.ink_pieces == 1)
            log.let_go()
            await people[0].until(lambda state: state.paper == 2)
            guest.ink(2, piece(0, line(3)))
            await wait_until(lambda: people[0].sheets[2].marks == [line(3)])


# Without an answer.


@pytest.mark.parametrize("fault", [Fault.NO_ANSWER, Fault.STORED_WITHOUT_ANSWER])
@pytest.mark.parametrize("times", [1, 3])
async def test_an_append_without_a_reply(tmp_path: Path, fault: Fault, times: int) -> None:
    """It is retried at the same position until it succeeds, and is stored once."""
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real), warnings=SILENCE) as server:
        code = await server.live_tables.create()
        async with server.party(code, 2) as (ada, ben):
            await ada.until(lambda state: len(state.seats) == 2)
            there = server.live_table(code)
            log.asked.clear()
            log.faults = [fault, *[Fault.NO_ANSWER] * (times - 1)]
            ada.send(from_client.Chat("once"))
            ben.send(from_client.SetReady(True))
            await ada.until(lambda state: state.seats[1].ready)
            await wait_until(lambda: len(ben.chat) == len(ada.chat) == 1)
            assert [asked for asked in log.asked if asked == log.asked[0]] == [log.asked[0]] * (times + 1)
            assert sorted((await kinds(real, code))[3:]) == ["ChatSent", "ReadinessChanged"]
            assert server.metrics.append_failures == times
            ada.send(from_client.Chat("and again"))
            await wait_until(lambda: len(ben.chat) == 2)
            assert server.live_table(code) is there


async def test_a_log_that_fails_after_an_append_in_doubt(tmp_path: Path) -> None:
    """It is read again."""
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real), warnings=SILENCE) as server:
        code = await server.live_tables.create()
        async with server.client(code, "Ada") as ada:
            there = server.live_table(code)
            log.faults, log.deaf_reads = [Fault.STORED_WITHOUT_ANSWER], 2
            ada.send(from_client.SetReady(True))
            await ada.until(lambda state: state.seats[0].ready)
            assert await kinds(real, code) == ["TableOpened", "SeatTaken", "ReadinessChanged"]
            assert server.live_table(code) is there


# Somebody else.


async def _is_taken_over(real: SqliteLog, code: str) -> None:
    """Append to a table as another server."""
    end = (await real.read(code))[-1][0]
    await real.append(code, end, [encode_entry(facts.ChatSent(1, "Eve", None, "mine now"))])


@pytest.mark.parametrize("in_doubt", [False, True])
async def test_a_table_taken_over_by_another_server(tmp_path: Path, in_doubt: bool) -> None:
    """All clients reconnect and find what was stored, and nothing else."""
    warnings = SILENCE if in_doubt else []
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real), warnings=warnings) as server:
        code = await server.live_tables.create()
        async with server.party(code, 2) as people, connect_client(server, hello(code, watch=True)) as guest:
            await guest.welcome()
            before = server.live_table(code)
            log.faults = [Fault.NO_ANSWER] if in_doubt else []
            await _is_taken_over(real, code)
            people[0].send(from_client.SetReady(True))
            assert await guest.closed() == (Close.RESTART, "another server owns this table now")
            for who in people:
                await wait_until(lambda who=who: [said.text for said in who.chat] == ["mine now"])  # type: ignore[misc]
            await people[0].until(lambda state: all(seat.present for seat in state.seats))
            assert not people[0].state.seats[0].ready
            assert before.is_lost
            assert server.metrics.tables_lost == 1
            assert server.live_table(code) is not before
            people[0].send(from_client.SetReady(True))
            await people[1].until(lambda state: state.seats[0].ready)


async def test_clients_that_are_joining_a_lost_table(tmp_path: Path) -> None:
    """Their sockets are closed too."""
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real)) as server:
        code, other = await server.live_tables.create(), await server.live_tables.create()
        lost = server.live_table(code)
        log.faults = [Fault.CONFLICT]
        log.hold()
        async with connect_client(server, hello(code, "Ada")) as ada:
            await wait_until(lambda: log.held == [code])
            async with connect_client(server, hello(code, "Ben")) as ben:
                await wait_until(lambda: server.metrics.messages == 2)
                await event_loop_turns()
                log.let_go()
                assert (await ada.closed())[0] == (await ben.closed())[0] == Close.RESTART
        answers: list[object] = []
        async with connect_client(server, hello(other, "Cleo")) as cleo:
            await cleo.welcome()
            (outbox,) = server.live_table(other).outboxes.values()
            lost.join(hello(code, "Cleo"), outbox, account(), answers.append)
            assert (await cleo.closed())[0] is Close.RESTART
        async with connect_client(server, hello(code, "Dov")) as dov:
            assert [seat.name for seat in (await dov.welcome())[0].state.seats] == ["Dov"]
        assert answers == []
