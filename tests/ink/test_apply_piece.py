"""`apply_piece` equals decoding and adding, and what it returns keeps other sheets in sync."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    Stroke,
    Undo,
    apply_piece,
    codec,
    encode_piece,
    encode_sheet,
    stroke,
)
from tests.ink.decoding import decode_piece
from tests.ink.sample_marks import A, B, C, after, line, marks, strokes

streams = st.lists(st.one_of(marks, strokes), max_size=8)  # mostly strokes

# Bytes at the borders of marks, flags and varints.
EDGES = (*range(8), *range(14, 19), *range(62, 67), *range(126, 131), *range(252, 256))


def sheet_of(stream: list[Mark]) -> Sheet:
    """Make a sheet from a whole stream."""
    sheet = Sheet()
    sheet.add(InkPiece(0, 0, tuple(stream)))
    return sheet


def any_place(sheet: Sheet, data: st.DataObject) -> tuple[int, int]:
    """Choose a place in the stream of a sheet."""
    place = data.draw(st.integers(0, len(sheet.marks)))
    return place, data.draw(st.integers(0, len(sheet.stroke_at(place).points)))


def any_piece(sheet: Sheet, start: tuple[int, int], data: st.DataObject) -> InkPiece:
    """Choose a piece of a stream that may end within a stroke."""
    rest = sheet.since(*start)
    row = list(rest.marks[: data.draw(st.sampled_from((1, 2, 3, 0, None)))])
    if row and isinstance(last := row[-1], Stroke):
        row[-1] = Stroke(last.width, last.points[: data.draw(st.integers(1, len(last.points)))])
    return InkPiece(rest.place, rest.known, tuple(row))


def honest_piece(whole: Sheet, receiver: Sheet, start: tuple[int, int], data: st.DataObject) -> bytes:
    """Encode a piece of an artist's stream as an honest client does, in the short form where possible."""
    piece = any_piece(whole, start, data)
    before = whole.point_before(piece.place, piece.known)
    assert before is not None
    is_next = (piece.place, piece.known) == receiver.end
    return encode_piece(piece, before, short=is_next and data.draw(st.booleans()))


@given(streams, st.data())
def test_applying_what_is_broadcast_gives_the_same_sheet(stream: list[Mark], data: st.DataObject) -> None:
    """Even if the artist repeats pieces, sends them too early or splits them."""
    artist, server, other = sheet_of(stream), Sheet(), Sheet()
    for _ in range(8):
        start = any_place(artist, data) if data.draw(st.booleans()) else server.end
        if server.last is not None and start == (len(server.marks), 0):
            start = server.end  # an honest client never skips the rest of a stroke
        before = server.end
        try:
            piece = apply_piece(honest_piece(artist, server, start, data), server)
        except MissingInk:
            assert start > before
            piece = None
        if piece is None:
            assert server.end == before
        else:
            assert apply_piece(piece, other) is piece
        assert other == server
    apply_piece(encode_sheet(artist, *server.end), server)
    assert server == artist


mutations = st.sampled_from(["none", "replace", "insert", "delete", "truncate"])


def mutate(piece: bytes, data: st.DataObject) -> bytes:
    """Change one byte of a piece, or truncate it, or leave it as it is."""
    at, byte = data.draw(st.integers(0, len(piece) - 1)), bytes((data.draw(st.integers(0, 255)),))
    match data.draw(mutations):
        case "replace":
            return piece[:at] + byte + piece[at + 1 :]
        case "insert":
            return piece[:at] + byte + piece[at:]
        case "delete":
            return piece[:at] + piece[at + 1 :]
        case "truncate":
            return piece[:at]
        case _:
            return piece


def start_of(data: bytes, sheet: Sheet) -> tuple[int, int]:
    """Find where encoded ink claims to start; the end of the sheet if it does not say."""
    if data[:1] != b"\0":
        return sheet.end
    try:
        place, at = stroke.read_varint(data, 1)
        known, _ = stroke.read_varint(data, at)
    except BadInk:
        return sheet.end
    return place, known


