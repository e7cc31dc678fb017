"""Ink as a server takes it: the same as reading and adding it; and what is passed on is enough for others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pictomania.ink import (
    BadInk,
    Ink,
    Mark,
    Missing,
    Point,
    Redo,
    RubOut,
    Sheet,
    Stroke,
    Turn,
    Undo,
    Wipe,
    codec,
    decode,
    encode,
    stroke,
    take,
    written,
)
from tests.ink.drawn import A, B, C, after, line, marks, strokes

streams = st.lists(st.one_of(marks, strokes), max_size=8)  # more lines than anything else


def drawn(stream: list[Mark]) -> Sheet:
    """Make a sheet of a whole stream."""
    sheet = Sheet()
    sheet.add(Ink(0, 0, tuple(stream)))
    return sheet


def placed(sheet: Sheet, data: st.DataObject) -> tuple[int, int]:
    """Choose a place in the stream of a sheet."""
    place = data.draw(st.integers(0, len(sheet.marks)))
    return place, data.draw(st.integers(0, len(sheet.line(place).points)))


def cut(sheet: Sheet, start: tuple[int, int], data: st.DataObject) -> Ink:
    """Cut a piece out of a stream, the last line anywhere."""
    rest = sheet.since(*start)
    row = list(rest.marks[: data.draw(st.sampled_from((1, 2, 3, 0, None)))])
    if row and isinstance(last := row[-1], Stroke):
        row[-1] = Stroke(last.width, last.points[: data.draw(st.integers(1, len(last.points)))])
    return Ink(rest.place, rest.known, tuple(row))


def sent(whole: Sheet, there: Sheet, start: tuple[int, int], data: st.DataObject) -> bytes:
    """Write a piece of an artist's stream as an honest client does, in short where it can."""
    ink = cut(whole, start, data)
    before = whole.before(ink.place, ink.known)
    assert before is not None
    return encode(ink, before, goes_on=(ink.place, ink.known) == there.end and data.draw(st.booleans()))


@given(streams, st.data())
def test_whoever_takes_what_is_passed_on_has_the_same_sheet(stream: list[Mark], data: st.DataObject) -> None:
    """Whatever the artist sends twice, sends too early or cuts in two."""
    artist, server, other = drawn(stream), Sheet(), Sheet()
    for _ in range(8):
        start = placed(artist, data) if data.draw(st.booleans()) else server.end
        before = server.end
        try:
            piece = take(sent(artist, server, start, data), server)
        except Missing:
            assert start > before
            piece = None
        if piece is None:
            assert server.end == before
        else:
            assert take(piece, other) is piece
        assert other == server
    take(written(artist, *server.end), server)
    assert server == artist


mutations = st.sampled_from(["as it is", "another byte", "a byte more", "a byte less", "short"])


def spoilt(piece: bytes, data: st.DataObject) -> bytes:
    """Change a piece as no honest client would."""
    at, byte = data.draw(st.integers(0, len(piece) - 1)), bytes((data.draw(st.integers(0, 255)),))
    match data.draw(mutations):
        case "another byte":
            return piece[:at] + byte + piece[at + 1 :]
        case "a byte more":
            return piece[:at] + byte + piece[at:]
        case "a byte less":
            return piece[:at] + piece[at + 1 :]
        case "short":
            return piece[:at]
        case _:
            return piece


def start_of(data: bytes, sheet: Sheet) -> tuple[int, int]:
    """Where some bytes say that they belong; at the end of the sheet if they do not say."""
    if data[:1] != b"\0":
        return sheet.end
    try:
        place, at = stroke.read_number(data, 1)
        known, _ = stroke.read_number(data, at)
    except BadInk:
        return sheet.end
    return place, known


