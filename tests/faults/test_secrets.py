"""No byte that any connection is sent, and no line of the journal, has a secret in it that is a string.

What is secret and a small number is looked after in `test_two_worlds`.
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
from pictomania.server.journal import JsonLines
from pictomania.server.run import Running, serving
from pictomania.table.codes import hashed
from pictomania.wire import from_client as say
from pictomania.wire.reactions import Reaction
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import TicketIssued
from tests.faults.party import Party
from tests.faults.served import FAST, config
from tests.faults.tap import Tap, tapped
from tests.server.caller import caller, hello
from tests.server.served import opened, until
from tests.server.visitor import TEXT, frame, head, visitor
from tests.table.allowed import Message, everything

GAMES = (
    (3, Settings(EditionName.FIRST)),
    (6, Settings()),
    (4, Settings(variants=(Variant.COMPETITIVE,))),
    (5, Settings(EditionName.FIRST, (Variant.ONE_CARD,))),
)
LONG_AGO = "20200101-0123456789ABCDEFGHJKMN"


class Nuisance:
    """Does whatever can be done beside the game, as long as it is on."""

    def __init__(self, party: Party, tap: Tap, running: Running, random: Random) -> None:
        """Disturb this party."""
        self._party = party
        self._tap = tap
        self._running = running
        self._random = random

    async def be(self) -> None:
        """One thing after the other."""
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
            await asyncio.sleep(0.002)  # not a wait: a pace

    async def _drop(self) -> None:
        self._random.choice(self._party.everybody).drop()

    async def _speak(self) -> None:
        who = self._random.choice(self._party.everybody)
        words: list[Message] = [say.React(Reaction.WOW), say.Say("well"), say.AskTicket()]
        who.say(self._random.choice(words))

    async def _make_noise(self) -> None:
        who = self._random.choice(self._party.everybody)
        noise = self._random.choice(everything(who.state.stop, [seat.name for seat in who.state.seats]))
        if not isinstance(noise, say.Remove | say.HandOver | say.Again | say.Settle):
            who.say(noise)

    async def _ask(self) -> None:
        """Ask over HTTP for what is, and for what should not be, to be had."""
        table = self._running.hosting.tables[self._party.code].sitting.table
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
        async with visitor(self._tap, head(path, "Connection: close")) as guest:
            await guest.rest()

    async def _knock(self) -> None:
        """Try to come in with what is no key, or no code."""
        key = self._random.choice(self._party.witnesses).key
        firsts: list[say.FromClient] = [
            hello(self._party.code, "Rob", key=hashed(self._party.code, key), watch=True),
            hello("ZZZZZZZZ", "Rob", key=key),
            hello(self._party.code, "\u202e", key=key),
            say.Ready(3),
        ]
        async with caller(self._tap, self._random.choice(firsts)) as rob:
            rob.guest.say(frame(TEXT, b'{"type":"hello","key":"%s"}' % key.encode()))
            await rob.guest.rest()

    async def _intrude(self) -> None:
        """Watch, and say what cannot be read, with a secret of somebody else in it."""
        key = self._random.choice(self._party.witnesses).key
        async with caller(self._tap, hello(self._party.code, "Rob", watch=True)) as rob:
            await rob.welcome()
            rob.guest.say(frame(TEXT, b'{"type":"guess","stop":"%s"}' % key.encode()))
            await rob.guest.rest()


@contextmanager
def journal() -> Iterator[StringIO]:
    """Every line of the journal, down to those that nobody ever reads."""
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


async def play(party: Party, nuisance: Nuisance) -> None:
    """Play a whole game, with somebody who disturbs it from the moment when all are there."""

    async def disturb() -> None:
        await until(lambda: all(witness.notes.welcomes for witness in party.everybody))
        await nuisance.be()

    async with AsyncExitStack() as everybody_in:
        disturbing = asyncio.create_task(disturb())
        await party.play(everybody_in, lambda: True)
        disturbing.cancel()
        with suppress(asyncio.CancelledError):
            await disturbing
        host = party.witnesses[0]
        await until(lambda: host.is_heard)
        host.say(say.AskTicket())
        await until(lambda: any(isinstance(one, TicketIssued) for one in host.heard))


async def replayed(tap: Tap, game: str) -> bytes:
    """The whole game, as anybody can ask for it once it is over."""
    while True:
        async with visitor(tap, head(f"/api/games/{game}", "Accept-Encoding: gzip")) as guest:
            status, body = await guest.answer()
            if status == 200:
                return gzip.decompress(body)


def tickets(party: Party) -> set[str]:
    """Those that anybody was given, as far as is remembered."""
    return {one.ticket for who in party.everybody for one in who.heard if isinstance(one, TicketIssued)}


async def watch_for_secrets(folder: Path, number: int, seed: int) -> int:
    """Play a game, then look through everything that was said; say how many bytes that was."""
    players, settings = GAMES[number % len(GAMES)]
    open_to_callers = replace(config(0, folder), origins=("http://here",))
    with journal() as lines:
        async with opened(folder) as log, serving(open_to_callers, log, pace=FAST) as running:
            code = await running.hosting.make()
            table = running.hosting.tables[code].sitting.table
            async with tapped(running.port, lambda: table.is_open) as tap:
                party = Party(tap.url, code, players, settings, Random(seed))
                nuisance = Nuisance(party, tap, running, Random(seed))
                await play(party, nuisance)
                game = table.game_id
                assert game is not None
                whole = await replayed(tap, game)
    everything_heard = [heard.all() for heard in tap.connections]
    keys = [witness.key for witness in party.everybody]
    given = tickets(party)
    hashes = [hashed(code, secret) for secret in (*keys, *given)]
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
async def test_no_secret_is_told_to_anybody(tmp_path: Path, number: int) -> None:
    assert await watch_for_secrets(tmp_path, number, number) > 100_000


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 30))
async def test_no_secret_is_told_to_anybody_in_many_games(tmp_path: Path, seed: int) -> None:
    await watch_for_secrets(tmp_path, seed, seed)