def check_equals_decoding_and_adding(data: bytes, sheet: Sheet, other: Sheet, third: Sheet) -> None:
    """Apply bytes to one sheet, decode and add them to an equal one, and compare.

    Bytes that overlap with the sheet are skipped unread, so only `check_invariants` holds for them.
    """
    assert sheet == other == third
    start, place = start_of(data, sheet), len(sheet.marks)
    if not sheet.has(*start):
        with pytest.raises(MissingInk):
            apply_piece(data, sheet)
    elif start not in (sheet.end, (place, 0)):
        check_invariants(data, sheet, third)
        return
    else:
        _check_continuation(data, sheet, other, third)
    assert sheet == other == third
    assert (sheet.strokes, sheet.is_landscape, sheet.end) == (other.strokes, other.is_landscape, other.end)


def _check_continuation(data: bytes, sheet: Sheet, other: Sheet, third: Sheet) -> None:
    try:
        decoded = decode_piece(data, other)
        new = None if decoded is None else other.add(decoded)
    except BadInk:
        with pytest.raises(BadInk):
            apply_piece(data, sheet)
        return
    try:
        piece = apply_piece(data, sheet)
    except MissingInk:
        assert decoded is None
        piece = None
    assert (piece is None) == (new is None)
    assert (piece is data) == (new is not None and new == decoded)
    if piece is not None:
        assert decode_piece(piece, third) == new
        apply_piece(piece, third)


def check_invariants(data: bytes, sheet: Sheet, other: Sheet) -> None:
    """Rejected bytes change nothing; otherwise applying the result elsewhere has the same effect."""
    before = sheet.marks
    try:
        piece = apply_piece(data, sheet)
    except (BadInk, MissingInk):
        piece = None
    if piece is not None:
        assert apply_piece(piece, other) is piece
    assert sheet == other
    assert sheet.since(0, 0).marks[: len(before) - 1] == tuple(before[:-1])
    assert (piece is None) == (sheet.marks == before)
    copy = Sheet()
    apply_piece(encode_sheet(sheet), copy)
    assert copy == sheet


@given(streams, streams, st.data())
def test_applying_equals_decoding_and_adding(
    stream: list[Mark], more: list[Mark], data: st.DataObject
) -> None:
    """For pieces of a stream that the sheet has partly, mutated or not."""
    whole = sheet_of(stream + more)
    start = any_place(whole, data)
    has = any_piece(whole, (0, 0), data)
    sheets = [sheet_of(list(has.marks)) for _ in range(3)]
    check_equals_decoding_and_adding(mutate(honest_piece(whole, sheets[0], start, data), data), *sheets)


