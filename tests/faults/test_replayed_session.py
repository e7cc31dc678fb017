"""A recorded session has no effect when it is sent again."""

from pathlib import Path

from pictomania.rules import Phase
from pictomania.wire import from_client
from pictomania.wire.frames import encode_ink_from_client
from pictomania.wire.json_codec import decode_to_client, encode
from pictomania.wire.to_client import RequestRefused, Welcome
from tests.faults.support.table_history import table_state
from tests.server.support.ink_samples import line, piece
from tests.server.support.raw_client import BINARY, TEXT, frame
from tests.server.support.running_server import RunningServer, is_drawing, open_log, run_server
from tests.server.support.socket_client import SocketClient, connect_client, hello
from tests.server.support.waiting import wait_until


class Recorder:
    """Sends for a client, and records the bytes."""

    def __init__(self, who: SocketClient) -> None:
        """Record what this client sends."""
        self.tape: list[bytes] = []
        self.acts = 0
        self._who = who

    def send(self, message: from_client.AnyGameRequest) -> None:
        """Send a request."""
        self.acts += 1
        self._record(frame(TEXT, encode(message)))

    def ink(self, paper: int, ink: bytes) -> None:
        """Send ink."""
        self._record(frame(BINARY, encode_ink_from_client(paper, ink)))

    def _record(self, data: bytes) -> None:
        self.tape.append(data)
        self._who.guest.send(data)


async def refusals_until_welcome(who: SocketClient) -> list[RequestRefused]:
    """Request a resync, and return all refusals before it."""
    who.send(from_client.Resync())
    refused: list[RequestRefused] = []
    while True:
        opcode, payload = await who.guest.frame()
        message = decode_to_client(payload) if opcode == TEXT else None
        if isinstance(message, RequestRefused):
            refused.append(message)
        elif isinstance(message, Welcome):
            return refused


async def check_no_effect(recorder: Recorder, server: RunningServer, first: from_client.Hello) -> None:
    """Replay the recording on another connection, and check that nothing changes."""
    live_table = server.live_table(first.table)
    await live_table.store_all()
    before, entries = table_state(live_table.session.table), await server.live_tables.log.read(first.table)
    async with connect_client(server, first) as thief:
        await thief.welcome()
        thief.guest.send(*recorder.tape)
        assert len(await refusals_until_welcome(thief)) == recorder.acts
        await live_table.store_all()
        assert table_state(live_table.session.table) == before
        assert await server.live_tables.log.read(first.table) == entries


async def test_a_replayed_session_has_no_effect(tmp_path: Path) -> None:
    """In the same round, later in the round, and after it."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.party(code, 2) as people:
            first = hello(code, "Rob")
            async with connect_client(server, first) as rob:
                await rob.welcome()
                recorder, table = Recorder(rob), server.table(code)
                people[0].send(from_client.Begin())
                for who in people:
                    await who.until(lambda state: state.view is not None)
                    who.ready()
                recorder.send(from_client.Ready(table.stop))
                await people[0].until(is_drawing)
                recorder.ink(table.paper, piece(0, line()))
                recorder.ink(table.paper, piece(1, line(3)))
                await wait_until(lambda: len(people[0].sheets[2].marks) == 2)
                recorder.send(from_client.Guess(table.stop, 0, 3))
                await wait_until(lambda: table.game is not None and len(table.game.round.piles[0]) == 1)
            await check_no_effect(recorder, server, first)
            async with connect_client(server, first) as rob:
                await rob.welcome()
                rob.send(from_client.Finish(table.stop))
                await people[0].until(lambda state: state.view is not None and state.view.players[2].finished)
            await check_no_effect(recorder, server, first)
            for who in people:
                who.finish()
            await people[0].until(lambda state: state.view is not None and state.view.phase is Phase.WORD)
            await check_no_effect(recorder, server, first)
