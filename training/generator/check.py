"""Checks the generator's arithmetic on a CPU, in some seconds.

    PYTHONPATH=src python -m training.generator.check --data SKETCHES

Compares stepwise inference with a cache to a full forward pass. Reports how many augmented training sketches
the copy detector finds.
"""

import argparse
from dataclasses import fields
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.generator.data.augmentation import SequenceAugmentation, augment
from training.generator.data.copies import load_originals
from training.generator.data.dataset import MAX_POINTS, SequenceDataset, load_dataset
from training.generator.data.grid import Grid, StepInputs, inputs_and_targets
from training.generator.model import GeneratorModel, KeyValueCache
from training.generator.weights import new_model

SHAPE = {"longest": MAX_POINTS, "cells": 64, "width": 64, "layers": 3, "heads": 2}


def step_by_step(model: GeneratorModel, inputs: StepInputs) -> Tensor:
    """Return the hidden states, computed one step after another with a cache."""
    size, length = inputs.x.shape
    cache = KeyValueCache(model.shape, size, torch.empty(0))
    found: list[Tensor] = []
    for place in range(length):
        if place == length // 2:  # drop the first drawing midway, as sampling drops finished ones
            kept = torch.arange(1, size)
            cache.keep(kept)
            inputs = StepInputs(*(getattr(inputs, field.name)[kept] for field in fields(StepInputs)))
            found = [hidden[kept] for hidden in found]
        one = StepInputs(*(getattr(inputs, field.name)[:, place] for field in fields(StepInputs)))
        found.append(model.step(one, place, cache))
    return torch.stack(found, dim=1)


@torch.no_grad()
def cache_error(dataset: SequenceDataset) -> float:
    """Return the greatest difference between stepwise and full computation."""
    model = new_model(dataset.tags, SHAPE).eval()
    some = np.arange(5)
    sequences = dataset.sequences(some)
    inputs, _ = inputs_and_targets(sequences, torch.from_numpy(dataset.tag[some]), Grid(64))
    flat = StepInputs(*(getattr(inputs, field.name).flatten() for field in fields(StepInputs)))
    full = model(flat, [inputs.x.shape])
    return float((full.view(*inputs.x.shape, -1)[1:] - step_by_step(model, inputs)).abs().max())


@torch.no_grad()
def copy_rates(dataset: SequenceDataset) -> tuple[float, float]:
    """Return the shares of augmented training sketches and of unseen sketches that count as copies."""
    originals = load_originals(dataset)
    train = dataset.of_part("train")
    rng = torch.Generator().manual_seed(1)
    redrawn = augment(dataset.sequences(train), SequenceAugmentation(), Grid().cell, rng)
    distances = originals.distance(redrawn, torch.from_numpy(dataset.tag[train]))
    copied, unseen = (originals.too_near(each).float().mean() for each in (distances, originals.human))
    return float(copied), float(unseen)


def main() -> None:
    """Run the checks and print the results."""
    parser = argparse.ArgumentParser(description="Check the generator's arithmetic.")
    parser.add_argument("--data", type=Path, default=Path("../shared/sketches"))
    parser.add_argument("--classes", type=int, default=8)
    args = parser.parse_args()
    torch.manual_seed(1)
    dataset = load_dataset(args.data, torch.device("cpu"), args.classes)
    error = cache_error(dataset)
    print(f"cache: greatest difference {error:.1e}")
    copied, unseen = copy_rates(dataset)
    print(f"copies: {copied:.1%} of redrawn sketches detected, and {unseen:.1%} of unseen ones")
    if error > 1e-4:
        raise SystemExit("the cache is wrong")


if __name__ == "__main__":
    main()
