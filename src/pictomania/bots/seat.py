"""A player at a table, through a client: brings it what is to be seen, and carries out what it does."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from pictomania.bots.eye import Eye, Question
from pictomania.bots.player import Deed, Grow, Player
from pictomania.client import Client
from pictomania.ink import Redo, RubOut, SheetFull, Stroke, Turn, Undo, Wipe
from pictomania.rules import Phase

DRAWING_S = 0.1  # at least, between two steps while all draw
WAITING_S = 0.1  # at most, between two steps

Now = Callable[[], float]


async def play(client: Client, player: Player, eye: Eye, now: Now) -> None:
    """Play as long as there is a seat, or until the client is sent away, which raises `Closed`.

    `now` tells seconds.
    """
    looking: asyncio.Task[None] | None = None
    try:
        while client.state.seat is not None:
            if client.is_heard:
                for deed in player.step(client.state, client.sheets, now()):
                    _do(client, deed)
                question = player.question(client.state, client.sheets, now())
                if question is not None:
                    looking = asyncio.create_task(_look(client, player, eye, question, now))
            await client.wait(WAITING_S)
            if client.view is not None and client.view.phase is Phase.DRAWING:
                await asyncio.sleep(DRAWING_S)  # ink comes all the time, and is not worth a step
    finally:
        if looking is not None:
            looking.cancel()


async def _look(client: Client, player: Player, eye: Eye, question: Question, now: Now) -> None:
    player.saw(question, await eye.ask(question), client.state, now())


def _do(client: Client, deed: Deed) -> None:
    match deed:
        case Grow():
            with suppress(SheetFull):  # by whoever drew on it before
                client.go_on(deed.line)
        case Stroke() | RubOut() | Wipe() | Undo() | Redo() | Turn():
            with suppress(SheetFull):
                client.draw(deed)
        case _:
            client.say(deed)
