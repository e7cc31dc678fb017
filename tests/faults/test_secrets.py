"""No connection and no log line ever contains a secret string.

Secrets that are small numbers are covered by `test_two_worlds`.
"""

import asyncio
import gzip
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from pictomania.rules import EditionName, Variant
from pictomania.server.run import Running, serving
from pictomania.server.structured_logging import JsonLines
from pictomania.table.identity.codes import hash_key
from pictomania.wire import from_client
from pictomania.wire.reactions import Reaction
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import TicketIssued
from tests.faults.support.checked_table import CheckedTable
from tests.faults.support.killable_server import FAST, config
from tests.faults.support.recording_proxy import RecordingProxy, recording_proxy
from tests.server.support.raw_client import TEXT, connect, frame, head
from tests.server.support.running_server import open_log
from tests.server.support.socket_client import connect_client, hello
from tests.server.support.waiting import wait_until
from tests.table.support.all_requests import common_requests

GAMES = (
    (3, Settings(EditionName.FIRST)),
    (6, Settings()),
    (4, Settings(variants=(Variant.COMPETITIVE,))),
    (5, Settings(EditionName.FIRST, (Variant.ONE_CARD,))),
)
LONG_AGO = "20200101-0123456789ABCDEFGHJKMN"


class Disturber:
    """Disturbs a running game from all sides."""

    def __init__(self, party: CheckedTable, tap: RecordingProxy, running: Running, random: Random) -> None:
        """Disturb this table."""
        self._party = party
        self._tap = tap
        self._running = running
        self._random = random

    async def be(self) -> None:
        """Disturb in random ways until cancelled."""
        kinds: list[Callable[[], Awaitable[None]]] = [
            self._drop,
            self._speak,
            self._make_noise,
            self._make_noise,
            self._ask,
            self._knock,
            self._intrude,
        ]
        while True:
            await self._random.choice(kinds)()
            await asyncio.sleep(0.002)  # not a wait: the pace of the disturbances

    async def _drop(self) -> None:
        self._random.choice(self._party.everyone).drop()

    async def _speak(self) -> None:
        who = self._random.choice(self._party.everyone)
        words: list[from_client.AnyRequest] = [
            from_client.React(Reaction.WOW),
            from_client.Chat("well"),
            from_client.RequestTicket(),
        ]
        who.send(self._random.choice(words))

    async def _make_noise(self) -> None:
        who = self._random.choice(self._party.everyone)
        noise = self._random.choice(common_requests(who.state.stop, [seat.name for seat in who.state.seats]))
        if not isinstance(
            noise,
            from_client.Remove
            | from_client.TransferHost
            | from_client.ReturnToLobby
            | from_client.ChangeSettings,
        ):
            who.send(noise)

    async def _ask(self) -> None:
        """Request public and non-public things over HTTP."""
        table = self._running.live_tables.tables[self._party.code].session.table
        game = table.game_id or LONG_AGO
        path = self._random.choice(
            [
                f"/api/tables/{self._party.code}",
                f"/api/games/{game}",
                f"/api/games/{game}/drawings/1/0.svg",
                f"/api/games/{game}/drawings/1/1.png",
                f"/api/games/{LONG_AGO}",
                "/metrics",
                "/healthz",
                f"/{self._party.code}/../../etc/passwd",
            ]
        )
        async with connect(self._tap, head(path, "Connection: close")) as guest:
            await guest.rest()

    async def _knock(self) -> None:
        """Try to join with an invalid key, code or first message."""
        key = self._random.choice(self._party.witnesses).key
        firsts: list[from_client.FromClient] = [
            hello(self._party.code, "Rob", key=hash_key(self._party.code, key), watch=True),
            hello("ZZZZZZZZ", "Rob", key=key),
            hello(self._party.code, "\u202e", key=key),
            from_client.Ready(3),
        ]
        async with connect_client(self._tap, self._random.choice(firsts)) as rob:
            rob.guest.send(frame(TEXT, b'{"type":"hello","key":"%s"}' % key.encode()))
            await rob.guest.rest()

    async def _intrude(self) -> None:
        """Watch, and send an invalid message that contains another client's key."""
        key = self._random.choice(self._party.witnesses).key
        async with connect_client(self._tap, hello(self._party.code, "Rob", watch=True)) as rob:
            await rob.welcome()
            rob.guest.send(frame(TEXT, b'{"type":"guess","stop":"%s"}' % key.encode()))
            await rob.guest.rest()


