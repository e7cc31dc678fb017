"""Live tables: every member gets what it may see, in the order in which it happened."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from pictomania.client import Client, Closed
from pictomania.server.tables import live_table, live_tables
from pictomania.table import deadline_clock, deadlines, views
from pictomania.table.seat import Member
from pictomania.table.session import Session
from pictomania.wire import from_client
from pictomania.wire.json_codec import decode_to_client
from pictomania.wire.reactions import Reaction
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.to_client import ReactionShown, State, TicketIssued, Welcome
from tests.server.support.flaky_log import FlakyLog
from tests.server.support.ink_samples import grown, line, marks, piece
from tests.server.support.running_server import NAMES, is_drawing, open_log, run_server
from tests.server.support.socket_client import connect_client, hello
from tests.server.support.waiting import event_loop_turns, wait_until

# One seat, many sockets.


async def test_the_newest_tab_wins(tmp_path: Path) -> None:
    """The older tab is closed for good; seat and game stay the same."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
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
    """The older tab is ignored as soon as the newer one joins, even before either is told."""
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real)) as server:
        code = await server.live_tables.create()
        async with server.round(code, 4) as people:
            log.hold()
            people[0].finish()
            await wait_until(lambda: log.held == [code])
            said = server.metrics.messages
            async with connect_client(server, hello(code, key=people[1].key)) as newer:
                people[2].finish()
                await wait_until(lambda: server.metrics.messages == said + 2)
                await event_loop_turns()
                log.let_go()
                log.hold()  # from the next append on
                await wait_until(lambda: log.held == [code] and len(server.live_table(code).outboxes) == 5)
                people[1].draw(line())
                people[3].draw(line(4))
                await wait_until(lambda: people[0].sheets[3].marks == [line(4)])
                await wait_until(lambda: server.metrics.ink_pieces == 2)
                assert await newer.has_nothing_to_read()
                log.let_go()
                assert (await newer.welcome())[1] == [piece(0), piece(0), piece(0), piece(0, line(4))]
                newer.ink(2, piece(0, line(3)))
                await wait_until(lambda: people[0].sheets[1].marks == [line(3)])


async def test_a_reload_in_the_middle_of_a_line(tmp_path: Path) -> None:
    """The reloaded page knows the line so far, and continues it."""
    first, second, third = line(), line(since=line()), line(since=line(10))
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people:
            people[1].draw(first)
            people[1].extend_line(second)
            await wait_until(lambda: people[0].sheets[1].marks == [grown(first, second)])
            async with server.client(code, "Ben", key=people[1].key) as reloaded:
                await wait_until(lambda: reloaded.paper.mine.marks == [grown(first, second)])
                reloaded.extend_line(third)
                await wait_until(lambda: people[0].sheets[1].marks == [grown(first, second, third)])


async def test_a_ticket_to_another_device(tmp_path: Path) -> None:
    """The seat moves to another key, the old socket is closed, and the ticket works once."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people:
            people[1].draw(line())
            people[1].send(from_client.RequestTicket())
            ticket = (await people[1].receive(TicketIssued)).ticket
            async with server.client(code, "Phone", ticket=ticket) as phone:
                assert phone.key != people[1].key
                assert phone.state.seat == 1
                with pytest.raises(Closed, match="4000"):
                    await people[1].until(lambda _: False)
                await wait_until(lambda: phone.paper.mine.marks == [line()])
                async with server.client(code, "Late", key=people[1].key, ticket=ticket) as late:
                    assert late.state.seat is None


async def test_removed_and_leaving_players(tmp_path: Path) -> None:
    """Both are told once it is stored, and ignored even before that."""
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real)) as server:
        code = await server.live_tables.create()
        async with (
            server.round(code) as people,
            connect_client(server, hello(code, key=people[1].key)) as guest,
        ):
            await guest.welcome()
            log.hold()
            people[2].send(from_client.Leave())
            await wait_until(lambda: log.held == [code])
            people[2].draw(line())
            people[2].send(from_client.Chat("I am still here"))
            await wait_until(lambda: server.metrics.ink_pieces == 1)
            log.let_go()
            with pytest.raises(Closed, match="4002"):
                await people[2].until(lambda _: False)
            log.hold()
            people[0].send(from_client.Remove("Ben"))
            await wait_until(lambda: log.held == [code])
            guest.ink(2, piece(0, line()))
            guest.send(from_client.Chat("so am I"))
            await wait_until(lambda: server.metrics.ink_pieces == 2)
            log.let_go()
            assert await guest.closed() == (Close.REMOVED, "")
            await people[0].until(lambda state: sum(seat.present for seat in state.seats) == 1)
            assert marks(server.table(code).sheets) == marks(people[0].sheets) == [[], [], []]
            assert not people[0].chat
            async with connect_client(server, hello(code, "Ben", key=people[1].key)) as again:
                assert await again.closed() == (Close.NOT_LET_IN, Reason.REMOVED_BY_HOST)
            async with server.client(code, "Cleo", key=people[2].key) as again:
                assert again.state.seat == 2


# Telling.


async def test_watchers_see_the_table_in_their_language(tmp_path: Path) -> None:
    """Every change, including changes of their own language."""
    async with open_log(tmp_path) as log, run_server(log) as server, AsyncExitStack() as stack:
        code = await server.live_tables.create()
        watchers = [
            await stack.enter_async_context(
                Client(server.url, code, name="Wim", watch=True, bot=bot, language=language)
            )
            for bot, language in [
                (False, "en"),
                (False, "en"),
                (True, "en"),
                (False, "fr"),
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
        watchers[0].send(from_client.SetLanguage("fr"))
        await watchers[0].until(lambda state: state.words == french)
        assert watchers[1].state.words == one


async def test_watchers_without_cards_in_their_languages_cost_one_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So nobody can make changes expensive by speaking many languages."""
    built: list[str] = []
    real = views.state

    def count(session: Session, member: Member, now: int) -> State:
        built.append(member.name)
        return real(session, member, now)

    async with open_log(tmp_path) as log, run_server(log) as server, AsyncExitStack() as stack:
        code = await server.live_tables.create()
        people = await stack.enter_async_context(server.round(code))
        watchers = [
            await stack.enter_async_context(
                Client(server.url, code, name="Wim", watch=True, bot=False, language=language)
            )
            for language in ("tlh", "xx-AA", "zh-Hant", "en")
        ]
        monkeypatch.setattr(views, "state", count)
        people[0].finish()
        for watcher in watchers:
            await watcher.until(lambda state: state.view is not None and state.view.players[0].finished)
        assert 1 <= built.count("Wim") <= built.count(NAMES[0])


