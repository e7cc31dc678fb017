"""Line drawings from flat emoji: additional training data for ideas that only icons show.

    python -m training.data.emoji PACKAGES... --out training/made/emoji.ndjson.gz

A package is a folder of @iconify-json with a set of flat emoji. Their shapes are stacked and coloured; lines
are drawn where colours meet. Each emoji takes the tag of the same emoji in OpenMoji, so that it trains the
same output. Needs shapely and svg.path.
"""

import argparse
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from shapely import Geometry, LineString, Polygon, line_merge, make_valid, unary_union

from icons.build import NOT_FOR_BOTS, card_tags, excluded_tags, find_body, pack
from icons.pen import SIDE, Drawing, order_strokes
from icons.svg import ElementsById, PaintedElement, parse_elements

SAME_COLOUR = 70.0  # colours closer than this are shades of one; black and white are 441 apart
MIN_OPACITY = 0.5  # more transparent shapes are light or shade
MIN_AREA = 0.0015  # of the box; smaller regions are details that people would not draw
MIN_WIDTH = 1.0  # of SIDE; narrower parts are left out
SAME_EDGE = 2.5  # of SIDE; edges closer than this are one edge
MIN_LENGTH = 9.0  # of SIDE; shorter lines are left out
TOLERANCE = 1.5  # of SIDE; how far a simplified line may stray
MAX_STROKES = 60  # an emoji with more is a pattern
PREFIX = "openmoji/"
Rgb = tuple[int, int, int]


def main() -> None:
    """Convert the packages and write one file."""
    parser = argparse.ArgumentParser(description="Make line drawings of flat emoji.")
    parser.add_argument("packages", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    good = card_tags() - excluded_tags(NOT_FOR_BOTS.read_text(encoding="utf-8"))
    wanted = sorted(tag for tag in good if tag.startswith(PREFIX))
    files = []
    for package in args.packages:
        drawings = dict(drawings_of(json.loads((package / "icons.json").read_text("utf-8")), wanted))
        print(f"{package.name}: {len(drawings)} of {len(wanted)}", flush=True)
        files.append(pack(drawings))
    args.out.write_bytes(b"".join(files))  # concatenated gzip files are one gzip file


def drawings_of(package: dict[str, Any], wanted: Iterable[str]) -> Iterator[tuple[str, Drawing]]:
    """Yield line drawings of the wanted emoji that a package has."""
    for tag in wanted:
        body = find_body(package, tag.removeprefix(PREFIX))
        strokes = outlines(visible_regions(body)) if body is not None else []
        if 0 < len(strokes) <= MAX_STROKES:
            yield tag, strokes


def visible_regions(body: str) -> list[Geometry]:
    """Return the visible region of each colour after stacking all shapes."""
    elements, named = parse_elements(body)
    regions: dict[Rgb, Geometry] = {}
    for one in elements:
        for colour, shape in _shapes(one, named):
            regions = {other: region.difference(shape) for other, region in regions.items()}
            nearest = min(regions, key=lambda other: _distance(other, colour), default=colour)
            key = nearest if _distance(nearest, colour) < SAME_COLOUR else colour
            regions[key] = regions.get(key, Polygon()).union(shape)
    return list(regions.values())


def _shapes(one: PaintedElement, named: ElementsById) -> Iterator[tuple[Rgb, Geometry]]:
    """Yield the filled shape and the stroked lines of an element, with their colours."""
    lines = [[(point.real, point.imag) for point in line] for line in one.lines()]
    opacity = float(one.element.get("opacity", "1")) * float(one.element.get("fill-opacity", "1"))
    if one.paint != "none" and opacity >= MIN_OPACITY:
        whole: Geometry = Polygon()
        for line in lines:
            if len(line) > 2:
                whole = whole.symmetric_difference(make_valid(Polygon(line)))
        if not whole.is_empty:
            yield _colour(one.paint, named), whole
    if one.ink != "none":
        width = float(one.element.get("stroke-width", "1"))
        yield _colour(one.ink, named), unary_union([LineString(line).buffer(width / 2) for line in lines])


def _colour(text: str, named: ElementsById) -> Rgb:
    """Parse a colour; for a gradient use its middle stop."""
    if match := re.match(r"url\((#[^)]+)\)", text):
        stops = list(named[match[1]].iter("stop")) if match[1] in named else []
        text = stops[len(stops) // 2].get("stop-color", "#888") if stops else "#888"
    digits = {"white": "ffffff"}.get(text, text.removeprefix("#"))
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    if not re.fullmatch(r"[0-9a-fA-F]{6}", digits):
        digits = "000000"
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return red, green, blue


def _distance(one: Rgb, two: Rgb) -> float:
    return sum((a - b) ** 2 for a, b in zip(one, two, strict=True)) ** 0.5


def outlines(regions: list[Geometry]) -> Drawing:
    """Return the edges of all regions as pen strokes in a box, each edge once."""
    whole = unary_union(regions)
    if whole.is_empty:
        return []
    left, top, right, bottom = whole.bounds
    unit = max(right - left, bottom - top) / SIDE
    parts = [part for region in regions for part in getattr(region, "geoms", [region])]
    large = [part for part in parts if part.area >= MIN_AREA * (SIDE * unit) ** 2]
    edges: Geometry = LineString()
    for part in sorted(large, key=lambda part: -part.area):
        smooth = part.buffer(MIN_WIDTH * unit).buffer(-2 * MIN_WIDTH * unit).buffer(MIN_WIDTH * unit)
        edges = edges.union(smooth.boundary.difference(edges.buffer(SAME_EDGE * unit)))
    merged = line_merge(edges) if hasattr(edges, "geoms") else edges
    strokes = [
        [complex(x - left, y - top) / unit for x, y in line.simplify(TOLERANCE * unit).coords]
        for line in getattr(merged, "geoms", [merged])
        if isinstance(line, LineString) and line.length >= MIN_LENGTH * unit
    ]
    return [
        ([round(point.real) for point in stroke], [round(point.imag) for point in stroke])
        for stroke in order_strokes(strokes)
    ]


if __name__ == "__main__":
    main()
