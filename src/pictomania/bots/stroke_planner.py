"""Turns a drawing from the library into timed strokes on a sheet, at a human pace.

No two plans are alike: the drawing is rotated, stretched and bent a little, and the hand wobbles.
"""

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import numpy as np

from pictomania.bots.arrays import FloatArray, Polylines
from pictomania.bots.skills import SkillProfile
from pictomania.ink.stroke import LONG, SHORT, TICK_MS, Point

POINTS_PER_SECOND = 30
MAX_DRAWING_S = 45.0  # a drawing that would take longer is sped up
MAX_PAUSE_SHARE = 1 / 3  # of the drawing time that the pencil spends in the air
SLOWEST = 0.35  # in a tight curve, as a share of full speed
DOT_S = 0.15
WAVES = 3  # sine waves that make up each bend and wobble


@dataclass(frozen=True, slots=True)
class TimedStroke:
    """One stroke and when it starts, in seconds after the start of the drawing phase."""

    starts_at: float
    points: tuple[Point, ...]

    @property
    def ends_at(self) -> float:
        """When the pencil is lifted."""
        return self.starts_at + (self.points[-1].tick - self.points[0].tick) * TICK_MS / 1000


def plan_strokes(
    drawing: Polylines, profile: SkillProfile, random: Random, *, landscape: bool = False
) -> list[TimedStroke]:
    """Plan a whole drawing, on a sheet in portrait or landscape format."""
    rng = np.random.default_rng(random.getrandbits(64))
    size = (LONG, SHORT) if landscape else (SHORT, LONG)
    lines = _place(_distort(drawing, profile.sloppiness, rng), size, rng)
    width = max(float(np.ptp(np.concatenate(lines), axis=0).max()), 1.0)
    trajectories = [_trajectory(_overshoot(line, rng)) for line in lines]
    now = random.uniform(*profile.thinking_s)
    pauses = [random.uniform(*profile.pause_s) for _ in trajectories]
    hurry = min(1.0, MAX_PAUSE_SHARE * (MAX_DRAWING_S - now) / sum(pauses))
    drawing_s = MAX_DRAWING_S - now - hurry * sum(pauses)
    speed = max(profile.speed * width, sum(trajectory.duration for trajectory in trajectories) / drawing_s)
    plan = []
    for trajectory, pause in zip(trajectories, pauses, strict=True):
        path = _wobble(_sample(trajectory, speed), profile.wobble * width, rng)
        plan.append(TimedStroke(now, _points(path, now, size, rng)))
        now = plan[-1].ends_at + hurry * pause
    return plan


# Shape.


def _distort(drawing: Polylines, sloppiness: float, rng: np.random.Generator) -> Polylines:
    """Rotate, stretch, shear and perhaps mirror a drawing, and bend it in long waves."""
    angle = rng.normal(0, 0.06)
    stretch = np.exp(rng.normal(0, 0.07, 2))
    stretch[0] *= rng.choice((-1, 1))
    rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    matrix = rotation @ np.array([[stretch[0], rng.normal(0, 0.05)], [0, stretch[1]]])
    waves = rng.normal(0, 1, (WAVES, 2)) * np.pi * 1.5
    phases = rng.uniform(0, 2 * np.pi, (WAVES, 2))
    sizes = rng.normal(0, sloppiness / WAVES, (WAVES, 2))

    def bend(line: FloatArray) -> FloatArray:
        fine = _resample(line, 0.03)
        along = fine @ waves.T
        offset = sum(np.sin(along[:, wave, None] + phases[wave]) * sizes[wave] for wave in range(WAVES))
        return np.asarray((fine + offset) @ matrix.T, dtype=np.float32)

    # People do not hit the same spot twice, so each stroke is a little off on its own as well.
    return [bend(line) + rng.normal(0, sloppiness / 4, 2).astype(np.float32) for line in drawing]


def _place(lines: Polylines, sheet: tuple[int, int], rng: np.random.Generator) -> Polylines:
    """Scale a drawing to the size people draw, and place it near the middle of the sheet."""
    points = np.concatenate(lines)
    low, high = points.min(axis=0), points.max(axis=0)
    room = np.array(sheet, dtype=np.float32)
    scale = rng.uniform(0.62, 0.85) * float((room / np.maximum(high - low, 0.2)).min())
    scale = min(scale, 0.85 * SHORT)
    spare = (room - (high - low) * scale) / 2
    middle = room / 2 + spare * rng.uniform(-0.5, 0.5, 2)
    return [np.asarray((line - (low + high) / 2) * scale + middle, dtype=np.float32) for line in lines]


