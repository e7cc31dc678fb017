"""Trains the generator on human sketches, samples drawings, and writes the doodles that a guesser recognises.

    PYTHONPATH=src python -m training.generator.train --data DIR --out DIR --minutes 5 \
        --recogniser weights.pt --labels labels.json

All randomness comes from --seed. With --steps instead of --minutes a run is reproducible, up to the rounding
of the GPU. With --weights it samples again from a saved generator.
"""

import argparse
import json
import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

from training.data.sketches import data_hash
from training.generator.contact_sheet import write_sheets
from training.generator.data.dataset import MAX_POINTS, SequenceDataset, load_dataset
from training.generator.data.doodles import encode_within
from training.generator.model import GeneratorModel
from training.generator.pipeline import DoodlePipeline
from training.generator.recogniser import Recogniser
from training.generator.trainer import GeneratorTrainer
from training.generator.weights import load, new_model, save
from training.train import ATTRIBUTION, STARTED_AT, log
from training.trainer import TrainingBudget

# Without cuDNN's attention, which builds a new plan for every length.
ATTENTION = [SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH]


def train(dataset: SequenceDataset, args: argparse.Namespace) -> tuple[GeneratorModel, dict[str, Any]]:
    """Train until the time is over; return the averaged model and statistics."""
    shape = {
        "longest": MAX_POINTS,
        "cells": args.grid,
        "width": args.width,
        "layers": args.layers,
        "heads": args.heads,
        "dropout": args.dropout,
    }
    trainer = GeneratorTrainer(new_model(dataset.tags, shape), dataset, args)
    unseen = dataset.of_part("calibration")
    seen = np.random.default_rng(args.seed).permutation(trainer.train)[: len(unseen)]
    log(f"{sum(value.numel() for value in trainer.model.parameters()) / 1e6:.2f} million weights")
    budget = TrainingBudget(
        args.steps, max(args.minutes * 60 - (time.monotonic() - STARTED_AT), 1.0), time.monotonic()
    )
    curve = []
    points = float(dataset.count[trainer.train].mean()) * args.batch
    logged_at, logged_steps = time.monotonic(), 0
    while (progress := budget.progress(trainer.steps)) < 1:
        loss = trainer.step(progress)
        spent = time.monotonic() - logged_at
        if spent > args.tell:
            speed = (trainer.steps - logged_steps) * points / spent
            losses = _losses(trainer, seen, unseen)
            curve.append({"progress": round(progress, 3), "steps": trainer.steps} | losses)
            summary = ", ".join(f"{part} {value['whole']:.3f}" for part, value in losses.items())
            log(f"{progress:6.1%}  step {trainer.steps}  {loss:.3f}; {summary}  {speed:,.0f} points/s")
            logged_at, logged_steps = time.monotonic(), trainer.steps
    losses = _losses(trainer, seen, unseen)
    log("losses per point:", json.dumps(losses))
    epochs = trainer.steps * min(args.batch, len(trainer.train)) / len(trainer.train)
    run = {"steps": trainer.steps, "epochs": round(epochs, 1), "losses": losses, "curve": curve}
    return trainer.average.model, run


def _losses(
    trainer: GeneratorTrainer, seen: np.ndarray[Any, Any], unseen: np.ndarray[Any, Any]
) -> dict[str, Any]:
    """Measure training and calibration drawings, without augmentation."""
    return {"train": trainer.measure(seen), "held out": trainer.measure(unseen)}


def make_doodles(
    model: GeneratorModel, dataset: SequenceDataset, recogniser: Recogniser, args: argparse.Namespace
) -> dict[str, Any]:
    """Sample, select and write the doodles; return statistics."""
    pipeline = DoodlePipeline(model, dataset, recogniser, args)
    image, path = pipeline.originals.least.tolist()
    log(f"copies: closer than {image:.3f} units by image or {path:.3f} by path to a training sketch")
    with torch.no_grad():
        found = pipeline.sample(log)
        doodles, figures = pipeline.select(found)
    kept, content = encode_within(doodles, args.bytes)
    (args.out / "doodles.ndjson.gz").write_bytes(content)
    counts = np.bincount([dataset.tags.index(doodle.word) for doodle in kept], minlength=len(dataset.tags))
    for word, count in zip(dataset.tags, counts.tolist(), strict=True):
        figures["tags"][word]["written"] = count
    totals = {"chosen": len(doodles), "written": len(kept), "bytes": len(content)}
    empty = [word for word, count in zip(dataset.tags, counts, strict=True) if not count]
    log(f"doodles.ndjson.gz: {totals}, {len(empty)} of {len(dataset.tags)} classes have none")
    return {"doodles": totals, "without": empty} | figures


