"""The stored form of a finished game: its gallery, of which pictures are made, and its replay."""

import gzip

import msgspec

from pictomania.log.eventlog import LARGEST_ENTRY
from pictomania.table.record import fact
from pictomania.table.replay import Drawing, Player, replay_of

GALLERY, REPLAY = b"G", b"R"  # the first byte of an entry: which of the two it is a piece of


class Gallery(msgspec.Struct, frozen=True):
    """What pictures are made of, without the rest of the game."""

    players: tuple[Player, ...]
    drawings: tuple[Drawing, ...]

    def drawing(self, number: int, artist: int) -> Drawing | None:
        """The drawing of an artist in a round."""
        wanted = (number, artist)
        return next((one for one in self.drawings if (one.round, one.artist) == wanted), None)


def entries_of(code: str, stored: list[bytes], game: str) -> list[bytes] | None:
    """Make the entries of a finished game out of those of its table; None if it is not there, or not over."""
    replay = replay_of(code, [fact(data) for data in stored], game)
    if replay is None:
        return None
    gallery = msgspec.msgpack.encode(Gallery(replay.players, replay.drawings))
    return [*_pieces(GALLERY, gallery), *_pieces(REPLAY, gzip.compress(msgspec.json.encode(replay), mtime=0))]


def _pieces(kind: bytes, whole: bytes) -> list[bytes]:
    """Cut something up, so that every log can keep it: many busy drawings are more than one entry takes."""
    size = LARGEST_ENTRY - len(kind)
    return [kind + whole[at : at + size] for at in range(0, len(whole), size)]
