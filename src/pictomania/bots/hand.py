"""A hand: makes of a doodle what somebody draws on a sheet, line by line, at the pace of a person.

No doodle is ever drawn twice the same: it is turned, stretched and bent a little, and the hand wobbles.
"""

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import numpy as np

from pictomania.bots.material import Doodle
from pictomania.bots.picture import Floats
from pictomania.bots.skills import Manner
from pictomania.ink.stroke import LONG, SHORT, TICK_MS, Point

POINTS_A_SECOND = 30
LONGEST_S = 45.0  # a drawing that would take longer is drawn faster
LIFTED = 1 / 3  # of that, at most, is the pencil in the air
SLOWEST = 0.35  # in a tight curve, as a share of the speed
DOT_S = 0.15
WAVES = 3  # of which bends and wobbles are made


@dataclass(frozen=True, slots=True)
class Drawn:
    """One line and when it is drawn, in seconds after the start."""

    begins: float
    points: tuple[Point, ...]

    @property
    def ends(self) -> float:
        """When the pencil is lifted."""
        return self.begins + (self.points[-1].tick - self.points[0].tick) * TICK_MS / 1000


def drawn(doodle: Doodle, manner: Manner, random: Random, *, across: bool = False) -> list[Drawn]:
    """Plan a whole drawing, on a sheet that lies upright or across."""
    chance = np.random.default_rng(random.getrandbits(64))
    paper = (LONG, SHORT) if across else (SHORT, LONG)
    lines = _placed(_varied(doodle, manner.sloppy, chance), paper, chance)
    width = max(float(np.ptp(np.concatenate(lines), axis=0).max()), 1.0)
    ways = [_way(_closed_over(line, chance)) for line in lines]
    now = random.uniform(*manner.thinks)
    lifts = [random.uniform(*manner.lifts) for _ in ways]
    hurry = min(1.0, LIFTED * (LONGEST_S - now) / sum(lifts))
    drawing_s = LONGEST_S - now - hurry * sum(lifts)
    speed = max(manner.speed * width, sum(way.lasts for way in ways) / drawing_s)
    planned = []
    for way, lift in zip(ways, lifts, strict=True):
        path = _wobbly(_paced(way, speed), manner.wobble * width, chance)
        planned.append(Drawn(now, _points(path, now, paper, chance)))
        now = planned[-1].ends + hurry * lift
    return planned


# What is drawn.


def _varied(doodle: Doodle, sloppy: float, chance: np.random.Generator) -> Doodle:
    """Turn, stretch, shear and mirror a little, and bend in long waves."""
    turn = chance.normal(0, 0.06)
    stretch = np.exp(chance.normal(0, 0.07, 2))
    stretch[0] *= chance.choice((-1, 1))
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    matrix = turned @ np.array([[stretch[0], chance.normal(0, 0.05)], [0, stretch[1]]])
    waves = chance.normal(0, 1, (WAVES, 2)) * np.pi * 1.5
    phases = chance.uniform(0, 2 * np.pi, (WAVES, 2))
    sizes = chance.normal(0, sloppy / WAVES, (WAVES, 2))

    def bent(line: Floats) -> Floats:
        fine = _even(line, 0.03)
        along = fine @ waves.T
        off = sum(np.sin(along[:, nth, None] + phases[nth]) * sizes[nth] for nth in range(WAVES))
        return np.asarray((fine + off) @ matrix.T, dtype=np.float32)

    # People do not hit the same place twice: each line is a little off by itself too.
    return [bent(line) + chance.normal(0, sloppy / 4, 2).astype(np.float32) for line in doodle]


def _placed(lines: Doodle, paper: tuple[int, int], chance: np.random.Generator) -> Doodle:
    """Put a drawing somewhere near the middle of a sheet, as large as people draw."""
    points = np.concatenate(lines)
    low, high = points.min(axis=0), points.max(axis=0)
    room = np.array(paper, dtype=np.float32)
    size = chance.uniform(0.62, 0.85) * float((room / np.maximum(high - low, 0.2)).min())
    size = min(size, 0.85 * SHORT)
    spare = (room - (high - low) * size) / 2
    middle = room / 2 + spare * chance.uniform(-0.5, 0.5, 2)
    return [np.asarray((line - (low + high) / 2) * size + middle, dtype=np.float32) for line in lines]


