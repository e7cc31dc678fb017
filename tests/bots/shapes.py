"""Simple drawings for tests."""

import numpy as np

from pictomania.bots.arrays import FloatArray


def line(*points: tuple[float, float]) -> FloatArray:
    """Return a line through these points."""
    return np.array(points, dtype=np.float32)


def circle(x: float = 0.5, y: float = 0.5, radius: float = 0.5, points: int = 33) -> FloatArray:
    """Return a closed circle."""
    angle = np.linspace(0, 2 * np.pi, points)
    return np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], axis=1).astype(np.float32)


HOUSE = (
    line((0.1, 1), (0.1, 0.4), (0.5, 0), (0.9, 0.4), (0.9, 1), (0.1, 1)),
    line((0.4, 1), (0.4, 0.6), (0.6, 0.6), (0.6, 1)),
)
