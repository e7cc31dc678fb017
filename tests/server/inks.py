"""Lines to draw with, and how they are written down."""

from pictomania.ink import Ink, Mark, Point, Sheet, Stroke, encode


def line(count: int = 5, since: Stroke | None = None) -> Stroke:
    """A line of so many points, or what comes after another one."""
    begun = 0 if since is None else since.points[-1].tick // 2 + 1
    return Stroke(
        1, tuple(Point(7 * at % 3072, 11 * at % 4096, 128, 2 * at) for at in range(begun, begun + count))
    )


def wild(count: int, since: Stroke | None = None) -> Stroke:
    """A line that takes as many bytes as lines do."""
    begun = 0 if since is None else since.points[-1].tick // 5_000 + 1
    places = range(begun, begun + count)
    return Stroke(1, tuple(Point(at % 2 * 70, at % 2 * 90, at % 2 * 200, 5_000 * at) for at in places))


def piece(place: int, *marks: Mark) -> bytes:
    """Marks at a place of the stream, saying where they belong."""
    return encode(Ink(place, 0, marks))


def short(before: Stroke, more: Stroke) -> bytes:
    """More of the last line, in short."""
    return encode(Ink(0, len(before.points), (more,)), before.points[-1], goes_on=True)


def grown(*parts: Stroke) -> Stroke:
    """A line put together."""
    return Stroke(parts[0].width, tuple(point for part in parts for point in part.points))


def marks(sheets: list[Sheet]) -> list[list[Mark]]:
    """Everything that was done to sheets."""
    return [sheet.marks for sheet in sheets]
