"""The training loop of the generator, one optimiser step at a time."""

import argparse
import copy
from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from pictomania.bots.arrays import IntArray
from training.generator.data.augmentation import SequenceAugmentation, augment
from training.generator.data.dataset import SequenceDataset
from training.generator.data.grid import Grid, StepInputs, inputs_and_targets
from training.generator.data.sequences import PenSequences
from training.generator.model import GeneratorModel, GroupSizes
from training.trainer import learning_rate_factor

GROUPS = 6  # of drawings of similar length in a batch
HEADS = ("column", "row", "pen")


class ModelAverage:
    """Exponential moving average of the weights; draws better and more steadily than the model itself."""

    def __init__(self, model: GeneratorModel, decay: float) -> None:
        self.model = copy.deepcopy(model).eval().requires_grad_(False)
        self._decay = decay
        self._averages: list[Tensor] = [*self.model.parameters()]
        self._sources: list[Tensor] = [*model.parameters()]

    @torch.no_grad()
    def update(self, step: int) -> None:
        """Move towards the current weights, faster in the first steps."""
        torch._foreach_lerp_(self._averages, self._sources, 1 - min(self._decay, (1 + step) / (10 + step)))


class GeneratorTrainer:
    """Trains a generator."""

    def __init__(self, model: GeneratorModel, dataset: SequenceDataset, args: argparse.Namespace) -> None:
        self.steps = 0
        self.model = model.to(dataset.device).train()
        self.average = ModelAverage(self.model, args.average)
        self.train = dataset.of_part("train")
        self._args = args
        self._dataset = dataset
        self._grid = Grid(model.shape.cells)
        self._forward = torch.compile(self.model, dynamic=True) if args.compile else self.model
        self._optimiser = _make_optimiser(self.model, args, dataset.device)
        self._batches = _iterate_batches(self.train, args.batch, np.random.default_rng(args.seed))
        self._rng = torch.Generator(dataset.device).manual_seed(args.seed)
        self._tag = torch.from_numpy(dataset.tag).to(dataset.device)

    def step(self, progress: float) -> Tensor:
        """Train on one batch; return the loss per point."""
        chosen = next(self._batches)
        chosen = chosen[np.argsort(self._dataset.count[chosen], kind="stable")]
        sequences = augment(
            self._dataset.sequences(chosen), SequenceAugmentation(), self._grid.cell, self._rng
        )
        loss = self._losses(False, chosen, sequences).sum() / int(self._dataset.count[chosen].sum())
        for group in self._optimiser.param_groups:
            group["lr"] = self._args.rate * learning_rate_factor(progress)
        self._optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self._optimiser.step()
        self.steps += 1
        self.average.update(self.steps)
        return loss.detach()

    @torch.no_grad()
    def measure(self, chosen: IntArray) -> dict[str, float]:
        """Return the loss per point of the averaged weights, without augmentation, in total and per head."""
        total = torch.zeros(len(HEADS), device=self._dataset.device)
        for at in range(0, len(chosen), self._args.batch):
            some = chosen[at : at + self._args.batch]
            some = some[np.argsort(self._dataset.count[some], kind="stable")]
            total += self._losses(True, some, self._dataset.sequences(some))
        each = (total / max(int(self._dataset.count[chosen].sum()), 1)).tolist()
        return {"whole": round(sum(each), 4)} | dict(zip(HEADS, (round(one, 4) for one in each), strict=True))

    def _losses(self, averaged: bool, chosen: IntArray, sequences: PenSequences) -> Tensor:
        """Return the summed losses for column, row and pen; the drawings must be sorted by length."""
        heads = self.average.model if averaged else self.model
        forward = heads if averaged else self._forward
        device = self._dataset.device
        inputs, targets = inputs_and_targets(
            sequences, self._tag[torch.from_numpy(chosen).to(device)], self._grid
        )
        groups = _groups(self._dataset.count[chosen])
        flat = StepInputs(*(_flatten(getattr(inputs, field.name), groups) for field in fields(StepInputs)))
        target = _flatten(targets, groups)
        sizes: GroupSizes = [(end - begin, longest) for begin, end, longest in groups]
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            hidden = forward(flat, sizes)
            x, y, _ = target.clamp(min=0).unbind(-1)
            predicted = (heads.column(hidden), heads.row(hidden, x), heads.pen(hidden, x, y))
        return torch.stack(
            [
                cross_entropy(logits.float(), target[:, at], reduction="sum")
                for at, logits in enumerate(predicted)
            ]
        )


def _groups(count: IntArray) -> list[tuple[int, int, int]]:
    """Cut drawings, sorted by length, into groups: begin, end and longest drawing of each."""
    edges = np.unique(np.linspace(0, len(count), GROUPS + 1).astype(int)).tolist()
    return [(begin, end, int(count[end - 1])) for begin, end in pairwise(edges)]


def _flatten(value: Tensor, groups: list[tuple[int, int, int]]) -> Tensor:
    return torch.cat([value[begin:end, :longest].flatten(0, 1) for begin, end, longest in groups])


def _iterate_batches(drawings: IntArray, size: int, rng: np.random.Generator) -> Iterator[IntArray]:
    """Yield batches forever, each epoch in a new order."""
    size = min(size, len(drawings))
    while True:
        order = rng.permutation(drawings)
        for at in range(0, len(order) - size + 1, size):
            yield order[at : at + size]


def _make_optimiser(
    model: GeneratorModel, args: argparse.Namespace, device: torch.device
) -> torch.optim.AdamW:
    """AdamW with weight decay on weights, but not on biases, normalisations and most embeddings."""
    embeddings = {
        id(part.weight)
        for name, part in model.named_modules()
        if isinstance(part, nn.Embedding) and name not in ("of_tag", "of_concept")
    }
    others = [value for value in model.parameters() if value.ndim <= 1 or id(value) in embeddings]
    decayed = [value for value in model.parameters() if value.ndim > 1 and id(value) not in embeddings]
    groups = [{"params": decayed, "weight_decay": args.decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=args.rate, betas=(0.9, 0.95), fused=device.type == "cuda")
