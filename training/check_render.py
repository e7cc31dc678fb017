"""Checks that both renderers agree, and times the one without torch.

python -m training.check_render --data DIR
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np
import torch

from pictomania.bots.arrays import FloatArray
from pictomania.bots.raster import rasterise
from training.data.render import render
from training.data.segments import SketchStore
from training.data.sketches import Sketches, read_sketches


def strokes_of(sketches: Sketches, index: int) -> list[FloatArray]:
    """Return the strokes of a drawing as arrays of points, as in the game."""
    rows = slice(sketches.start[index], sketches.start[index] + sketches.count[index])
    segments, stroke = sketches.segments[rows], sketches.stroke[rows]
    return [
        np.concatenate([segments[stroke == one, :2], segments[stroke == one, 2:][-1:]])
        for one in np.unique(stroke)
    ]


def main() -> int:
    """Compare 200 drawings, and time drawings of several sizes."""
    parser = argparse.ArgumentParser(description="Compare the two renderers.")
    parser.add_argument("--data", type=Path, default=Path("../shared/sketches"))
    args = parser.parse_args()
    torch.set_num_threads(1)
    sketches = read_sketches(args.data)
    chosen = np.random.default_rng(1).choice(len(sketches), 200, replace=False)
    store = SketchStore(sketches, torch.device("cpu"))
    with_torch = torch.cat([render(store.batch(part).fit()) for part in np.array_split(chosen, 20)]).numpy()
    with_numpy = np.stack([rasterise(strokes_of(sketches, int(index))) for index in chosen])
    worst = np.abs(with_numpy - with_torch).max(axis=(0, 2, 3))
    print(f"greatest difference: ink {worst[0]:.5f}, freshness {worst[1]:.5f}")
    for name, drawing in (
        ("average drawing", strokes_of(sketches, int(chosen[0]))),
        ("500 points", strokes_of(sketches, int(np.abs(sketches.count - 470).argmin()))),
        ("500 points of one spiral", [_spiral(500)]),
        ("5,000 points", [_spiral(1000) * scale for scale in (1, 2, 3, 4, 5)]),
    ):
        start = time.perf_counter()
        for _ in range(50):
            rasterise(drawing)
        spent = (time.perf_counter() - start) / 50 * 1000
        print(f"{name}: {sum(map(len, drawing))} points, {spent:.2f} ms")
    same = bool(worst[0] < 0.001 and worst[1] < 0.03)
    print("the same" if same else "NOT the same")
    return 0 if same else 1


def _spiral(points: int) -> FloatArray:
    angle = np.linspace(0, 12 * np.pi, points)
    return np.stack([angle * np.cos(angle), angle * np.sin(angle)], axis=1).astype(np.float32)


if __name__ == "__main__":
    sys.exit(main())
