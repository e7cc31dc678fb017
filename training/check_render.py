"""Do both renderers draw the same, and how long does the one without torch take?

python -m training.check_render --data DIR
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from pictomania.bots.picture import image_of
from training.ink import Album
from training.render import images_of
from training.sketches import Sketches, read


def strokes_of(sketches: Sketches, index: int) -> list[NDArray[np.float32]]:
    """The strokes of a drawing as lists of points, as the game has them."""
    rows = slice(sketches.start[index], sketches.start[index] + sketches.count[index])
    segments, stroke = sketches.segments[rows], sketches.stroke[rows]
    return [
        np.concatenate([segments[stroke == one, :2], segments[stroke == one, 2:][-1:]])
        for one in np.unique(stroke)
    ]


def main() -> int:
    """Compare 200 drawings, and time one with 500 points."""
    parser = argparse.ArgumentParser(description="Compare the two renderers.")
    parser.add_argument("--data", type=Path, default=Path("../shared/sketches"))
    args = parser.parse_args()
    torch.set_num_threads(1)
    sketches = read(args.data)
    chosen = np.random.default_rng(1).choice(len(sketches), 200, replace=False)
    album = Album(sketches, torch.device("cpu"))
    theirs = torch.cat([images_of(album.ink(part).fitted()) for part in np.array_split(chosen, 20)]).numpy()
    ours = np.stack([image_of(strokes_of(sketches, int(index))) for index in chosen])
    worst = np.abs(ours - theirs).max(axis=(0, 2, 3))
    print(f"greatest difference: ink {worst[0]:.5f}, freshness {worst[1]:.5f}")
    for name, drawing in (
        ("middling drawing", strokes_of(sketches, int(chosen[0]))),
        ("500 points", strokes_of(sketches, int(np.abs(sketches.count - 470).argmin()))),
        ("500 points of one spiral", [_spiral(500)]),
        ("5,000 points", [_spiral(1000) * scale for scale in (1, 2, 3, 4, 5)]),
    ):
        began = time.perf_counter()
        for _ in range(50):
            image_of(drawing)
        spent = (time.perf_counter() - began) / 50 * 1000
        print(f"{name}: {sum(map(len, drawing))} points, {spent:.2f} ms")
    same = bool(worst[0] < 0.001 and worst[1] < 0.03)
    print("the same" if same else "NOT the same")
    return 0 if same else 1


def _spiral(points: int) -> NDArray[np.float32]:
    turn = np.linspace(0, 12 * np.pi, points)
    return np.stack([turn * np.cos(turn), turn * np.sin(turn)], axis=1).astype(np.float32)


if __name__ == "__main__":
    sys.exit(main())
