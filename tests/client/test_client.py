"""A client: it sees, says and draws, comes back by itself, and knows when that makes no sense."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest

from pictomania.client import Client, Closed, client
from pictomania.ink import BadInk
from pictomania.rules import Phase
from pictomania.wire import from_client as say
from pictomania.wire.reactions import Reaction
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import Reacted, Refused, State
from tests.server.inks import grown, line
from tests.server.served import opened, quiet_port, served, until
from tests.server.shaky import ShakyLog

NOBODY = "http://127.0.0.1:9"  # where no server is


# Coming and going.


async def test_coming_back(tmp_path: Path) -> None:
    """A connection that is lost is made again, and what was missed meanwhile is there."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.party(code, 2) as (ada, ben):
            for number in range(3):
                await until(lambda: ben.is_heard)
                ben.drop()
                assert not ben.is_heard
                ben.say(say.Say("nobody hears this"))
                ada.say(say.Say(str(number)))
            await until(lambda: [said.text for said in ben.chat] == ["0", "1", "2"])
            assert ben.state.seat == 1
            assert server.metrics.messages == 2 + 3 + 3  # hellos, again, and what was said


async def test_waiting_longer_and_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """With nobody there it is tried again after twice the time, up to a limit, and never by the clock."""
    waits: list[float] = []
    monkeypatch.setattr(client, "SHORTEST_S", 0.001)
    monkeypatch.setattr(client, "LONGEST_S", 0.005)
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        waits.append(seconds)
        await sleep(seconds)

    monkeypatch.setattr(asyncio, "sleep", noted)
    coming = asyncio.create_task(Client(NOBODY, "ABCDEFGH", name="Ada").__aenter__())
    while len(waits) < 30:
        await sleep(0.001)
    coming.cancel()
    for wait_s, around in zip(waits, [0.001, 0.002, 0.004, *[0.005] * 27], strict=False):
        assert around / 2 <= wait_s < around * 3 / 2
    assert len(set(waits)) > 20


async def test_a_server_that_comes_later(tmp_path: Path) -> None:
    """Until then there is nothing to see; and after a restart it goes on."""
    port = quiet_port()
    async with opened(tmp_path) as log:
        async with served(log, port=port) as server:
            code = await server.hosting.make()
        ada = Client(f"http://127.0.0.1:{port}", code, name="Ada")
        coming = asyncio.create_task(ada.__aenter__())
        async with served(log, port=port):
            assert await coming is ada
        async with served(log, port=port) as server:
            await until(lambda: bool(server.metrics.messages) and ada.is_heard)
            ada.say(say.GetReady(True))
            await ada.until(lambda state: state.seats[0].ready)
            await ada.__aexit__(None, None, None)


async def test_giving_up_to_come(tmp_path: Path) -> None:
    """Whoever waits no more leaves nothing behind that tries on, nor a socket that was just being made."""
    others = asyncio.all_tasks()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05), Client(NOBODY, "ABCDEFGH", name="Ada"):
            pytest.fail("there is nobody")
    await until(lambda: asyncio.all_tasks() == others)
    async with opened(tmp_path) as real, served(log := ShakyLog(real)) as server:
        code = await server.hosting.make()
        log.hold()
        coming = asyncio.create_task(server.client(code, "Ada").__aenter__())
        await until(lambda: log.held == [code])
        coming.cancel()
        log.let_go()
        async with server.client(code, "Ben") as ben:
            await ben.until(lambda state: [seat.present for seat in state.seats] == [False, True])


async def test_going(tmp_path: Path) -> None:
    """What was said last is heard, and the seat stays."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.client(code, "Ada") as ada:
            async with server.client(code, "Ben") as ben:
                for number in range(50):
                    ben.say(say.Say(f"good-bye {number}"))
            await until(lambda: len(ada.chat) == 50)
            await ada.until(lambda state: [seat.present for seat in state.seats] == [True, False])
            ben.say(say.Say("nobody hears this"))
            ben.draw(line())
            ben.drop()
            async with server.client(code, "Ben", key=ben.key) as again:
                assert again.state.seat == 1
                assert len(again.chat) == 50


async def test_never_having_come() -> None:
    """There is nothing to leave, lose or say."""
    ada = Client(NOBODY, "ABCDEFGH", name="Ada")
    ada.drop()
    ada.say(say.Leave())
    assert not ada.is_heard
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
async def test_not_being_let_in(tmp_path: Path, table: str | None, name: str, why: tuple[int, str]) -> None:
    """It is tried once, and said why."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        with pytest.raises(Closed) as closed:
            async with server.client(table or code, name):
                pytest.fail("nobody is let in")
        assert (closed.value.code, closed.value.reason) == why
        assert str(closed.value) == f"{why[0]} {why[1]}".strip()
        assert server.metrics.messages == 1


