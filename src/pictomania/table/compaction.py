"""Log compaction: the same table in fewer facts.

The lobby as it stands, and each finished round's ink in one piece. The current or last game keeps all its
other facts, so that it can still be replayed.
"""

from collections.abc import Iterator, Sequence

import msgspec

from pictomania.ink import Sheet, encode_sheet
from pictomania.rules import Phase
from pictomania.table import facts
from pictomania.table.entries import decode_entry, encode_entry
from pictomania.table.table import Table, replay_facts, since_compaction
from pictomania.wire.frames import INK, encode_ink_to_client


def compact(code: str, entries: Sequence[bytes]) -> list[bytes]:
    """Compact a table's entries; the first one returned marks everything before it as replaced."""
    history = since_compaction([decode_entry(data) for data in entries])
    start = _game_start(history)
    lobby = replay_facts(code, history[:start])
    decks = [fact for fact in history[:start] if isinstance(fact, facts.DeckUploaded)]
    fewer = [facts.LogCompacted(lobby.stop_at), *_lobby(lobby, decks[-1:]), *_game(lobby, history[start:])]
    return [encode_entry(fact) for fact in fewer]


def _game_start(history: Sequence[facts.AnyFact]) -> int:
    """Find where the current game begins; the end of the history if the table is in the lobby."""
    for place in reversed(range(len(history))):
        if isinstance(history[place], facts.GameBegun):
            return place
        if isinstance(history[place], facts.ReturnedToLobby):
            break
    return len(history)


def _lobby(table: Table, deck: Sequence[facts.DeckUploaded]) -> Iterator[facts.AnyFact]:
    """Yield facts that lead to a table as it stands in the lobby."""
    yield facts.TableOpened(table.stop_at, table.code)
    for uploaded in deck:
        yield msgspec.structs.replace(uploaded, at=table.stop_at)
    for key in table.banned:
        yield facts.PlayerBanned(table.stop_at, key)
    for line in table.chat:
        yield facts.ChatSent(table.stop_at, line.name, line.seat, line.text, line.watchers_only)
    for number, seat in enumerate(table.seats):
        yield facts.SeatTaken(
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
            yield facts.BotInvited(table.stop_at, number, seat.bot_key)
    if table.host is not None:
        yield facts.HostChanged(table.stop_at, table.host)
    yield facts.ReturnedToLobby(table.stop_at, table.stop, table.paper)
    for number, seat in enumerate(table.seats):
        if seat.ready:
            yield facts.ReadinessChanged(table.at, number, yes=True)
    yield facts.SettingsChanged(table.at, table.settings)


def _game(table: Table, history: Sequence[facts.AnyFact]) -> Iterator[facts.AnyFact]:
    """Yield the facts of a game, with the ink of each final sheet in one fact."""
    ink: list[facts.AnyFact] = []  # of the sheets that are on the table
    for fact in history:
        paper, sheets = table.paper, table.sheets
        table.apply(fact)
        if isinstance(fact, facts.InkDrawn):
            ink.append(fact)
            continue
        if table.paper != paper and ink:
            yield from _whole_sheets(sheets, paper, ink[-1].at)
            ink = []
        yield fact
    if ink and table.game is not None and table.game.phase is not Phase.DRAWING:
        yield from _whole_sheets(table.sheets, table.paper, ink[-1].at)
    else:
        yield from ink


def _whole_sheets(sheets: Sequence[Sheet], paper: int, at: int) -> Iterator[facts.AnyFact]:
    for seat, sheet in enumerate(sheets):
        if sheet.end != (0, 0):
            yield facts.InkDrawn(at, encode_ink_to_client(INK, paper, [(seat, encode_sheet(sheet))]))
