"""The welcome law: after any history, a client knows the same as one that just joined."""

from pathlib import Path

import pytest

from pictomania.wire import from_client
from tests.server.support.random_client import RandomClient, is_over, play
from tests.server.support.running_server import open_log, run_server
from tests.server.support.welcome_law import check_welcome_law


@pytest.mark.parametrize(("seed", "most_moves"), [(1, 9), (2, 60), (3, 120), (4, 10_000)])
async def test_the_welcome_law(tmp_path: Path, seed: int, most_moves: int) -> None:
    """During a game and at its end, with connections that drop all the time."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.party(code, 4) as people:
            gamers = [RandomClient(client, seed * 10 + seat, drops=0.1) for seat, client in enumerate(people)]
            await play(
                gamers, lambda: is_over(people[0]) or sum(gamer.moves for gamer in gamers) >= most_moves
            )
            await check_welcome_law(server, code, people)


async def test_back_in_the_lobby(tmp_path: Path) -> None:
    """The sheets of the last game are gone."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.party(code, 4) as people:
            await play(
                [RandomClient(client, seat) for seat, client in enumerate(people)], lambda: is_over(people[0])
            )
            people[0].send(from_client.ReturnToLobby())
            await people[3].until(lambda state: state.view is None)
            await check_welcome_law(server, code, people)
            assert people[0].sheets == []
