"""Does the exported network answer as the trained one does, is it small, and how long does a look take?

    PYTHONPATH=src python -m training.check_onnx --data DIR --out DIR [--drawings N]

`--out` is what training wrote. Everything runs on one core, as in the game: strokes in, outputs out.
"""

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from pictomania.bots.picture import image_of
from training.check_render import strokes_of
from training.labels import concept_of
from training.sketches import read
from training.weights import load

LARGEST_MB = 8.0
SLOWEST_MS = 10.0


def session_of(path: Path) -> onnxruntime.InferenceSession:
    """Load a network for one thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"])


def main() -> int:
    """Compare, measure and judge."""
    parser = argparse.ArgumentParser(description="Check the exported network.")
    parser.add_argument("--data", type=Path, default=Path("../shared/sketches"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--drawings", type=int, default=1000)
    args = parser.parse_args()
    torch.set_num_threads(1)
    names = [
        output["name"] for output in json.loads((args.out / "labels.json").read_text("utf-8"))["outputs"]
    ]
    session, network = session_of(args.out / "guesser.onnx"), load(args.out / "weights.pt")
    sketches = read(args.data)
    chosen = sketches.of_part("test")
    chosen = np.random.default_rng(1).permutation(chosen)[: args.drawings]
    drawings = [strokes_of(sketches, int(index)) for index in chosen]
    ours, draw_ms, look_ms = [], [], []
    for drawing in drawings:
        began = time.perf_counter()
        image = image_of(drawing)[None]
        drawn = time.perf_counter()
        ours.append(session.run(None, {"image": image})[0][0])
        draw_ms.append((drawn - began) * 1000)
        look_ms.append((time.perf_counter() - drawn) * 1000)
    answers = np.stack(ours)
    with torch.no_grad():
        theirs = np.concatenate(
            [network(torch.from_numpy(image_of(drawing)[None])).numpy() for drawing in drawings]
        )
    truth = np.array([names.index(concept_of(sketches.name[index])) for index in chosen])
    megabytes = (args.out / "guesser.onnx").stat().st_size / 1e6
    same = float((answers.argmax(axis=1) == theirs.argmax(axis=1)).mean())
    middle = float(np.median(look_ms) + np.median(draw_ms))
    print(
        f"{megabytes:.2f} MB; same answer {same:.2%}; numbers differ by {np.abs(answers - theirs).mean():.4f}"
    )
    for who, numbers in (("onnxruntime", answers), ("torch", theirs)):
        print(f"{who}: right {(numbers.argmax(axis=1) == truth).mean():.2%} of {len(names)} outputs")
    print(f"rendering {np.median(draw_ms):.2f} ms (95 %: {np.percentile(draw_ms, 95):.2f}), ", end="")
    print(f"network {np.median(look_ms):.2f} ms (95 %: {np.percentile(look_ms, 95):.2f})")
    good = megabytes <= LARGEST_MB and middle <= SLOWEST_MS and same >= 0.97
    print("good" if good else "NOT good enough")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