def _overshoot(line: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Extend a closed line a little beyond its starting point."""
    lengths = _lengths(line)
    is_closed = len(line) > 3 and np.hypot(*(line[0] - line[-1])) < 0.02 * lengths.sum()
    if not is_closed:
        return line
    extra = int(np.searchsorted(np.cumsum(lengths), rng.uniform(0, 0.05) * lengths.sum()))
    return np.concatenate([line, line[1 : 1 + extra]])


# Timing.


class Trajectory(NamedTuple):
    """A line and the time of each point, at a top speed of one unit per second."""

    line: FloatArray
    times: FloatArray

    @property
    def duration(self) -> float:
        """Seconds until the end of the line."""
        return float(self.times[-1])


def _trajectory(line: FloatArray) -> Trajectory:
    """Time a line: slower in curves and at both ends; a dot takes no time."""
    total = float(_lengths(line).sum())
    if total < 1:
        return Trajectory(line[:1], np.zeros(1, dtype=np.float32))
    fine = _resample(line, max(total / 200, 4.0))
    steps = np.maximum(_lengths(fine), 1e-3)
    heading = np.unwrap(np.arctan2(*np.diff(fine, axis=0).T[::-1]))
    curvature = np.abs(np.gradient(heading)) / steps if len(heading) > 1 else np.zeros(1)
    in_curves = np.clip((1 + curvature * total / 6) ** (-1 / 3), SLOWEST, 1)  # the two-thirds power law
    progress = np.cumsum(steps) / steps.sum()
    at_ends = np.clip(np.minimum(progress, 1 - progress) * 8, 0.35, 1)
    times = np.concatenate([[0], np.cumsum(steps / (in_curves * at_ends))])
    return Trajectory(fine, times.astype(np.float32))


def _sample(trajectory: Trajectory, speed: float) -> FloatArray:
    """Return the points of a line at equal time intervals."""
    duration = trajectory.duration / speed or DOT_S
    at = np.linspace(0, trajectory.duration, max(2, round(duration * POINTS_PER_SECOND)))
    return np.stack(
        [np.interp(at, trajectory.times, trajectory.line[:, axis]) for axis in (0, 1)], axis=1
    ).astype(np.float32)


def _wobble(line: FloatArray, size: float, rng: np.random.Generator) -> FloatArray:
    """Add a few slow waves along the line, like an unsteady hand."""
    seconds = np.arange(len(line))[:, None] / POINTS_PER_SECOND
    rates = rng.uniform(0.5, 3.5, (WAVES, 2))
    phases = rng.uniform(0, 2 * np.pi, (WAVES, 2))
    offset = sum(np.sin(2 * np.pi * rates[wave] * seconds + phases[wave]) for wave in range(WAVES))
    return np.asarray(line + size / WAVES * offset, dtype=np.float32)


def _points(
    line: FloatArray, starts_at: float, sheet: tuple[int, int], rng: np.random.Generator
) -> tuple[Point, ...]:
    """Convert a sampled line to ink points with pressure and time."""
    width, height = sheet
    pressures = 128 + 30 * np.sin(np.linspace(0, np.pi, len(line))) + rng.normal(0, 6)
    first = int(starts_at * 1000 / TICK_MS)
    ticks = first + np.arange(len(line)) * (1000 / TICK_MS / POINTS_PER_SECOND)
    return tuple(
        Point(
            int(np.clip(x, 0, width)), int(np.clip(y, 0, height)), int(np.clip(pressure, 1, 255)), int(tick)
        )
        for (x, y), pressure, tick in zip(line, pressures, ticks, strict=True)
    )


def _lengths(line: FloatArray) -> FloatArray:
    return np.asarray(np.hypot(*np.diff(line, axis=0).T), dtype=np.float32)


def _resample(line: FloatArray, step: float) -> FloatArray:
    """Return the same line with points at equal distances of about `step`."""
    if len(line) < 2:
        return line
    along = np.concatenate([[0], np.cumsum(_lengths(line))])
    at = np.linspace(0, along[-1], max(2, int(along[-1] / step) + 1))
    return np.stack([np.interp(at, along, line[:, axis]) for axis in (0, 1)], axis=1).astype(np.float32)
