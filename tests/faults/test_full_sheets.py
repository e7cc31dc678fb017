"""More ink at once than fits into one entry of the log."""

from pathlib import Path

from pictomania.ink import Mark
from pictomania.log import MAX_ENTRY_BYTES
from pictomania.rules import Phase, TimeUp
from pictomania.table import facts
from pictomania.table.entries import decode_entry, encode_entry
from pictomania.wire import from_client
from tests.faults.support.offline_table import CODE, START_MS, Join, OfflineClient, OfflineTable, Send
from tests.faults.support.table_history import read_history
from tests.server.support.ink_samples import piece, wild
from tests.server.support.running_server import open_log


async def test_six_full_sheets_at_once_are_stored(tmp_path: Path) -> None:
    """Six cooperating clients can send them before the next flush."""
    async with open_log(tmp_path) as log:
        room = OfflineTable(log, [OfflineClient(f"P{seat}") for seat in range(6)])
        await room.open([encode_entry(facts.TableOpened(START_MS, CODE))])
        for name in room.guests:
            await room.do(Join(name))
        await room.do(Send("P0", from_client.Begin()))
        room.live_table.do(lambda now: room.live_table.session.act(None, TimeUp(), now))
        await room.live_table.store_all()
        assert room.table.game is not None
        assert room.table.game.phase is Phase.DRAWING
        line: Mark = wild(4_000)
        for place in range(9):
            for guest in room.guests.values():
                assert guest.member is not None
                room.live_table.draw(guest.member, room.table.paper, piece(place, line))
        await room.live_table.store_all()
        assert not room.live_table.is_lost
        entries = [data for _, data in await log.read(CODE)]
        inked = [data for data in entries if isinstance(decode_entry(data), facts.InkDrawn)]
        assert max(map(len, inked)) <= MAX_ENTRY_BYTES < sum(map(len, inked))
        assert (await read_history(log, CODE)).sheets[room.table.paper] == [[line] * 9] * 6
        await room.live_tables.close()
