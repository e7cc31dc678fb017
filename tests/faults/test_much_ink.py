"""More ink at once than the log takes in one entry."""

from pathlib import Path

from pictomania.ink import Mark
from pictomania.log import LARGEST_ENTRY
from pictomania.rules import Phase, TimeUp
from pictomania.table import facts
from pictomania.table.record import entry, fact
from pictomania.wire import from_client as say
from tests.faults.room import CODE, START_MS, Comes, Guest, Room, Says
from tests.faults.story import told
from tests.server.inks import piece, wild
from tests.server.served import opened


async def test_six_full_sheets_in_one_moment(tmp_path: Path) -> None:
    """As six who work together can send them, before the second is over after which ink is stored."""
    async with opened(tmp_path) as log:
        room = Room(log, [Guest(f"P{seat}") for seat in range(6)])
        await room.open([entry(facts.Opened(START_MS, CODE))])
        for name in room.guests:
            await room.do(Comes(name))
        await room.do(Says("P0", say.Begin()))
        room.hosted.do(lambda now: room.hosted.sitting.act(None, TimeUp(), now))
        await room.hosted.settled()
        assert room.table.game is not None
        assert room.table.game.phase is Phase.DRAWING
        line: Mark = wild(4_000)
        for place in range(9):
            for guest in room.guests.values():
                assert guest.member is not None
                room.hosted.draw(guest.member, room.table.paper, piece(place, line))
        await room.hosted.settled()
        assert not room.hosted.is_lost
        entries = [data for _, data in await log.read(CODE)]
        inked = [data for data in entries if isinstance(fact(data), facts.Inked)]
        assert max(map(len, inked)) <= LARGEST_ENTRY < sum(map(len, inked))
        assert (await told(log, CODE)).sheets[room.table.paper] == [[line] * 9] * 6
        await room.hosting.close()
