"""A table and those who are there: everybody is told what they may see, in the order in which it happened."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from pictomania.client import Client, Closed
from pictomania.server import hosting
from pictomania.table import waits
from pictomania.wire import from_client as say
from pictomania.wire.gate import told
from pictomania.wire.reactions import Reaction
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.to_client import Reacted, State, TicketIssued, Welcome
from pictomania.words import Language
from tests.server.caller import caller, hello
from tests.server.inks import grown, line, marks, piece
from tests.server.served import NAMES, is_drawing, opened, served, turns, until
from tests.server.shaky import ShakyLog

# One seat, many sockets.


async def test_the_newest_tab_wins(tmp_path: Path) -> None:
    """The older one is closed for good; the seat and the game are the same."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people, server.client(code, "Eve", key=people[1].key) as newer:
            with pytest.raises(Closed, match="4000"):
                await people[1].until(lambda _: False)
            assert newer.state.seat == 1
            assert newer.view == people[1].view
            newer.finish()
            state = await people[0].until(
                lambda state: state.view is not None and state.view.players[1].finished
            )
            assert [seat.name for seat in state.seats] == list(NAMES[:3])
            assert all(seat.present for seat in state.seats)


async def test_two_tabs_do_not_draw_at_once(tmp_path: Path) -> None:
    """As soon as the newer one is there the older counts for nothing, even if neither can be told yet."""
    async with opened(tmp_path) as real, served(log := ShakyLog(real)) as server:
        code = await server.hosting.make()
        async with server.round(code, 4) as people:
            log.hold()
            people[0].finish()
            await until(lambda: log.held == [code])
            said = server.metrics.messages
            async with caller(server, hello(code, key=people[1].key)) as newer:
                people[2].finish()
                await until(lambda: server.metrics.messages == said + 2)
                await turns()
                log.let_go()
                log.hold()  # for the next append
                await until(lambda: log.held == [code] and len(server.hosted(code).outboxes) == 5)
                people[1].draw(line())
                people[3].draw(line(4))
                await until(lambda: people[0].sheets[3].marks == [line(4)])
                await until(lambda: server.metrics.ink_pieces == 2)
                assert await newer.is_told_nothing()
                log.let_go()
                assert (await newer.welcome())[1] == [piece(0), piece(0), piece(0), piece(0, line(4))]
                newer.ink(2, piece(0, line(3)))
                await until(lambda: people[0].sheets[1].marks == [line(3)])


async def test_a_reload_in_the_middle_of_a_line(tmp_path: Path) -> None:
    """The page that comes back knows the line as far as it came, and goes on with it."""
    first, second, third = line(), line(since=line()), line(since=line(10))
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people:
            people[1].draw(first)
            people[1].go_on(second)
            await until(lambda: people[0].sheets[1].marks == [grown(first, second)])
            async with server.client(code, "Ben", key=people[1].key) as reloaded:
                await until(lambda: reloaded.paper.mine.marks == [grown(first, second)])
                reloaded.go_on(third)
                await until(lambda: people[0].sheets[1].marks == [grown(first, second, third)])


