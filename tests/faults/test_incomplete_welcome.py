"""A client sends nothing between a welcome and the sheets that belong to it.

A guess freezes the player's sheet: sent too early, it would shut out ink that the server does not have yet.
"""

from pathlib import Path

from pictomania.rules import EditionName
from pictomania.wire import from_client
from pictomania.wire.settings import Settings
from tests.faults.support.recording_proxy import recording_proxy
from tests.server.support.ink_samples import line
from tests.server.support.running_server import RunningServer, begin, open_log, run_server
from tests.server.support.waiting import wait_until


async def test_a_guess_does_not_overtake_ink(tmp_path: Path) -> None:
    async with open_log(tmp_path) as log, run_server(log) as server, recording_proxy(server.port) as tap:
        code = await server.live_tables.create()
        async with RunningServer(tap.port, server.live_tables).party(code) as people:
            ada = people[0]
            ada.send(
                from_client.ChangeSettings(Settings(EditionName.SECOND))
            )  # the first guess freezes the sheet
            await begin(people)
            table = server.table(code)
            ada.draw(line())
            await wait_until(lambda: table.sheets[0].marks == [line()])
            tap.sheets_allowed.clear()
            ada.drop()
            ada.draw(line(3))
            await wait_until(lambda: len(tap.connections) > 3 and b'"welcome"' in tap.connections[3].all())
            people[1].draw(line())
            await wait_until(
                lambda: people[2].sheets[1].marks == [line()]
            )  # earlier messages have arrived by now
            ada.guess(1, 3)
            assert not ada.is_connected
            tap.sheets_allowed.set()
            await wait_until(lambda: ada.is_connected)
            ada.guess(1, 3)
            await ada.until(lambda state: state.view is not None and bool(state.view.players[1].pile))
            assert table.sheets[0].marks == [line(), line(3)]
