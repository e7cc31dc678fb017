"""Ink takes time in proportion to its bytes, wherever they claim to belong and whatever is on the sheet."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from time import thread_time
from typing import TypeVar

import pytest

from pictomania.ink import (
    BadInk,
    Ink,
    Mark,
    Missing,
    Point,
    Redo,
    RubOut,
    Sheet,
    SheetFull,
    Stroke,
    Turn,
    Undo,
    Wipe,
    decode,
    encode,
    svg,
    take,
    written,
)
from pictomania.ink.picture import animation, png
from pictomania.ink.sheet import MOST_MARKS, MOST_POINTS_OF_A_STROKE
from pictomania.ink.stroke import LONG
from tests.hostile.growth import ATTEMPTS, STEEPEST, assert_linear

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
    full, rest = divmod(points, MOST_POINTS_OF_A_STROKE)
    return [*[line(MOST_POINTS_OF_A_STROKE)] * full, *([line(rest)] if rest else [])]


def sheet_of(*marks: Mark) -> Sheet:
    """A sheet with these marks."""
    sheet = Sheet()
    take(encode(Ink(0, 0, marks)), sheet)
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
    "rub outs of one": (some(DOT, RubOut((0,))), 1_000),
    "rub outs of nothing": (some(RubOut(())), 2_000),
    "rub outs of all": (lambda count: [*[DOT] * count, RubOut(tuple(range(count)))], 2_000),
    "rub outs of what is not there": (some(RubOut(tuple(range(10**9, 10**9 + 500)))), 15),
    "wipes": (some(DOT, Wipe()), 1_000),
    "wipes of nothing": (some(Wipe()), 2_000),
    "undo": (lambda count: [*[DOT] * count, *[Undo()] * count], 1_000),
    "undo of nothing": (some(Undo()), 2_000),
    "undo and redo": (lambda count: [DOT, *some(Undo(), Redo())(count)], 1_000),
    "undo, and a line": (lambda count: [*[DOT] * count, *some(Undo(), DOT)(count)], 700),
    "redo of nothing": (some(Redo()), 2_000),
    "turns": (some(Turn(across=True), Turn(across=False)), 1_000),
    "turns, and undo": (some(DOT, Wipe(), Turn(across=True), Undo(), DOT, Wipe(), Turn(across=False)), 300),
}


@pytest.mark.parametrize(("marks", "size"), STREAMS.values(), ids=STREAMS)
def test_taking_a_piece(marks: Callable[[int], list[Mark]], size: int) -> None:
    """By a server, and by those who read it back."""

    data = cache(lambda count: encode(Ink(0, 0, tuple(marks(count)))))

    def piece(count: int) -> tuple[bytes, Sheet]:
        return data(count), Sheet()

    assert_linear(piece, lambda made: take(*made, bounded=True), size)
    assert_linear(piece, lambda made: take(*made), size)
    assert_linear(data, lambda whole: decode(whole, Sheet()), size)


@pytest.mark.parametrize(("marks", "size"), STREAMS.values(), ids=STREAMS)
def test_writing_a_sheet_down(marks: Callable[[int], list[Mark]], size: int) -> None:
    assert_linear(lambda count: Ink(0, 0, tuple(marks(count))), encode, size)


@pytest.mark.parametrize("marks", [some(DOT), some(line(10)), some(Undo()), some(RubOut((1, 2, 3)))])
def test_writing_a_sheet_down_for_a_welcome(marks: Callable[[int], list[Mark]]) -> None:
    sheets = cache(lambda count: [sheet_of(*marks(count))] * 5)
    assert_linear(sheets, lambda same: [*map(written, same)], 2_000)


def test_taking_a_sheet_piece_by_piece() -> None:
    begin, more = encode(Ink(0, 0, (DOT,))), (b"\x03\x18\x02\x00\x18\x01\x00\x18\x00\x00",)

    def pieces(count: int) -> tuple[list[bytes], Sheet]:
        stream = [begin]
        for place in range(1, count // 1_000 + 1):
            stream += more * 1_000
            stream.append(encode(Ink(place, 0, (DOT,))))
        return stream, Sheet()

    assert_linear(pieces, lambda made: [take(piece, made[1], bounded=True) for piece in made[0]], 2_000)


# Pieces that are refused.


@dataclass(frozen=True)
class Flood:
    """A piece that is refused, and how long it is."""

    make: Callable[[int], bytes]
    size: int


FLOODS = {
    "undo": Flood(lambda count: bytes(3) + b"\x03" * count, 2 * MOST_MARKS),
    "empty rub outs": Flood(lambda count: bytes(3) + b"\x01\x00" * count, 2 * MOST_MARKS),
    "dots": Flood(lambda count: bytes(3) + b"\x00\x01\x01\x18\x00\x00" * count, 2 * MOST_MARKS),
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
def test_a_flood_is_refused_once_it_cannot_fit(flood: Flood) -> None:
    """Twice the bytes take no longer, because they are not read."""

    def refuse(piece: bytes) -> None:
        with pytest.raises(SheetFull):
            take(piece, Sheet(), bounded=True)

    assert_same(flood.make, refuse, flood.size)


def test_a_line_that_says_that_it_is_long_is_refused_unread() -> None:
    def refuse(piece: bytes) -> None:
        for _ in range(CLAIMS):
            with pytest.raises(BadInk, match="too long"):
                take(piece, Sheet(), bounded=True)

    assert_same(lambda count: bytes(4) + b"\x01\xa1\x1f" + b"\x18\x00\x00" * count, refuse, 4_000)


@pytest.mark.parametrize("last", [Wipe(), Undo()])
def test_a_full_sheet_is_put_back_as_it_was_in_proportion_to_its_marks(last: Mark) -> None:
    def used_up(count: int) -> tuple[Sheet, bytes]:
        toggles: list[Mark] = [RubOut(tuple(range(10_000)))] * 10
        sheet = sheet_of(*[DOT] * count, *toggles, *[DOT] * count)
        return sheet, encode(Ink(2 * count + 10, 0, (DOT, last)))

    def refuse(made: tuple[Sheet, bytes]) -> None:
        with pytest.raises(SheetFull):
            take(made[1], made[0], bounded=True)

    assert_linear(used_up, refuse, 1_000)


# Small pieces for large sheets.


def assert_same(make: Callable[[int], T], use: Callable[[T], object], size: int) -> None:
    """Fail if something twice as large takes longer than growth by a half would."""
    ratios = []
    for _ in range(2 * ATTEMPTS):
        best = []
        for count in (size, 2 * size):
            took = []
            for _ in range(5):
                made = make(count)
                began = thread_time()
                use(made)
                took.append(thread_time() - began)
            best.append(min(took))
        ratios.append(best[1] / best[0])
        if ratios[-1] <= STEEPEST / 2 + 0.25:
            return
    raise AssertionError(f"twice the size took {', '.join(f'{ratio:.1f}' for ratio in ratios)} times as long")


def claim(place: int, known: int) -> bytes:
    """A line that goes on by a point at a place in the stream."""
    return encode(Ink(place, known, ())) + b"\x00\x01" + MORE


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
def test_a_small_piece_costs_the_same_whatever_it_claims(shape: str, data: Callable[[Sheet], bytes]) -> None:
    """On a sheet of so many points, and on one of twice as many."""

    def large(count: int) -> tuple[Sheet, list[bytes]]:
        sheet = sheet_of(line(count)) if shape == "a long line" else sheet_of(*[line(1_000)] * (count // 50))
        return sheet, [data(sheet)] * CLAIMS

    def claim_all(made: tuple[Sheet, list[bytes]]) -> None:
        for piece in made[1]:
            with suppress(Missing):
                take(piece, made[0], bounded=True)

    assert_same(large, claim_all, 1_800)


@pytest.mark.parametrize("mark", [DOT, Undo(), Redo(), RubOut((3,)), Turn(across=True)])
def test_a_mark_costs_the_same_on_a_sheet_of_many_lines(mark: Mark) -> None:
    def large(count: int) -> tuple[Sheet, list[bytes]]:
        sheet = sheet_of(*[DOT] * count, Undo())
        return sheet, [encode(Ink(count + 1 + at, 0, (mark,))) for at in range(CLAIMS)]

    assert_same(large, lambda made: [take(piece, made[0], bounded=True) for piece in made[1]], 2_000)


# Pictures.


@cache
def scribble(count: int) -> list[Stroke]:
    """Lines across the sheet, pressed harder and softer."""
    points = [Point(at * 997 % LONG, at * 1_499 % LONG, at * 97 % 256, at) for at in range(count)]
    return [Stroke(2, tuple(points[at : at + 500])) for at in range(0, count, 500)]


PICTURES: dict[str, Callable[[list[Stroke]], object]] = {
    "svg": lambda strokes: svg(strokes, "#cc0000", across=True),
    "png": lambda strokes: png(strokes, "#cc0000", across=True, size=256),
    "animation": lambda strokes: animation(strokes, "#cc0000", across=True, size=64),
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
    assert_same(scribble, picture, 8_000)
