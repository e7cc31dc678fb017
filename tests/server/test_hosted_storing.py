"""What is told is stored: through a log that is slow, does not answer, or belongs to somebody else."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from pictomania.log import SqliteLog
from pictomania.server import hosted, table_log
from pictomania.server.budgets import Account, Budget
from pictomania.server.pace import Pace
from pictomania.table import facts
from pictomania.table.record import entry, fact
from pictomania.wire import from_client as say
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.to_client import Refused, Said, State, TicketIssued
from tests.server.caller import caller, hello
from tests.server.inks import line, piece
from tests.server.served import opened, served, turns, until
from tests.server.shaky import Fault, ShakyLog

SILENCE = ["the log does not answer"]


def account() -> Account:
    """Enough for everything."""
    return Account(Budget(Pace()), Budget(Pace()))


async def kinds(log: SqliteLog, code: str) -> list[str]:
    """What is stored of a table."""
    return [type(fact(data)).__name__ for _, data in await log.read(code)]


# Before it is stored.


async def test_nobody_is_told_before_it_is_stored(tmp_path: Path) -> None:
    """Neither those who did it, nor the others, nor whoever comes."""
    async with opened(tmp_path) as real, served(log := ShakyLog(real)) as server:
        code = await server.hosting.make()
        async with caller(server, hello(code, "Ada")) as ada, caller(server, hello(code, "Ben")) as ben:
            await ada.welcome()
            await ben.welcome()
            await until(lambda: len(server.table(code).seats) == 2)
            await ada.next(State)
            log.hold()
            ben.say(say.GetReady(True))
            await until(lambda: log.held == [code])
            async with caller(server, hello(code, "Cleo")) as cleo:
                ben.say(say.Say("are you there?"), say.AskWelcome())
                for who in (ada, ben, cleo):
                    assert await who.is_told_nothing()
                assert await kinds(real, code) == ["Opened", "Sat", "Sat"]
                log.let_go()
                assert (await ada.next(State)).seats[1].ready
                await ben.welcome()
                assert (await ben.next(Said)).line.text == "are you there?"
                await cleo.welcome()
            assert sorted((await kinds(real, code))[3:]) == ["GotReady", "Sat", "Spoken"]


async def test_nobody_draws_on_sheets_before_they_are_told(tmp_path: Path) -> None:
    """Who guesses their number is ahead of the others, who could not put the ink anywhere."""
    async with opened(tmp_path) as real, served(log := ShakyLog(real)) as server:
        code = await server.hosting.make()
        async with server.party(code) as people, caller(server, hello(code, key=people[2].key)) as guest:
            people[0].say(say.Begin())
            state = await people[0].until(lambda state: state.view is not None)
            for who in people[:2]:
                await who.until(lambda state: state.view is not None)
                who.ready()
            await people[1].until(lambda state: state.view is not None and state.view.awaited == (2,))
            await guest.welcome()
            log.hold()
            guest.say(say.Ready(state.stop))
            await until(lambda: server.table(code).paper == 2)
            guest.ink(2, piece(0, line()))
            await until(lambda: server.metrics.ink_pieces == 1)
            log.let_go()
            await people[0].until(lambda state: state.paper == 2)
            guest.ink(2, piece(0, line(3)))
            await until(lambda: people[0].sheets[2].marks == [line(3)])


# Without an answer.


@pytest.mark.parametrize("fault", [Fault.NO_ANSWER, Fault.STORED_WITHOUT_ANSWER])
@pytest.mark.parametrize("times", [1, 3])
async def test_an_append_without_an_answer(tmp_path: Path, fault: Fault, times: int) -> None:
    """It is tried again at the same position until there is one, and is stored once."""
    async with opened(tmp_path) as real, served(log := ShakyLog(real), complaints=SILENCE) as server:
        code = await server.hosting.make()
        async with server.party(code, 2) as (ada, ben):
            await ada.until(lambda state: len(state.seats) == 2)
            there = server.hosted(code)
            log.asked.clear()
            log.faults = [fault, *[Fault.NO_ANSWER] * (times - 1)]
            ada.say(say.Say("once"))
            ben.say(say.GetReady(True))
            await ada.until(lambda state: state.seats[1].ready)
            await until(lambda: len(ben.chat) == len(ada.chat) == 1)
            assert [asked for asked in log.asked if asked == log.asked[0]] == [log.asked[0]] * (times + 1)
            assert sorted((await kinds(real, code))[3:]) == ["GotReady", "Spoken"]
            assert server.metrics.append_failures == times
            ada.say(say.Say("and again"))
            await until(lambda: len(ben.chat) == 2)
            assert server.hosted(code) is there


async def test_the_log_is_silent_when_asked_whether_it_was_stored(tmp_path: Path) -> None:
    """It is asked again."""
    async with opened(tmp_path) as real, served(log := ShakyLog(real), complaints=SILENCE) as server:
        code = await server.hosting.make()
        async with server.client(code, "Ada") as ada:
            there = server.hosted(code)
            log.faults, log.deaf_reads = [Fault.STORED_WITHOUT_ANSWER], 2
            ada.say(say.GetReady(True))
            await ada.until(lambda state: state.seats[0].ready)
            assert await kinds(real, code) == ["Opened", "Sat", "GotReady"]
            assert server.hosted(code) is there


# Somebody else.


async def _is_taken_over(real: SqliteLog, code: str) -> None:
    """Let another server write to a table."""
    end = (await real.read(code))[-1][0]
    await real.append(code, end, [entry(facts.Spoken(1, "Eve", None, "mine now"))])


@pytest.mark.parametrize("in_doubt", [False, True])
async def test_a_table_that_somebody_else_hosts(tmp_path: Path, in_doubt: bool) -> None:
    """Everybody is sent away to come again, and finds what was stored, not what was not."""
    complaints = SILENCE if in_doubt else []
    async with opened(tmp_path) as real, served(log := ShakyLog(real), complaints=complaints) as server:
        code = await server.hosting.make()
        async with server.party(code, 2) as people, caller(server, hello(code, watch=True)) as guest:
            await guest.welcome()
            before = server.hosted(code)
            log.faults = [Fault.NO_ANSWER] if in_doubt else []
            await _is_taken_over(real, code)
            people[0].say(say.GetReady(True))
            assert await guest.closed() == (Close.RESTART, "somebody else hosts this table now")
            for who in people:
                await until(lambda who=who: [said.text for said in who.chat] == ["mine now"])  # type: ignore[misc]
            await people[0].until(lambda state: all(seat.present for seat in state.seats))
            assert not people[0].state.seats[0].ready
            assert before.is_lost
            assert server.hosted(code) is not before
            people[0].say(say.GetReady(True))
            await people[1].until(lambda state: state.seats[0].ready)


async def test_those_who_are_just_coming_to_a_lost_table(tmp_path: Path) -> None:
    """They are sent away too, instead of waiting for nothing."""
    async with opened(tmp_path) as real, served(log := ShakyLog(real)) as server:
        code, other = await server.hosting.make(), await server.hosting.make()
        lost = server.hosted(code)
        log.faults = [Fault.CONFLICT]
        log.hold()
        async with caller(server, hello(code, "Ada")) as ada:
            await until(lambda: log.held == [code])
            async with caller(server, hello(code, "Ben")) as ben:
                await until(lambda: server.metrics.messages == 2)
                await turns()
                log.let_go()
                assert (await ada.closed())[0] == (await ben.closed())[0] == Close.RESTART
        answers: list[object] = []
        async with caller(server, hello(other, "Cleo")) as cleo:
            await cleo.welcome()
            (outbox,) = server.hosted(other).outboxes.values()
            lost.arrive(hello(code, "Cleo"), outbox, account(), answers.append)
            assert (await cleo.closed())[0] is Close.RESTART
        async with caller(server, hello(code, "Dov")) as dov:
            assert [seat.name for seat in (await dov.welcome())[0].state.seats] == ["Dov"]
        assert answers == []


# An outage.


async def test_an_outage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits is told that nothing was done, ink goes on, and the rest does once the log is back."""
    monkeypatch.setattr(table_log, "PATIENCE_S", 0.5)
    async with opened(tmp_path) as real, served(log := ShakyLog(real), complaints=SILENCE) as server:
        code = await server.hosting.make()
        early = AsyncExitStack()
        async with server.round(code) as people, early:
            log.is_silent = True
            people[0].finish()
            await until(lambda: server.metrics.append_failures > 0)
            waiting = await early.enter_async_context(caller(server, hello(code, key="w" * 32, watch=True)))
            people[1].say(say.AskWelcome())  # who is to be told everything hears this all the same
            people[1].say(say.AskTicket())
            people[2].finish()
            assert await people[0].reply(Refused) == Refused("finish", Reason.STORED_LATER)
            for who, about in ((people[1], "ask-ticket"), (people[2], "finish")):
                assert await who.reply(Refused) == Refused(about, Reason.NOT_STORED)
            people[2].say(say.Say("Hello?"))  # told so at once
            assert await people[2].reply(Refused) == Refused("say", Reason.NOT_STORED)
            people[1].draw(line())
            await until(lambda: people[2].sheets[1].marks == [line()])
            async with caller(server, hello(code, watch=True)) as guest:
                assert await guest.is_told_nothing()
                failed = server.metrics.append_failures
                await until(lambda: server.metrics.append_failures > failed + 1)
                stored = await kinds(real, code)
                log.is_silent = False
                welcome, sheets = await guest.welcome()
                assert sheets[1] == piece(0, line())
                await waiting.welcome()
                assert welcome.state.view is not None
                assert [player.finished for player in welcome.state.view.players] == [True, False, False]
            people[1].say(say.AskTicket())
            await people[1].reply(TicketIssued)
            people[2].finish()
            await people[0].until(lambda state: state.view is not None and state.view.players[2].finished)
            since = (await kinds(real, code))[len(stored) :]
            assert since.count("Inked") == 1
            assert since.count("Acted") >= 3  # two finished, and a sheet that is empty no more


async def test_too_many_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The inbox is not without end; whoever does not fit in is told at once."""
    monkeypatch.setattr(hosted, "MOST_WAITING", 2)
    async with opened(tmp_path) as real, served(log := ShakyLog(real)) as server:
        code = await server.hosting.make()
        async with server.client(code, "Ada") as ada:
            log.hold()
            ada.say(say.Say("first"))
            await until(lambda: log.held == [code])
            for text in ("second", "third", "fourth"):
                ada.say(say.Say(text))
            assert await ada.reply(Refused) == Refused("say", Reason.NOT_STORED)
            log.let_go()
            await until(lambda: [said.text for said in ada.chat] == ["first", "second", "third"])
            assert server.metrics.refused_messages == 1
