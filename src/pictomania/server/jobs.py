"""The jobs that worker processes do: functions of bytes, with what each may cost.

Whatever they get may be hostile; nothing that they raise reaches anybody but as a refusal.
"""

import zlib
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from pictomania.ink import BadInk, Missing, Sheet, svg, take
from pictomania.ink.picture import animation, png
from pictomania.server.keeping import entries_of
from pictomania.server.pipe import Declined, Limit, Parts
from pictomania.table.condense import condensed
from pictomania.words import DeckError, Language, pack, read_deck

MEGABYTE: Final = 1_000_000

DECK = Limit(cpu_s=5, wall_s=20, memory_bytes=300 * MEGABYTE, answer_bytes=4 * MEGABYTE)
PICTURE = Limit(cpu_s=5, wall_s=20, memory_bytes=300 * MEGABYTE, answer_bytes=12 * MEGABYTE)
REPLAY = Limit(cpu_s=5, wall_s=20, memory_bytes=200 * MEGABYTE, answer_bytes=64 * MEGABYTE)
GAME = Limit(cpu_s=60, wall_s=240, memory_bytes=1_000 * MEGABYTE, answer_bytes=64 * MEGABYTE)


class DeckFacts(msgspec.Struct, frozen=True, array_like=True):
    """What the server tells about a deck."""

    cards: int
    levels: tuple[int, ...]


def read_own_deck(parts: Parts) -> Parts:
    """Read an uploaded deck: its form, its language, its bytes. Returns it packed, and its `DeckFacts`."""
    form, language, raw = parts
    try:
        deck = read_deck(raw, form.decode(), Language(language.decode()))
    except DeckError as error:
        raise Declined(error.to_bytes()) from None
    levels = tuple(sorted({card.level for card in deck.cards}))
    return [pack(deck), msgspec.msgpack.encode(DeckFacts(len(deck.cards), levels))]


def paint(parts: Parts) -> Parts:
    """Paint a sheet: the form of the picture, the colour of the pencil, the ink."""
    form, colour, ink = parts[0].decode(), parts[1].decode(), parts[2]
    sheet = Sheet()
    try:
        take(ink, sheet)
    except (BadInk, Missing) as error:
        raise Declined(str(error).encode()) from None
    strokes, across = sheet.strokes, sheet.across
    if form == "svg":
        return [svg(strokes, colour, across=across).encode()]
    picture = png if form == "png" else animation
    return [picture(strokes, colour, across=across)]


def keep_game(parts: Parts) -> Parts:
    """Make the entries of a finished game: the code of the table, the game, the entries of the table."""
    code, game, *stored = parts
    made = entries_of(code.decode(), stored, game.decode())
    if made is None:
        raise Declined
    return made


def condense_table(parts: Parts) -> Parts:
    """Condense the entries of a table: its code, the entries."""
    code, *stored = parts
    return condensed(code.decode(), stored)


def unpack_replay(parts: Parts) -> Parts:
    """Unpack a replay for a client that does not take gzip."""
    (packed,) = parts
    unpacking = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    try:
        whole = unpacking.decompress(packed, REPLAY.answer_bytes + 1)
    except zlib.error as error:
        raise Declined(str(error).encode()) from None
    if not unpacking.eof and len(whole) <= REPLAY.answer_bytes:
        raise Declined(b"it breaks off")
    return [whole]


JOBS: Mapping[str, Callable[[Parts], Parts]] = {
    "read_own_deck": read_own_deck,
    "paint": paint,
    "keep_game": keep_game,
    "condense_table": condense_table,
    "unpack_replay": unpack_replay,
}
