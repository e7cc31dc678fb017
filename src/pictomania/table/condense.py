"""A table's facts said again in fewer: the lobby as it was left, and each finished round's ink in one piece.

The game that is on, or was played last, keeps all its other facts, so that it can still be replayed.
"""

from collections.abc import Iterator, Sequence

import msgspec

from pictomania.ink import Sheet, written
from pictomania.rules import Phase
from pictomania.table import facts
from pictomania.table.record import entry, fact
from pictomania.table.table import Table, replayed, since_rewritten
from pictomania.wire.frames import INK, ink_to_client


def condensed(code: str, entries: Sequence[bytes]) -> list[bytes]:
    """Condense a table's entries; the first one returned says that those before it need not be read."""
    happened = since_rewritten([fact(data) for data in entries])
    begun = _begun(happened)
    lobby = replayed(code, happened[:begun])
    decks = [brought for brought in happened[:begun] if isinstance(brought, facts.Brought)]
    said = [facts.Rewritten(lobby.stop_at), *_lobby(lobby, decks[-1:]), *_game(lobby, happened[begun:])]
    return [entry(each) for each in said]


def _begun(happened: Sequence[facts.Any]) -> int:
    """Where the game begins that is on or was played last; at the end where the table is in the lobby."""
    for place in reversed(range(len(happened))):
        if isinstance(happened[place], facts.Begun):
            return place
        if isinstance(happened[place], facts.Returned):
            break
    return len(happened)


def _lobby(table: Table, deck: Sequence[facts.Brought]) -> Iterator[facts.Any]:
    """Facts that lead to a table as it stands in the lobby."""
    yield facts.Opened(table.stop_at, table.code)
    for brought in deck:
        yield msgspec.structs.replace(brought, at=table.stop_at)
    for key in table.barred:
        yield facts.Barred(table.stop_at, key)
    for line in table.chat:
        yield facts.Spoken(table.stop_at, line.name, line.seat, line.text, line.watchers_only)
    for number, seat in enumerate(table.seats):
        yield facts.Sat(
            at=table.stop_at,
            seat=number,
            name=seat.name,
            colour=seat.colour,
            language=seat.language,
            key=seat.key or "",
            bot=seat.bot,
            skill=seat.skill,
        )
        if seat.bot_key is not None:
            yield facts.Called(table.stop_at, number, seat.bot_key)
    if table.host is not None:
        yield facts.Hosted(table.stop_at, table.host)
    yield facts.Returned(table.stop_at, table.stop, table.paper)
    for number, seat in enumerate(table.seats):
        if seat.ready:
            yield facts.GotReady(table.at, number, yes=True)
    yield facts.Settled(table.at, table.settings)


def _game(table: Table, happened: Sequence[facts.Any]) -> Iterator[facts.Any]:
    """Facts of a game, with the ink of sheets that cannot change any more in one fact each."""
    drawn: list[facts.Any] = []  # the ink of the sheets that lie on the table
    for each in happened:
        paper, sheets = table.paper, table.sheets
        table.apply(each)
        if isinstance(each, facts.Inked):
            drawn.append(each)
            continue
        if table.paper != paper and drawn:
            yield from _whole(sheets, paper, drawn[-1].at)
            drawn = []
        yield each
    if drawn and table.game is not None and table.game.phase is not Phase.DRAWING:
        yield from _whole(table.sheets, table.paper, drawn[-1].at)
    else:
        yield from drawn


def _whole(sheets: Sequence[Sheet], paper: int, at: int) -> Iterator[facts.Any]:
    for seat, sheet in enumerate(sheets):
        if sheet.end != (0, 0):
            yield facts.Inked(at, ink_to_client(INK, paper, [(seat, written(sheet))]))
