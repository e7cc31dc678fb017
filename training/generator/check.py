"""Does the generator draw by the same rules by which it learns? On a CPU, in some seconds.

    PYTHONPATH=src python -m training.generator.check --data SKETCHES

Compares a step with its cache to the whole forward pass, and groups of a batch to drawings alone; and tells
which share of training sketches, redrawn by another hand, the copies' measure finds.
"""

import argparse
from dataclasses import fields
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.generator.album import LONGEST, Album, read_album
from training.generator.copies import originals
from training.generator.grid import Grid, Steps, lessons
from training.generator.hand import Hand, redrawn
from training.generator.model import Cache, Model
from training.generator.weights import made

SHAPE = {"longest": LONGEST, "cells": 64, "width": 64, "layers": 3, "heads": 2}


def stepwise(model: Model, steps: Steps) -> Tensor:
    """What each step thinks, one after another."""
    size, long = steps.x.shape
    cache = Cache(model.shape, size, torch.empty(0))
    found: list[Tensor] = []
    for place in range(long):
        if place == long // 2:  # forget the first drawing on the way, as sampling forgets finished ones
            kept = torch.arange(1, size)
            cache.keep(kept)
            steps = Steps(*(getattr(steps, field.name)[kept] for field in fields(Steps)))
            found = [thought[kept] for thought in found]
        one = Steps(*(getattr(steps, field.name)[:, place] for field in fields(Steps)))
        found.append(model.step(one, place, cache))
    return torch.stack(found, dim=1)


@torch.no_grad()
def cache_error(album: Album) -> float:
    """The greatest difference between both ways."""
    model = made(album.tags, SHAPE).eval()
    some = np.arange(5)
    lines = album.lines(some)
    steps, _ = lessons(lines, torch.from_numpy(album.tag[some]), Grid(64))
    slow = model(Steps(*(getattr(steps, field.name).flatten() for field in fields(Steps))), [steps.x.shape])
    return float((slow.view(*steps.x.shape, -1)[1:] - stepwise(model, steps)).abs().max())


@torch.no_grad()
def copies_found(album: Album) -> tuple[float, float]:
    """The share of redrawn training sketches that count as copies, and that of sketches never learnt from."""
    known = originals(album)
    train = album.of_part("train")
    lines = redrawn(album.lines(train), Hand(), Grid().cell, torch.Generator().manual_seed(1))
    far = known.distance(lines, torch.from_numpy(album.tag[train]))
    again, new = (known.too_near(each).float().mean() for each in (far, known.human))
    return float(again), float(new)


def main() -> None:
    """Check and tell."""
    parser = argparse.ArgumentParser(description="Check the generator's arithmetic.")
    parser.add_argument("--data", type=Path, default=Path("../shared/sketches"))
    parser.add_argument("--classes", type=int, default=8)
    args = parser.parse_args()
    torch.manual_seed(1)
    album = read_album(args.data, torch.device("cpu"), args.classes)
    error = cache_error(album)
    print(f"cache: differs by {error:.1e} at most")
    again, new = copies_found(album)
    print(f"copies: {again:.1%} of redrawn sketches found, and {new:.1%} of new ones")
    if error > 1e-4:
        raise SystemExit("the cache is wrong")


if __name__ == "__main__":
    main()
