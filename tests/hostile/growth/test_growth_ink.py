"""Ink takes time in proportion to its bytes, at any claimed place and on any sheet."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

import pytest

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
    svg,
)
from pictomania.ink.raster import animation, png
from pictomania.ink.sheet import MAX_MARKS, MAX_STROKE_POINTS
from pictomania.ink.stroke import LONG
from tests.hostile.growth.linear import assert_flat, assert_linear
from tests.ink.decoding import decode_piece

T = TypeVar("T")

DOT: Mark = Stroke(1, (Point(5, 5, 9, 0),))
CLAIMS = 300  # pieces, so that they take long enough to measure
MORE = b"\x01\x18\x02\x00"  # one point more of a line


def line(count: int, step: int = 40) -> Stroke:
    """A line to and fro."""
    return Stroke(
        1, tuple(Point(step * (at % 2), step * (at // 2 % 2), 9 + at % 2, at) for at in range(count))
    )


def lines(points: int) -> list[Mark]:
    """As many full lines as that takes, and the rest."""
    full, rest = divmod(points, MAX_STROKE_POINTS)
    return [*[line(MAX_STROKE_POINTS)] * full, *([line(rest)] if rest else [])]


def sheet_of(*marks: Mark) -> Sheet:
    """A sheet with these marks."""
    sheet = Sheet()
    apply_piece(encode_piece(InkPiece(0, 0, marks)), sheet)
    return sheet


def some(*marks: Mark) -> Callable[[int], list[Mark]]:
    """Repeat marks."""
    return lambda count: list(marks) * count


# One piece that is read by an empty sheet.

STREAMS: dict[str, tuple[Callable[[int], list[Mark]], int]] = {
    "points": (lines, 8_000),
    "points far apart": (lambda count: [line(1_000, 80)] * (count // 1_000), 8_000),
    "short lines": (some(line(10)), 1_000),
    "dots": (some(DOT), 2_000),
    "rub outs of one": (some(DOT, Erase((0,))), 1_000),
    "rub outs of nothing": (some(Erase(())), 2_000),
    "rub outs of all": (lambda count: [*[DOT] * count, Erase(tuple(range(count)))], 2_000),
    "rub outs of what is not there": (some(Erase(tuple(range(10**9, 10**9 + 500)))), 15),
    "wipes": (some(DOT, Clear()), 1_000),
    "wipes of nothing": (some(Clear()), 2_000),
    "undo": (lambda count: [*[DOT] * count, *[Undo()] * count], 1_000),
    "undo of nothing": (some(Undo()), 2_000),
    "undo and redo": (lambda count: [DOT, *some(Undo(), Redo())(count)], 1_000),
    "undo, and a line": (lambda count: [*[DOT] * count, *some(Undo(), DOT)(count)], 700),
    "redo of nothing": (some(Redo()), 2_000),
    "turns": (some(Rotate(landscape=True), Rotate(landscape=False)), 1_000),
    "turns, and undo": (
        some(DOT, Clear(), Rotate(landscape=True), Undo(), DOT, Clear(), Rotate(landscape=False)),
        300,
    ),
}


@pytest.mark.parametrize(("marks", "size"), STREAMS.values(), ids=STREAMS)
def test_taking_a_piece(marks: Callable[[int], list[Mark]], size: int) -> None:
    """On the server, and when it is loaded again."""

    data = cache(lambda count: encode_piece(InkPiece(0, 0, tuple(marks(count)))))

    def piece(count: int) -> tuple[bytes, Sheet]:
        return data(count), Sheet()

    assert_linear(piece, lambda made: apply_piece(*made, bounded=True), size)
    assert_linear(piece, lambda made: apply_piece(*made), size)
    assert_linear(data, lambda whole: decode_piece(whole, Sheet()), size)


@pytest.mark.parametrize(("marks", "size"), STREAMS.values(), ids=STREAMS)
def test_writing_a_sheet_down(marks: Callable[[int], list[Mark]], size: int) -> None:
    assert_linear(lambda count: InkPiece(0, 0, tuple(marks(count))), encode_piece, size)


@pytest.mark.parametrize("marks", [some(DOT), some(line(10)), some(Undo()), some(Erase((1, 2, 3)))])
def test_writing_a_sheet_down_for_a_welcome(marks: Callable[[int], list[Mark]]) -> None:
    sheets = cache(lambda count: [sheet_of(*marks(count))] * 5)
    assert_linear(sheets, lambda same: [*map(encode_sheet, same)], 2_000)


def test_taking_a_sheet_piece_by_piece() -> None:
    begin, more = encode_piece(InkPiece(0, 0, (DOT,))), (b"\x03\x18\x02\x00\x18\x01\x00\x18\x00\x00",)

    def pieces(count: int) -> tuple[list[bytes], Sheet]:
        stream = [begin]
        for place in range(1, count // 1_000 + 1):
            stream += more * 1_000
            stream.append(encode_piece(InkPiece(place, 0, (DOT,))))
        return stream, Sheet()

    assert_linear(
        pieces, lambda made: [apply_piece(piece, made[1], bounded=True) for piece in made[0]], 2_000
    )


# Pieces that are refused.


@dataclass(frozen=True)
class Flood:
    """A piece that is refused, and how long it is."""

    make: Callable[[int], bytes]
    size: int


FLOODS = {
    "undo": Flood(lambda count: bytes(3) + b"\x03" * count, 2 * MAX_MARKS),
    "empty rub outs": Flood(lambda count: bytes(3) + b"\x01\x00" * count, 2 * MAX_MARKS),
    "dots": Flood(lambda count: bytes(3) + b"\x00\x01\x01\x18\x00\x00" * count, 2 * MAX_MARKS),
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
def test_a_flood_is_refused_once_it_cannot_fit(flood: Flood) -> None:
    """Twice the bytes take no longer, because they are not read."""

    def refuse(piece: bytes) -> None:
        with pytest.raises(SheetFull):
            apply_piece(piece, Sheet(), bounded=True)

    assert_flat(flood.make, refuse, flood.size)


def test_a_line_that_says_that_it_is_long_is_refused_unread() -> None:
    def refuse(piece: bytes) -> None:
        for _ in range(CLAIMS):
            with pytest.raises(BadInk, match="too long"):
                apply_piece(piece, Sheet(), bounded=True)

    assert_flat(lambda count: bytes(4) + b"\x01\xa1\x1f" + b"\x18\x00\x00" * count, refuse, 4_000)


@pytest.mark.parametrize("last", [Clear(), Undo()])
def test_a_full_sheet_is_put_back_as_it_was_in_proportion_to_its_marks(last: Mark) -> None:
    def used_up(count: int) -> tuple[Sheet, bytes]:
        toggles: list[Mark] = [Erase(tuple(range(10_000)))] * 10
        sheet = sheet_of(*[DOT] * count, *toggles, *[DOT] * count)
        return sheet, encode_piece(InkPiece(2 * count + 10, 0, (DOT, last)))

    def refuse(made: tuple[Sheet, bytes]) -> None:
        with pytest.raises(SheetFull):
            apply_piece(made[1], made[0], bounded=True)

    assert_linear(used_up, refuse, 1_000)


# Small pieces for large sheets.


def claim(place: int, known: int) -> bytes:
    """A line that goes on by a point at a place in the stream."""
    return encode_piece(InkPiece(place, known, ())) + b"\x00\x01" + MORE


CLAIMED: dict[str, Callable[[Sheet], bytes]] = {
    "the end of a long line": lambda sheet: claim(*sheet.end),
    "a point before the end": lambda sheet: claim(sheet.end[0], sheet.end[1] - 1),
    "the middle of a long line": lambda sheet: claim(sheet.end[0], sheet.end[1] // 2),
    "the middle of an earlier line": lambda _: claim(0, 900),
    "the beginning": lambda _: claim(0, 0),
    "what is missing": lambda sheet: claim(sheet.end[0], sheet.end[1] + 1),
    "more of a line": lambda _: MORE,
}


@pytest.mark.parametrize("data", CLAIMED.values(), ids=CLAIMED)
@pytest.mark.parametrize("shape", ["a long line", "many lines"])
def test_a_small_piece_costs_the_same_at_any_claimed_place(
    shape: str, data: Callable[[Sheet], bytes]
) -> None:
    """On a sheet of N points, and on one of 2 N points."""

    def large(count: int) -> tuple[Sheet, list[bytes]]:
        sheet = sheet_of(line(count)) if shape == "a long line" else sheet_of(*[line(1_000)] * (count // 50))
        return sheet, [data(sheet)] * CLAIMS

    def claim_all(made: tuple[Sheet, list[bytes]]) -> None:
        for piece in made[1]:
            with suppress(MissingInk):
                apply_piece(piece, made[0], bounded=True)

    assert_flat(large, claim_all, 1_800)


@pytest.mark.parametrize("mark", [DOT, Undo(), Redo(), Erase((3,)), Rotate(landscape=True)])
def test_a_mark_costs_the_same_on_a_sheet_of_many_lines(mark: Mark) -> None:
    def large(count: int) -> tuple[Sheet, list[bytes]]:
        sheet = sheet_of(*[DOT] * count, Undo())
        return sheet, [encode_piece(InkPiece(count + 1 + at, 0, (mark,))) for at in range(CLAIMS)]

    assert_flat(large, lambda made: [apply_piece(piece, made[0], bounded=True) for piece in made[1]], 2_000)


# Pictures.


@cache
def scribble(count: int) -> list[Stroke]:
    """Lines across the sheet, pressed harder and softer."""
    points = [Point(at * 997 % LONG, at * 1_499 % LONG, at * 97 % 256, at) for at in range(count)]
    return [Stroke(2, tuple(points[at : at + 500])) for at in range(0, count, 500)]


PICTURES: dict[str, Callable[[list[Stroke]], object]] = {
    "svg": lambda strokes: svg(strokes, "#cc0000", landscape=True),
    "png": lambda strokes: png(strokes, "#cc0000", landscape=True, size=256),
    "animation": lambda strokes: animation(strokes, "#cc0000", landscape=True, size=64),
}


@pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES)
def test_pictures(picture: Callable[[list[Stroke]], object]) -> None:
    assert_linear(scribble, picture, 150)


@pytest.mark.long
@pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES)
@pytest.mark.parametrize("size", [400, 30_000])
def test_large_pictures(picture: Callable[[list[Stroke]], object], size: int) -> None:
    """At the edge of the budget, and beyond it."""
    assert_linear(scribble, picture, size)


@pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES)
def test_beyond_the_budget_pictures_take_no_longer(picture: Callable[[list[Stroke]], object]) -> None:
    """Only the points have to be counted."""
    assert_flat(scribble, picture, 8_000)