def prepare(
    args: argparse.Namespace, device: torch.device
) -> tuple[SequenceDataset, GeneratorModel | None, dict[str, Any]]:
    """Read the sketches, and the saved generator if one is given."""
    dataset = load_dataset(args.data, device, args.classes, args.sketches)
    drawings, points = len(dataset.count), len(dataset.points)
    log(f"{drawings} drawings, {points} points, {len(dataset.tags)} classes, on {device}")
    if not args.weights:
        return dataset, None, {}
    model, tags, run = load(args.weights)
    if tags != dataset.tags:
        raise ValueError(f"{args.weights} was trained on other classes")
    return dataset, model, run


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="Train the generator and make doodles.")
    parser.add_argument("--data", type=Path, default=Path("../shared/sketches"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--recogniser", type=Path, required=True, help="weights.pt of a guesser")
    parser.add_argument("--labels", type=Path, required=True, help="labels.json of that guesser")
    parser.add_argument("--weights", type=Path, help="generator.pt: skip training")
    parser.add_argument("--minutes", type=float, default=5.0, help="time for reading and training")
    parser.add_argument("--sampling-minutes", type=float, default=1.25, help="time limit for sampling")
    parser.add_argument("--steps", type=int, default=0, help="instead of --minutes, for a reproducible run")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="")
    parser.add_argument("--classes", type=int, default=0, help="number of classes, for a quick test run")
    parser.add_argument("--sketches", type=int, default=0, help="sketches per class, for a quick test run")
    _add_training_options(parser)
    _add_sampling_options(parser)
    return parser.parse_args()


def _add_training_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--grid", type=int, default=128, help="cells per side")
    parser.add_argument("--width", type=int, default=320)
    parser.add_argument("--layers", type=int, default=8)
    parser.add_argument("--heads", type=int, default=5)
    parser.add_argument("--dropout", type=float, default=0.15)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--decay", type=float, default=0.1)
    parser.add_argument("--average", type=float, default=0.998)
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--tell", type=float, default=15.0, help="seconds between log lines")


def _add_sampling_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--each", type=int, default=96, help="drawings to sample per class")
    parser.add_argument("--round", type=int, default=24, help="drawings per class and round")
    parser.add_argument("--keep", type=int, default=14, help="maximum number of doodles per class")
    parser.add_argument("--sure", type=float, default=0.5, help="probability above which a drawing is good")
    parser.add_argument("--temperature", type=float, nargs="+", default=[0.7, 0.85])
    parser.add_argument("--pen-temperature", type=float, default=0.9)
    parser.add_argument("--top", type=float, default=0.95)
    parser.add_argument("--sampling-batch", type=int, default=8192)
    parser.add_argument("--bytes", type=int, default=1_500_000, help="maximum size of doodles.ndjson.gz")


@contextmanager
def _fast_attention(device: torch.device) -> Iterator[None]:
    if device.type != "cuda":
        yield
        return
    with sdpa_kernel(ATTENTION):
        yield


def main() -> None:
    """Train and save the generator, then make doodles and write the metrics."""
    args = arguments()
    torch.manual_seed(args.seed)
    device = torch.device(args.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    args.out.mkdir(parents=True, exist_ok=True)
    recogniser = Recogniser(args.recogniser, args.labels, device)  # first, to fail early if it is missing
    dataset, model, run = prepare(args, device)
    machine = torch.cuda.get_device_name() if device.type == "cuda" else platform.processor()
    with _fast_attention(device):
        if model is None:
            model, run = train(dataset, args)
            run |= {"settings": vars(args), "torch": torch.__version__, "machine": machine}
            save(model, dataset.tags, run, args.out / "generator.pt")
            log(f"generator.pt: {(args.out / 'generator.pt').stat().st_size / 1e6:.1f} MB")
        figures = make_doodles(model, dataset, recogniser, args)
    metrics = {
        "attribution": ATTRIBUTION,
        "data": data_hash(args.data),
        "seed": args.seed,
        "training": run,
        "settings": vars(args),
        **figures,
    }
    (args.out / "doodles.json").write_text(
        json.dumps(metrics, indent=1, default=str, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    log("copies:", json.dumps(figures["copies"]))
    write_sheets(args.out / "doodles.ndjson.gz", args.out / "sheets")
    if device.type == "cuda":
        log(f"done; {torch.cuda.max_memory_allocated() / 2**30:.1f} GiB of GPU memory at most")


if __name__ == "__main__":
    main()
