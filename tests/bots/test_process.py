"""The bot process, run inside the test process."""

import asyncio
import os
import sys
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from pictomania.bots import process
from pictomania.bots.bot_invite import BotInvite
from pictomania.bots.guesser import guesser
from pictomania.bots.vision import Vision
from pictomania.client import Client
from pictomania.rules import Phase
from pictomania.table.seat import Invite
from pictomania.wire import from_client
from pictomania.wire.bots import Skill
from tests.server.support.running_server import RunningServer, open_log, run_server


async def invites_for(server: RunningServer, code: str, ada: Client) -> list[BotInvite]:
    """Seat two bots and intercept their invites."""
    invites: list[BotInvite] = []

    def intercept(table: str, invite: Invite) -> None:
        invites.append(BotInvite(server.url, table, invite.key))

    server.live_tables._bots = replace(server.live_tables._bots, invite=intercept)
    for skill in (Skill.NORMAL, Skill.HARD):
        ada.send(from_client.AddBot(skill))
    while len(invites) < 2:  # noqa: ASYNC110 (the table sends invites on its own)
        await asyncio.sleep(0.01)
    assert code
    return invites


async def test_bots_play_until_the_input_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.client(code, "Ada") as ada:
            invites = await invites_for(server, code, ada)
            reading, writing = os.pipe()
            with os.fdopen(reading) as stdin:
                monkeypatch.setattr(sys, "stdin", stdin)
                running = asyncio.create_task(process._main(30.0))
                os.write(writing, b"".join(msgspec.json.encode(invite) + b"\n" for invite in invites))
                await ada.until(
                    lambda state: all(seat.present and (seat.ready or not seat.bot) for seat in state.seats)
                )
                ada.send(from_client.Begin())
                await ada.until(lambda state: state.view is not None and state.view.phase is Phase.READING)
                ada.ready()
                await ada.until(lambda state: state.view is not None and state.view.phase is Phase.DRAWING)
                ada.drop()  # and reconnect while others draw
                await ada.until(lambda state: any(one.pile or one.finished for one in state.view.players))  # type: ignore[union-attr]
                ada.send(from_client.Remove(ada.state.seats[1].name))
                await ada.until(lambda state: not state.seats[1].present)
                os.close(writing)
                await running
            await ada.until(lambda state: not state.seats[2].present)


async def test_a_bot_that_cannot_connect_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table keeps sending invites, so connecting clients would pile up."""
    monkeypatch.setattr(process, "CONNECT_TIMEOUT_S", 0.3)
    await process._play(BotInvite("http://127.0.0.1:1/", "ABCDEFGH", "k" * 22), Vision(guesser()), 1.0)
