"""Raster images of a sheet: a still PNG, or an animated one that draws it again stroke by stroke."""

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import chain

from PIL import Image, ImageColor, ImageDraw

from pictomania.ink.stroke import LONG, SHORT, Stroke
from pictomania.ink.svg import EDGE, EDGE_HEIGHT, PAPER, Dab, dabs_by_point, rim, tangents, within_budget

OVERSAMPLING = 4  # antialiasing: draw this many times larger, then scale down
SHADES = OVERSAMPLING * OVERSAMPLING + 1  # from paper to ink
MAX_ANIMATION_S = 8.0  # however long the drawing took
FRAMES_PER_S = 12
LAST_FRAME_S = 2.0  # time to look at the finished drawing


def png(strokes: Sequence[Stroke], colour: str, *, landscape: bool, size: int = 1024) -> bytes:
    """Render a sheet whose long edge is `size` pixels."""
    canvas = _Canvas(colour, landscape, size)
    strokes, coarseness = within_budget(strokes)
    for stroke in strokes:
        canvas.draw(chain(*dabs_by_point(stroke, coarseness)))
    return _save([canvas.image()], "PNG")


def animation(strokes: Sequence[Stroke], colour: str, *, landscape: bool, size: int = 480) -> bytes:
    """Render an animated PNG that draws the sheet again, stroke by stroke, in an endless loop."""
    return _save(list(_frames(strokes, _Canvas(colour, landscape, size))), "PNG")


def _frames(strokes: Sequence[Stroke], canvas: "_Canvas") -> Iterator[Image.Image]:
    """Show the empty sheet, then add the same number of points in each frame."""
    yield canvas.image()
    strokes, coarseness = within_budget(strokes)
    total = sum(len(stroke.points) for stroke in strokes)
    step = max(1, -(-total // int(MAX_ANIMATION_S * FRAMES_PER_S)))
    due = step
    for stroke in strokes:
        last: list[Dab] = []
        for dabs in dabs_by_point(stroke, coarseness):
            canvas.draw(last + dabs)
            last = dabs[-1:]
            due -= 1
            if due == 0:
                due = step
                yield canvas.image()
    if due != step:
        yield canvas.image()


def _save(frames: list[Image.Image], image_format: str) -> bytes:
    out = BytesIO()
    if len(frames) == 1:
        frames[0].save(out, image_format, optimize=True)
    else:
        each = round(1000 / FRAMES_PER_S)
        durations = [each] * (len(frames) - 1) + [round(LAST_FRAME_S * 1000)]
        frames[0].save(out, image_format, save_all=True, append_images=frames[1:], duration=durations, loop=0)
    return out.getvalue()


class _Canvas:
    """An oversampled bitmap of a sheet, drawn on with one colour."""

    def __init__(self, colour: str, landscape: bool, size: int) -> None:
        self._scale = size * OVERSAMPLING / (LONG + 1)
        long, short = size * OVERSAMPLING, OVERSAMPLING * round(size * (SHORT + 1) / (LONG + 1))
        self._ink = Image.new("L", (long, short) if landscape else (short, long))  # coverage
        self._pencil = ImageDraw.Draw(self._ink)
        self._edge = max(1, round(size * EDGE_HEIGHT / (LONG + 1)))
        self._palette = _shades(PAPER, colour) + _shades(EDGE, colour)

    def draw(self, dabs: Iterable[Dab]) -> None:
        """Draw dabs, and the bands that join neighbours."""
        before = None
        for dab in (Dab(*(value * self._scale for value in dab)) for dab in dabs):
            x, y, radius = dab
            self._pencil.ellipse((x - radius, y - radius, x + radius, y + radius), 255)
            if before is not None and (angles := tangents(before, dab)) is not None:
                left, right = angles
                corners = [rim(before, left), rim(dab, left), rim(dab, right), rim(before, right)]
                self._pencil.polygon(corners, 255)
            before = dab

    def image(self) -> Image.Image:
        """Scale down to the final size, with a small palette to keep files small."""
        image = self._ink.reduce(OVERSAMPLING).point([round(ink * (SHADES - 1) / 255) for ink in range(256)])
        width, height = image.size
        edge = (0, height - self._edge, width, height)
        image.paste(image.crop(edge).point([shade + SHADES for shade in range(256)]), edge)
        image.putpalette(self._palette)
        return image


def _shades(paper: str, ink: str) -> list[int]:
    """Interpolate from one colour to another, as a flat RGB palette."""
    ends = list(zip(ImageColor.getrgb(paper)[:3], ImageColor.getrgb(ink)[:3], strict=True))
    return [round(a + (b - a) * shade / (SHADES - 1)) for shade in range(SHADES) for a, b in ends]