@given(streams, st.binary(max_size=40), st.booleans())
def test_applying_any_bytes_equals_decoding_and_adding(stream: list[Mark], data: bytes, short: bool) -> None:
    """For random bytes, and for random points in the short form."""
    sheets = [sheet_of(stream) for _ in range(3)]
    check_equals_decoding_and_adding(bytes((len(data) // 3,)) + data if short else data, *sheets)


@pytest.mark.parametrize("is_short", [False, True])
@pytest.mark.parametrize(
    "values", [EDGES, pytest.param(range(256), marks=pytest.mark.long)], ids=["edges", "all"]
)
def test_every_truncation_and_every_changed_byte(is_short: bool, values: Sequence[int]) -> None:
    """Of a piece that continues a stroke and has every kind of mark in it."""
    piece = InkPiece(0, 3, (line(4, 5), Erase((0,)), Undo(), Redo(), Clear(), Rotate(landscape=True), C))
    whole = encode_piece(piece, A.points[-1], short=is_short)
    mutations = [whole[:end] for end in range(len(whole))]
    mutations += [
        whole[:at] + bytes((byte,)) + whole[at + 1 :] for at in range(len(whole)) for byte in values
    ]
    for data in mutations:
        check_equals_decoding_and_adding(data, after(A), after(A), after(A))


@given(streams, st.data())
def test_a_newcomer_gets_the_whole_stream(stream: list[Mark], data: st.DataObject) -> None:
    sheet, newcomer = sheet_of(stream), Sheet()
    place, known = any_place(sheet, data)
    everything = encode_piece(sheet.since(0, 0))
    assert encode_sheet(sheet) == everything
    assert apply_piece(everything, newcomer) is (everything if stream else None)
    assert newcomer == sheet
    rest = sheet.since(place, known)
    before = sheet.point_before(rest.place, rest.known)
    assert before is not None
    assert encode_sheet(sheet, place, known) == encode_piece(rest, before)


MORE = bytes((1, 0x18, 2, 0))  # one tick later, one unit to the right, same pressure


def test_a_new_piece_is_broadcast_unchanged() -> None:
    sheet = after(A)
    for data in (MORE, bytes((2,)) + MORE[1:] * 2 + b"\x02", encode_piece(InkPiece(2, 0, (B,))), MORE):
        assert apply_piece(data, sheet) is data
    assert sheet == after(line(1, 2, 3, 4, 5, 6), Clear(), line(4, 5, 6))


def test_only_the_new_part_is_broadcast() -> None:
    sheet = after(A, B)
    assert apply_piece(encode_piece(InkPiece(0, 0, (A, line(4, 5, 6)))), sheet) == MORE
    assert (
        apply_piece(encode_piece(InkPiece(1, 1, (line(5, 6, 7), Undo())), Point(4, 10, 100, 4)), sheet)
        == MORE + b"\x03"
    )
    assert apply_piece(encode_piece(InkPiece(1, 0, (line(4, 5, 6, 7), Undo(), C))), sheet) == encode_piece(
        InkPiece(3, 0, (C,))
    )
    for piece in (
        InkPiece(0, 0, (A,)),
        InkPiece(0, 0, (A, line(4, 5, 6, 7), Undo())),
        InkPiece(3, 0, (C,)),
        InkPiece(4, 0, ()),
    ):
        assert apply_piece(encode_piece(piece), sheet) is None
    assert sheet == after(A, line(4, 5, 6, 7), Undo(), C)


def test_a_repeated_stroke_continues_from_where_it_ends_here() -> None:
    """The points that the sheet has are skipped, even if they differ."""
    sheet, other = after(line(1, 2)), after(line(1, 2))
    piece = apply_piece(encode_piece(InkPiece(0, 0, (line(1, 7, 9),))), sheet)
    assert piece is not None
    apply_piece(piece, other)
    assert sheet == other == after(line(1, 2, 4))


@pytest.mark.parametrize("start", [(0, 0), (0, 2), (1, 0), (1, 1)])
def test_the_known_part_is_skipped_but_must_be_complete(start: tuple[int, int]) -> None:
    """Strokes off the sheet, overlong or in another pencil are skipped, but not half a stroke."""
    place, known = start
    skipped = b"" if place else b"\x00\x09\x02" + b"\x18\xfe\x7f\xfe\x7f" * 2
    repeated = b"\x18\xff\x7f\x00" * (2 - known if place else 2)
    data = bytes((0, *start)) + skipped + bytes((0, 3, len(repeated) // 4 + 1)) + repeated + MORE[1:]
    sheet = after(A, B)
    assert apply_piece(data, sheet) == MORE
    assert sheet == after(A, line(4, 5, 6))
    for end in range(3, len(data) - 1):
        sheet = after(A, B)
        try:
            assert apply_piece(data[:end], sheet) is None  # it ends between two marks
        except BadInk:
            assert end not in (3, 3 + len(skipped))
        assert sheet == after(A, B)


def test_a_repeated_stroke_without_points() -> None:
    """It adds nothing, but the marks after it do."""
    sheet = after(A)
    assert apply_piece(b"\x00\x00\x03\x00\x01\x00", sheet) is None
    assert apply_piece(b"\x00\x00\x03\x00\x01\x00\x03", sheet) == encode_piece(InkPiece(1, 0, (Undo(),)))
    assert sheet == after(A, Undo())


@pytest.mark.parametrize("width", [3, 4])
def test_a_continued_stroke_keeps_its_pencil(width: int) -> None:
    data = bytes((0, 0, 3, 0, width, 1)) + MORE[1:]
    sheet = after(A)
    if width > 3:
        with pytest.raises(BadInk, match="pencil"):
            apply_piece(data, sheet)
        assert sheet == after(A)
    else:
        assert apply_piece(data, sheet) is data
        assert sheet == after(line(1, 2, 3, 4))


def test_a_gap_raises_missing_ink() -> None:
    for sheet, data in (
        (Sheet(), MORE),
        (after(Clear()), MORE),
        (after(Clear()), b"\xff"),
        (after(A), encode_piece(InkPiece(0, 4, (C,)))),
        (after(A), encode_piece(InkPiece(2, 0, (C,)))),
        (after(A, Undo()), encode_piece(InkPiece(2, 1, (C,)))),
    ):
        before = sheet.marks
        with pytest.raises(MissingInk):
            apply_piece(data, sheet)
        assert sheet.marks == before
    assert not issubclass(MissingInk, BadInk)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x01",
        b"\x80" + MORE[1:] * 128,
        MORE + b"\x09",
        b"\x02" + MORE[1:],
        bytes((2, 0x18, 2, 0, 0x18, 0, 127)),  # off the sheet
        bytes((16, *bytes((0x11, 0, 0)) * 16)),  # negative pressure
    ],
)
def test_bad_ink_changes_nothing(data: bytes) -> None:
    sheet = after(A)
    with pytest.raises(BadInk):
        apply_piece(data, sheet)
    assert sheet == after(A)


@pytest.mark.rule("R16")
@pytest.mark.parametrize("mark", [Erase((0,)), Erase(()), Clear(), Undo(), Redo()])
def test_erasing_is_rejected_where_it_is_off(mark: Mark) -> None:
    for piece in (InkPiece(1, 0, (mark,)), InkPiece(1, 0, (B, mark)), InkPiece(0, 3, (line(4), mark))):
        data = encode_piece(piece, A.points[-1], short=True) if piece.known else encode_piece(piece)
        sheet = after(A)
        with pytest.raises(BadInk, match="erasing is off"):
            apply_piece(data, sheet, erasing=False)
        assert sheet == after(A)
        assert apply_piece(data, sheet) is data
    sheet = after(A)
    assert apply_piece(MORE, sheet, erasing=False) is MORE
    assert (
        apply_piece(encode_piece(InkPiece(1, 0, (Rotate(landscape=True), B))), sheet, erasing=False)
        is not None
    )
    assert sheet.strokes == [line(1, 2, 3, 4), B]


def test_a_point_can_have_two_encodings() -> None:
    sheet, other = after(A), after(A)
    apply_piece(MORE, sheet)
    apply_piece(bytes((1, 0xF0, 1, 100, 2, 0)), other)
    assert sheet == other
    assert sheet.point_before(0, 4) == other.point_before(0, 4) == Point(4, 10, 100, 4)


@pytest.mark.parametrize("late", [stroke.MAX_TICK, stroke.MAX_TICK + 1])
def test_ticks_are_limited(late: int) -> None:
    sheet, last = Sheet(), InkPiece(0, 0, (Stroke(1, (Point(1, 1, 1, late),)),))
    if late > stroke.MAX_TICK:
        with pytest.raises(BadInk, match="time"):
            apply_piece(encode_piece(last), sheet)
        with pytest.raises(BadInk, match="time"):
            sheet.add(last)
    else:
        assert apply_piece(encode_piece(last), sheet) is not None
        with pytest.raises(BadInk, match="time"):
            apply_piece(b"\x01\x18\x00\x00", sheet)


@given(streams, st.data())
def test_applying_a_split_piece_equals_applying_it_whole(stream: list[Mark], data: st.DataObject) -> None:
    """Wherever it is split, and even if the sheet has parts of it already."""
    artist, whole, sliced = sheet_of(stream), Sheet(), Sheet()
    for sheet in (whole, sliced):
        sheet.add(InkPiece(0, 0, tuple(stream[: len(stream) // 2])))
    start = any_place(artist, data) if data.draw(st.booleans()) else whole.end
    rest = honest_piece(artist, whole, start, data)
    size, most = data.draw(st.integers(0, 60)), data.draw(st.integers(1, 5))
    try:
        apply_piece(rest, whole)
        while rest:
            first, rest = codec.split_piece(rest, sliced, size, most)
            apply_piece(first, sliced)
    except MissingInk:
        assert start > whole.end
    assert sliced == whole


def test_a_short_piece_is_split_after_its_points() -> None:
    """The place of the rest follows from the sheet."""
    more = (Stroke(1, (Point(4, 10, 100, 4),)), Undo(), Redo(), Undo(), B)
    piece = encode_piece(InkPiece(0, 3, more), Point(3, 10, 100, 3), short=True)
    assert piece[0] == 1
    whole, sliced = after(A), after(A)
    apply_piece(piece, whole)
    rest, slices = piece, 0
    while rest:
        first, rest = codec.split_piece(rest, sliced, 99, 1)
        apply_piece(first, sliced)
        slices += 1
    assert slices == 4
    assert sliced == whole
