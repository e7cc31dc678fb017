"""Render the drawings of bots on contact sheets of 48, for review.

python -m scripts.contact_sheets src/pictomania/bots/drawings/*.ndjson.gz --out FOLDER
"""

import argparse
import gzip
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

ACROSS, DOWN = 8, 6
TILE, MARGIN, CAPTION = 170, 14, 18
SCALE = 2  # supersampling, for smooth lines
PEN = 3
INKS = ("black", "blue", "red", "green", "darkorange", "purple")  # in the order of strokes

Stroke = tuple[list[int], list[int]]


def main() -> None:
    """Write a PNG for every 48 drawings."""
    parser = argparse.ArgumentParser(description="Render drawings on contact sheets of 48.")
    parser.add_argument("files", nargs="+", type=Path, help="gzipped JSON lines with word and drawing")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--order", action="store_true", help="show the order of strokes by colour, black first"
    )
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for file in args.files:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            drawings = [(entry["word"], entry["drawing"]) for entry in map(json.loads, lines)]
        for number, start in enumerate(range(0, len(drawings), ACROSS * DOWN), 1):
            name = args.out / f"{file.name.split('.')[0]}-{number:02}.png"
            contact_sheet(drawings[start : start + ACROSS * DOWN], in_colours=args.order).save(name)
            sys.stdout.write(f"{name}\n")


def contact_sheet(drawings: Sequence[tuple[str, list[Stroke]]], *, in_colours: bool) -> Image.Image:
    """Render up to 48 drawings with their names below."""
    paper = Image.new("RGB", (ACROSS * TILE * SCALE, DOWN * (TILE + CAPTION) * SCALE), "white")
    brush = ImageDraw.Draw(paper)
    for place, (_, strokes) in enumerate(drawings):
        left, top = place % ACROSS * TILE, place // ACROSS * (TILE + CAPTION)
        _paint(brush, strokes, (left + MARGIN, top + MARGIN), in_colours=in_colours)
    paper = paper.resize((paper.width // SCALE, paper.height // SCALE), Image.Resampling.LANCZOS)
    brush, font = ImageDraw.Draw(paper), ImageFont.load_default(11)
    for place, (word, _) in enumerate(drawings):
        left, top = place % ACROSS * TILE, place // ACROSS * (TILE + CAPTION)
        brush.rectangle((left, top, left + TILE, top + TILE + CAPTION), outline="#cccccc")
        brush.text((left + TILE / 2, top + TILE + CAPTION / 2), word, "black", font, "mm")
    return paper


def _paint(
    brush: ImageDraw.ImageDraw, strokes: Sequence[Stroke], corner: tuple[int, int], *, in_colours: bool
) -> None:
    x, y = corner
    unit = (TILE - 2 * MARGIN) / 255
    for number, (xs, ys) in enumerate(strokes):
        ink = INKS[number % len(INKS) if in_colours else 0]
        points = [((x + a * unit) * SCALE, (y + b * unit) * SCALE) for a, b in zip(xs, ys, strict=True)]
        brush.line(points, ink, PEN * SCALE, "curve")
        for a, b in (points[0], points[-1]):
            radius = PEN * SCALE / 2
            brush.ellipse((a - radius, b - radius, a + radius, b + radius), ink)


if __name__ == "__main__":
    main()
