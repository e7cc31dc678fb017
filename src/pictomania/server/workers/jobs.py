"""The jobs of worker processes: functions from bytes to bytes, with their limits.

The input may be hostile; an exception is reported to the caller as a failed job.
"""

import zlib
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from pictomania.ink import BadInk, MissingInk, Sheet, apply_piece, svg
from pictomania.ink.raster import animation, png
from pictomania.server.workers.finished_game import finished_game_entries
from pictomania.server.workers.pipe import JobDeclined, JobLimit, JobParts
from pictomania.table.compaction import compact
from pictomania.words import DeckError, pack, read_deck

MEGABYTE: Final = 1_000_000

DECK = JobLimit(cpu_s=5, wall_s=20, memory_bytes=300 * MEGABYTE, result_bytes=4 * MEGABYTE)
PICTURE = JobLimit(cpu_s=5, wall_s=20, memory_bytes=300 * MEGABYTE, result_bytes=12 * MEGABYTE)
REPLAY = JobLimit(cpu_s=5, wall_s=20, memory_bytes=200 * MEGABYTE, result_bytes=64 * MEGABYTE)
GAME = JobLimit(cpu_s=60, wall_s=240, memory_bytes=1_000 * MEGABYTE, result_bytes=64 * MEGABYTE)


class DeckFacts(msgspec.Struct, frozen=True, array_like=True):
    """What the server reports about a deck."""

    cards: int
    levels: tuple[int, ...]


def read_uploaded_deck(parts: JobParts) -> JobParts:
    """Parse an uploaded deck: form, language, bytes. Returns it packed, and its `DeckFacts`."""
    form, language, raw = parts
    try:
        deck = read_deck(raw, form.decode(), language.decode())
    except DeckError as error:
        raise JobDeclined(error.to_bytes()) from None
    levels = tuple(sorted({card.level for card in deck.cards}))
    return [pack(deck), msgspec.msgpack.encode(DeckFacts(len(deck.cards), levels))]


def paint(parts: JobParts) -> JobParts:
    """Render a sheet: picture format, pencil colour, ink."""
    form, colour, ink = parts[0].decode(), parts[1].decode(), parts[2]
    sheet = Sheet()
    try:
        apply_piece(ink, sheet)
    except (BadInk, MissingInk) as error:
        raise JobDeclined(str(error).encode()) from None
    strokes, landscape = sheet.strokes, sheet.is_landscape
    if form == "svg":
        return [svg(strokes, colour, landscape=landscape).encode()]
    picture = png if form == "png" else animation
    return [picture(strokes, colour, landscape=landscape)]


def keep_game(parts: JobParts) -> JobParts:
    """Build the entries of a finished game: table code, game id, entries of the table."""
    code, game, *stored = parts
    made = finished_game_entries(code.decode(), stored, game.decode())
    if made is None:
        raise JobDeclined
    return made


def compact_table(parts: JobParts) -> JobParts:
    """Compact the entries of a table; parts: the table's code, the entries."""
    code, *stored = parts
    return compact(code.decode(), stored)


def unpack_replay(parts: JobParts) -> JobParts:
    """Decompress a replay for a client that does not accept gzip."""
    (packed,) = parts
    decompressor = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    try:
        whole = decompressor.decompress(packed, REPLAY.result_bytes + 1)
    except zlib.error as error:
        raise JobDeclined(str(error).encode()) from None
    if not decompressor.eof and len(whole) <= REPLAY.result_bytes:
        raise JobDeclined(b"truncated")
    return [whole]


JOBS: Mapping[str, Callable[[JobParts], JobParts]] = {
    "read_uploaded_deck": read_uploaded_deck,
    "paint": paint,
    "keep_game": keep_game,
    "compact_table": compact_table,
    "unpack_replay": unpack_replay,
}
