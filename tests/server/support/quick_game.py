"""Clients that play whole games quickly, with one line on each sheet."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random

from pictomania.client import Client
from pictomania.rules import Phase
from pictomania.wire import from_client
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import State

NAMES = ("Ada", "Ben", "Cleo")


@asynccontextmanager
async def take_seats(url: str, code: str, *names: str) -> AsyncIterator[list[Client]]:
    """Seat clients at a table, the host first."""
    async with AsyncExitStack() as stay:
        clients = [
            await stay.enter_async_context(Client(url, code, name=name, bot=False)) for name in names or NAMES
        ]
        yield clients


def begin(clients: Sequence[Client], settings: Settings | None = None) -> None:
    """Let the host begin."""
    if settings is not None:
        clients[0].send(from_client.ChangeSettings(settings))
    clients[0].send(from_client.Begin())


async def play(clients: Sequence[Client], until: Phase, past: int = 0) -> None:
    """Let all clients play until they reach a phase, in round `past` or later."""
    await asyncio.gather(*(_play(client, Random(seed), until, past) for seed, client in enumerate(clients)))


async def _play(me: Client, random: Random, until: Phase, past: int) -> None:
    while True:
        state = me.state
        if state.view is not None and state.view.phase is until and state.view.round >= past:
            return
        _act(me, state, random)
        await me.until(lambda now, before=state: now is not before)  # type: ignore[misc]


def _act(me: Client, state: State, random: Random) -> None:
    view = state.view
    if view is None or view.may is None or view.seat is None:
        return
    may, has_drawn = view.may, view.players[view.seat].drawn
    if may.choose_level:
        me.send(from_client.ChooseLevel(state.stop, may.choose_level[0]))
    elif may.praise:
        me.send(from_client.Praise(state.stop, may.praise[0].round, may.praise[0].artist))
    elif may.ready:
        me.ready()
    elif may.draw and not has_drawn:
        if me.paper.mine.is_empty:
            me.draw_line([(random.randrange(3000), random.randrange(4000)) for _ in range(12)])
    elif may.guess and may.numbers:
        me.guess(may.guess[0], random.choice(may.numbers))
    elif may.take:
        me.finish(may.take[0])
    elif may.finish:
        me.finish()