async def test_a_resync(tmp_path: Path) -> None:
    """It is answered at once with the current state."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people, connect_client(server, hello(code, watch=True)) as guest:
            await guest.welcome()
            people[1].draw(line())
            await wait_until(lambda: people[0].sheets[1].marks == [line()])
            guest.send(from_client.Resync())
            assert (await guest.welcome())[1] == [piece(0), piece(0, line()), piece(0)]


async def test_a_client_that_is_cut_off_is_not_welcomed(tmp_path: Path) -> None:
    """A client that catches up just when it is cut off is gone, and no other client is affected."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with connect_client(server, hello(code, "Ada")) as ada:
            await ada.welcome()
            async with connect_client(server, hello(code, "Ben")) as ben:
                await ben.welcome()
                member = server.live_table(code).session.members[1]
            for _ in range(2):
                await ada.next(State)
            server.live_table(code).welcome(member)
            assert await ada.has_nothing_to_read()


async def test_a_ticket_comes_along_with_a_welcome(tmp_path: Path) -> None:
    """Private messages are not part of a welcome, so they are sent as well."""
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real)) as server:
        code = await server.live_tables.create()
        async with server.client(code, "Ada") as ada:
            log.hold()
            ada.send(from_client.RequestTicket())
            ada.send(from_client.SetReady(True))
            await wait_until(lambda: log.held == [code])
            ada.send(from_client.Resync())
            await wait_until(lambda: server.metrics.messages == 4)
            log.let_go()
            await ada.receive(TicketIssued)
            await ada.until(lambda state: state.seats[0].ready)


async def test_a_welcome_comes_first(tmp_path: Path) -> None:
    """A new member gets the welcome before later messages, and nothing twice."""
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real)) as server:
        code = await server.live_tables.create()
        async with server.client(code, "Ada") as ada:
            log.hold()
            ada.send(from_client.SetReady(True))
            await wait_until(lambda: log.held == [code])
            async with connect_client(server, hello(code, "Ben")) as ben:
                await wait_until(lambda: server.metrics.messages == 3)
                await event_loop_turns()
                ada.send(from_client.React(Reaction.LAUGH))
                ada.send(from_client.Chat("hello, Ben"))
                await wait_until(lambda: server.metrics.messages == 5)
                log.let_go()
                await ada.receive(ReactionShown)
                _, payload = await ben.guest.frame()
                welcome = decode_to_client(payload)
                assert isinstance(welcome, Welcome)
                assert [said.text for said in welcome.chat] == ["hello, Ben"]
                await ben.guest.frame()
                assert await ben.has_nothing_to_read()


