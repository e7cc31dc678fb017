"""Line drawings made of flat emoji, as further lessons for ideas that only icons show.

    python -m training.emoji PACKAGES... --out training/made/emoji.ndjson.gz

A package is a folder of @iconify-json with a set of flat emoji. Their shapes are coloured paper, laid one on
the other; a line is drawn where colours meet. An emoji has the name of the same one of OpenMoji, so that it
teaches what that teaches. Needs shapely and svg.path.
"""

import argparse
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from shapely import Geometry, LineString, Polygon, line_merge, make_valid, unary_union

from icons.build import NOT_FOR_BOTS, body_of, left_out, packed, tags_of_cards
from icons.pen import SIDE, Drawing, in_order
from icons.svg import Named, Painted, painted

ALIKE = 70.0  # colours no further apart are shades of one; black and white are 441 apart
FAINT = 0.5  # what is more transparent is light or shade
SMALL = 0.0015  # of the area of the box: no smaller piece of paper is a detail that anybody would draw
FINE = 1.0  # of SIDE: neither is what is narrower
BESIDE = 2.5  # of SIDE: an edge so near to another one is the same
SHORT = 9.0  # of SIDE: shorter lines are left out
SMOOTH = 1.5  # of SIDE: a line may leave its points by so much
MOST = 60  # strokes; what has more is a pattern
PREFIX = "openmoji/"
Colour = tuple[int, int, int]


def main() -> None:
    """Read the packages and write one file."""
    parser = argparse.ArgumentParser(description="Make line drawings of flat emoji.")
    parser.add_argument("packages", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    good = tags_of_cards() - left_out(NOT_FOR_BOTS.read_text(encoding="utf-8"))
    wanted = sorted(tag for tag in good if tag.startswith(PREFIX))
    files = []
    for package in args.packages:
        drawings = dict(drawings_of(json.loads((package / "icons.json").read_text("utf-8")), wanted))
        print(f"{package.name}: {len(drawings)} of {len(wanted)}", flush=True)
        files.append(packed(drawings))
    args.out.write_bytes(b"".join(files))  # gzip files one after the other are one


def drawings_of(package: dict[str, Any], wanted: Iterable[str]) -> Iterator[tuple[str, Drawing]]:
    """Draw what a package has of the wanted ones."""
    for tag in wanted:
        body = body_of(package, tag.removeprefix(PREFIX))
        strokes = lines_between(seen(body)) if body is not None else []
        if 0 < len(strokes) <= MOST:
            yield tag, strokes


def seen(body: str) -> list[Geometry]:
    """What can be seen of each colour, when all paper lies in its place."""
    elements, named = painted(body)
    pieces: dict[Colour, Geometry] = {}
    for one in elements:
        for colour, paper in _papers(one, named):
            pieces = {other: piece.difference(paper) for other, piece in pieces.items()}
            near = min(pieces, key=lambda other: _apart(other, colour), default=colour)
            mine = near if _apart(near, colour) < ALIKE else colour
            pieces[mine] = pieces.get(mine, Polygon()).union(paper)
    return list(pieces.values())


def _papers(one: Painted, named: Named) -> Iterator[tuple[Colour, Geometry]]:
    """What an element adds: a filled shape, or lines as wide as their pen, or both."""
    lines = [[(point.real, point.imag) for point in line] for line in one.lines()]
    opacity = float(one.element.get("opacity", "1")) * float(one.element.get("fill-opacity", "1"))
    if one.paint != "none" and opacity >= FAINT:
        whole: Geometry = Polygon()
        for line in lines:
            if len(line) > 2:
                whole = whole.symmetric_difference(make_valid(Polygon(line)))
        if not whole.is_empty:
            yield _colour(one.paint, named), whole
    if one.ink != "none":
        width = float(one.element.get("stroke-width", "1"))
        yield _colour(one.ink, named), unary_union([LineString(line).buffer(width / 2) for line in lines])


def _colour(written: str, named: Named) -> Colour:
    """Red, green and blue; of a gradient those of its middle."""
    if match := re.match(r"url\((#[^)]+)\)", written):
        stops = list(named[match[1]].iter("stop")) if match[1] in named else []
        written = stops[len(stops) // 2].get("stop-color", "#888") if stops else "#888"
    digits = {"white": "ffffff"}.get(written, written.removeprefix("#"))
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    if not re.fullmatch(r"[0-9a-fA-F]{6}", digits):
        digits = "000000"
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return red, green, blue


def _apart(one: Colour, two: Colour) -> float:
    return sum((a - b) ** 2 for a, b in zip(one, two, strict=True)) ** 0.5


def lines_between(pieces: list[Geometry]) -> Drawing:
    """The edges of all pieces as pen strokes in a box, each edge once."""
    whole = unary_union(pieces)
    if whole.is_empty:
        return []
    left, top, right, bottom = whole.bounds
    unit = max(right - left, bottom - top) / SIDE
    parts = [part for piece in pieces for part in getattr(piece, "geoms", [piece])]
    large = [part for part in parts if part.area >= SMALL * (SIDE * unit) ** 2]
    edges: Geometry = LineString()
    for part in sorted(large, key=lambda part: -part.area):
        smooth = part.buffer(FINE * unit).buffer(-2 * FINE * unit).buffer(FINE * unit)
        edges = edges.union(smooth.boundary.difference(edges.buffer(BESIDE * unit)))
    merged = line_merge(edges) if hasattr(edges, "geoms") else edges
    strokes = [
        [complex(x - left, y - top) / unit for x, y in line.simplify(SMOOTH * unit).coords]
        for line in getattr(merged, "geoms", [merged])
        if isinstance(line, LineString) and line.length >= SHORT * unit
    ]
    return [
        ([round(point.real) for point in stroke], [round(point.imag) for point in stroke])
        for stroke in in_order(strokes)
    ]


if __name__ == "__main__":
    main()
