"""Trains the guesser on human sketches and icons; writes its weights, labels and metrics.

    PYTHONPATH=src python -m training.train --data DIR --icons FILE... --out DIR --minutes 8

All randomness comes from --seed. With --steps instead of --minutes a run is reproducible, up to the rounding
of the GPU.
"""

import argparse
import copy
import json
import platform
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from pictomania.bots.arrays import IntArray
from training.bias import CalibrationSet, bias_table, choose_bias
from training.data.augmentation import KINDS, AugmentationTable, augment, augmentations_for
from training.data.holders import IdeaPool
from training.data.labels import HUMAN_SOURCES
from training.data.segments import SegmentBatch
from training.data.sketches import PARTS, data_hash
from training.measure import SHARES, Predictions, calibrate, predict, report, report_icons
from training.network import Network
from training.trainer import Trainer, TrainingBudget, TrainingSetup, prepare, to_channels_last
from training.weights import load, save

ATTRIBUTION = (
    "Trained on drawings from The Quick, Draw! Dataset, made available by Google, Inc. under CC BY 4.0, "
    "and on sketches from Eitz, Hays, Alexa: How Do Humans Sketch Objects?, 2012, CC BY 4.0."
)
ICONS_ATTRIBUTION = (
    " Also trained on icons of OpenMoji (CC BY-SA 4.0), Tabler Icons (MIT), Lucide (ISC), Hugeicons (MIT) "
    "and IconPark (Apache-2.0), and on emoji of Twemoji (CC BY 4.0), Fluent Emoji (MIT), Noto Emoji "
    "(Apache-2.0), EmojiOne (CC BY 4.0) and Streamline Emojis (CC BY 4.0)."
)
STARTED_AT = time.monotonic()


def log(*words: object) -> None:
    """Print a message with the seconds since the start."""
    print(f"{time.monotonic() - STARTED_AT:7.1f} s", *words, flush=True)


def train(setup: TrainingSetup, budget: TrainingBudget) -> tuple[Network, dict[str, Any]]:
    """Train until the budget is spent; return the averaged network and statistics."""
    trainer = Trainer(setup)
    log(f"{sum(value.numel() for value in trainer.network.parameters()) / 1e6:.2f} million weights")
    logged_at, logged_steps = time.monotonic(), 0
    while (progress := budget.progress(trainer.steps)) < 1:
        loss, accuracy = trainer.step(progress)
        spent = time.monotonic() - logged_at
        if spent > setup.args.tell:
            speed = (trainer.steps - logged_steps) * setup.args.batch / spent
            log(
                f"{progress:6.1%}  step {trainer.steps}  loss {loss:.3f}  accuracy {accuracy:.1%}  "
                f"{speed:,.0f}/s"
            )
            logged_at, logged_steps = time.monotonic(), trainer.steps
    epochs = trainer.steps * setup.args.batch / trainer.epoch_size
    return trainer.average.network, {"steps": trainer.steps, "epochs": round(epochs, 1)}


class Evaluator:
    """Runs a trained network on parts of the dataset."""

    def __init__(self, setup: TrainingSetup, network: Network) -> None:
        self._setup, self._network = setup, network
        self.pool = IdeaPool(setup.outputs)

    @torch.no_grad()
    def _predictor(self, image: Tensor) -> Tensor:
        with self._setup.autocast():
            logits: Tensor = self._network(image.contiguous(memory_format=torch.channels_last))
        return logits

    def sketches(self, part: str) -> tuple[IntArray, dict[float, Predictions]]:
        """Predict one part of the human sketches at every share drawn."""
        chosen = self._setup.sketches.of_part(part)
        return chosen, {share: predict(self._predictor, self._setup.store, chosen, share) for share in SHARES}

    def icons(self) -> tuple[dict[str, IntArray], dict[str, Predictions]]:
        """Predict complete drawings for icon-only outputs, by source; return the right outputs too.

        `learnt` are the training icons, `varied` the same after augmentation; `blind` are human sketches.
        """
        setup = self._setup
        learnt = np.flatnonzero((setup.kind == KINDS.index("icon")) & (setup.sketches.part == 0))
        cases = {
            "learnt": (learnt, None),
            "varied": (learnt, self._redraw()),
            "held": (setup.sketches.of_part("held"), None),
            "blind": (setup.sketches.of_part("blind"), None),
        }
        cases = {source: case for source, case in cases.items() if len(case[0])}
        predictions = {
            source: predict(self._predictor, setup.store, *case[:1], 1.0, case[1])
            for source, case in cases.items()
        }
        return {source: setup.target[case[0]] for source, case in cases.items()}, predictions

    def _redraw(self) -> Callable[[SegmentBatch], SegmentBatch]:
        device = self._setup.device
        table = AugmentationTable(augmentations_for(unfinished=0.0), device)
        rng = torch.Generator(device).manual_seed(self._setup.args.seed + 1)

        def redraw(batch: SegmentBatch) -> SegmentBatch:
            kind = torch.full((len(batch.a),), KINDS.index("icon"), device=device)
            return augment(batch, kind, table, rng)

        return redraw


