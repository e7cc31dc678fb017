"""A sheet as a picture of dots: still, or drawn again line by line."""

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import chain

from PIL import Image, ImageColor, ImageDraw

from pictomania.ink.stroke import LONG, SHORT, Stroke
from pictomania.ink.svg import EDGE, EDGE_HEIGHT, PAPER, Spot, band, growth, rim, within_budget

FINER = 4  # drawn so many times larger and then reduced, which smooths the edges
SHADES = FINER * FINER + 1  # from paper to ink
LONGEST_S = 8.0  # of an animation, however long the drawing took
FRAMES_PER_S = 12
REST_S = 2.0  # at the end, to look at it


def png(strokes: Sequence[Stroke], colour: str, *, across: bool, size: int = 1024) -> bytes:
    """Draw a sheet whose long edge has so many dots."""
    pad = _Pad(colour, across, size)
    strokes, coarser = within_budget(strokes)
    for stroke in strokes:
        pad.draw(chain(*growth(stroke, coarser)))
    return _saved([pad.picture()], "PNG")


def animation(strokes: Sequence[Stroke], colour: str, *, across: bool, size: int = 480) -> bytes:
    """Draw a sheet again, line by line, as an animated PNG that repeats for ever."""
    return _saved(list(_frames(strokes, _Pad(colour, across, size))), "PNG")


def _frames(strokes: Sequence[Stroke], pad: "_Pad") -> Iterator[Image.Image]:
    """Show the paper, then the drawing as it grows by the same number of points in each frame."""
    yield pad.picture()
    strokes, coarser = within_budget(strokes)
    total = sum(len(stroke.points) for stroke in strokes)
    step = max(1, -(-total // int(LONGEST_S * FRAMES_PER_S)))
    due = step
    for stroke in strokes:
        last: list[Spot] = []
        for spots in growth(stroke, coarser):
            pad.draw(last + spots)
            last = spots[-1:]
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
        long, short = size * FINER, FINER * round(size * (SHORT + 1) / (LONG + 1))
        self._ink = Image.new("L", (long, short) if across else (short, long))  # how much of it lies where
        self._pencil = ImageDraw.Draw(self._ink)
        self._edge = max(1, round(size * EDGE_HEIGHT / (LONG + 1)))
        self._palette = _shades(PAPER, colour) + _shades(EDGE, colour)

    def draw(self, spots: Iterable[Spot]) -> None:
        """Draw from spot to spot."""
        before = None
        for spot in (Spot(*(value * self._scale for value in spot)) for spot in spots):
            x, y, half = spot
            self._pencil.ellipse((x - half, y - half, x + half, y + half), 255)
            if before is not None and (angles := band(before, spot)) is not None:
                left, right = angles
                corners = [rim(before, left), rim(spot, left), rim(spot, right), rim(before, right)]
                self._pencil.polygon(corners, 255)
            before = spot

    def picture(self) -> Image.Image:
        """Reduce to the size that was asked for, in few colours so that files stay small."""
        picture = self._ink.reduce(FINER).point([round(ink * (SHADES - 1) / 255) for ink in range(256)])
        width, height = picture.size
        edge = (0, height - self._edge, width, height)
        picture.paste(picture.crop(edge).point([shade + SHADES for shade in range(256)]), edge)
        picture.putpalette(self._palette)
        return picture


def _shades(paper: str, ink: str) -> list[int]:
    """Red, green and blue of every shade from one colour to another."""
    ends = list(zip(ImageColor.getrgb(paper)[:3], ImageColor.getrgb(ink)[:3], strict=True))
    return [round(a + (b - a) * shade / (SHADES - 1)) for shade in range(SHADES) for a, b in ends]
