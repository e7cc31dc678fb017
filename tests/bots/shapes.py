"""Simple drawings for tests."""

import numpy as np

from pictomania.bots.picture import Floats


def line(*points: tuple[float, float]) -> Floats:
    """A line through these points."""
    return np.array(points, dtype=np.float32)


def circle(x: float = 0.5, y: float = 0.5, radius: float = 0.5, points: int = 33) -> Floats:
    """A closed round line."""
    turn = np.linspace(0, 2 * np.pi, points)
    return np.stack([x + radius * np.cos(turn), y + radius * np.sin(turn)], axis=1).astype(np.float32)


HOUSE = (
    line((0.1, 1), (0.1, 0.4), (0.5, 0), (0.9, 0.4), (0.9, 1), (0.1, 1)),
    line((0.4, 1), (0.4, 0.6), (0.6, 0.6), (0.6, 1)),
)