def same_as_reading_and_adding(data: bytes, sheet: Sheet, other: Sheet, third: Sheet) -> None:
    """Take some bytes, and read and add them to an equal sheet; what is passed on is what was new.

    Bytes that overlap with the sheet are skipped there, so for them only the laws of all bytes hold.
    """
    assert sheet == other == third
    start, place = start_of(data, sheet), len(sheet.marks)
    if not sheet.has(*start):
        with pytest.raises(Missing):
            take(data, sheet)
    elif start not in (sheet.end, (place, 0)):
        keeps_the_laws(data, sheet, third)
        return
    else:
        _goes_on_as_it_is_read(data, sheet, other, third)
    assert sheet == other == third
    assert (sheet.strokes, sheet.across, sheet.end) == (other.strokes, other.across, other.end)


def _goes_on_as_it_is_read(data: bytes, sheet: Sheet, other: Sheet, third: Sheet) -> None:
    try:
        ink = decode(data, other)
        news = None if ink is None else other.add(ink)
    except BadInk:
        with pytest.raises(BadInk):
            take(data, sheet)
        return
    try:
        piece = take(data, sheet)
    except Missing:
        assert ink is None
        piece = None
    assert (piece is None) == (news is None)
    assert (piece is data) == (news is not None and news == ink)
    if piece is not None:
        assert decode(piece, third) == news
        take(piece, third)


def keeps_the_laws(data: bytes, sheet: Sheet, other: Sheet) -> None:
    """Take some bytes: refused, they change nothing; otherwise what is passed on does the same elsewhere."""
    begun = sheet.marks
    try:
        piece = take(data, sheet)
    except (BadInk, Missing):
        piece = None
    if piece is not None:
        assert take(piece, other) is piece
    assert sheet == other
    assert sheet.since(0, 0).marks[: len(begun) - 1] == tuple(begun[:-1])
    assert (piece is None) == (sheet.marks == begun)
    copy = Sheet()
    take(written(sheet), copy)
    assert copy == sheet


@given(streams, streams, st.data())
def test_taking_is_reading_and_adding(stream: list[Mark], more: list[Mark], data: st.DataObject) -> None:
    """Pieces of one stream for a sheet that has some of it, spoilt in one place or not."""
    whole = drawn(stream + more)
    start = placed(whole, data)
    has = cut(whole, (0, 0), data)
    sheets = [drawn(list(has.marks)) for _ in range(3)]
    same_as_reading_and_adding(spoilt(sent(whole, sheets[0], start, data), data), *sheets)


