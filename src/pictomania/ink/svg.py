"""A sheet as an SVG drawing, the same everywhere."""

from collections.abc import Sequence

from pictomania.ink.stroke import HARDEST, LONG, SHORT, Stroke

THICKNESS = (14, 24, 40, 72)  # of the four pencils, in units of the grid, pressed normally


def svg(strokes: Sequence[Stroke], colour: str, *, across: bool) -> str:
    """Draw lines as smooth paths; the bottom edge is marked, so that one knows which way is up (R11)."""
    width, height = (LONG, SHORT) if across else (SHORT, LONG)
    lines = "".join(_path(stroke) for stroke in strokes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" fill="#fff"/>'
        f'<path d="M0 {height - 8}H{width}" stroke="#bbb" stroke-width="16"/>'
        f'<g fill="none" stroke="{colour}" stroke-linecap="round" stroke-linejoin="round">{lines}</g></svg>'
    )


def _path(stroke: Stroke) -> str:
    """Curve through the middles between points, which smooths the grid away; a lone point becomes a dot."""
    first, *rest = stroke.points
    d = [f"M{first.x} {first.y}"]
    for before, point in zip(stroke.points, rest, strict=False):
        d.append(f"Q{before.x} {before.y} {(before.x + point.x) / 2:g} {(before.y + point.y) / 2:g}")
    d.append(f"L{stroke.points[-1].x} {stroke.points[-1].y}")
    return f'<path d="{"".join(d)}" stroke-width="{thickness(stroke):g}"/>'


def thickness(stroke: Stroke) -> float:
    """The thickness of a line: that of its pencil, from two thirds to four thirds by the mean pressure."""
    pressure = sum(point.pressure for point in stroke.points) / len(stroke.points)
    return round(THICKNESS[stroke.width] * (2 / 3 + pressure / HARDEST * 2 / 3), 1)