def _closed_over(line: Floats, chance: np.random.Generator) -> Floats:
    """A line that returns to where it began goes a little beyond."""
    lengths = _lengths(line)
    is_closed = len(line) > 3 and np.hypot(*(line[0] - line[-1])) < 0.02 * lengths.sum()
    if not is_closed:
        return line
    beyond = int(np.searchsorted(np.cumsum(lengths), chance.uniform(0, 0.05) * lengths.sum()))
    return np.concatenate([line, line[1 : 1 + beyond]])


# How it is drawn.


class Way(NamedTuple):
    """A line, and when the pencil is where if it moves by one in a second at its fastest."""

    line: Floats
    times: Floats

    @property
    def lasts(self) -> float:
        """Until the end of the line."""
        return float(self.times[-1])


def _way(line: Floats) -> Way:
    """How a line is drawn: slower in curves, and at both ends; a dot in no time."""
    total = float(_lengths(line).sum())
    if total < 1:
        return Way(line[:1], np.zeros(1, dtype=np.float32))
    fine = _even(line, max(total / 200, 4.0))
    steps = np.maximum(_lengths(fine), 1e-3)
    way = np.unwrap(np.arctan2(*np.diff(fine, axis=0).T[::-1]))
    curve = np.abs(np.gradient(way)) / steps if len(way) > 1 else np.zeros(1)
    slow = np.clip((1 + curve * total / 6) ** (-1 / 3), SLOWEST, 1)  # the two-thirds power law
    done = np.cumsum(steps) / steps.sum()
    ends = np.clip(np.minimum(done, 1 - done) * 8, 0.35, 1)
    times = np.concatenate([[0], np.cumsum(steps / (slow * ends))])
    return Way(fine, times.astype(np.float32))


def _paced(way: Way, speed: float) -> Floats:
    """The points of a line at equal times."""
    lasts = way.lasts / speed or DOT_S
    at = np.linspace(0, way.lasts, max(2, round(lasts * POINTS_A_SECOND)))
    return np.stack([np.interp(at, way.times, way.line[:, axis]) for axis in (0, 1)], axis=1).astype(
        np.float32
    )


def _wobbly(line: Floats, size: float, chance: np.random.Generator) -> Floats:
    """No hand is steady: a few slow waves across the whole line."""
    seconds = np.arange(len(line))[:, None] / POINTS_A_SECOND
    rates = chance.uniform(0.5, 3.5, (WAVES, 2))
    phases = chance.uniform(0, 2 * np.pi, (WAVES, 2))
    off = sum(np.sin(2 * np.pi * rates[nth] * seconds + phases[nth]) for nth in range(WAVES))
    return np.asarray(line + size / WAVES * off, dtype=np.float32)


def _points(
    line: Floats, begins: float, paper: tuple[int, int], chance: np.random.Generator
) -> tuple[Point, ...]:
    width, height = paper
    press = 128 + 30 * np.sin(np.linspace(0, np.pi, len(line))) + chance.normal(0, 6)
    first = int(begins * 1000 / TICK_MS)
    ticks = first + np.arange(len(line)) * (1000 / TICK_MS / POINTS_A_SECOND)
    return tuple(
        Point(int(np.clip(x, 0, width)), int(np.clip(y, 0, height)), int(np.clip(hard, 1, 255)), int(tick))
        for (x, y), hard, tick in zip(line, press, ticks, strict=True)
    )


def _lengths(line: Floats) -> Floats:
    return np.asarray(np.hypot(*np.diff(line, axis=0).T), dtype=np.float32)


def _even(line: Floats, step: float) -> Floats:
    """The same line with points at equal distances of about so much."""
    if len(line) < 2:
        return line
    along = np.concatenate([[0], np.cumsum(_lengths(line))])
    at = np.linspace(0, along[-1], max(2, int(along[-1] / step) + 1))
    return np.stack([np.interp(at, along, line[:, axis]) for axis in (0, 1)], axis=1).astype(np.float32)
