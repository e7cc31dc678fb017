"""A sheet as a picture of dots: still, or drawn again line by line."""

from collections.abc import Iterator, Sequence
from io import BytesIO

from PIL import Image, ImageDraw

from pictomania.ink.stroke import LONG, SHORT, Point, Stroke
from pictomania.ink.svg import thickness

FINER = 3  # drawn so many times larger and then reduced, which smooths the edges
PAPER = "#ffffff"
EDGE = "#bbbbbb"  # the bottom edge is marked, so that one knows which way is up (R11)
LONGEST_S = 8.0  # of an animation, however long the drawing took
FRAMES_PER_S = 12
REST_S = 2.0  # at the end, to look at it


def png(strokes: Sequence[Stroke], colour: str, *, across: bool, size: int = 1024) -> bytes:
    """Draw a sheet whose long edge has so many dots."""
    pad = _Pad(colour, across, size)
    for stroke in strokes:
        pad.draw(stroke.points, stroke)
    return _saved([pad.picture()], "PNG")


def animation(strokes: Sequence[Stroke], colour: str, *, across: bool, size: int = 480) -> bytes:
    """Draw a sheet again, line by line, as an animated PNG that repeats for ever."""
    return _saved(list(_frames(strokes, _Pad(colour, across, size))), "PNG")


def _frames(strokes: Sequence[Stroke], pad: "_Pad") -> Iterator[Image.Image]:
    """Show the paper, then the drawing as it grows by the same number of points in each frame."""
    yield pad.picture()
    total = sum(len(stroke.points) for stroke in strokes)
    step = max(1, -(-total // int(LONGEST_S * FRAMES_PER_S)))
    due = step
    for stroke in strokes:
        for end in range(1, len(stroke.points) + 1):
            pad.draw(stroke.points[max(0, end - 2) : end], stroke)
            due -= 1
            if due == 0:
                due = step
                yield pad.picture()
    if due != step:
        yield pad.picture()


def _saved(frames: list[Image.Image], form: str) -> bytes:
    out = BytesIO()
    if len(frames) == 1:
        frames[0].save(out, form, optimize=True)
    else:
        each = round(1000 / FRAMES_PER_S)
        durations = [each] * (len(frames) - 1) + [round(REST_S * 1000)]
        frames[0].save(out, form, save_all=True, append_images=frames[1:], duration=durations, loop=0)
    return out.getvalue()


class _Pad:
    """A sheet of dots, and a pencil."""

    def __init__(self, colour: str, across: bool, size: int) -> None:
        self._scale = size * FINER / (LONG + 1)
        long, short = size * FINER, round(size * FINER * (SHORT + 1) / (LONG + 1))
        self._image = Image.new("RGB", (long, short) if across else (short, long), PAPER)
        self._pencil = ImageDraw.Draw(self._image)
        self._colour = colour
        width, height = self._image.size
        self._pencil.line([(0, height - 1), (width, height - 1)], EDGE, FINER * 4)

    def draw(self, points: Sequence[Point], stroke: Stroke) -> None:
        """Draw from point to point with the thickness of a line, round at the ends and bends."""
        wide = max(1, round(thickness(stroke) * self._scale))
        spots = [(point.x * self._scale, point.y * self._scale) for point in points]
        self._pencil.line(spots, self._colour, wide)
        for x, y in spots:
            half = wide / 2
            self._pencil.ellipse((x - half, y - half, x + half, y + half), self._colour)

    def picture(self) -> Image.Image:
        """Reduce to the size that was asked for, in few colours so that files stay small."""
        return self._image.reduce(FINER).quantize(32)
