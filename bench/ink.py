"""Ink throughput of a server: pieces of a growing stroke as they arrive, and whole sheets.

    python bench/ink.py [--json]

Times are CPU time of this process, the best of several runs. Each is also given in iterations of a fixed
loop of plain Python, timed in the same run; compare those on a busy or slow machine.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import cos, sin
from random import Random
from time import process_time

from pictomania.ink import InkPiece, Point, Sheet, Stroke, apply_piece, encode_piece, encode_sheet
from pictomania.ink.sheet import MAX_STROKE_POINTS
from pictomania.ink.stroke import CORNER, LONG, MAX_PRESSURE

HERTZ = 100  # points a second of one pencil
POINTS = 2_000  # in a busy drawing
POINTS_PER_PIECE = 5
PIECES_PER_S = 24_000  # 200 tables of six artists, twenty pieces a second
MAX_APPLY_US = 10.0  # target for one piece
RUNS = 40
ITERATIONS = 50_000


@dataclass(frozen=True, slots=True)
class InkSpeed:
    """Measured times in microseconds."""

    apply_more_us: float  # a piece that extends a stroke
    apply_any_us: float  # any piece, including those that start a stroke
    apply_late_us: float  # a piece that claims a place late in a long stroke
    apply_whole_us: float  # per point, like those below
    encode_piece_us: float
    encode_sheet_us: float


# Drawings.


def drawing(random: Random) -> list[Stroke]:
    """Draw loops at the speed of people at a table: up to two sheet widths a second, mostly below one."""
    strokes: list[Stroke] = []
    left, tick = POINTS, 0.0
    while left:
        speed = random.choice((0.32, 0.5, 0.82, 1.29, 1.96)) * LONG / HERTZ  # measured on people in a hurry
        x, y, direction = (random.uniform(800, 3000) for _ in "xya")
        bend, pressure, row = random.uniform(-1.5, 1.5), 120.0, []
        for _ in range(min(left, int(random.uniform(0.3, 1.5) * HERTZ))):
            direction += random.gauss(bend, 2) / HERTZ * 4
            x = min(max(x + cos(direction) * speed, 0), LONG)
            y = min(max(y + sin(direction) * speed, 0), LONG)
            pressure = min(max(pressure + random.gauss(0, 3), 0), MAX_PRESSURE)
            tick += 1000 / HERTZ / 4
            row.append(Point(round(x), round(y), round(pressure), int(tick)))
        strokes.append(Stroke(1, tuple(row)))
        left -= len(row)
        tick += 120
    return strokes


def pieces_of(strokes: Sequence[Stroke]) -> list[bytes]:
    """Split a drawing as an artist's client sends it."""
    pieces = []
    for place, stroke in enumerate(strokes):
        for known in range(0, len(stroke.points), POINTS_PER_PIECE):
            piece = InkPiece(
                place, known, (Stroke(stroke.width, stroke.points[known : known + POINTS_PER_PIECE]),)
            )
            pieces.append(encode_piece(piece, stroke.points[known - 1] if known else CORNER, short=True))
    return pieces


def sheet_of(pieces: Sequence[bytes]) -> Sheet:
    """Apply all pieces in order."""
    sheet = Sheet()
    for piece in pieces:
        apply_piece(piece, sheet, bounded=True)
    return sheet


# Measuring.


def best_s(work: Callable[[], object], runs: int = RUNS) -> float:
    """Time some work several times and return the shortest, in seconds of CPU time."""
    times = []
    for _ in range(runs):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def loop_ns() -> float:
    """Time one iteration of the loop that all other times are compared with."""
    return best_s(_loop) / ITERATIONS * 1e9


def _loop() -> int:
    total = 0
    for number in range(ITERATIONS):
        pair = (number, number & 7)
        total += pair[1]
    return total


def more_us(pieces: Sequence[bytes]) -> float:
    """Time a piece that extends a stroke: all pieces of a drawing except those that start a stroke."""
    strokes: list[list[bytes]] = []
    for piece in pieces:
        if piece[0] == 0:
            strokes.append([piece])
        elif piece[0] == POINTS_PER_PIECE:
            strokes[-1].append(piece)
    best = []
    for _ in range(RUNS):
        sheet, spent = Sheet(), 0.0
        for first, *more in strokes:
            apply_piece(first, sheet, bounded=True)
            start = process_time()
            for piece in more:
                apply_piece(piece, sheet, bounded=True)
            spent += process_time() - start
        best.append(spent)
    return min(best) / (sum(map(len, strokes)) - len(strokes)) * 1e6


def late_us() -> float:
    """Time a piece of ten bytes that overlaps with the last points of the longest possible stroke."""
    points = tuple(Point(at % LONG, at // 2 % LONG, 9, at) for at in range(MAX_STROKE_POINTS))
    sheet = sheet_of([encode_piece(InkPiece(0, 0, (Stroke(1, points),)))])
    piece = InkPiece(0, len(points) - 2, (Stroke(1, points[-2:-1]),))
    pieces = [encode_piece(piece, points[-3])] * 1_000
    return best_s(lambda: [apply_piece(piece, sheet, bounded=True) for piece in pieces]) / len(pieces) * 1e6


def speed() -> InkSpeed:
    """Measure everything on one drawing."""
    pieces = pieces_of(drawing(Random(1)))  # noqa: S311 (seeded on purpose)
    sheet = sheet_of(pieces)
    whole = encode_sheet(sheet)
    return InkSpeed(
        apply_more_us=more_us(pieces),
        apply_any_us=best_s(lambda: sheet_of(pieces)) / len(pieces) * 1e6,
        apply_late_us=late_us(),
        apply_whole_us=best_s(lambda: apply_piece(whole, Sheet())) / POINTS * 1e6,
        encode_piece_us=best_s(lambda: encode_piece(sheet.since(0, 0))) / POINTS * 1e6,
        encode_sheet_us=best_s(lambda: encode_sheet(sheet)) / POINTS * 1e6,
    )


# Output.


def table(each: InkSpeed, iteration_ns: float) -> str:
    """Format the results, each also in iterations of the loop."""
    rows = [
        (f"apply, {POINTS_PER_PIECE} more points of a stroke", each.apply_more_us),
        ("apply, any piece of a drawing", each.apply_any_us),
        ("apply, a piece late in a long stroke", each.apply_late_us),
        (f"apply, a sheet of {POINTS:,} points, per point", each.apply_whole_us),
        ("encode_piece, the whole sheet, per point", each.encode_piece_us),
        ("encode_sheet, per point", each.encode_sheet_us),
    ]
    lines = [f"{name:42}{us:>8.3f} us{us * 1e3 / iteration_ns:>8.1f} iterations" for name, us in rows]
    share = each.apply_any_us * PIECES_PER_S / 1e4
    lines.append(f"{PIECES_PER_S:,} pieces a second take {share:.1f} % of this core.")
    lines.append(f"One iteration of the loop takes {iteration_ns:.1f} ns.")
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(description="Measure the ink throughput of a server.")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    args = parser.parse_args(argv)
    iteration_ns = loop_ns()
    each = speed()
    if args.json:
        sys.stdout.write(json.dumps({"loop_ns": iteration_ns, **asdict(each)}, indent=2) + "\n")
    else:
        sys.stdout.write(table(each, iteration_ns) + "\n")
    if each.apply_any_us >= MAX_APPLY_US:
        sys.stderr.write(
            f"too slow: a piece takes {each.apply_any_us:.1f} us; the target is under {MAX_APPLY_US:.0f} us\n"
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
