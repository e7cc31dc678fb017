"""The stored form of a finished game: a gallery, from which pictures are rendered, and the replay."""

import gzip

import msgspec

from pictomania.log.eventlog import MAX_ENTRY_BYTES
from pictomania.table.entries import decode_entry
from pictomania.table.replay import ReplayDrawing, ReplayPlayer, build_replay

GALLERY, REPLAY = b"G", b"R"  # first byte of an entry: which of the two it is a part of


class Gallery(msgspec.Struct, frozen=True):
    """The drawings of a game, without the rest of it."""

    players: tuple[ReplayPlayer, ...]
    drawings: tuple[ReplayDrawing, ...]

    def drawing(self, number: int, artist: int) -> ReplayDrawing | None:
        """The drawing of an artist in a round."""
        wanted = (number, artist)
        return next((one for one in self.drawings if (one.round, one.artist) == wanted), None)


def finished_game_entries(code: str, stored: list[bytes], game: str) -> list[bytes] | None:
    """Build the entries of a finished game from those of its table; None if unknown or not over."""
    replay = build_replay(code, [decode_entry(data) for data in stored], game)
    if replay is None:
        return None
    gallery = msgspec.msgpack.encode(Gallery(replay.players, replay.drawings))
    return [*_split(GALLERY, gallery), *_split(REPLAY, gzip.compress(msgspec.json.encode(replay), mtime=0))]


def _split(kind: bytes, whole: bytes) -> list[bytes]:
    """Split data into entries of the maximum size: many detailed drawings do not fit into one."""
    size = MAX_ENTRY_BYTES - len(kind)
    return [kind + whole[at : at + size] for at in range(0, len(whole), size)]