@dataclass(frozen=True)
class Measurements:
    """The results of measuring a trained network."""

    bias: dict[str, Any] | None  # None without icons
    temperature: dict[str, Any]
    figures: dict[str, Any]


def measure(setup: TrainingSetup, network: Network) -> Measurements:
    """Fit bias and temperatures on the calibration part, and compute all figures on the test part."""
    evaluator = Evaluator(setup, network)
    seed = setup.args.seed
    chosen, predictions = evaluator.sketches("calibration")
    bias, rows = None, []
    offset = np.zeros(len(setup.outputs), dtype=np.float32)
    icon_outputs, icon_predictions = evaluator.icons()
    if icon_outputs:
        sets = {source: _calibration_set(setup, source, chosen, predictions[1.0]) for source in HUMAN_SOURCES}
        sets |= {
            source: CalibrationSet(icon_predictions[source].logits, icon_outputs[source])
            for source in icon_outputs
        }
        rows = bias_table(sets, evaluator.pool, setup.icon_only, seed)
        bias = choose_bias(rows, HUMAN_SOURCES, setup.args.lose)
        offset = (bias["icons"] * setup.icon_only).astype(np.float32)
    predictions = {share: each.add_bias(offset) for share, each in predictions.items()}
    temperature = calibrate(predictions, setup.target[chosen], evaluator.pool, seed)
    chosen, predictions = evaluator.sketches("test")
    predictions = {share: each.add_bias(offset) for share, each in predictions.items()}
    sources = [setup.sketches.name[index].partition("/")[0] for index in chosen]
    figures = report(predictions, setup.target[chosen], sources, evaluator.pool, temperature, seed)
    icon_predictions = {source: each.add_bias(offset) for source, each in icon_predictions.items()}
    figures |= {"icons": report_icons(icon_predictions, icon_outputs, evaluator.pool, seed), "trade": rows}
    return Measurements(bias, temperature, figures)


def _calibration_set(
    setup: TrainingSetup, source: str, chosen: IntArray, predictions: Predictions
) -> CalibrationSet:
    mask = np.array([setup.sketches.name[index].startswith(source) for index in chosen], dtype=bool)
    return CalibrationSet(predictions.logits[mask], setup.target[chosen][mask])


