"""Finding a table by its code: only so many wrong ones from one address, and right ones without end."""

import asyncio
from pathlib import Path

import pytest

from pictomania.log import Unavailable
from pictomania.rules import Colour
from pictomania.server import lookup as lookup_room
from pictomania.server.archive import Damaged
from pictomania.server.lookup import Lookup
from pictomania.table import facts
from pictomania.table.codes import hashed
from pictomania.table.record import entry
from pictomania.words import Language
from tests.server.later import Later, tables
from tests.server.served import opened
from tests.server.shaky import ShakyLog


async def test_a_code_as_people_type_it(tmp_path: Path) -> None:
    """Small letters, blanks and dashes are no mistakes."""
    async with opened(tmp_path) as log:
        lookup = Lookup(hosting := tables(log, Later()), 3)
        code = await hosting.make()
        for typed in (code, code.lower(), f"{code[:4]}-{code[4:]}", f" {code[:4]} {code[4:]} "):
            assert await lookup.find(typed, "me") is hosting.tables[code]


async def test_guessing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After so many wrong codes a right one is none either, but only from there, and not for ever."""
    monkeypatch.setattr(lookup_room, "PAUSE_S", 0.0)
    async with opened(tmp_path) as real:
        lookup = Lookup(hosting := tables(log := ShakyLog(real), time := Later()), 3)
        code = await hosting.make()
        for wrong in ("ZZZZZZZZ", "YYYYYYYY", "no code at all"):
            assert await lookup.find(code, "me") is not None
            assert await lookup.find(wrong, "me") is None
        asked = len(log.reads)
        assert await lookup.find(code, "me") is None
        assert await lookup.find("XXXXXXXX", "me") is None
        assert len(log.reads) == asked == 2
        assert await lookup.find(code, "somebody else") is not None
        time.passed_ms = 20_000
        assert await lookup.find(code, "me") is not None
        assert await lookup.find("XXXXXXXX", "me") is None
        assert await lookup.find(code, "me") is None


async def test_guessing_many_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is no better than guessing as many in a row; and nobody is remembered who does not ask any more."""
    monkeypatch.setattr(lookup_room, "PAUSE_S", 0.0)
    async with opened(tmp_path) as real:
        lookup = Lookup(tables(log := ShakyLog(real), Later()), 3)
        await asyncio.gather(*(lookup.find(f"{number:08}", "me") for number in range(200)))
        assert len(log.reads) == 3
        assert await lookup.find("00000001", "somebody else") is None
        assert len(log.reads) == 4


async def test_a_whole_school_after_a_restart(tmp_path: Path) -> None:
    """Many who are right may come from one address at once, before the table is read back."""
    async with opened(tmp_path) as log:
        code = await tables(log, Later()).make()
        lookup = Lookup(tables(log, Later()), 3)
        found = await asyncio.gather(*(lookup.find(code, "school") for _ in range(30)))
        assert None not in found


async def test_a_log_that_does_not_answer_is_nobodys_mistake(tmp_path: Path) -> None:
    """Nor is a table that cannot be read."""
    async with opened(tmp_path) as real:
        code = await tables(real, Later()).make()
        await real.append("DAMAGEDX", 0, [b"damaged"])
        lookup = Lookup(tables(log := ShakyLog(real), Later()), 3)
        log.deaf_reads = 5
        for _ in range(5):
            with pytest.raises(Unavailable):
                await lookup.find(code, "me")
        for _ in range(5):
            with pytest.raises(Damaged):
                await lookup.find("DAMAGEDX", "me")
        assert await lookup.find(code, "me") is not None


async def test_seated_players_are_let_in_whatever_others_guess(tmp_path: Path) -> None:
    """Also after a restart; a stranger who knows the code is not, and neither is told sooner or later."""
    loop = asyncio.get_running_loop()
    async with opened(tmp_path) as log:
        hosting = tables(log, Later())
        code, key = await hosting.make(), "k" * 32
        seated = facts.Sat(0, 0, "Ada", Colour.RED, Language.EN, hashed(code, key))
        await log.append(code, 1, [entry(seated)])
        lookup = Lookup(hosting := tables(log, Later()), 3)
        for _ in range(3):
            assert await lookup.find("ZZZZZZZZ", "router", key) is None
        began = loop.time()
        assert await lookup.find(code, "router", key) is not None
        assert loop.time() - began < lookup_room.PAUSE_S
        for typed, other in ((code, "x" * 32), (code, None), ("YYYYYYYY", key), ("no code", key)):
            began = loop.time()
            assert await lookup.find(typed, "router", other) is None
            assert loop.time() - began >= lookup_room.PAUSE_S
        assert await lookup.find(code, "router", key) is not None