async def test_a_ticket_to_another_device(tmp_path: Path) -> None:
    """The seat moves to another key, the old socket is closed, and the ticket is good once."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people:
            people[1].draw(line())
            people[1].say(say.AskTicket())
            ticket = (await people[1].reply(TicketIssued)).ticket
            async with server.client(code, "Phone", ticket=ticket) as phone:
                assert phone.key != people[1].key
                assert phone.state.seat == 1
                with pytest.raises(Closed, match="4000"):
                    await people[1].until(lambda _: False)
                await until(lambda: phone.paper.mine.marks == [line()])
                async with server.client(code, "Late", key=people[1].key, ticket=ticket) as late:
                    assert late.state.seat is None


async def test_who_is_sent_away_and_who_goes(tmp_path: Path) -> None:
    """Both are told so once it is stored, and even before that neither is heard any more."""
    async with opened(tmp_path) as real, served(log := ShakyLog(real)) as server:
        code = await server.hosting.make()
        async with server.round(code) as people, caller(server, hello(code, key=people[1].key)) as guest:
            await guest.welcome()
            log.hold()
            people[2].say(say.Leave())
            await until(lambda: log.held == [code])
            people[2].draw(line())
            people[2].say(say.Say("I am still here"))
            await until(lambda: server.metrics.ink_pieces == 1)
            log.let_go()
            with pytest.raises(Closed, match="4002"):
                await people[2].until(lambda _: False)
            log.hold()
            people[0].say(say.Remove("Ben"))
            await until(lambda: log.held == [code])
            guest.ink(2, piece(0, line()))
            guest.say(say.Say("so am I"))
            await until(lambda: server.metrics.ink_pieces == 2)
            log.let_go()
            assert await guest.closed() == (Close.REMOVED, "")
            await people[0].until(lambda state: sum(seat.present for seat in state.seats) == 1)
            assert marks(server.table(code).sheets) == marks(people[0].sheets) == [[], [], []]
            assert not people[0].chat
            async with caller(server, hello(code, "Ben", key=people[1].key)) as again:
                assert await again.closed() == (Close.NOT_LET_IN, Reason.REMOVED_BY_HOST)
            async with server.client(code, "Cleo", key=people[2].key) as again:
                assert again.state.seat == 2


# Telling.


async def test_watchers_see_the_table_in_their_language(tmp_path: Path) -> None:
    """Whatever changes, each of them; what one of them changes about themselves too."""
    async with opened(tmp_path) as log, served(log) as server, AsyncExitStack() as stack:
        code = await server.hosting.make()
        watchers = [
            await stack.enter_async_context(
                Client(server.url, code, name="Wim", watch=True, bot=bot, language=language)
            )
            for bot, language in [
                (False, Language.EN),
                (False, Language.EN),
                (True, Language.EN),
                (False, Language.FR),
            ]
        ]
        people = await stack.enter_async_context(server.round(code))
        for watcher in watchers:
            await watcher.until(is_drawing)
            assert watcher.state.seat is None
            assert watcher.state.watchers == 4
            assert watcher.view == watchers[0].view
        one, other, bot, french = (watcher.state.words for watcher in watchers)
        assert one == other == bot == people[0].state.words
        assert french.keys() == one.keys()
        assert french != one
        watchers[0].say(say.Speak(Language.FR))
        await watchers[0].until(lambda state: state.words == french)
        assert watchers[1].state.words == one


async def test_asking_for_everything_again(tmp_path: Path) -> None:
    """It is answered at once, with what is there."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people, caller(server, hello(code, watch=True)) as guest:
            await guest.welcome()
            people[1].draw(line())
            await until(lambda: people[0].sheets[1].marks == [line()])
            guest.say(say.AskWelcome())
            assert (await guest.welcome())[1] == [piece(0), piece(0, line()), piece(0)]


async def test_nobody_is_left_to_be_welcomed(tmp_path: Path) -> None:
    """Whoever has caught up with reading just when they were cut off is gone, and nobody else is told."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with caller(server, hello(code, "Ada")) as ada:
            await ada.welcome()
            async with caller(server, hello(code, "Ben")) as ben:
                await ben.welcome()
                member = server.hosted(code).sitting.members[1]
            for _ in range(2):
                await ada.next(State)
            server.hosted(code).welcome(member)
            assert await ada.is_told_nothing()


async def test_a_ticket_comes_along_with_a_welcome(tmp_path: Path) -> None:
    """What is said to one alone is in no welcome, so it is said all the same."""
    async with opened(tmp_path) as real, served(log := ShakyLog(real)) as server:
        code = await server.hosting.make()
        async with server.client(code, "Ada") as ada:
            log.hold()
            ada.say(say.AskTicket())
            ada.say(say.GetReady(True))
            await until(lambda: log.held == [code])
            ada.say(say.AskWelcome())
            await until(lambda: server.metrics.messages == 4)
            log.let_go()
            await ada.reply(TicketIssued)
            await ada.until(lambda state: state.seats[0].ready)


async def test_a_welcome_comes_first(tmp_path: Path) -> None:
    """Whoever comes while others laugh hears what is laughed about later, and nothing twice."""
    async with opened(tmp_path) as real, served(log := ShakyLog(real)) as server:
        code = await server.hosting.make()
        async with server.client(code, "Ada") as ada:
            log.hold()
            ada.say(say.GetReady(True))
            await until(lambda: log.held == [code])
            async with caller(server, hello(code, "Ben")) as ben:
                await until(lambda: server.metrics.messages == 3)
                await turns()
                ada.say(say.React(Reaction.LAUGH))
                ada.say(say.Say("hello, Ben"))
                await until(lambda: server.metrics.messages == 5)
                log.let_go()
                await ada.reply(Reacted)
                _, payload = await ben.guest.frame()
                welcome = told(payload)
                assert isinstance(welcome, Welcome)
                assert [said.text for said in welcome.chat] == ["hello, Ben"]
                await ben.guest.frame()
                assert await ben.is_told_nothing()


async def test_ink_that_comes_while_somebody_waits_for_a_welcome(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is in the sheets of the welcome, and does not come once more."""
    async with opened(tmp_path) as real, served(log := ShakyLog(real)) as server:
        code = await server.hosting.make()
        async with server.round(code) as people, server.client(code, "Wim", watch=True) as watcher:
            people[1].draw(line())
            await until(lambda: watcher.sheets[1].marks == [line()])
            monkeypatch.setattr(hosting, "TICK_S", 0.2)  # so that nothing is shown in between
            log.hold()
            people[0].finish()
            await until(lambda: log.held == [code])
            said = server.metrics.messages
            watcher.say(say.AskWelcome())
            await until(lambda: server.metrics.messages == said + 1)
            people[1].go_on(line(since=line()))
            await until(lambda: server.table(code).sheets[1].end == (0, 10))
            log.let_go()
            people[1].go_on(line(since=line(10)))
            for who in (*people, watcher):
                await until(lambda who=who: who.sheets[1].end >= (0, 15))  # type: ignore[misc]
                assert who.sheets[1].marks == [line(15)]


