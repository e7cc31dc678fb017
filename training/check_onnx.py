"""Checks that the exported network matches the trained one, and that it is small and fast.

    PYTHONPATH=src python -m training.check_onnx --data DIR --out DIR [--drawings N]

`--out` is the output folder of the training. Runs on one core, like the game, from strokes to logits.
"""

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from pictomania.bots.raster import rasterise
from training.check_render import strokes_of
from training.data.labels import concept_of
from training.data.sketches import read_sketches
from training.weights import load

MAX_MB = 8.0
MAX_MS = 10.0
MIN_AGREEMENT = 0.97


def load_session(path: Path) -> onnxruntime.InferenceSession:
    """Load a network for one thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"])


def main() -> int:
    """Compare both networks, measure, and return 0 if all limits are met."""
    parser = argparse.ArgumentParser(description="Check the exported network.")
    parser.add_argument("--data", type=Path, default=Path("../shared/sketches"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--drawings", type=int, default=1000)
    args = parser.parse_args()
    torch.set_num_threads(1)
    names = [
        output["name"] for output in json.loads((args.out / "labels.json").read_text("utf-8"))["outputs"]
    ]
    session, network = load_session(args.out / "guesser.onnx"), load(args.out / "weights.pt")
    sketches = read_sketches(args.data)
    chosen = sketches.of_part("test")
    chosen = np.random.default_rng(1).permutation(chosen)[: args.drawings]
    drawings = [strokes_of(sketches, int(index)) for index in chosen]
    outputs, render_ms, network_ms = [], [], []
    for drawing in drawings:
        start = time.perf_counter()
        image = rasterise(drawing)[None]
        rendered = time.perf_counter()
        outputs.append(session.run(None, {"image": image})[0][0])
        render_ms.append((rendered - start) * 1000)
        network_ms.append((time.perf_counter() - rendered) * 1000)
    exported = np.stack(outputs)
    with torch.no_grad():
        trained = np.concatenate(
            [network(torch.from_numpy(rasterise(drawing)[None])).numpy() for drawing in drawings]
        )
    truth = np.array([names.index(concept_of(sketches.name[index])) for index in chosen])
    megabytes = (args.out / "guesser.onnx").stat().st_size / 1e6
    agreement = float((exported.argmax(axis=1) == trained.argmax(axis=1)).mean())
    median_ms = float(np.median(network_ms) + np.median(render_ms))
    print(
        f"{megabytes:.2f} MB; same answer {agreement:.2%}; "
        f"mean difference of logits {np.abs(exported - trained).mean():.4f}"
    )
    for runtime, logits in (("onnxruntime", exported), ("torch", trained)):
        print(f"{runtime}: accuracy {(logits.argmax(axis=1) == truth).mean():.2%} of {len(names)} outputs")
    print(f"rendering {np.median(render_ms):.2f} ms (95 %: {np.percentile(render_ms, 95):.2f}), ", end="")
    print(f"network {np.median(network_ms):.2f} ms (95 %: {np.percentile(network_ms, 95):.2f})")
    passed = megabytes <= MAX_MB and median_ms <= MAX_MS and agreement >= MIN_AGREEMENT
    print("passed" if passed else "FAILED")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
