"""Train the guesser on human sketches, and write its weights, its labels and what it is worth.

    PYTHONPATH=src python -m training.train --data DIR --out DIR --minutes 8

Chance comes from --seed alone; with --steps instead of --minutes a run can be repeated, as far as the sums of
a GPU can.
"""

import argparse
import copy
import json
import platform
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from training.course import Budget, Course, School, prepared
from training.holders import Pool, Whole
from training.measure import SHARES, Seen, calibration, look, report
from training.network import Network
from training.sketches import PARTS, data_hash
from training.weights import load, save

ATTRIBUTION = (
    "Trained on drawings from The Quick, Draw! Dataset, made available by Google, Inc. under CC BY 4.0, "
    "and on sketches from Eitz, Hays, Alexa: How Do Humans Sketch Objects?, 2012, CC BY 4.0."
)
BEGAN = time.monotonic()


def say(*words: object) -> None:
    """Print with the seconds since the start."""
    print(f"{time.monotonic() - BEGAN:7.1f} s", *words, flush=True)


def learnt(school: School, budget: Budget) -> tuple[Network, dict[str, Any]]:
    """Train until the budget is spent; returns the averaged weights and how far they came."""
    course = Course(school)
    say(f"{sum(value.numel() for value in course.network.parameters()) / 1e6:.2f} million weights")
    told, steps_told = time.monotonic(), 0
    while (progress := budget.progress(course.steps)) < 1:
        loss, right = course.step(progress)
        spent = time.monotonic() - told
        if spent > school.args.tell:
            speed = (course.steps - steps_told) * school.args.batch / spent
            say(f"{progress:6.1%}  step {course.steps}  loss {loss:.3f}  right {right:.1%}  {speed:,.0f}/s")
            told, steps_told = time.monotonic(), course.steps
    epochs = course.steps * school.args.batch / len(course.lessons)
    return course.averaged.network, {"steps": course.steps, "epochs": round(epochs, 1)}


def looks_at(school: School, network: Network, part: str) -> tuple[Whole, dict[float, Seen]]:
    """Show the network a part of the data at every share drawn."""
    chosen = school.sketches.of_part(part)

    @torch.no_grad()
    def answer(image: Tensor) -> Tensor:
        with school.autocast():
            answers: Tensor = network(image.contiguous(memory_format=torch.channels_last))
        return answers

    return chosen, {share: look(answer, school.album, chosen, share) for share in SHARES}


def measured(school: School, network: Network) -> tuple[dict[str, Any], dict[str, Any]]:
    """Temperatures from the calibration part, and all figures from the test part."""
    pool = Pool(school.outputs)
    chosen, looks = looks_at(school, network, "calibration")
    heat = calibration(looks, school.target[chosen], pool, school.args.seed)
    chosen, looks = looks_at(school, network, "test")
    sources = [school.sketches.name[index].partition("/")[0] for index in chosen]
    return heat, report(looks, school.target[chosen], sources, pool, heat, school.args.seed)


def write(school: School, network: Network, run: dict[str, Any]) -> None:
    """Write the weights first, so that they are there whatever fails later; then all the rest."""
    out: Path = school.args.out
    out.mkdir(parents=True, exist_ok=True)
    save(copy.deepcopy(network), out / "weights.pt")
    say(f"weights.pt: {(out / 'weights.pt').stat().st_size / 1e6:.1f} MB")
    heat, figures = measured(school, network)
    labels = {
        "attribution": ATTRIBUTION,
        "outputs": [asdict(output) for output in school.outputs],
        "temperature": heat,
    }
    (out / "labels.json").write_text(
        json.dumps(labels, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )
    metrics = {
        "data": data_hash(school.args.data),
        "parts": dict(zip(PARTS, np.bincount(school.sketches.part, minlength=3).tolist(), strict=True)),
        "run": run,
        "temperature": heat,
        "test": figures,
    }
    (out / "metrics.json").write_text(json.dumps(metrics, indent=1, default=str) + "\n", encoding="utf-8")
    tell(figures)
    say("temperature:", json.dumps(heat))
    exported(out)


def tell(figures: dict[str, Any]) -> None:
    """Print the figures that are compared with the targets: the picture alone, and with its mirror image."""
    for share in map(str, SHARES):
        for source, named in figures["outputs"][share].items():
            held = ", ".join(
                f"of {kind} {cell[share][source]['right']:.1%} ({cell[share][source]['mirrored too']:.1%})"
                for kind, cell in figures["holders"].items()
                if source in cell[share]
            )
            say(f"{share} of {source}: one of all {named['first']:.1%} ({named['mirrored too']:.1%}), {held}")
        for kind in figures["honesty"]:
            errors = {how: table["error"] for how, table in figures["honesty"][kind][share].items()}
            say(f"{share}, calibration error of {kind}: {json.dumps(errors)}")


def exported(out: Path) -> None:
    """Export here if the package onnx is here; else `training/export.py` does it elsewhere."""
    try:
        from training.export import model_of  # noqa: PLC0415 (needs onnx, which may be missing)
    except ImportError as error:
        say(f"not exported ({error}): run python -m training.export weights.pt guesser.onnx")
        return
    # From the file, so that nobody ever has to ask whether its rounding mattered.
    (out / "guesser.onnx").write_bytes(model_of(load(out / "weights.pt")).SerializeToString())
    say(f"guesser.onnx: {(out / 'guesser.onnx').stat().st_size / 1e6:.2f} MB")


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Train the guesser.")
    parser.add_argument("--data", type=Path, default=Path("../shared/sketches"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--minutes", type=float, default=8.0, help="for everything, reading and measuring included"
    )
    parser.add_argument("--steps", type=int, default=0, help="instead of minutes: a run that can be repeated")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="")
    parser.add_argument("--each", type=int, default=0, help="drawings of each class, for a quick try")
    parser.add_argument("--width", type=int, default=48)
    parser.add_argument("--blocks", type=int, nargs="+", default=[1, 2, 3, 2])
    parser.add_argument("--last", type=float, default=1.0, help="width of the last stage, as a share")
    parser.add_argument("--dropout", type=float, default=0.2)
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--decay", type=float, default=0.05)
    parser.add_argument("--average", type=float, default=0.999)
    parser.add_argument("--unfinished", type=float, default=0.4, help="share of prefixes among the lessons")
    parser.add_argument("--hard", type=float, default=1.0, help="weight of the truth")
    parser.add_argument("--soft", type=float, default=0.5, help="weight of teacher-top10.npz")
    parser.add_argument("--match", type=float, default=1.0, help="weight of --teacher")
    parser.add_argument("--teacher", type=Path, nargs="*", default=[], help="weights of larger networks")
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--tell", type=float, default=10.0, help="seconds between lines")
    parser.add_argument("--reserve", type=float, default=40.0, help="seconds kept for measuring and writing")
    return parser.parse_args()


def main() -> None:
    """Train, measure, write."""
    args = arguments()
    torch.manual_seed(args.seed)
    torch.backends.cudnn.benchmark = True
    torch.set_float32_matmul_precision("high")
    school = prepared(args)
    say(f"{len(school.sketches)} drawings, {len(school.outputs)} outputs, on {school.device}")
    left = args.minutes * 60 - args.reserve - (time.monotonic() - BEGAN)
    network, run = learnt(school, Budget(args.steps, max(left, 1.0), time.monotonic()))
    machine = torch.cuda.get_device_name() if school.device.type == "cuda" else platform.processor()
    write(school, network, {**run, "settings": vars(args), "torch": torch.__version__, "machine": machine})


if __name__ == "__main__":
    main()