@contextmanager
def capture_log() -> Iterator[StringIO]:
    """Capture all log lines, down to debug."""
    lines, root = StringIO(), logging.getLogger()
    handler, level = logging.StreamHandler(lines), root.level
    handler.setFormatter(JsonLines())
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        yield lines
    finally:
        root.removeHandler(handler)
        root.setLevel(level)


async def play(party: CheckedTable, disturber: Disturber) -> None:
    """Play a whole game that is disturbed once all clients have joined."""

    async def disturb() -> None:
        await wait_until(lambda: all(witness.notes.welcomes for witness in party.everyone))
        await disturber.be()

    async with AsyncExitStack() as connections:
        disturbing = asyncio.create_task(disturb())
        await party.play(connections, lambda: True)
        disturbing.cancel()
        with suppress(asyncio.CancelledError):
            await disturbing
        host = party.witnesses[0]
        await wait_until(lambda: host.is_connected)
        host.send(from_client.RequestTicket())
        await wait_until(lambda: any(isinstance(one, TicketIssued) for one in host.inbox))


async def replay_facts(tap: RecordingProxy, game: str) -> bytes:
    """Fetch the replay of a finished game."""
    while True:
        async with connect(tap, head(f"/api/games/{game}", "Accept-Encoding: gzip")) as guest:
            status, body = await guest.response()
            if status == 200:
                return gzip.decompress(body)


def tickets(party: CheckedTable) -> set[str]:
    """Return all tickets that were issued."""
    return {one.ticket for who in party.everyone for one in who.inbox if isinstance(one, TicketIssued)}


async def watch_for_secrets(folder: Path, number: int, seed: int) -> int:
    """Play a game, then search all bytes for secrets; return the number of bytes."""
    players, settings = GAMES[number % len(GAMES)]
    open_to_callers = replace(config(0, folder), origins=("http://here",))
    with capture_log() as lines:
        async with open_log(folder) as log, serving(open_to_callers, log, rate_limits=FAST) as running:
            code = await running.live_tables.create()
            table = running.live_tables.tables[code].session.table
            async with recording_proxy(running.port, lambda: table.is_open) as tap:
                party = CheckedTable(tap.url, code, players, settings, Random(seed))
                disturber = Disturber(party, tap, running, Random(seed))
                await play(party, disturber)
                game = table.game_id
                assert game is not None
                whole = await replay_facts(tap, game)
    everything_heard = [heard.all() for heard in tap.connections]
    keys = [witness.key for witness in party.everyone]
    given = tickets(party)
    hashes = [hash_key(code, secret) for secret in (*keys, *given)]
    for told in (*everything_heard, whole, lines.getvalue().encode()):
        assert not any(secret.encode() in told for secret in (*keys, *hashes))
    for told in (*(heard.all(at_first=True) for heard in tap.connections), lines.getvalue().encode()):
        assert game.encode() not in told
    for secret in (code, *given):
        assert secret not in lines.getvalue()
    for ticket in given:
        assert sum(ticket.encode() in told for told in everything_heard) == 1
    assert "error" not in {
        line.split('"level": "')[1].split('"')[0] for line in lines.getvalue().splitlines()
    }
    return sum(map(len, everything_heard))


@pytest.mark.parametrize("number", range(2))
async def test_no_secret_leaks(tmp_path: Path, number: int) -> None:
    assert await watch_for_secrets(tmp_path, number, number) > 100_000


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 30))
async def test_no_secret_leaks_in_many_games(tmp_path: Path, seed: int) -> None:
    await watch_for_secrets(tmp_path, seed, seed)
