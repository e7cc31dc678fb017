"""The welcome law: whatever a client saw, dropped and missed, it knows what somebody knows who just came."""

from pathlib import Path

import pytest

from pictomania.wire import from_client as say
from tests.server.gamer import Gamer, is_over, play
from tests.server.served import opened, served
from tests.server.welcome import law


@pytest.mark.parametrize(("seed", "most_moves"), [(1, 9), (2, 60), (3, 120), (4, 10_000)])
async def test_the_welcome_law(tmp_path: Path, seed: int, most_moves: int) -> None:
    """In the middle of a game as at its end, with connections that are lost all the time."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.party(code, 4) as people:
            gamers = [Gamer(client, seed * 10 + seat, drops=0.1) for seat, client in enumerate(people)]
            await play(
                gamers, lambda: is_over(people[0]) or sum(gamer.moves for gamer in gamers) >= most_moves
            )
            await law(server, code, people)


async def test_back_in_the_lobby(tmp_path: Path) -> None:
    """The sheets of the last game are nobody's any more."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.party(code, 4) as people:
            await play(
                [Gamer(client, seat) for seat, client in enumerate(people)], lambda: is_over(people[0])
            )
            people[0].say(say.Again())
            await people[3].until(lambda state: state.view is None)
            await law(server, code, people)
            assert people[0].sheets == []
