"""Connects a bot player to a client: passes on what the seat sees, and sends what the player does."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from pictomania.bots.player import BotAction, BotPlayer, ExtendStroke
from pictomania.bots.vision import Question, Vision
from pictomania.client import Client
from pictomania.ink import Clear, Erase, Redo, Rotate, SheetFull, Stroke, Undo
from pictomania.rules import Phase

MIN_DRAWING_STEP_S = 0.1  # lower bound between two steps in the drawing phase
MAX_STEP_S = 0.1  # upper bound for waiting for news

Now = Callable[[], float]


async def play(client: Client, player: BotPlayer, vision: Vision, now: Now) -> None:
    """Play until the client loses its seat; raise `Closed` if the server closes the connection for good.

    `now` returns seconds.
    """
    recognising: asyncio.Task[None] | None = None
    try:
        while client.state.seat is not None:
            if client.is_connected:
                for action in player.step(client.state, client.sheets, now()):
                    _perform(client, action)
                question = player.question(client.state, client.sheets, now())
                if question is not None:
                    recognising = asyncio.create_task(_recognise(client, player, vision, question, now))
            await client.wait(MAX_STEP_S)
            if client.view is not None and client.view.phase is Phase.DRAWING:
                await asyncio.sleep(MIN_DRAWING_STEP_S)  # ink arrives too often to act on each frame
    finally:
        if recognising is not None:
            recognising.cancel()


async def _recognise(client: Client, player: BotPlayer, vision: Vision, question: Question, now: Now) -> None:
    player.receive(question, await vision.ask(question), client.state, now())


def _perform(client: Client, action: BotAction) -> None:
    match action:
        case ExtendStroke():
            with suppress(SheetFull):  # filled by an earlier player of this seat
                client.extend_line(action.stroke)
        case Stroke() | Erase() | Clear() | Undo() | Redo() | Rotate():
            with suppress(SheetFull):
                client.draw(action)
        case _:
            client.send(action)
