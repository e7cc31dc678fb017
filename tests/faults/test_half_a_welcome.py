"""Whoever has heard a welcome, but not seen the sheets that belong to it, does nothing yet.

A guess freezes the own sheet: said too early, it would shut out ink that the table has yet to be sent.
"""

from pathlib import Path

from pictomania.rules import EditionName
from pictomania.wire import from_client as say
from pictomania.wire.settings import Settings
from tests.faults.tap import tapped
from tests.server.inks import line
from tests.server.served import Served, begin, opened, served, until


async def test_a_guess_does_not_overtake_ink(tmp_path: Path) -> None:
    async with opened(tmp_path) as log, served(log) as server, tapped(server.port) as tap:
        code = await server.hosting.make()
        async with Served(tap.port, server.hosting).party(code) as people:
            ada = people[0]
            ada.say(say.Settle(Settings(EditionName.SECOND)))  # where the first guess freezes the sheet
            await begin(people)
            table = server.table(code)
            ada.draw(line())
            await until(lambda: table.sheets[0].marks == [line()])
            tap.lets_sheets_pass.clear()
            ada.drop()
            ada.draw(line(3))
            await until(lambda: len(tap.connections) > 3 and b'"welcome"' in tap.connections[3].all())
            people[1].draw(line())
            await until(lambda: people[2].sheets[1].marks == [line()])  # what was said before is heard by now
            ada.guess(1, 3)
            assert not ada.is_heard
            tap.lets_sheets_pass.set()
            await until(lambda: ada.is_heard)
            ada.guess(1, 3)
            await ada.until(lambda state: state.view is not None and bool(state.view.players[1].pile))
            assert table.sheets[0].marks == [line(), line(3)]