def write(setup: TrainingSetup, network: Network, run: dict[str, Any]) -> None:
    """Write the weights first, in case something fails later; then measure and write the rest."""
    out: Path = setup.args.out
    out.mkdir(parents=True, exist_ok=True)
    save(copy.deepcopy(network), out / "weights.pt")
    log(f"weights.pt: {(out / 'weights.pt').stat().st_size / 1e6:.1f} MB")
    measurements = measure(setup, network)
    labels: dict[str, Any] = {
        "attribution": ATTRIBUTION + (ICONS_ATTRIBUTION if setup.args.icons else ""),
        "outputs": [asdict(output) for output in setup.outputs],
        "temperature": measurements.temperature,
    }
    if measurements.bias:
        labels["bias"] = measurements.bias
    (out / "labels.json").write_text(
        json.dumps(labels, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )
    metrics = {
        "data": data_hash(setup.args.data, setup.args.icons),
        "parts": {part: len(setup.sketches.of_part(part)) for part in PARTS},
        "run": run,
        "bias": measurements.bias,
        "temperature": measurements.temperature,
        "test": measurements.figures,
    }
    (out / "metrics.json").write_text(json.dumps(metrics, indent=1, default=str) + "\n", encoding="utf-8")
    log_figures(measurements.figures)
    log_icons(measurements.figures)
    log("bias:", json.dumps(measurements.bias))
    log("temperature:", json.dumps(measurements.temperature))
    export(out)


def log_figures(figures: dict[str, Any]) -> None:
    """Print the main figures: for the image alone, and in parentheses with its mirror image."""
    for share in map(str, SHARES):
        for source, top in figures["outputs"][share].items():
            in_holders = ", ".join(
                f"of {kind} {cell[share][source]['right']:.1%} ({cell[share][source]['mirrored too']:.1%})"
                for kind, cell in figures["holders"].items()
                if source in cell[share]
            )
            overall = f"{top['first']:.1%} ({top['mirrored too']:.1%})"
            log(f"{share} of {source}: of all outputs {overall}, {in_holders}")
        for kind in figures["honesty"]:
            errors = {how: table["error"] for how, table in figures["honesty"][kind][share].items()}
            log(f"{share}, calibration error of {kind}: {json.dumps(errors)}")


def log_icons(figures: dict[str, Any]) -> None:
    """Print the accuracy of icon-only outputs, and the effect of each bias on the calibration part."""
    for source, cell in figures["icons"].items():
        in_holders = ", ".join(
            f"of {kind} {cell[kind]['right']:.1%} ({cell[kind]['mirrored too']:.1%})"
            for kind in ("21 game", "42 game")
        )
        first = cell["one of all"]["first"]
        log(f"icon-only, {source}: {cell['drawings']} drawings, one of all {first:.1%}, {in_holders}")
    for row in figures["trade"]:
        bias, *rest = row.items()
        log(f"bias {bias[1]:+g}:", ", ".join(f"{source} {value:.1%}" for source, value in rest))


def weight(text: str) -> tuple[str, float]:
    """Parse an option such as tu-berlin=2."""
    source, _, value = text.partition("=")
    if source not in HUMAN_SOURCES:
        raise argparse.ArgumentTypeError(f"{source} is not one of {', '.join(HUMAN_SOURCES)}")
    return source, float(value)


def export(out: Path) -> None:
    """Export the network if the package onnx is installed; else `training/export.py` can do it elsewhere."""
    try:
        from training.export import model_of  # noqa: PLC0415 (needs onnx, which may be missing)
    except ImportError as error:
        log(f"not exported ({error}): run python -m training.export weights.pt guesser.onnx")
        return
    # From the file, so that the export has the same rounding as weights.pt.
    (out / "guesser.onnx").write_bytes(model_of(load(out / "weights.pt")).SerializeToString())
    log(f"guesser.onnx: {(out / 'guesser.onnx').stat().st_size / 1e6:.2f} MB")


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="Train the guesser.")
    parser.add_argument("--data", type=Path, default=Path("../shared/sketches"))
    parser.add_argument("--icons", type=Path, nargs="*", default=[], help="icon files")
    parser.add_argument(
        "--icon-share",
        type=float,
        default=0.35,
        help="frequency of an icon-only output relative to a human class",
    )
    parser.add_argument("--hold-icons", action="store_true", help="hold out one icon of each output")
    parser.add_argument(
        "--blind",
        type=int,
        default=0,
        help="number of human concepts to train on icons alone; for measuring only",
    )
    parser.add_argument(
        "--lose",
        type=float,
        default=0.002,
        help="accuracy on human drawings that icon-only outputs may cost",
    )
    parser.add_argument(
        "--weight",
        type=weight,
        nargs="*",
        default=[("tu-berlin", 3.0)],
        help="sampling weight of a collection (tu-berlin=3: traced sketches are few and hard)",
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--minutes", type=float, default=8.0, help="total time, including reading and measuring"
    )
    parser.add_argument("--steps", type=int, default=0, help="instead of --minutes, for a reproducible run")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="")
    parser.add_argument("--each", type=int, default=0, help="drawings per class, for a quick test run")
    parser.add_argument("--width", type=int, default=48)
    parser.add_argument("--blocks", type=int, nargs="+", default=[1, 2, 3, 2])
    parser.add_argument("--last", type=float, default=1.0, help="factor for the width of the last stage")
    parser.add_argument("--dropout", type=float, default=0.2)
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--decay", type=float, default=0.05)
    parser.add_argument("--average", type=float, default=0.999)
    parser.add_argument("--unfinished", type=float, default=0.4, help="share of prefixes in training")
    parser.add_argument("--hard", type=float, default=1.0, help="weight of the hard loss")
    parser.add_argument("--soft", type=float, default=0.5, help="weight of the soft targets")
    parser.add_argument("--match", type=float, default=1.0, help="weight of the distillation loss")
    parser.add_argument("--begin", type=Path, help="initial weights, instead of random ones")
    parser.add_argument("--teacher", type=Path, nargs="*", default=[], help="weights of teacher networks")
    parser.add_argument("--weights", type=Path, help="measure these weights instead of training")
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--tell", type=float, default=10.0, help="seconds between log lines")
    parser.add_argument("--reserve", type=float, default=40.0, help="seconds for measuring and writing")
    return parser.parse_args()


def main() -> None:
    """Train, measure and write everything."""
    args = arguments()
    torch.manual_seed(args.seed)
    torch.backends.cudnn.benchmark = True
    torch.set_float32_matmul_precision("high")
    setup = prepare(args)
    outputs = f"{len(setup.outputs)} outputs, {setup.icon_only.sum()} of them icon-only"
    log(f"{len(setup.sketches)} drawings, {outputs}, on {setup.device}")
    left = args.minutes * 60 - args.reserve - (time.monotonic() - STARTED_AT)
    if args.weights:
        network, run = to_channels_last(load(args.weights), setup.device), {"weights": args.weights}
    else:
        network, run = train(setup, TrainingBudget(args.steps, max(left, 1.0), time.monotonic()))
    machine = torch.cuda.get_device_name() if setup.device.type == "cuda" else platform.processor()
    write(setup, network, {**run, "settings": vars(args), "torch": torch.__version__, "machine": machine})


if __name__ == "__main__":
    main()
