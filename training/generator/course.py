"""A course of training for the generator, one step after another."""

import argparse
import copy
from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from training.course import rate_at
from training.generator.album import Album, Whole
from training.generator.grid import Grid, Steps, lessons
from training.generator.hand import Hand, redrawn
from training.generator.lines import Lines
from training.generator.model import Model, Sizes

GROUPS = 6  # of equally long drawings in a batch
HEADS = ("column", "row", "pen")


class Averaged:
    """A second set of weights that follows the first slowly; it draws better and more steadily."""

    def __init__(self, model: Model, decay: float) -> None:
        """Begin as a copy."""
        self.model = copy.deepcopy(model).eval().requires_grad_(False)
        self._decay = decay
        self._mine: list[Tensor] = [*self.model.parameters()]
        self._theirs: list[Tensor] = [*model.parameters()]

    @torch.no_grad()
    def follow(self, step: int) -> None:
        """Move a little towards the first set, faster at the beginning."""
        torch._foreach_lerp_(self._mine, self._theirs, 1 - min(self._decay, (1 + step) / (10 + step)))


class Course:
    """A generator that learns."""

    def __init__(self, model: Model, album: Album, args: argparse.Namespace) -> None:
        """Begin with the weights it has."""
        self.steps = 0
        self.model = model.to(album.device).train()
        self.averaged = Averaged(self.model, args.average)
        self.train = album.of_part("train")
        self._args = args
        self._album = album
        self._grid = Grid(model.shape.cells)
        self._forward = torch.compile(self.model, dynamic=True) if args.compile else self.model
        self._optimiser = _optimiser_of(self.model, args, album.device)
        self._order = _batches(self.train, args.batch, np.random.default_rng(args.seed))
        self._chance = torch.Generator(album.device).manual_seed(args.seed)
        self._tag = torch.from_numpy(album.tag).to(album.device)

    def step(self, progress: float) -> Tensor:
        """Learn from one batch; tells the loss of a point."""
        chosen = next(self._order)
        chosen = chosen[np.argsort(self._album.count[chosen], kind="stable")]
        lines = redrawn(self._album.lines(chosen), Hand(), self._grid.cell, self._chance)
        loss = self._losses(False, chosen, lines).sum() / int(self._album.count[chosen].sum())
        for group in self._optimiser.param_groups:
            group["lr"] = self._args.rate * rate_at(progress)
        self._optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self._optimiser.step()
        self.steps += 1
        self.averaged.follow(self.steps)
        return loss.detach()

    @torch.no_grad()
    def measured(self, chosen: Whole) -> dict[str, float]:
        """The loss of a point for averaged weights and drawings as they are, by what is foretold."""
        total = torch.zeros(len(HEADS), device=self._album.device)
        for at in range(0, len(chosen), self._args.batch):
            some = chosen[at : at + self._args.batch]
            some = some[np.argsort(self._album.count[some], kind="stable")]
            total += self._losses(True, some, self._album.lines(some))
        each = (total / max(int(self._album.count[chosen].sum()), 1)).tolist()
        return {"whole": round(sum(each), 4)} | dict(zip(HEADS, (round(one, 4) for one in each), strict=True))

    def _losses(self, averaged: bool, chosen: Whole, lines: Lines) -> Tensor:
        """Sums over all points for column, row and pen; the drawings come in order of length."""
        heads = self.averaged.model if averaged else self.model
        forward = heads if averaged else self._forward
        device = self._album.device
        steps, targets = lessons(lines, self._tag[torch.from_numpy(chosen).to(device)], self._grid)
        cuts = _groups(self._album.count[chosen])
        flat = Steps(*(_flat(getattr(steps, field.name), cuts) for field in fields(Steps)))
        target = _flat(targets, cuts)
        sizes: Sizes = [(end - begin, long) for begin, end, long in cuts]
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            thought = forward(flat, sizes)
            x, y, _ = target.clamp(min=0).unbind(-1)
            told = (heads.column(thought), heads.row(thought, x), heads.pen(thought, x, y))
        return torch.stack(
            [
                cross_entropy(numbers.float(), target[:, at], reduction="sum")
                for at, numbers in enumerate(told)
            ]
        )


def _groups(count: Whole) -> list[tuple[int, int, int]]:
    """Cut drawings, shortest first, into groups: where each begins and ends, and its longest drawing."""
    edges = np.unique(np.linspace(0, len(count), GROUPS + 1).astype(int)).tolist()
    return [(begin, end, int(count[end - 1])) for begin, end in pairwise(edges)]


def _flat(value: Tensor, cuts: list[tuple[int, int, int]]) -> Tensor:
    return torch.cat([value[begin:end, :long].flatten(0, 1) for begin, end, long in cuts])


def _batches(drawings: Whole, size: int, chance: np.random.Generator) -> Iterator[Whole]:
    """All drawings in a new order again and again."""
    size = min(size, len(drawings))
    while True:
        order = chance.permutation(drawings)
        for at in range(0, len(order) - size + 1, size):
            yield order[at : at + size]


def _optimiser_of(model: Model, args: argparse.Namespace, device: torch.device) -> torch.optim.AdamW:
    """AdamW; decay acts on weights and not on biases, normalisations and what each cell or class means."""
    meant = {
        id(part.weight)
        for name, part in model.named_modules()
        if isinstance(part, nn.Embedding) and name not in ("of_tag", "of_concept")
    }
    plain = [value for value in model.parameters() if value.ndim <= 1 or id(value) in meant]
    heavy = [value for value in model.parameters() if value.ndim > 1 and id(value) not in meant]
    groups = [{"params": heavy, "weight_decay": args.decay}, {"params": plain, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=args.rate, betas=(0.9, 0.95), fused=device.type == "cuda")
