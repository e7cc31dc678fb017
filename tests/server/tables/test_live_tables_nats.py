"""Tables on a log in NATS: a game survives the loss of NATS, and of the server it is played on."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from pictomania.log.nats import NatsLog
from pictomania.log.nats_setup import NatsSettings
from pictomania.table.entries import decode_entry
from pictomania.wire.to_client import State
from tests.log.nats_server import NatsServer, nats_server
from tests.server.support.ink_samples import line
from tests.server.support.random_client import RandomClient, is_over, play
from tests.server.support.running_server import begin, run_server
from tests.server.support.waiting import wait_until


@asynccontextmanager
async def open_nats_log(nats: NatsServer) -> AsyncIterator[NatsLog]:
    """A log, closed at the end."""
    log = await NatsLog.open(NatsSettings([nats.url]))
    try:
        yield log
    finally:
        await log.close()


def has_finished(state: State) -> bool:
    """Whether the second player has finished."""
    return state.view is not None and state.view.players[1].finished


async def kinds(log: NatsLog, code: str) -> list[str]:
    """The kinds of facts stored of a table."""
    return [type(decode_entry(data)).__name__ for _, data in await log.read(code)]


async def test_a_game_survives_the_loss_of_nats(tmp_path: Path) -> None:
    """Without NATS drawing goes on; once it is back, everything is stored and the game played to its end."""
    with nats_server(tmp_path) as nats:
        warnings = ["log unavailable", "NATS connection lost"]
        async with open_nats_log(nats) as log, run_server(log, warnings=warnings) as server:
            code = await server.live_tables.create()
            async with server.party(code) as people:
                await begin(people)
                nats.kill()
                people[0].draw(line())
                await wait_until(lambda: people[1].sheets[0].marks == [line()])
                people[1].finish()
                nats.start()
                await people[2].until(has_finished)
                await play(
                    [RandomClient(client, seed) for seed, client in enumerate(people)],
                    lambda: is_over(people[0]),
                )
            stored = await kinds(log, code)
            assert stored.count("GameBegun") == 1
            assert "InkDrawn" in stored


async def test_another_server_continues(tmp_path: Path) -> None:
    """It knows the table from NATS alone."""
    with nats_server(tmp_path) as nats:
        async with open_nats_log(nats) as log, run_server(log) as server:
            code = await server.live_tables.create()
            async with server.party(code) as people:
                await begin(people)
                people[0].draw(line())
                await wait_until(lambda: people[2].sheets[0].marks == [line()])
                keys = [client.key for client in people]
        async with (
            open_nats_log(nats) as log,
            run_server(log) as server,
            server.client(code, "Ada", key=keys[0]) as ada,
        ):
            assert ada.sheets[0].marks == [line()]
            assert [seat.name for seat in ada.state.seats] == ["Ada", "Ben", "Cleo"]
            ada.finish()
            await ada.until(lambda state: state.view is not None and state.view.players[0].finished)
