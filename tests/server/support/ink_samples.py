"""Sample lines and their encoding."""

from pictomania.ink import InkPiece, Mark, Point, Sheet, Stroke, encode_piece


def line(count: int = 5, since: Stroke | None = None) -> Stroke:
    """A line of N points, or the continuation of another line."""
    begun = 0 if since is None else since.points[-1].tick // 2 + 1
    return Stroke(
        1, tuple(Point(7 * at % 3072, 11 * at % 4096, 128, 2 * at) for at in range(begun, begun + count))
    )


def wild(count: int, since: Stroke | None = None) -> Stroke:
    """A line that takes the maximum of bytes per point."""
    begun = 0 if since is None else since.points[-1].tick // 5_000 + 1
    places = range(begun, begun + count)
    return Stroke(1, tuple(Point(at % 2 * 70, at % 2 * 90, at % 2 * 200, 5_000 * at) for at in places))


def piece(place: int, *marks: Mark) -> bytes:
    """Encode marks with their place in the stream."""
    return encode_piece(InkPiece(place, 0, marks))


def short(before: Stroke, more: Stroke) -> bytes:
    """Encode more points of the last line in the short form."""
    return encode_piece(InkPiece(0, len(before.points), (more,)), before.points[-1], short=True)


def grown(*parts: Stroke) -> Stroke:
    """Join parts of a line."""
    return Stroke(parts[0].width, tuple(point for part in parts for point in part.points))


def marks(sheets: list[Sheet]) -> list[list[Mark]]:
    """The marks on all sheets."""
    return [sheet.marks for sheet in sheets]
