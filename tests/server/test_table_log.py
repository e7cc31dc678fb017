"""The log of a table: rewritten when it is bulky, full at its quota, and quiet about an outage."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from pictomania.log import Conflict
from pictomania.rules import Phase
from pictomania.server import table_log
from pictomania.server.metrics import Metrics
from pictomania.server.pace import Pace
from pictomania.server.table_log import Outage, TableLog
from pictomania.table.record import fact
from pictomania.wire import from_client as say
from pictomania.wire.reasons import Reason
from pictomania.wire.to_client import Refused
from tests.server.gamer import Gamer, is_over, play
from tests.server.inks import line
from tests.server.served import MUCH, begin, opened, served, until
from tests.server.shaky import ShakyLog

NEVER = 1e-6


async def nobody(code: str, entries: Sequence[bytes]) -> Sequence[bytes] | None:
    """Have no time to condense anything."""
    assert code
    assert entries
    return None


async def half(code: str, entries: Sequence[bytes]) -> Sequence[bytes]:
    """Make little of much."""
    assert code
    return [entries[-1]]


def is_bulky(log: TableLog) -> bool:
    """Ask, as often as a test likes."""
    return log.is_bulky


def is_condensed(log: TableLog) -> bool:
    """Ask, as often as a test likes."""
    return log.is_condensed


def never_late() -> None:
    """Fail if somebody has to wait."""
    raise AssertionError


async def test_rewriting(tmp_path: Path) -> None:
    """Leaves the few entries instead of the many, behind which it goes on."""
    async with opened(tmp_path) as log:
        position = await log.append("A", 0, [bytes(50_000), b"last"])
        mine = TableLog("A", position, 50_004, log, Outage())
        assert not is_bulky(mine)
        await mine.append([bytes(20_000)], Metrics(), never_late)
        assert is_bulky(mine)
        await mine.condense(half)
        await mine.append([b"meanwhile"], Metrics(), never_late)
        assert is_condensed(mine)
        await mine.rewrite(Metrics(), never_late)
        assert not is_condensed(mine)
        assert [data for _, data in await log.read("A")] == [bytes(20_000), b"meanwhile"]
        assert not is_bulky(mine)
        await mine.append([b"next"], Metrics(), never_late)
        assert [data for _, data in await log.read("A")] == [bytes(20_000), b"meanwhile", b"next"]


async def test_what_is_not_worth_rewriting(tmp_path: Path) -> None:
    """Or cannot be read, or condensed, stays as it is, and is not tried again at once."""
    async with opened(tmp_path) as real:
        position = await real.append("A", 0, [bytes(90_000)])
        mine = TableLog("A", position, 90_000, log := ShakyLog(real), Outage())
        assert is_bulky(mine)
        await mine.condense(half)
        assert not is_bulky(mine)
        await mine.append([bytes(70_000)], Metrics(), never_late)
        log.deaf_reads = 1
        await mine.condense(half)
        await mine.condense(nobody)
        assert not is_condensed(mine)
        await mine.condense(half)
        log.deaf_reads = 1
        await mine.rewrite(Metrics(), never_late)
        assert not is_condensed(mine)
        assert [len(data) for _, data in await log.read("A")] == [90_000, 70_000]


async def test_somebody_else_hosts_it(tmp_path: Path) -> None:
    """Then nothing is rewritten."""
    async with opened(tmp_path) as log:
        await log.append("A", 0, [bytes(90_000), b"", b"theirs"])
        mine = TableLog("A", 2, 90_000, log, Outage())
        await mine.condense(half)
        with pytest.raises(Conflict):
            await mine.rewrite(Metrics(), never_late)
        assert len(await log.read("A")) == 3


async def test_a_long_evening_takes_little_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds are rewritten as they end, games are forgotten once they are kept; all can be read back."""
    monkeypatch.setattr(table_log, "BULKY_BYTES", 2_000)
    async with opened(tmp_path) as log:
        async with served(log) as server:
            code = await server.hosting.make()
            async with server.party(code) as people:
                for _ in range(3):
                    await begin(people)
                    for _ in range(30):
                        people[0].draw(line())
                    await play(
                        [Gamer(client, seed) for seed, client in enumerate(people)],
                        lambda: is_over(people[0]),
                    )
                    await until(lambda: not server.hosted(code).keeping)
                    people[0].say(say.Again())
                    await people[0].until(lambda state: state.view is None)
                    people[1].say(say.GetReady(True))
                    await people[0].until(lambda state: state.seats[1].ready)
                    people[1].say(say.Say("x" * 100))
                    while len(await log.read(code)) > 60:
                        pass  # until it is rewritten
            kinds = {type(fact(data)).__name__ for _, data in await log.read(code)}
            assert "Rewritten" in kinds
            games = [name for name in await log.tables() if name.startswith("game_")]
            assert len(games) == 3
        async with served(log) as server:
            found = await server.hosting.find(code)
            assert found is not None
            assert [seat.name for seat in found.sitting.table.seats] == ["Ada", "Ben", "Cleo"]
            assert found.sitting.table.game is None


async def test_a_table_that_has_stored_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the game itself goes on: talk is refused, and pencils are used up."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people:
            monkeypatch.setattr(table_log, "MOST_BYTES", 10)
            people[0].draw(line())
            for artist in people:
                assert await artist.reply(Refused) == Refused("ink", Reason.PENCIL_USED_UP)
            people[0].draw(line(7))
            people[1].say(say.Rename("Bob"))
            assert await people[1].reply(Refused) == Refused("rename", Reason.STORAGE_FULL)
            people[1].finish()
            people[2].finish()
            people[0].finish()
            await people[0].until(
                lambda state: state.view is not None and state.view.phase is not Phase.DRAWING
            )
            assert server.table(code).sheets[0].marks in ([line()], [])


async def test_a_key_that_has_stored_too_much(tmp_path: Path) -> None:
    """The others are not asked to pay for it."""
    pace = Pace(stored=(NEVER, 300), talk=MUCH, acts=MUCH)
    async with opened(tmp_path) as log, served(log, pace=pace) as server:
        code = await server.hosting.make()
        async with server.party(code) as people:
            people[0].say(say.Say("x" * 200))
            await until(lambda: len(people[0].chat) == 1)
            people[0].say(say.Say("y" * 200))
            assert await people[0].reply(Refused) == Refused("say", Reason.STORAGE_FULL)
            people[1].say(say.Say("I may."))
            await until(lambda: [said.text for said in people[2].chat][-1:] == ["I may."])


async def test_an_outage_is_mentioned_once(caplog: pytest.LogCaptureFixture) -> None:
    """However many tables try how often; and so is its end."""
    outage = Outage()
    caplog.set_level("INFO")
    outage.ended()
    for _ in range(100):
        outage.failed("A", "no answer")
    outage.ended()
    outage.ended()
    await asyncio.sleep(0)
    said = [record.getMessage() for record in caplog.records]
    assert said == ["the log does not answer", "the log answers again"]