# Time.


async def test_the_clock_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host who is not there any more is replaced, without anybody doing anything."""
    monkeypatch.setattr(waits, "HOST_MS", 20)
    monkeypatch.setattr(waits, "LEAST_MS", 0)
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.client(code, "Ada") as ada, server.client(code, "Ben") as ben:
            await ada.__aexit__(None, None, None)
            state = await ben.until(lambda state: state.host == 1)
            assert state.may.begin_not is not None


async def test_ink_is_stored_by_itself(tmp_path: Path) -> None:
    """Even if nothing else happens that takes it along."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people:
            people[1].draw(line())
            await people[1].until(lambda state: state.view is not None and state.view.players[1].drawn)
            stored = len(await log.read(code))
            people[1].go_on(line(since=line()))
            while len(await log.read(code)) == stored:
                pass
            assert not server.hosted(code).sitting.has_unstored_ink


# What goes wrong.


def _break(now: int) -> None:
    raise ZeroDivisionError(now)


async def test_a_table_that_breaks(tmp_path: Path) -> None:
    """Its people are sent away and find it as it was stored; at other tables nobody notices."""
    async with opened(tmp_path) as log, served(log, complaints=["a table broke"]) as server:
        code, other = await server.hosting.make(), await server.hosting.make()
        async with server.round(code) as people, server.round(other) as others:
            people[1].draw(line())
            await until(lambda: people[0].sheets[1].marks == [line()])
            async with caller(server, hello(code, watch=True)) as guest:
                await guest.welcome()
                server.hosted(code).do(_break)
                assert await guest.closed() == (Close.RESTART, "the table broke")
            people[0].draw(line(3))
            await until(lambda: marks(people[2].sheets) == [[line(3)], [line()], []])
            others[0].draw(line(4))
            await until(lambda: others[1].sheets[0].marks == [line(4)])
            assert server.metrics.tables_resumed == 1


async def test_a_table_that_breaks_in_between(tmp_path: Path) -> None:
    """Ink that cannot be shown stops no clock but its own."""
    async with opened(tmp_path) as log, served(log, complaints=["a table broke"]) as server:
        code, other = await server.hosting.make(), await server.hosting.make()
        async with server.round(code) as people, server.round(other) as others:
            broken = server.hosted(code)
            broken.sitting.fresh.append((300, b"a seat that does not exist"))
            await until(lambda: broken.is_lost)
            people[0].draw(line())
            others[0].draw(line(4))
            await until(lambda: others[1].sheets[0].marks == [line(4)])
            await until(lambda: people[1].sheets[0].marks == [line()])


async def test_mail_for_somebody_who_is_gone(tmp_path: Path) -> None:
    """It is nobody's, and in the welcome when they are back."""
    async with opened(tmp_path) as real, served(log := ShakyLog(real)) as server:
        code = await server.hosting.make()
        async with server.party(code, 2) as (ada, ben):
            log.hold()
            ada.say(say.Say("are you there?"))
            await until(lambda: log.held == [code])
            ben.drop()
            await until(lambda: len(server.hosted(code).outboxes) == 1)
            log.let_go()
            await until(lambda: len(ada.chat) == len(ben.chat) == 1)


async def test_somebody_who_is_gone_needs_not_catch_up(tmp_path: Path) -> None:
    """Not even if the network has just taken what was waiting."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.client(code, "Ada") as ada:
            async with server.client(code, "Ben"):
                member = server.hosted(code).sitting.members[-1]
            await ada.until(lambda state: not state.seats[1].present)
            server.hosted(code)._drained(member)
            assert len(server.hosted(code).outboxes) == 1