@pytest.mark.parametrize("code", [Close.REPLACED, Close.REMOVED, Close.LEFT])
async def test_the_end(tmp_path: Path, code: Close) -> None:
    """Whoever waits for anything is told, now and later, and nobody comes back."""
    async with opened(tmp_path) as log, served(log) as server, AsyncExitStack() as stack:
        table = await server.hosting.make()
        ada, ben = await stack.enter_async_context(server.party(table, 2))
        waiting = asyncio.create_task(ben.reply(Reacted))
        if code is Close.REPLACED:
            await stack.enter_async_context(server.client(table, "Ben", key=ben.key))
        elif code is Close.REMOVED:
            ada.say(say.Remove("Ben"))
        else:
            ben.say(say.Leave())
        for wanted in (waiting, ben.until(lambda _: False), ben.reply(Refused)):
            with pytest.raises(Closed, match=f"{int(code)}"):
                await wanted
        seen = [state async for state in _until_closed(ben)]
        assert seen == [ben.state]
        assert ben._staying is not None
        await ben._staying  # which has come to its end


async def _until_closed(somebody: Client) -> AsyncIterator[State]:
    with suppress(Closed):
        async for state in somebody:
            yield state


# Seeing.


async def test_every_state_or_the_last(tmp_path: Path) -> None:
    """Whoever looks away sees what has become of it at once, and not what was in between."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.party(code, 2) as (ada, ben):
            seen = aiter(ben)
            assert (await anext(seen)).seat == 1
            for yes in (True, False, True):
                ada.say(say.GetReady(yes))
                await ada.until(lambda state, yes=yes: state.seats[0].ready is yes)  # type: ignore[misc]
            await ben.until(lambda state: state.seats[0].ready)
            while (state := await anext(seen)) is not ben.state:
                pass
            assert state.seats[0].ready
            more = asyncio.ensure_future(anext(seen))
            ada.say(say.GetReady(False))
            assert not (await more).seats[0].ready


async def test_what_is_said_beside_the_states(tmp_path: Path) -> None:
    """Each is taken once, in order, and only by who asks for its kind."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.client(code, "Ada") as ada:
            ada.say(say.Begin())
            ada.say(say.React(Reaction.WOW))
            ada.say(say.Again())
            assert (await ada.reply(Reacted)).reaction is Reaction.WOW
            assert (await ada.reply(Refused)).about == "begin"
            assert (await ada.reply(Refused)).about == "again"
            assert not ada.heard


def test_nothing_is_to_be_seen_before_the_welcome() -> None:
    """Asking for it is a mistake."""
    with pytest.raises(AssertionError, match="not welcomed yet"):
        _ = Client(NOBODY, "ABCDEFGH", name="Ada").state


# Playing.


async def test_a_round(tmp_path: Path) -> None:
    """Everything that a player does has a word."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
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
    """Somebody asks for something, and the others say yes or no."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.party(code) as people:
            people[0].say(say.Settle(Settings(replacements=0)))
            people[0].say(say.Begin())
            state = await people[1].until(lambda state: state.view is not None)
            assert state.view is not None
            assert state.view.may is not None
            assert state.view.may.replace_asks
            people[1].say(say.Replace(state.stop, 0))
            for who in (people[0], people[2]):
                await who.until(lambda state: state.view is not None and state.view.motion is not None)
                who.vote(False)
            await people[1].until(lambda state: state.view is not None and state.view.motion is None)


# Drawing.


async def test_drawing_without_a_connection(tmp_path: Path) -> None:
    """It is sent later."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people:
            people[1].draw(line())
            people[1].drop()
            people[1].go_on(line(since=line()))
            people[1].draw(line(3))
            await until(lambda: people[0].sheets[1].marks == [grown(line(), line(since=line())), line(3)])


async def test_drawing_before_the_welcome(tmp_path: Path) -> None:
    """Neither ink nor words are sent before the table has said where it stands: it would be a mistake."""
    async with opened(tmp_path) as real, served(log := ShakyLog(real)) as server:
        code = await server.hosting.make()
        async with server.round(code) as people:
            people[1].draw(line())
            await people[0].until(lambda state: state.view is not None and state.view.players[1].drawn)
            log.hold()
            people[0].finish()
            await until(lambda: log.held == [code])
            said = server.metrics.messages
            people[1].drop()
            await until(lambda: server.metrics.messages == said + 1)  # the hello
            people[1].go_on(line(since=line()))
            people[1].draw(line(3))
            people[1].finish()
            log.let_go()
            await until(lambda: people[0].sheets[1].marks == [grown(line(), line(since=line())), line(3)])
            assert people[1].view is not None
            assert not people[1].view.players[1].finished
            assert (server.metrics.messages, server.metrics.bad_messages) == (said + 1, 0)


async def test_what_nobody_can_have_drawn(tmp_path: Path) -> None:
    """It is refused before anything is sent."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people:
            with pytest.raises(BadInk, match="no such pencil"):
                people[1].draw_line([(1, 1)], width=9)
            people[1].draw()
            assert server.metrics.ink_pieces == 0
