"""The jobs of worker processes, in this process: bytes in, bytes out."""

import gzip
from io import BytesIO

import msgspec
import pytest
from PIL import Image

from pictomania.ink import InkPiece, Stroke, encode_piece
from pictomania.server.workers import jobs
from pictomania.server.workers.finished_game import finished_game_entries
from pictomania.server.workers.jobs import JOBS, DeckFacts
from pictomania.server.workers.pipe import JobDeclined
from pictomania.words import DeckError, Mistake, read_deck, unpack
from tests.server.support.ink_samples import line

DECK = "\n".join(
    line
    for level in (1, 2)
    for line in ("", f"# level: {level}", *(f"{level}{letter}" for letter in "tuvwxyz"))
).encode()


def test_jobs_are_named_after_their_functions() -> None:
    assert {name: job.__name__ for name, job in JOBS.items()} == {name: name for name in JOBS}


# Decks.


def test_a_deck_is_parsed_and_packed() -> None:
    packed, facts = jobs.read_uploaded_deck([b"text", b"en", DECK])
    assert unpack(packed).cards == read_deck(DECK, "text").cards
    assert msgspec.msgpack.decode(facts, type=DeckFacts) == DeckFacts(2, (1, 2))


def test_errors_in_a_deck_are_returned() -> None:
    with pytest.raises(JobDeclined) as declined:
        jobs.read_uploaded_deck([b"text", b"en", b"a\nb\nc"])
    error = DeckError.from_bytes(declined.value.data)
    assert (error.line, error.mistake, error.number) == (1, Mistake.NOT_SEVEN, 3)


# Pictures.

INK = encode_piece(InkPiece(0, 0, (line(20),)))


def test_a_sheet_as_svg() -> None:
    (picture,) = jobs.paint([b"svg", b"#c62828", INK])
    assert picture.startswith(b"<svg")
    assert b'stroke="#c62828"' in picture


@pytest.mark.parametrize(("form", "frames"), [("png", 1), ("apng", 21)])
def test_a_sheet_as_pixels(form: str, frames: int) -> None:
    (picture,) = jobs.paint([form.encode(), b"#c62828", INK])
    with Image.open(BytesIO(picture)) as shown:
        assert (shown.format, getattr(shown, "n_frames", 1)) == ("PNG", frames)


@pytest.mark.parametrize("ink", [b"no ink", b"", encode_piece(InkPiece(5, 0, (Stroke(1, line(2).points),)))])
def test_invalid_ink_is_declined(ink: bytes) -> None:
    with pytest.raises(JobDeclined):
        jobs.paint([b"svg", b"#c62828", ink])


# Games.


def test_a_missing_game_is_declined() -> None:
    assert finished_game_entries("00000000", [], "20260101-" + "A" * 22) is None
    with pytest.raises(JobDeclined):
        jobs.keep_game([b"00000000", b"20260101-" + b"A" * 22])


def test_a_replay_is_unpacked() -> None:
    assert jobs.unpack_replay([gzip.compress(b"{}", mtime=0)]) == [b"{}"]


@pytest.mark.parametrize("packed", [b"rubbish", gzip.compress(b"{}", mtime=0)[:-3], b""])
def test_a_replay_that_cannot_be_unpacked(packed: bytes) -> None:
    with pytest.raises(JobDeclined):
        jobs.unpack_replay([packed])


def test_a_replay_that_is_a_gzip_bomb() -> None:
    """The result is one byte over the limit, so that it is refused, and no larger."""
    bomb = gzip.compress(bytes(jobs.REPLAY.result_bytes * 2), 1)
    (whole,) = jobs.unpack_replay([bomb])
    assert len(whole) == jobs.REPLAY.result_bytes + 1