@given(streams, st.binary(max_size=40), st.booleans())
def test_taking_any_bytes_is_reading_and_adding(stream: list[Mark], data: bytes, goes_on: bool) -> None:
    """Bytes that are anything, and points that are anything."""
    sheets = [drawn(stream) for _ in range(3)]
    same_as_reading_and_adding(bytes((len(data) // 3,)) + data if goes_on else data, *sheets)


@pytest.mark.parametrize("is_short", [False, True])
def test_every_cut_and_every_changed_byte(is_short: bool) -> None:
    """Of a piece that goes on with a line and has every kind of mark in it."""
    ink = Ink(0, 3, (line(4, 5), RubOut((0,)), Undo(), Redo(), Wipe(), Turn(across=True), C))
    whole = encode(ink, A.points[-1], goes_on=is_short)
    spoilt = [whole[:end] for end in range(len(whole))]
    spoilt += [
        whole[:at] + bytes((byte,)) + whole[at + 1 :] for at in range(len(whole)) for byte in range(256)
    ]
    for data in spoilt:
        same_as_reading_and_adding(data, after(A), after(A), after(A))


@given(streams, st.data())
def test_a_newcomer_gets_everything(stream: list[Mark], data: st.DataObject) -> None:
    sheet, newcomer = drawn(stream), Sheet()
    place, known = placed(sheet, data)
    everything = encode(sheet.since(0, 0))
    assert written(sheet) == everything
    assert take(everything, newcomer) is (everything if stream else None)
    assert newcomer == sheet
    rest = sheet.since(place, known)
    before = sheet.before(rest.place, rest.known)
    assert before is not None
    assert written(sheet, place, known) == encode(rest, before)


MORE = bytes((1, 0x18, 2, 0))  # a tick later and one to the right, pressed as before


def test_what_is_new_is_passed_on_as_it_came() -> None:
    sheet = after(A)
    for data in (MORE, bytes((2,)) + MORE[1:] * 2 + b"\x02", encode(Ink(2, 0, (B,))), MORE):
        assert take(data, sheet) is data
    assert sheet == after(line(1, 2, 3, 4, 5, 6), Wipe(), line(4, 5, 6))


def test_only_what_is_new_is_passed_on() -> None:
    sheet = after(A, B)
    assert take(encode(Ink(0, 0, (A, line(4, 5, 6)))), sheet) == MORE
    assert take(encode(Ink(1, 1, (line(5, 6, 7), Undo())), Point(4, 10, 100, 4)), sheet) == MORE + b"\x03"
    assert take(encode(Ink(1, 0, (line(4, 5, 6, 7), Undo(), C))), sheet) == encode(Ink(3, 0, (C,)))
    for ink in (Ink(0, 0, (A,)), Ink(0, 0, (A, line(4, 5, 6, 7), Undo())), Ink(3, 0, (C,)), Ink(4, 0, ())):
        assert take(encode(ink), sheet) is None
    assert sheet == after(A, line(4, 5, 6, 7), Undo(), C)


def test_a_line_that_comes_again_otherwise_goes_on_from_its_end_here() -> None:
    """Step by step: the points that are known are not looked at."""
    sheet, other = after(line(1, 2)), after(line(1, 2))
    piece = take(encode(Ink(0, 0, (line(1, 7, 9),))), sheet)
    assert piece is not None
    take(piece, other)
    assert sheet == other == after(line(1, 2, 4))


@pytest.mark.parametrize("start", [(0, 0), (0, 2), (1, 0), (1, 1)])
def test_what_is_known_only_has_to_be_all_there(start: tuple[int, int]) -> None:
    """Lines off the sheet, a thousand points long or in another pencil are skipped, but not half a line."""
    place, known = start
    skipped = b"" if place else b"\x00\x09\x02" + b"\x18\xfe\x7f\xfe\x7f" * 2
    again = b"\x18\xff\x7f\x00" * (2 - known if place else 2)
    data = bytes((0, *start)) + skipped + bytes((0, 3, len(again) // 4 + 1)) + again + MORE[1:]
    sheet = after(A, B)
    assert take(data, sheet) == MORE
    assert sheet == after(A, line(4, 5, 6))
    for end in range(3, len(data) - 1):
        sheet = after(A, B)
        try:
            assert take(data[:end], sheet) is None  # it ends between two marks
        except BadInk:
            assert end not in (3, 3 + len(skipped))
        assert sheet == after(A, B)


def test_a_line_that_comes_again_without_a_point() -> None:
    """It says nothing new, and what comes behind it does."""
    sheet = after(A)
    assert take(b"\x00\x00\x03\x00\x01\x00", sheet) is None
    assert take(b"\x00\x00\x03\x00\x01\x00\x03", sheet) == encode(Ink(1, 0, (Undo(),)))
    assert sheet == after(A, Undo())


@pytest.mark.parametrize("width", [3, 4])
def test_a_line_goes_on_with_its_own_pencil(width: int) -> None:
    data = bytes((0, 0, 3, 0, width, 1)) + MORE[1:]
    sheet = after(A)
    if width > 3:
        with pytest.raises(BadInk, match="pencil"):
            take(data, sheet)
        assert sheet == after(A)
    else:
        assert take(data, sheet) is data
        assert sheet == after(line(1, 2, 3, 4))


def test_what_is_missing() -> None:
    for sheet, data in (
        (Sheet(), MORE),
        (after(Wipe()), MORE),
        (after(Wipe()), b"\xff"),
        (after(A), encode(Ink(0, 4, (C,)))),
        (after(A), encode(Ink(2, 0, (C,)))),
        (after(A, Undo()), encode(Ink(2, 1, (C,)))),
    ):
        before = sheet.marks
        with pytest.raises(Missing):
            take(data, sheet)
        assert sheet.marks == before
    assert not issubclass(Missing, BadInk)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x01",
        b"\x80" + MORE[1:] * 128,
        MORE + b"\x09",
        b"\x02" + MORE[1:],
        bytes((2, 0x18, 2, 0, 0x18, 0, 127)),  # off the sheet
        bytes((16, *bytes((0x11, 0, 0)) * 16)),  # pressed less than not at all
    ],
)
def test_what_nobody_can_have_drawn_changes_nothing(data: bytes) -> None:
    sheet = after(A)
    with pytest.raises(BadInk):
        take(data, sheet)
    assert sheet == after(A)


@pytest.mark.rule("R16")
@pytest.mark.parametrize("mark", [RubOut((0,)), RubOut(()), Wipe(), Undo(), Redo()])
def test_where_nothing_may_be_taken_off(mark: Mark) -> None:
    for ink in (Ink(1, 0, (mark,)), Ink(1, 0, (B, mark)), Ink(0, 3, (line(4), mark))):
        data = encode(ink, A.points[-1], goes_on=True) if ink.known else encode(ink)
        sheet = after(A)
        with pytest.raises(BadInk, match="stays"):
            take(data, sheet, erasing=False)
        assert sheet == after(A)
        assert take(data, sheet) is data
    sheet = after(A)
    assert take(MORE, sheet, erasing=False) is MORE
    assert take(encode(Ink(1, 0, (Turn(across=True), B))), sheet, erasing=False) is not None
    assert sheet.strokes == [line(1, 2, 3, 4), B]


def test_a_point_can_be_written_in_two_ways() -> None:
    sheet, other = after(A), after(A)
    take(MORE, sheet)
    take(bytes((1, 0xF0, 1, 100, 2, 0)), other)
    assert sheet == other
    assert sheet.before(0, 4) == other.before(0, 4) == Point(4, 10, 100, 4)


@pytest.mark.parametrize("late", [stroke.LATEST, stroke.LATEST + 1])
def test_nobody_draws_for_ever(late: int) -> None:
    sheet, last = Sheet(), Ink(0, 0, (Stroke(1, (Point(1, 1, 1, late),)),))
    if late > stroke.LATEST:
        with pytest.raises(BadInk, match="time"):
            take(encode(last), sheet)
        with pytest.raises(BadInk, match="time"):
            sheet.add(last)
    else:
        assert take(encode(last), sheet) is not None
        with pytest.raises(BadInk, match="time"):
            take(b"\x01\x18\x00\x00", sheet)


@given(streams, st.data())
def test_a_piece_that_is_cut_is_the_same_piece(stream: list[Mark], data: st.DataObject) -> None:
    """Taken slice by slice, wherever it is cut, by a sheet that knows some of it or nothing."""
    artist, whole, sliced = drawn(stream), Sheet(), Sheet()
    for sheet in (whole, sliced):
        sheet.add(Ink(0, 0, tuple(stream[: len(stream) // 2])))
    start = placed(artist, data) if data.draw(st.booleans()) else whole.end
    rest = sent(artist, whole, start, data)
    size, most = data.draw(st.integers(0, 60)), data.draw(st.integers(1, 5))
    try:
        take(rest, whole)
        while rest:
            first, rest = codec.cut(rest, sliced, size, most)
            take(first, sliced)
    except Missing:
        assert start > whole.end
    assert sliced == whole


def test_a_short_piece_is_cut_behind_its_points() -> None:
    """Where it goes on is known from the sheet."""
    more = (Stroke(1, (Point(4, 10, 100, 4),)), Undo(), Redo(), Undo(), B)
    piece = encode(Ink(0, 3, more), Point(3, 10, 100, 3), goes_on=True)
    assert piece[0] == 1
    whole, sliced = after(A), after(A)
    take(piece, whole)
    rest, slices = piece, 0
    while rest:
        first, rest = codec.cut(rest, sliced, 99, 1)
        take(first, sliced)
        slices += 1
    assert slices == 4
    assert sliced == whole
