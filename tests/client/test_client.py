"""Client: states, messages, ink, reconnecting and giving up."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest

from pictomania.client import Client, Closed, client
from pictomania.ink import BadInk
from pictomania.rules import Phase
from pictomania.wire import from_client
from pictomania.wire.reactions import Reaction
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import ReactionShown, RequestRefused, State
from tests.ports import free_port
from tests.server.support.flaky_log import FlakyLog
from tests.server.support.ink_samples import grown, line
from tests.server.support.running_server import open_log, run_server
from tests.server.support.waiting import wait_until

NOBODY = "http://127.0.0.1:9"  # nothing listens there


# Connecting.


async def test_reconnecting(tmp_path: Path) -> None:
    """After a lost connection the client reconnects and catches up."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.party(code, 2) as (ada, ben):
            for number in range(3):
                await wait_until(lambda: ben.is_connected)
                ben.drop()
                assert not ben.is_connected
                ben.send(from_client.Chat("lost"))
                ada.send(from_client.Chat(str(number)))
            await wait_until(lambda: [line.text for line in ben.chat] == ["0", "1", "2"])
            assert ben.state.seat == 1
            assert server.metrics.messages == 2 + 3 + 3  # hellos, hellos again, chat


async def test_backoff_doubles_up_to_a_limit_with_jitter(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(client, "MIN_DELAY_S", 0.001)
    monkeypatch.setattr(client, "MAX_DELAY_S", 0.005)
    sleep = asyncio.sleep

    async def recorded_sleep(seconds: float) -> None:
        waits.append(seconds)
        await sleep(seconds)

    monkeypatch.setattr(asyncio, "sleep", recorded_sleep)
    joining = asyncio.create_task(Client(NOBODY, "ABCDEFGH", name="Ada").__aenter__())
    while len(waits) < 30:
        await sleep(0.001)
    joining.cancel()
    for wait_s, around in zip(waits, [0.001, 0.002, 0.004, *[0.005] * 27], strict=False):
        assert around / 2 <= wait_s < around * 3 / 2
    assert len(set(waits)) > 20


async def test_a_server_that_starts_later(tmp_path: Path) -> None:
    """The client keeps trying until the server is up, and reconnects after a restart."""
    port = free_port()
    async with open_log(tmp_path) as log:
        async with run_server(log, port=port) as server:
            code = await server.live_tables.create()
        ada = Client(f"http://127.0.0.1:{port}", code, name="Ada")
        joining = asyncio.create_task(ada.__aenter__())
        async with run_server(log, port=port):
            assert await joining is ada
        async with run_server(log, port=port) as server:
            await wait_until(lambda: bool(server.metrics.messages) and ada.is_connected)
            ada.send(from_client.SetReady(True))
            await ada.until(lambda state: state.seats[0].ready)
            await ada.__aexit__(None, None, None)


async def test_giving_up_while_connecting(tmp_path: Path) -> None:
    """A cancelled client leaves no task and no half-open socket behind."""
    others = asyncio.all_tasks()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05), Client(NOBODY, "ABCDEFGH", name="Ada"):
            pytest.fail("there is no server")
    await wait_until(lambda: asyncio.all_tasks() == others)
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real)) as server:
        code = await server.live_tables.create()
        log.hold()
        joining = asyncio.create_task(server.client(code, "Ada").__aenter__())
        await wait_until(lambda: log.held == [code])
        joining.cancel()
        log.let_go()
        async with server.client(code, "Ben") as ben:
            await ben.until(lambda state: [seat.present for seat in state.seats] == [False, True])


async def test_leaving_the_context(tmp_path: Path) -> None:
    """Pending messages are still delivered, and the seat is kept."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.client(code, "Ada") as ada:
            async with server.client(code, "Ben") as ben:
                for number in range(50):
                    ben.send(from_client.Chat(f"good-bye {number}"))
            await wait_until(lambda: len(ada.chat) == 50)
            await ada.until(lambda state: [seat.present for seat in state.seats] == [True, False])
            ben.send(from_client.Chat("lost"))
            ben.draw(line())
            ben.drop()
            async with server.client(code, "Ben", key=ben.key) as again:
                assert again.state.seat == 1
                assert len(again.chat) == 50


async def test_a_client_that_never_connected() -> None:
    ada = Client(NOBODY, "ABCDEFGH", name="Ada")
    ada.drop()
    ada.send(from_client.Leave())
    assert not ada.is_connected
    ada.draw(line())
    await ada.__aexit__(None, None, None)
    assert ada.paper.mine.marks == [line()]


@pytest.mark.parametrize(
    ("table", "name", "why"),
    [
        ("ZZZZZZZZ", "Ada", (Close.NO_SUCH_TABLE, "")),
        (None, "\u200b", (Close.NOT_LET_IN, Reason.NAME_UNFIT)),
        (None, "", (Close.BAD_MESSAGE, "Expected `str` of length >= 1 - at `$.name`")),
    ],
)
async def test_refused_by_the_server(
    tmp_path: Path, table: str | None, name: str, why: tuple[int, str]
) -> None:
    """The client tries once and reports the reason."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        with pytest.raises(Closed) as closed:
            async with server.client(table or code, name):
                pytest.fail("the server should have refused")
        assert (closed.value.code, closed.value.reason) == why
        assert str(closed.value) == f"{why[0]} {why[1]}".strip()
        assert server.metrics.messages == 1


