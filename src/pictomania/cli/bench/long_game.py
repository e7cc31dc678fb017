"""A whole game of three quick players, with as many rounds as a table can have."""

import asyncio
from collections.abc import Sequence
from itertools import pairwise

from pictomania.cli.bench.crowd import Player, StateGlance, create_table
from pictomania.cli.bench.recording import record_strokes
from pictomania.cli.bench.servers import BenchServer
from pictomania.client.paper import Paper
from pictomania.ink import Stroke
from pictomania.server.net.rate_limits import RateLimits
from pictomania.wire import from_client
from pictomania.wire.settings import Settings

PLAYERS = 3
POINTS = 300  # that each player draws in a round
END = ("praising", "over")
PAUSE_S = 1.1 / RateLimits().actions[0]  # between two actions of a player, who may not do more


async def play_rounds(server: BenchServer, rounds: int) -> list[float]:
    """Play a game; return the CPU seconds of the server for each round."""
    table = await create_table(server.address)
    strokes = record_strokes(POINTS)
    used: list[float] = []  # at the beginning of each round, and at the end
    try:
        await table.sit_down(PLAYERS)
        host = table.players[0]
        await host.send(
            from_client.ChangeSettings(Settings(rounds=rounds, levels=(1,) * rounds, reveal="steps"))
        )
        await host.send(from_client.Begin())
        async with asyncio.TaskGroup() as group:
            for player in table.players:
                player.forgives = True
                group.create_task(_play(player, strokes, server, used))
    finally:
        table.close()
    return [end - start for start, end in pairwise(used)]


async def _play(player: Player, strokes: Sequence[Stroke], server: BenchServer, used: list[float]) -> None:
    """Do everything at once that may be done, until the game is over."""
    papers = set[int]()  # that we have drawn on
    while (view := player.state.view) is None or view.phase not in END:
        if view is not None and view.round == len(used) + 1:  # we are the first to see the new round
            used.append(server.cpu_s)
        if await _act(player, player.state, strokes, papers):
            await asyncio.sleep(PAUSE_S)
        await player.until_next_state()
    if len(used) == view.round:
        used.append(server.cpu_s)


async def _act(player: Player, state: StateGlance, strokes: Sequence[Stroke], papers: set[int]) -> bool:
    """Do one of the things that may be done now; return whether there was one."""
    may = state.may
    if may.ready:
        await player.send(from_client.Ready(state.stop))
    elif may.draw and state.paper not in papers:
        papers.add(state.paper)
        paper = Paper()
        paper.switch_to(state.paper, PLAYERS)
        await player.draw(paper.draw(*strokes))
    elif may.finish:
        await player.send(from_client.Finish(state.stop, may.take[0] if may.take else None))
    else:
        return False
    return True
