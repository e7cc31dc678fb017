"""How fast ink goes through a server: pieces of a growing line as they arrive, and sheets as a whole.

    python bench/ink.py [--json]

Times are processor time of this one process, the best of several repeats. Each is also given in turns of a
fixed loop of plain Python, timed in the same run: on a busy or a slow machine read those.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import cos, sin
from random import Random
from time import process_time

from pictomania.ink import Ink, Point, Sheet, Stroke, encode, take, written
from pictomania.ink.sheet import MOST_POINTS_OF_A_STROKE
from pictomania.ink.stroke import CORNER, HARDEST, LONG

HERTZ = 100  # points of a pencil in a second
POINTS = 2_000  # of a busy drawing
POINTS_OF_A_PIECE = 5
PIECES_PER_S = 24_000  # 200 tables of six artists, twenty pieces a second
MOST_TAKE_US = 10.0  # for a piece
REPEATS = 40
LOOP_TURNS = 50_000


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured, in microseconds."""

    take_more_us: float  # of a piece that goes on with a line
    take_any_us: float  # of a piece, beginnings of lines included
    take_late_us: float  # of a piece that claims a place late in a long line
    take_whole_us: float  # these of a point
    encode_whole_us: float
    written_us: float


# Drawings.


def drawing(random: Random) -> list[Stroke]:
    """Draw loops at the pace of people at a table: up to two box widths a second, mostly less than one."""
    strokes: list[Stroke] = []
    left, tick = POINTS, 0.0
    while left:
        speed = random.choice((0.32, 0.5, 0.82, 1.29, 1.96)) * LONG / HERTZ  # measured of people in a hurry
        x, y, way = (random.uniform(800, 3000) for _ in "xya")
        bend, pressure, row = random.uniform(-1.5, 1.5), 120.0, []
        for _ in range(min(left, int(random.uniform(0.3, 1.5) * HERTZ))):
            way += random.gauss(bend, 2) / HERTZ * 4
            x = min(max(x + cos(way) * speed, 0), LONG)
            y = min(max(y + sin(way) * speed, 0), LONG)
            pressure = min(max(pressure + random.gauss(0, 3), 0), HARDEST)
            tick += 1000 / HERTZ / 4
            row.append(Point(round(x), round(y), round(pressure), int(tick)))
        strokes.append(Stroke(1, tuple(row)))
        left -= len(row)
        tick += 120
    return strokes


def pieces_of(strokes: Sequence[Stroke]) -> list[bytes]:
    """Cut a drawing as an artist's client sends it."""
    pieces = []
    for place, stroke in enumerate(strokes):
        for known in range(0, len(stroke.points), POINTS_OF_A_PIECE):
            ink = Ink(place, known, (Stroke(stroke.width, stroke.points[known : known + POINTS_OF_A_PIECE]),))
            pieces.append(encode(ink, stroke.points[known - 1] if known else CORNER, goes_on=True))
    return pieces


def sheet_of(pieces: Sequence[bytes]) -> Sheet:
    """Take all pieces, one after the other."""
    sheet = Sheet()
    for piece in pieces:
        take(piece, sheet, bounded=True)
    return sheet


# Measuring.


def best_s(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Time some work several times and give the shortest, in seconds of processor time."""
    times = []
    for _ in range(repeats):
        begun = process_time()
        work()
        times.append(process_time() - begun)
    return min(times)


def loop_ns() -> float:
    """Time one turn of the loop that all other times are compared with."""
    return best_s(_loop) / LOOP_TURNS * 1e9


def _loop() -> int:
    total = 0
    for turn in range(LOOP_TURNS):
        pair = (turn, turn & 7)
        total += pair[1]
    return total


def more_us(pieces: Sequence[bytes]) -> float:
    """Time a piece that goes on with a line: all of a drawing, less the pieces that begin its lines."""
    lines: list[list[bytes]] = []
    for piece in pieces:
        if piece[0] == 0:
            lines.append([piece])
        elif piece[0] == POINTS_OF_A_PIECE:
            lines[-1].append(piece)
    best = []
    for _ in range(REPEATS):
        sheet, spent = Sheet(), 0.0
        for first, *more in lines:
            take(first, sheet, bounded=True)
            begun = process_time()
            for piece in more:
                take(piece, sheet, bounded=True)
            spent += process_time() - begun
        best.append(spent)
    return min(best) / (sum(map(len, lines)) - len(lines)) * 1e6


def late_us() -> float:
    """Time a piece of ten bytes that overlaps with the last points of the longest line there can be."""
    points = tuple(Point(at % LONG, at // 2 % LONG, 9, at) for at in range(MOST_POINTS_OF_A_STROKE))
    sheet = sheet_of([encode(Ink(0, 0, (Stroke(1, points),)))])
    ink = Ink(0, len(points) - 2, (Stroke(1, points[-2:-1]),))
    pieces = [encode(ink, points[-3])] * 1_000
    return best_s(lambda: [take(piece, sheet, bounded=True) for piece in pieces]) / len(pieces) * 1e6


def speed() -> Speed:
    """Measure everything with one drawing."""
    pieces = pieces_of(drawing(Random(1)))  # noqa: S311 (seeded chance is the point here)
    sheet = sheet_of(pieces)
    whole = written(sheet)
    return Speed(
        take_more_us=more_us(pieces),
        take_any_us=best_s(lambda: sheet_of(pieces)) / len(pieces) * 1e6,
        take_late_us=late_us(),
        take_whole_us=best_s(lambda: take(whole, Sheet())) / POINTS * 1e6,
        encode_whole_us=best_s(lambda: encode(sheet.since(0, 0))) / POINTS * 1e6,
        written_us=best_s(lambda: written(sheet)) / POINTS * 1e6,
    )


# Telling.


def table(each: Speed, turn_ns: float) -> str:
    """Set the figures out, each with its worth in turns of the loop."""
    rows = [
        (f"take, {POINTS_OF_A_PIECE} more points of a line", each.take_more_us),
        ("take, any piece of a drawing", each.take_any_us),
        ("take, a piece for a late place in a line", each.take_late_us),
        (f"take, a sheet of {POINTS:,} points, each", each.take_whole_us),
        ("encode all of it, each point", each.encode_whole_us),
        ("written, each point", each.written_us),
    ]
    lines = [f"{name:42}{us:>8.3f} us{us * 1e3 / turn_ns:>8.1f} turns" for name, us in rows]
    share = each.take_any_us * PIECES_PER_S / 1e4
    lines.append(f"{PIECES_PER_S:,} pieces a second take {share:.1f} % of this core.")
    lines.append(f"A turn of the loop takes {turn_ns:.1f} ns.")
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print, and return 1 where a promise is not kept."""
    parser = argparse.ArgumentParser(description="Measure how fast ink goes through a server.")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args(argv)
    turn_ns = loop_ns()
    each = speed()
    if args.json:
        sys.stdout.write(json.dumps({"loop_ns": turn_ns, **asdict(each)}, indent=2) + "\n")
    else:
        sys.stdout.write(table(each, turn_ns) + "\n")
    if each.take_any_us >= MOST_TAKE_US:
        sys.stderr.write(
            f"too slow: a piece takes {each.take_any_us:.1f} us; under {MOST_TAKE_US:.0f} promised\n"
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
