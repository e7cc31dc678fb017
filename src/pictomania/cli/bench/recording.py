"""Ink to play back: real drawings, drawn at a human pace and cut into pieces as browsers send them.

A script is what one player sends: a piece every 50 ms, stroke after stroke without a pause, which is more
than a person draws. Like the devices that people draw with, scripts differ in their sampling rates.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import numpy as np

from pictomania.bots.drawing_library import drawings, tags
from pictomania.bots.skills import PROFILES
from pictomania.bots.stroke_planner import plan_strokes
from pictomania.ink import InkPiece, Point, Stroke, encode_piece
from pictomania.ink.stroke import TICK_MS
from pictomania.wire.bots import Skill

PIECE_MS = 50  # a browser sends 20 pieces a second
RATES_HZ = (60, 60, 60, 60, 120, 120, 240)  # of screens, tablets and pens: as many points from each rate
SEED = 18
HUMAN_SPEED = 1.0  # widths of the drawing per second, as in the Quick, Draw! dataset; bots are slower


@dataclass(frozen=True, slots=True)
class ScriptPiece:
    """A piece of ink; without its head if it starts a stroke, since its place depends on what came before."""

    is_new: bool
    place: int  # number of the stroke within the script
    points: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Script:
    """What one player draws, again and again."""

    rate_hz: int
    strokes: int
    pieces: tuple[ScriptPiece, ...]

    @property
    def points(self) -> int:
        """Number of points."""
        return sum(piece.points for piece in self.pieces)


def record(scripts: int, seconds: float) -> list[Script]:
    """Make scripts that take some seconds each, from drawings that come with the bots; always the same."""
    random = Random(SEED)  # noqa: S311 (not a secret)
    names = _names()
    return [
        _script(_strokes(random, names, rate_hz), rate_hz, seconds)
        for rate_hz in (RATES_HZ[number % len(RATES_HZ)] for number in range(scripts))
    ]


def record_strokes(points: int, rate_hz: int = 60) -> list[Stroke]:
    """Record strokes with this many points in all."""
    lines = _strokes(Random(SEED), _names(), rate_hz)  # noqa: S311 (not a secret)
    strokes: list[Stroke] = []
    left = points
    while left:
        strokes.append(Stroke(1, next(lines)[:left]))
        left -= len(strokes[-1].points)
    return strokes


def piece_bytes(piece: ScriptPiece, strokes_before: int = 0) -> bytes:
    """Encode a piece after a number of earlier strokes."""
    if not piece.is_new:
        return piece.body
    return encode_piece(InkPiece(strokes_before + piece.place, 0, ())) + piece.body


def _names() -> list[str]:
    """List the drawings that people made, or that were made from theirs."""
    return [tag for tag in tags() if tag.startswith("quickdraw/")]


def _strokes(random: Random, names: list[str], rate_hz: int) -> Iterator[tuple[Point, ...]]:
    """Yield strokes of random drawings, sampled at a rate, as if there were no pauses between them."""
    profile = replace(PROFILES[Skill.HARD], speed=HUMAN_SPEED, thinking_s=(0.0, 0.0))
    now = 0.0
    while True:
        drawing = random.choice(drawings(random.choice(names)))
        for stroke in plan_strokes(drawing, profile, random):
            points = _resample(stroke.points, rate_hz, now)
            now = points[-1].tick * TICK_MS / 1000 + 1 / rate_hz
            yield points


def _resample(points: tuple[Point, ...], rate_hz: int, starts_at: float) -> tuple[Point, ...]:
    """Sample a stroke at another rate, and let it start at a time."""
    known = np.array(points, dtype=np.float64)
    seconds = (known[:, 3] - known[0, 3]) * TICK_MS / 1000
    at = np.arange(0, max(seconds[-1], 1 / rate_hz) + 1e-9, 1 / rate_hz)
    x, y, pressure = (np.interp(at, seconds, known[:, column]) for column in range(3))
    ticks = np.round((starts_at + at) * 1000 / TICK_MS)
    columns = zip(x, y, pressure, ticks, strict=True)
    return tuple(Point(round(a), round(b), round(c), int(d)) for a, b, c, d in columns)


def _script(strokes: Iterator[tuple[Point, ...]], rate_hz: int, seconds: float) -> Script:
    """Cut strokes into pieces that take this long to draw."""
    per_piece = rate_hz * PIECE_MS // 1000
    pieces: list[ScriptPiece] = []
    place = 0
    while len(pieces) * PIECE_MS < seconds * 1000:
        stroke = next(strokes)
        for first in range(0, len(stroke), per_piece):
            part = stroke[first : first + per_piece]
            pieces.append(_piece(place, first, part, stroke[first - 1] if first else None))
        place += 1
    return Script(rate_hz, place, tuple(pieces))


def _piece(place: int, known: int, points: tuple[Point, ...], before: Point | None) -> ScriptPiece:
    if before is None:
        head = len(encode_piece(InkPiece(0, 0, ())))
        body = encode_piece(InkPiece(0, 0, (Stroke(1, points),)))[head:]
        return ScriptPiece(True, place, len(points), body)
    body = encode_piece(InkPiece(0, known, (Stroke(1, points),)), before, short=True)
    return ScriptPiece(False, place, len(points), body)


def write_scripts(scripts: Iterable[Script], file: Path) -> None:
    """Write scripts as generators read them: little-endian numbers, without any padding."""
    scripts = list(scripts)
    out = bytearray(len(scripts).to_bytes(4, "little"))
    for script in scripts:
        out += len(script.pieces).to_bytes(4, "little") + script.strokes.to_bytes(4, "little")
        for piece in script.pieces:
            out.append(piece.is_new)
            for number in (piece.place, piece.points, len(piece.body)):
                out += number.to_bytes(2, "little")
            out += piece.body
    file.write_bytes(out)


def read_scripts(file: Path) -> list[Script]:
    """Read what `write_scripts` wrote; the sampling rates are not in it."""
    data = file.read_bytes()
    at = 0

    def number(size: int) -> int:
        nonlocal at
        at += size
        return int.from_bytes(data[at - size : at], "little")

    scripts = []
    for _ in range(number(4)):
        count, strokes = number(4), number(4)
        pieces = []
        for _ in range(count):
            is_new, place, points, size = bool(number(1)), number(2), number(2), number(2)
            pieces.append(ScriptPiece(is_new, place, points, data[at : at + size]))
            at += size
        scripts.append(Script(0, strokes, tuple(pieces)))
    return scripts
