"""What was said once counts once: a session that somebody has recorded does nothing when it is said again."""

from pathlib import Path

from pictomania.rules import Phase
from pictomania.wire import from_client as say
from pictomania.wire.frames import ink_from_client
from pictomania.wire.gate import told, written
from pictomania.wire.to_client import Refused, Welcome
from tests.faults.story import whole
from tests.server.caller import Caller, caller, hello
from tests.server.inks import line, piece
from tests.server.served import Served, is_drawing, opened, served, until
from tests.server.visitor import BINARY, TEXT, frame


class Recorder:
    """Says things for a caller, and remembers the very bytes."""

    def __init__(self, who: Caller) -> None:
        """Nothing was said yet."""
        self.tape: list[bytes] = []
        self.acts = 0
        self._who = who

    def say(self, message: say.Played) -> None:
        """Say something."""
        self.acts += 1
        self._record(frame(TEXT, written(message)))

    def ink(self, paper: int, ink: bytes) -> None:
        """Draw something."""
        self._record(frame(BINARY, ink_from_client(paper, ink)))

    def _record(self, data: bytes) -> None:
        self.tape.append(data)
        self._who.guest.say(data)


async def heard(who: Caller) -> list[Refused]:
    """What somebody is refused until everything is told them again."""
    who.say(say.AskWelcome())
    refused: list[Refused] = []
    while True:
        opcode, payload = await who.guest.frame()
        message = told(payload) if opcode == TEXT else None
        if isinstance(message, Refused):
            refused.append(message)
        elif isinstance(message, Welcome):
            return refused


async def nothing_comes_of(recorder: Recorder, server: Served, first: say.Hello) -> None:
    """Let somebody else who has heard all of it say it again, the hello first."""
    hosted = server.hosted(first.table)
    await hosted.settled()
    before, entries = whole(hosted.sitting.table), await server.hosting.log.read(first.table)
    async with caller(server, first) as thief:
        await thief.welcome()
        thief.guest.say(*recorder.tape)
        assert len(await heard(thief)) == recorder.acts
        await hosted.settled()
        assert whole(hosted.sitting.table) == before
        assert await server.hosting.log.read(first.table) == entries


async def test_a_recorded_session_that_is_played_again(tmp_path: Path) -> None:
    """In the same round, with more done in it, and after it."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.party(code, 2) as people:
            first = hello(code, "Rob")
            async with caller(server, first) as rob:
                await rob.welcome()
                recorder, table = Recorder(rob), server.table(code)
                people[0].say(say.Begin())
                for who in people:
                    await who.until(lambda state: state.view is not None)
                    who.ready()
                recorder.say(say.Ready(table.stop))
                await people[0].until(is_drawing)
                recorder.ink(table.paper, piece(0, line()))
                recorder.ink(table.paper, piece(1, line(3)))
                await until(lambda: len(people[0].sheets[2].marks) == 2)
                recorder.say(say.Guess(table.stop, 0, 3))
                await until(lambda: table.game is not None and len(table.game.round.piles[0]) == 1)
            await nothing_comes_of(recorder, server, first)
            async with caller(server, first) as rob:
                await rob.welcome()
                rob.say(say.Finish(table.stop))
                await people[0].until(lambda state: state.view is not None and state.view.players[2].finished)
            await nothing_comes_of(recorder, server, first)
            for who in people:
                who.finish()
            await people[0].until(lambda state: state.view is not None and state.view.phase is Phase.WORD)
            await nothing_comes_of(recorder, server, first)
