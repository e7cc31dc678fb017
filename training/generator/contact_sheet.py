"""Contact sheets of doodles: one class per row, early strokes dark and late ones light. Needs Pillow.

python -m training.generator.contact_sheet doodles.ndjson.gz FOLDER [WORD ...]
"""

import gzip
import json
import sys
from pathlib import Path
from typing import Any

SIDE = 110  # pixels per doodle
MARGIN = 8
NAME_WIDTH = 150  # pixels for the word
ROWS = 12
COLOURS = ((20, 20, 90), (230, 120, 40))


def write_sheets(doodles: Path, folder: Path, words: list[str] | None = None) -> None:
    """Write PNG files of some or all classes; do nothing if Pillow is missing."""
    try:
        from PIL import Image, ImageDraw  # noqa: PLC0415 (may be missing on a machine with a GPU)
    except ImportError:
        print("no contact sheets: Pillow is missing")
        return
    folder.mkdir(parents=True, exist_ok=True)
    rows = _read(doodles)
    chosen = [word for word in sorted(rows) if not words or word in words]
    for number, at in enumerate(range(0, len(chosen), ROWS)):
        some = chosen[at : at + ROWS]
        columns = max(len(rows[word]) for word in some)
        image = Image.new("RGB", (NAME_WIDTH + columns * SIDE, len(some) * SIDE), "white")
        draw = ImageDraw.Draw(image)
        for row, word in enumerate(some):
            draw.text((4, row * SIDE + SIDE // 2), word, fill="black")
            for column, drawing in enumerate(rows[word]):
                _paint(draw, drawing, NAME_WIDTH + column * SIDE, row * SIDE)
        image.save(folder / f"{number:02d}.png")


def _read(doodles: Path) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    with gzip.open(doodles, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            found.setdefault(row["word"], []).append(row["drawing"])
    return found


def _paint(draw: Any, drawing: list[list[list[int]]], left: int, top: int) -> None:
    scale = (SIDE - 2 * MARGIN) / 255
    for number, (xs, ys) in enumerate(drawing):
        share = number / max(len(drawing) - 1, 1)
        colour = tuple(round(a + (b - a) * share) for a, b in zip(*COLOURS, strict=True))
        points = [(left + MARGIN + x * scale, top + MARGIN + y * scale) for x, y in zip(xs, ys, strict=True)]
        if len(points) == 1:
            points.append((points[0][0] + 1, points[0][1]))
        draw.line(points, fill=colour, width=2)


if __name__ == "__main__":
    write_sheets(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
