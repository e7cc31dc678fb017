"""Train the generator on human sketches, let it draw, and write the doodles that a guesser recognises.

    PYTHONPATH=src python -m training.generator.train --data DIR --out DIR --minutes 5 \
        --recogniser weights.pt --labels labels.json

Chance comes from --seed alone; with --steps instead of --minutes a run can be repeated, as far as the sums of
a GPU can. With --weights it draws again with a generator that was kept.
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

from training.course import Budget
from training.generator.album import LONGEST, Album, read_album
from training.generator.course import Course
from training.generator.doodles import fitting
from training.generator.model import Model
from training.generator.recogniser import Recogniser
from training.generator.sheet import write_sheets
from training.generator.studio import Studio
from training.generator.weights import load, made, save
from training.sketches import data_hash
from training.train import ATTRIBUTION, BEGAN, say

# Without cuDNN's attention, which plans anew for every length.
ATTENTION = [SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH]


def learnt(album: Album, args: argparse.Namespace) -> tuple[Model, dict[str, Any]]:
    """Train until the time is over; returns the averaged weights and how far they came."""
    shape = {
        "longest": LONGEST,
        "cells": args.grid,
        "width": args.width,
        "layers": args.layers,
        "heads": args.heads,
        "dropout": args.dropout,
    }
    course = Course(made(album.tags, shape), album, args)
    held = album.of_part("calibration")
    seen = np.random.default_rng(args.seed).permutation(course.train)[: len(held)]
    say(f"{sum(value.numel() for value in course.model.parameters()) / 1e6:.2f} million weights")
    budget = Budget(args.steps, max(args.minutes * 60 - (time.monotonic() - BEGAN), 1.0), time.monotonic())
    curve = []
    told, steps_told, points = time.monotonic(), 0, float(album.count[course.train].mean()) * args.batch
    while (progress := budget.progress(course.steps)) < 1:
        loss = course.step(progress)
        spent = time.monotonic() - told
        if spent > args.tell:
            speed = (course.steps - steps_told) * points / spent
            losses = _losses(course, seen, held)
            curve.append({"progress": round(progress, 3), "steps": course.steps} | losses)
            told_losses = ", ".join(f"{part} {value['whole']:.3f}" for part, value in losses.items())
            say(f"{progress:6.1%}  step {course.steps}  {loss:.3f}; {told_losses}  {speed:,.0f} points/s")
            told, steps_told = time.monotonic(), course.steps
    losses = _losses(course, seen, held)
    say("losses of a point:", json.dumps(losses))
    epochs = course.steps * min(args.batch, len(course.train)) / len(course.train)
    run = {"steps": course.steps, "epochs": round(epochs, 1), "losses": losses, "curve": curve}
    return course.averaged.model, run


def _losses(course: Course, seen: np.ndarray[Any, Any], held: np.ndarray[Any, Any]) -> dict[str, Any]:
    """As many drawings of the training part and of the calibration part, without augmentation."""
    return {"train": course.measured(seen), "held out": course.measured(held)}


def doodled(model: Model, album: Album, recogniser: Recogniser, args: argparse.Namespace) -> dict[str, Any]:
    """Draw, choose, and write the doodles; returns figures."""
    studio = Studio(model, album, recogniser, args)
    picture, path = studio.originals.least.tolist()
    say(f"copies: nearer than {picture:.3f} units by picture or {path:.3f} by path to a training sketch")
    with torch.no_grad():
        found = studio.found(say)
        doodles, figures = studio.chosen(found)
    kept, content = fitting(doodles, args.bytes)
    (args.out / "doodles.ndjson.gz").write_bytes(content)
    counts = np.bincount([album.tags.index(doodle.word) for doodle in kept], minlength=len(album.tags))
    for word, count in zip(album.tags, counts.tolist(), strict=True):
        figures["tags"][word]["written"] = count
    many = {"chosen": len(doodles), "written": len(kept), "bytes": len(content)}
    empty = [word for word, count in zip(album.tags, counts, strict=True) if not count]
    say(f"doodles.ndjson.gz: {many}, {len(empty)} of {len(album.tags)} classes have none")
    return {"doodles": many, "without": empty} | figures


def prepared(args: argparse.Namespace, device: torch.device) -> tuple[Album, Model | None, dict[str, Any]]:
    """Read sketches, and the generator if there is one already."""
    album = read_album(args.data, device, args.classes, args.sketches)
    say(f"{len(album.count)} drawings, {len(album.points)} points, {len(album.tags)} classes, on {device}")
    if not args.weights:
        return album, None, {}
    model, tags, run = load(args.weights)
    if tags != album.tags:
        raise ValueError(f"{args.weights} was trained on other classes")
    return album, model, run


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Train the generator and make doodles.")
    parser.add_argument("--data", type=Path, default=Path("../shared/sketches"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--recogniser", type=Path, required=True, help="weights.pt of a guesser")
    parser.add_argument("--labels", type=Path, required=True, help="labels.json of that guesser")
    parser.add_argument("--weights", type=Path, help="generator.pt: only draw again")
    parser.add_argument("--minutes", type=float, default=5.0, help="for reading and training")
    parser.add_argument("--sampling-minutes", type=float, default=1.25, help="for drawing, at most")
    parser.add_argument("--steps", type=int, default=0, help="instead of minutes: a run that can be repeated")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="")
    parser.add_argument("--classes", type=int, default=0, help="so many classes only, for a quick try")
    parser.add_argument("--sketches", type=int, default=0, help="so many of each class, for a quick try")
    _learning(parser)
    _drawing(parser)
    return parser.parse_args()


def _learning(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--grid", type=int, default=128, help="cells a side")
    parser.add_argument("--width", type=int, default=320)
    parser.add_argument("--layers", type=int, default=8)
    parser.add_argument("--heads", type=int, default=5)
    parser.add_argument("--dropout", type=float, default=0.15)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--decay", type=float, default=0.1)
    parser.add_argument("--average", type=float, default=0.998)
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--tell", type=float, default=15.0, help="seconds between lines")


def _drawing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--each", type=int, default=96, help="drawings of each class to choose from")
    parser.add_argument("--round", type=int, default=24, help="of these at a time")
    parser.add_argument("--keep", type=int, default=14, help="drawings of each class, at most")
    parser.add_argument("--sure", type=float, default=0.5, help="probability from which a drawing is good")
    parser.add_argument("--temperature", type=float, nargs="+", default=[0.7, 0.85])
    parser.add_argument("--pen-temperature", type=float, default=0.9)
    parser.add_argument("--top", type=float, default=0.95)
    parser.add_argument("--sampling-batch", type=int, default=8192)
    parser.add_argument("--bytes", type=int, default=1_500_000, help="of doodles.ndjson.gz, at most")


@contextmanager
def _quick_attention(device: torch.device) -> Iterator[None]:
    if device.type != "cuda":
        yield
        return
    with sdpa_kernel(ATTENTION):
        yield


def main() -> None:
    """Train, keep the weights, draw, choose, write."""
    args = arguments()
    torch.manual_seed(args.seed)
    device = torch.device(args.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    args.out.mkdir(parents=True, exist_ok=True)
    recogniser = Recogniser(args.recogniser, args.labels, device)  # first: if it is missing, nothing is lost
    album, model, run = prepared(args, device)
    machine = torch.cuda.get_device_name() if device.type == "cuda" else platform.processor()
    with _quick_attention(device):
        if model is None:
            model, run = learnt(album, args)
            run |= {"settings": vars(args), "torch": torch.__version__, "machine": machine}
            save(model, album.tags, run, args.out / "generator.pt")
            say(f"generator.pt: {(args.out / 'generator.pt').stat().st_size / 1e6:.1f} MB")
        figures = doodled(model, album, recogniser, args)
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
    say("copies:", json.dumps(figures["copies"]))
    write_sheets(args.out / "doodles.ndjson.gz", args.out / "sheets")
    if device.type == "cuda":
        say(f"done; {torch.cuda.max_memory_allocated() / 2**30:.1f} GiB of the GPU's memory at most")


if __name__ == "__main__":
    main()