async def test_ink_that_arrives_before_a_welcome(tmp_path: Path) -> None:
    """It is part of the welcome, and is not sent again."""
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real)) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people, server.client(code, "Wim", watch=True) as watcher:
            people[1].draw(line())
            await wait_until(lambda: watcher.sheets[1].marks == [line()])
            server.patch.setattr(live_tables, "TICK_S", 0.2)  # so that no ink is broadcast in between
            log.hold()
            people[0].finish()
            await wait_until(lambda: log.held == [code])
            said = server.metrics.messages
            watcher.send(from_client.Resync())
            await wait_until(lambda: server.metrics.messages == said + 1)
            people[1].extend_line(line(since=line()))
            await wait_until(lambda: server.table(code).sheets[1].end == (0, 10))
            log.let_go()
            people[1].extend_line(line(since=line(10)))
            for who in (*people, watcher):
                await wait_until(lambda who=who: who.sheets[1].end >= (0, 15))  # type: ignore[misc]
                assert who.sheets[1].marks == [line(15)]


# Time.


async def test_deadlines_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An absent host is replaced without any message."""
    monkeypatch.setattr(deadlines, "HOST_AWAITED_MS", 20)
    monkeypatch.setattr(deadline_clock, "MIN_REMAINING_MS", 0)
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.client(code, "Ada") as ada, server.client(code, "Ben") as ben:
            await ada.__aexit__(None, None, None)
            state = await ben.until(lambda state: state.host == 1)
            assert state.may.begin_not is not None


async def test_ink_is_stored_by_itself(tmp_path: Path) -> None:
    """Even if no other fact is stored."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people:
            people[1].draw(line())
            await people[1].until(lambda state: state.view is not None and state.view.players[1].drawn)
            stored = len(await log.read(code))
            people[1].extend_line(line(since=line()))
            while len(await log.read(code)) == stored:
                pass
            assert not server.live_table(code).session.has_unstored_ink


async def test_a_lot_of_ink_is_stored_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that one entry of the log never gets too large."""
    monkeypatch.setattr(live_table, "MAX_UNSTORED_INK", 0)
    monkeypatch.setattr(live_tables, "TICK_S", 60.0)  # so that nothing else stores it
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people:
            people[1].draw(line())
            await wait_until(lambda: server.live_table(code).session.table.sheets[1].marks != [])
            assert not server.live_table(code).session.has_unstored_ink


# What goes wrong.


def _break(now: int) -> None:
    raise ZeroDivisionError(now)


async def test_a_table_that_crashes(tmp_path: Path) -> None:
    """Its sockets are closed, the stored table is loaded again, and other tables are not affected."""
    async with open_log(tmp_path) as log, run_server(log, warnings=["table crashed"]) as server:
        code, other = await server.live_tables.create(), await server.live_tables.create()
        async with server.round(code) as people, server.round(other) as others:
            people[1].draw(line())
            await wait_until(lambda: people[0].sheets[1].marks == [line()])
            async with connect_client(server, hello(code, watch=True)) as guest:
                await guest.welcome()
                server.live_table(code).do(_break)
                assert await guest.closed() == (Close.RESTART, "the table crashed")
            people[0].draw(line(3))
            await wait_until(lambda: marks(people[2].sheets) == [[line(3)], [line()], []])
            others[0].draw(line(4))
            await wait_until(lambda: others[1].sheets[0].marks == [line(4)])
            assert server.metrics.tables_resumed == 1
            assert server.metrics.tables_crashed == 1
            assert server.metrics.tables_lost == 0
            assert server.metrics.append_seconds.total_s > 0
            assert server.metrics.tick_delay_seconds.total_s > 0


async def test_a_table_that_crashes_while_it_broadcasts_ink(tmp_path: Path) -> None:
    """An error in broadcasting ink affects no other table."""
    async with open_log(tmp_path) as log, run_server(log, warnings=["table crashed"]) as server:
        code, other = await server.live_tables.create(), await server.live_tables.create()
        async with server.round(code) as people, server.round(other) as others:
            broken = server.live_table(code)
            broken.session._ink.append((300, b"a seat that does not exist"))
            await wait_until(lambda: broken.is_lost)
            people[0].draw(line())
            others[0].draw(line(4))
            await wait_until(lambda: others[1].sheets[0].marks == [line(4)])
            await wait_until(lambda: people[1].sheets[0].marks == [line()])


async def test_mail_for_a_member_who_left(tmp_path: Path) -> None:
    """It is dropped; the welcome contains it when the member is back."""
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real)) as server:
        code = await server.live_tables.create()
        async with server.party(code, 2) as (ada, ben):
            log.hold()
            ada.send(from_client.Chat("are you there?"))
            await wait_until(lambda: log.held == [code])
            ben.drop()
            await wait_until(lambda: len(server.live_table(code).outboxes) == 1)
            log.let_go()
            await wait_until(lambda: len(ada.chat) == len(ben.chat) == 1)


async def test_a_member_who_left_does_not_catch_up(tmp_path: Path) -> None:
    """Even if its write buffer has just drained."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.client(code, "Ada") as ada:
            async with server.client(code, "Ben"):
                member = server.live_table(code).session.members[-1]
            await ada.until(lambda state: not state.seats[1].present)
            server.live_table(code)._drained(member)
            assert len(server.live_table(code).outboxes) == 1
