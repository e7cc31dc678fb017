"""Fuzz the ink: one property, used by Hypothesis in a test and by Atheris from the command line.

    python -m tests.hostile.fuzz.fuzz_ink [libFuzzer options, such as -max_total_time=300]

It needs Atheris, which is not a dependency of the project: run it in a separate environment with the project
on its path. Shrink what it finds, keep it as a file in `corpus/ink`, and a test will replay it for good.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pictomania.ink import (
    BadInk,
    Clear,
    Erase,
    InkPiece,
    Mark,
    MissingInk,
    Point,
    Redo,
    Rotate,
    Sheet,
    SheetFull,
    Stroke,
    Undo,
    apply_piece,
    encode_piece,
    encode_sheet,
    sheet,
    svg,
)
from tests.hostile.fuzz.fuzzer import fuzz

CORPUS = Path(__file__).parent / "corpus" / "ink"
ERASING, BOUNDED = 1, 2  # bits of the first byte
SMALL: dict[str, Any] = {"MAX_MARKS": 14, "MAX_POINTS": 60, "MAX_TRAVEL": 20_000, "MAX_TOGGLED": 12}


def fuzz_one(data: bytes) -> None:
    """Take pieces, each behind a byte that says how long it is, on one sheet; the first byte says how."""
    if data:
        with patch.multiple(sheet, **SMALL):
            check_pieces(_cut(data[1:]), erasing=bool(data[0] & ERASING), bounded=bool(data[0] & BOUNDED))


def as_input(pieces: Iterable[bytes], mode: int = ERASING | BOUNDED) -> bytes:
    """Say it to `fuzz_one`."""
    return bytes((mode,)) + b"".join(bytes((min(255, len(piece)),)) + piece[:255] for piece in pieces)


def _cut(data: bytes) -> Iterator[bytes]:
    while data:
        yield data[1 : 1 + data[0]]
        data = data[1 + data[0] :]


def check_pieces(pieces: Iterable[bytes], *, erasing: bool, bounded: bool) -> tuple[Sheet, set[str]]:
    """Expect ink that rebuilds the same sheet elsewhere, or a refusal that changes nothing."""
    here, there, outcomes = Sheet(), Sheet(), set()
    for piece in pieces:
        try:
            news = apply_piece(piece, here, erasing=erasing, bounded=bounded)
        except (BadInk, MissingInk, SheetFull) as refusal:
            news = None
            outcomes.add(type(refusal).__name__)
        else:
            outcomes.add("known" if news is None else "new" if news is piece else "overlap")
        if news is not None:
            assert apply_piece(news, there, erasing=erasing, bounded=bounded) is news
        assert here == there
    assert bounded or "SheetFull" not in outcomes
    _check_sheet(here, bounded=bounded)
    return here, outcomes


def _check_sheet(here: Sheet, *, bounded: bool) -> None:
    whole, shortest = encode_sheet(here), encode_piece(here.since(0, 0))
    assert len(whole) >= len(shortest)  # some points can be written in two ways
    for data in (whole, shortest):
        again = Sheet()
        apply_piece(data, again)
        assert again == here
    known = Known(here.marks)
    assert (here.strokes, here.is_landscape) == (known.strokes, known.is_landscape)
    assert not bounded or known.is_within(SMALL)
    svg(here.strokes, "#cc0000", landscape=here.is_landscape)


class Known:
    """What is on a sheet, worked out in the plainest way."""

    def __init__(self, marks: list[Mark]) -> None:
        """Make all these marks."""
        self.marks = marks
        self.is_landscape = False
        self.toggled = 0
        self._shown: set[int] = set()
        self._done: list[set[int]] = []
        self._undone: list[set[int]] = []
        for place, mark in enumerate(marks):
            self._make(place, mark)

    @property
    def strokes(self) -> list[Stroke]:
        """The lines that are shown."""
        return [
            mark for place, mark in enumerate(self.marks) if place in self._shown and isinstance(mark, Stroke)
        ]

    def is_within(self, bounds: dict[str, int]) -> bool:
        """Is it all within some bounds?"""
        lines = [mark.points for mark in self.marks if isinstance(mark, Stroke)]
        steps = [
            b - a
            for points in lines
            for one, other in pairwise(points)
            for a, b in zip(one[:2], other[:2], strict=True)
        ]
        travel = sum(abs(step) for step in steps if step < -64 or step > 63)
        counts = (len(self.marks), sum(map(len, lines)), travel, self.toggled)
        return all(count <= most for count, most in zip(counts, bounds.values(), strict=True))

    def _make(self, place: int, mark: Mark) -> None:
        match mark:
            case Stroke():
                self._change({place})
            case Erase(strokes):
                self.toggled += len(strokes)
                self._change(self._shown & set(strokes))
            case Clear():
                self.toggled += len(self._shown)
                self._change(set(self._shown))
            case Undo():
                self._move(self._done, self._undone)
            case Redo():
                self._move(self._undone, self._done)
            case Rotate(landscape) if landscape != self.is_landscape and not self._shown:
                self.is_landscape, self._done, self._undone = landscape, [], []
            case _:
                pass

    def _change(self, lines: set[int]) -> None:
        if lines:
            self._shown ^= lines
            self._done.append(lines)
            self._undone = []

    def _move(self, source: list[set[int]], target: list[set[int]]) -> None:
        if source:
            target.append(source.pop())
            self._shown ^= target[-1]
            self.toggled += len(target[-1])


def good_pieces() -> list[bytes]:
    """Pieces of an honest stream with everything in it, some of them sent twice."""
    points = tuple(Point(40 * at, 5 + at * at, 90 + 5 * at, 3 * at) for at in range(12))
    first, more = Stroke(1, points[:5]), Stroke(1, points[5:9])
    return [
        encode_piece(InkPiece(0, 0, (first,))),
        encode_piece(InkPiece(0, 5, (more,)), points[4], short=True),
        encode_piece(InkPiece(0, 3, (Stroke(1, points[3:]), Undo(), Redo())), points[2]),
        encode_piece(
            InkPiece(0, 0, (Stroke(1, points), Undo(), Redo(), Erase((0,)), Rotate(landscape=True)))
        ),
        encode_piece(
            InkPiece(5, 0, (Stroke(3, (Point(4000, 9, 255, 700), Point(10, 3000, 0, 5000))), Clear(), Undo()))
        ),
    ]


def corpus() -> dict[str, bytes]:
    """List what once went wrong, or nearly did."""
    return {file.name: file.read_bytes() for file in sorted(CORPUS.iterdir())}


if __name__ == "__main__":
    good = [as_input(good_pieces(), mode) for mode in range(4)]
    fuzz(fuzz_one, [*good, *corpus().values()], [], longest=1_000)
