"""Table lookup: wrong codes are limited by address, right ones are not."""

import asyncio
from pathlib import Path

import pytest

from pictomania.log import Unavailable
from pictomania.rules import Colour
from pictomania.server.tables import lookup as lookup_room
from pictomania.server.tables.archive import Damaged
from pictomania.server.tables.lookup import Lookup
from pictomania.table import facts
from pictomania.table.entries import encode_entry
from pictomania.table.identity.codes import hash_key
from tests.server.support.flaky_log import FlakyLog
from tests.server.support.offline_tables import AdjustableClock, offline_tables
from tests.server.support.running_server import open_log


async def test_codes_are_normalised(tmp_path: Path) -> None:
    """Lower case, spaces and dashes are accepted."""
    async with open_log(tmp_path) as log:
        lookup = Lookup(hosting := offline_tables(log, AdjustableClock()), 3)
        code = await hosting.create()
        for typed in (code, code.lower(), f"{code[:4]}-{code[4:]}", f" {code[:4]} {code[4:]} "):
            assert await lookup.find(typed, "me") is hosting.tables[code]


async def test_wrong_codes_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After too many wrong codes a right one looks wrong, but only from that address and for a while."""
    monkeypatch.setattr(lookup_room, "PAUSE_S", 0.0)
    monkeypatch.setattr(lookup_room, "JITTER_S", 0.0)
    async with open_log(tmp_path) as real:
        lookup = Lookup(hosting := offline_tables(log := FlakyLog(real), AdjustableClock()), 3)
        code = await hosting.create()
        for wrong in ("ZZZZZZZZ", "YYYYYYYY", "no code at all"):
            assert await lookup.find(code, "me") is not None
            assert await lookup.find(wrong, "me") is None
        asked = len(log.reads)
        assert await lookup.find(code, "me") is None
        assert await lookup.find("XXXXXXXX", "me") is None
        assert len(log.reads) == asked == 2
        assert await lookup.find(code, "somebody else") is not None
        lookup.wrong_codes.charge("me", asyncio.get_running_loop().time(), -1)  # as after twenty seconds
        assert await lookup.find(code, "me") is not None
        assert await lookup.find("XXXXXXXX", "me") is None
        assert await lookup.find(code, "me") is None


async def test_guessing_in_parallel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no advantage over guessing one by one; idle addresses are forgotten."""
    monkeypatch.setattr(lookup_room, "PAUSE_S", 0.0)
    monkeypatch.setattr(lookup_room, "JITTER_S", 0.0)
    async with open_log(tmp_path) as real:
        lookup = Lookup(offline_tables(log := FlakyLog(real), AdjustableClock()), 3)
        await asyncio.gather(*(lookup.find(f"{number:08}", "me") for number in range(200)))
        assert len(log.reads) == 3
        assert await lookup.find("00000001", "somebody else") is None
        assert len(log.reads) == 4


async def test_a_whole_school_after_a_restart(tmp_path: Path) -> None:
    """Many right codes may come from one address at once, before the table is loaded."""
    async with open_log(tmp_path) as log:
        code = await offline_tables(log, AdjustableClock()).create()
        lookup = Lookup(offline_tables(log, AdjustableClock()), 3)
        found = await asyncio.gather(*(lookup.find(code, "school") for _ in range(30)))
        assert None not in found


async def test_a_failing_log_does_not_count_as_a_wrong_code(tmp_path: Path) -> None:
    """Nor is a damaged table."""
    async with open_log(tmp_path) as real:
        code = await offline_tables(real, AdjustableClock()).create()
        await real.append("DAMAGEDX", 0, [b"damaged"])
        lookup = Lookup(offline_tables(log := FlakyLog(real), AdjustableClock()), 3)
        log.deaf_reads = 5
        for _ in range(5):
            with pytest.raises(Unavailable):
                await lookup.find(code, "me")
        for _ in range(5):
            with pytest.raises(Damaged):
                await lookup.find("DAMAGEDX", "me")
        assert await lookup.find(code, "me") is not None


async def test_seated_players_are_let_in_despite_wrong_codes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after a restart; a stranger with the code is not, and the timing does not tell them apart."""
    loop = asyncio.get_running_loop()
    answers_at: list[float] = []

    async def sleep(seconds: float) -> None:
        answers_at.append(loop.time() + seconds)

    async with open_log(tmp_path) as log:
        hosting = offline_tables(log, AdjustableClock())
        code, key = await hosting.create(), "k" * 32
        seated = facts.SeatTaken(0, 0, "Ada", Colour.RED, "en", hash_key(code, key))
        await log.append(code, 1, [encode_entry(seated)])
        lookup = Lookup(hosting := offline_tables(log, AdjustableClock()), 3)
        for _ in range(3):
            assert await lookup.find("ZZZZZZZZ", "router", key) is None
        monkeypatch.setattr(asyncio, "sleep", sleep)
        assert await lookup.find(code, "router", key) is not None
        assert answers_at == []
        for typed, other in ((code, "x" * 32), (code, None), ("YYYYYYYY", key), ("no code", key)):
            began = loop.time()
            assert await lookup.find(typed, "router", other) is None
            assert answers_at.pop() >= began + lookup_room.PAUSE_S
        assert await lookup.find(code, "router", key) is not None
