"""A server in a thread with tables and a finished game, for tests without an event loop."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

import uvloop

from pictomania.rules import Phase
from tests.server.support.http_server import run_http_server
from tests.server.support.quick_game import begin, play, take_seats

PATIENCE_S = 60


@dataclass(frozen=True)
class ThreadedServer:
    """Where the server is and what it has."""

    url: str
    lobby: str  # code of a table in the lobby
    playing: str  # code of a table with a game in progress
    game: str  # id of a finished game
    keys: dict[str, str]  # keys of the hosts, by code


@contextmanager
def run_threaded_server(folder: Path) -> Iterator[ThreadedServer]:
    """Run a server in a thread."""
    opened: Future[ThreadedServer] = Future()
    closing: Future[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = Future()
    thread = Thread(target=lambda: uvloop.run(_serve(folder, opened, closing)))
    thread.start()
    try:
        yield opened.result(PATIENCE_S)
    finally:
        loop, is_over = closing.result(PATIENCE_S)
        loop.call_soon_threadsafe(is_over.set)
        thread.join()


async def _serve(
    folder: Path,
    opened: "Future[ThreadedServer]",
    closing: "Future[tuple[asyncio.AbstractEventLoop, asyncio.Event]]",
) -> None:
    is_over = asyncio.Event()
    closing.set_result((asyncio.get_running_loop(), is_over))
    try:
        async with AsyncExitStack() as stay:
            opened.set_result(await _settled(folder, stay))
            await is_over.wait()
    except BaseException as error:
        if not opened.done():
            opened.set_exception(error)
        raise


async def _settled(folder: Path, stay: AsyncExitStack) -> ThreadedServer:
    house = await stay.enter_async_context(
        run_http_server(folder, tables_per_hour=1_000_000, wrong_codes_per_minute=1_000_000)
    )
    codes = [await house.new_table() for _ in range(3)]
    people = [await stay.enter_async_context(take_seats(house.url, code)) for code in codes]
    for clients, phase in ((people[1], Phase.DRAWING), (people[2], Phase.OVER)):
        begin(clients)
        await play(clients, phase)
    game = people[2][0].state.game or ""
    while (await house.ask(f"/api/games/{game}")).status == 404:
        pass
    keys = {code: clients[0].key for code, clients in zip(codes, people, strict=True)}
    return ThreadedServer(house.url, codes[0], codes[1], game, keys)