@pytest.mark.parametrize("code", [Close.REPLACED, Close.REMOVED, Close.LEFT])
async def test_final_close_codes(tmp_path: Path, code: Close) -> None:
    """Every pending and later wait raises `Closed`, and the client does not reconnect."""
    async with open_log(tmp_path) as log, run_server(log) as server, AsyncExitStack() as stack:
        table = await server.live_tables.create()
        ada, ben = await stack.enter_async_context(server.party(table, 2))
        waiting = asyncio.create_task(ben.receive(ReactionShown))
        if code is Close.REPLACED:
            await stack.enter_async_context(server.client(table, "Ben", key=ben.key))
        elif code is Close.REMOVED:
            ada.send(from_client.Remove("Ben"))
        else:
            ben.send(from_client.Leave())
        for wanted in (waiting, ben.until(lambda _: False), ben.receive(RequestRefused)):
            with pytest.raises(Closed, match=f"{int(code)}"):
                await wanted
        seen = [state async for state in _until_closed(ben)]
        assert seen == [ben.state]
        assert ben._task is not None
        await ben._task  # has ended


async def _until_closed(client: Client) -> AsyncIterator[State]:
    with suppress(Closed):
        async for state in client:
            yield state


# Receiving.


async def test_a_slow_reader_skips_to_the_latest_state(tmp_path: Path) -> None:
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.party(code, 2) as (ada, ben):
            seen = aiter(ben)
            assert (await anext(seen)).seat == 1
            for yes in (True, False, True):
                ada.send(from_client.SetReady(yes))
                await ada.until(lambda state, yes=yes: state.seats[0].ready is yes)  # type: ignore[misc]
            await ben.until(lambda state: state.seats[0].ready)
            while (state := await anext(seen)) is not ben.state:
                pass
            assert state.seats[0].ready
            more = asyncio.ensure_future(anext(seen))
            ada.send(from_client.SetReady(False))
            assert not (await more).seats[0].ready


async def test_receiving_messages_other_than_states(tmp_path: Path) -> None:
    """Each message is taken once, in order, by kind."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.client(code, "Ada") as ada:
            ada.send(from_client.Begin())
            ada.send(from_client.React(Reaction.WOW))
            ada.send(from_client.ReturnToLobby())
            assert (await ada.receive(ReactionShown)).reaction is Reaction.WOW
            assert (await ada.receive(RequestRefused)).about == "begin"
            assert (await ada.receive(RequestRefused)).about == "return-to-lobby"
            assert not ada.inbox


def test_no_state_before_the_welcome() -> None:
    with pytest.raises(AssertionError, match="not welcomed yet"):
        _ = Client(NOBODY, "ABCDEFGH", name="Ada").state


# Playing.


async def test_a_round(tmp_path: Path) -> None:
    """The client has a method for each of a player's actions."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people:
            for who in people:
                who.draw_line([(100, 100), (200, 300)], width=2)
            for who in people:
                await who.until(
                    lambda state: state.view is not None and all(one.drawn for one in state.view.players)
                )
            people[0].guess(1, 3)
            await people[1].until(
                lambda state: state.view is not None and len(state.view.players[1].pile) == 1
            )
            view = people[0].view
            assert view is not None
            assert view.players[1].pile[0].number == 3
            people[0].finish(view.black_tokens[0])
            for who in people[1:]:
                await who.until(lambda state: state.view is not None and state.view.players[0].finished)
                who.finish()
            await people[0].until(lambda state: state.view is not None and state.view.phase is Phase.WORD)
            assert [point.x for point in people[1].sheets[0].strokes[0].points] == [100, 200]


async def test_a_vote(tmp_path: Path) -> None:
    """One player asks for a replacement, and the others vote."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.party(code) as people:
            people[0].send(from_client.ChangeSettings(Settings(replacements=0)))
            people[0].send(from_client.Begin())
            state = await people[1].until(lambda state: state.view is not None)
            assert state.view is not None
            assert state.view.may is not None
            assert state.view.may.replace_asks
            people[1].send(from_client.Replace(state.stop, 0))
            for who in (people[0], people[2]):
                await who.until(lambda state: state.view is not None and state.view.motion is not None)
                who.vote(False)
            await people[1].until(lambda state: state.view is not None and state.view.motion is None)


# Drawing.


async def test_drawing_while_disconnected(tmp_path: Path) -> None:
    """Ink is sent after reconnecting."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people:
            people[1].draw(line())
            people[1].drop()
            people[1].extend_line(line(since=line()))
            people[1].draw(line(3))
            await wait_until(
                lambda: people[0].sheets[1].marks == [grown(line(), line(since=line())), line(3)]
            )


async def test_drawing_before_the_welcome(tmp_path: Path) -> None:
    """Neither ink nor messages are sent before the welcome, which says what the server has."""
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real)) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people:
            people[1].draw(line())
            await people[0].until(lambda state: state.view is not None and state.view.players[1].drawn)
            log.hold()
            people[0].finish()
            await wait_until(lambda: log.held == [code])
            before = server.metrics.messages
            people[1].drop()
            await wait_until(lambda: server.metrics.messages == before + 1)  # the hello
            people[1].extend_line(line(since=line()))
            people[1].draw(line(3))
            people[1].finish()
            log.let_go()
            await wait_until(
                lambda: people[0].sheets[1].marks == [grown(line(), line(since=line())), line(3)]
            )
            assert people[1].view is not None
            assert not people[1].view.players[1].finished
            assert (server.metrics.messages, server.metrics.bad_messages) == (before + 1, 0)


async def test_invalid_ink(tmp_path: Path) -> None:
    """It is rejected before anything is sent."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people:
            with pytest.raises(BadInk, match="no such pencil"):
                people[1].draw_line([(1, 1)], width=9)
            people[1].draw()
            assert server.metrics.ink_pieces == 0
