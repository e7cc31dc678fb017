"""Whatever mad clients say at a table, nothing breaks, nothing is stored wrongly, and others play on."""

import asyncio
from collections.abc import Iterable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from pictomania.client import Client
from pictomania.log import EventLog
from pictomania.rules import Phase, TimeUp, broken_law
from pictomania.server.hosted import Hosted
from pictomania.server.pace import Pace
from pictomania.table.codes import hashed
from pictomania.table.record import fact
from pictomania.table.table import replayed
from pictomania.wire import from_client as say
from tests.faults.babble import Babbler
from tests.faults.story import whole
from tests.server.caller import Caller, caller, hello
from tests.server.served import FAST, Served, opened, served, until
from tests.server.visitor import UPGRADE, Visitor, head, visitor
from tests.table.crowd import attentive_wish

HOPE, STRANGER = (f"key-of-{name}".ljust(32, "-") for name in ("Hope", "Stranger"))


class Madman:
    """One who comes, babbles, goes, and comes again with another key."""

    def __init__(self, server: Served, babbler: Babbler, random: Random) -> None:
        """Not there yet."""
        self._server = server
        self._babbler = babbler
        self._random = random
        self._guest: Visitor | None = None
        self._line = AsyncExitStack()

    async def act(self, stop: int, paper: int) -> None:
        """Do one thing."""
        if self._guest is None or self._guest.writer.is_closing():
            await self._come()
        elif self._random.random() < 0.04:
            await self.go()
        else:
            words = [self._babbler.words(stop, paper) for _ in range(self._random.choice((1, 1, 1, 2, 5)))]
            self._guest.say(*words)

    async def _come(self) -> None:
        await self.go()
        self._guest = await self._line.enter_async_context(
            visitor(self._server, head("/socket", *UPGRADE, "Origin: http://here"))
        )
        assert (await self._guest.answer())[0] == 101
        if self._random.random() < 0.95:
            self._guest.say(self._babbler.hello())

    async def go(self) -> None:
        """Be gone, without a word."""
        await self._line.aclose()
        self._guest = None


class Rampage:
    """One table, one honest host, and some who are not; as a seed has it."""

    def __init__(self, server: Served, log: EventLog, seed: int) -> None:
        """Begin anew."""
        self.seed = seed
        self._server = server
        self._log = log
        self._random = Random(seed)
        self._keys = [f"key-of-P{number}".ljust(32, "-") for number in range(self._random.randrange(3, 6))]
        self._code = ""

    @property
    def _hosted(self) -> Hosted:
        return self._server.hosting.tables[self._code]

    async def run(self, steps: int) -> None:
        """Let them rage; then look whether all is well."""
        self._code = await self._server.hosting.make()
        async with caller(self._server, hello(self._code, "Hope")) as hope:
            await hope.welcome()
            await self._sit_down()
            await self._rage(hope, steps)
            await until(lambda: self._server.metrics.gauges["connections"][1]() == 1)
            await self._hosted.settled()
            await self._is_well(hope)
        if self.seed % 50 == 0:
            await self._play_on()  # which takes a while

    async def _sit_down(self) -> None:
        for key in self._keys:
            async with caller(self._server, hello(self._code, key[7:9], key=key)) as guest:
                await guest.welcome()

    async def _rage(self, hope: Caller, steps: int) -> None:
        random, hosted = self._random, self._hosted
        babbler = Babbler(random, self._code, [*self._keys, STRANGER])
        madmen = [Madman(self._server, babbler, random) for _ in self._keys]
        if random.random() < 0.9:
            hope.say(say.Begin())
        for _ in range(steps):
            table = hosted.sitting.table
            await random.choice(madmen).act(table.stop, table.paper)
            if random.random() < 0.08:
                hosted.do(self._be_late)
            await asyncio.sleep(0)
        for madman in madmen:
            await madman.go()

    def _be_late(self, now: int) -> None:
        """Let the table wait no longer for whatever it is waiting for."""
        sitting = self._hosted.sitting
        if sitting.table.game is not None and not sitting.table.is_over:
            sitting.act(None, TimeUp(), now)
            sitting.wind(now)

    async def _is_well(self, hope: Caller) -> None:
        """The laws hold, the record tells the same, and the host was never disturbed."""
        table, entries = self._hosted.sitting.table, await self._log.read(self._code)
        assert not self._hosted.is_lost
        assert table.game is None or broken_law(table.game) is None
        assert whole(replayed(self._code, [fact(data) for _, data in entries])) == whole(table)
        hope.say(say.AskWelcome())
        while (await hope.welcome())[0].state.stop != table.stop:
            pass

    async def _play_on(self) -> None:
        """All who have a seat come back to their senses, and play to the end."""
        table, random = self._hosted.sitting.table, self._random
        if len(table.seats) < 3 or any(seat.key is None for seat in table.seats):
            return  # too few are left, or somebody was sent away
        owners = {hashed(self._code, key): key for key in (*self._keys, HOPE, STRANGER)}
        async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
            clients = [
                await stack.enter_async_context(
                    Client(self._server.url, self._code, name=seat.name, key=owners[seat.key or ""])
                )
                for seat in table.seats
            ]
            plays = [group.create_task(_play(client, random)) for client in clients]
            await asyncio.wait(plays)


async def _play(client: Client, random: Random) -> None:
    async for state in client:
        if state.view is not None and state.view.phase is Phase.OVER:
            return
        wish = say.Begin() if state.may.begin else attentive_wish(state, random)
        if wish is not None:
            client.say(wish)


async def rampages(folder: Path, seeds: Iterable[int], pace: Pace = FAST) -> None:
    """One after the other, at one server; nobody complains."""
    async with opened(folder) as log, served(log, pace=pace) as server:
        for seed in seeds:
            try:
                await Rampage(server, log, seed).run(60)
            except BaseException as error:
                error.add_note(f"seed {seed}")
                raise


@pytest.mark.parametrize("batch", range(4))
async def test_nothing_that_is_said_breaks_anything(tmp_path: Path, batch: int) -> None:
    await rampages(tmp_path, range(50 * batch, 50 * batch + 50))


async def test_nothing_breaks_at_an_ordinary_pace(tmp_path: Path) -> None:
    """Where those who are too fast are refused, fall deaf or are sent away."""
    await rampages(
        tmp_path, range(1_001, 1_021), replace(FAST, acts=(10, 12), ink=(80, 100), strikes=(0.5, 5))
    )


@pytest.mark.long
@pytest.mark.parametrize("batch", range(10))
async def test_nothing_breaks_anything_in_a_long_time(tmp_path: Path, batch: int) -> None:
    await rampages(tmp_path, range(10_000 + 300 * batch, 10_300 + 300 * batch))
